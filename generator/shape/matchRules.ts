import type { Skipped } from '../model/api.js';
import type { Rule } from '../model/config.js';
import type { Report } from '../model/diagnostic.js';
import { nearest } from '../model/nearest.js';
import { joinPointer } from '../model/pointer.js';
import { writeRule } from '../model/writeRule.js';
import { comparedWith, createMatcher, type Subject } from './createMatcher.js';

/** A rule, and the operations that it matches. */
export interface Match {
  kind: string;
  rule: string;
  operations: ReadonlySet<Skipped>;
}

/**
 * Matches the rules of one place of the configuration, which `kind` names. A rule that matches nothing is reported, and
 * so is each value in one that does not help it to: both may be misspelt.
 */
export function matchRules(
  rules: readonly Rule[],
  kind: string,
  subjects: readonly Subject[],
  report: Report,
): Match[] {
  return rules.map((rule, index) => {
    const text = writeRule(rule);
    const operations = findMatching(rule, subjects);
    const idle = listIdle(rule, subjects);
    const tell = (what: string, hint: string) =>
      report('nothing-matched', joinPointer(`config#/${kind.replaceAll('.', '/')}`, index), { what, hint });
    if (operations.size === 0) {
      tell(`The ${kind} rule ${text}`, idle.find(({ hint }) => hint !== '')?.hint ?? '');
    } else {
      for (const { value, hint } of idle) tell(`${JSON.stringify(value)} of the ${kind} rule ${text}`, hint);
    }
    return { kind, rule: text, operations };
  });
}

function findMatching(rule: Rule, subjects: readonly Subject[]): Set<Skipped> {
  const matches = createMatcher(rule);
  return new Set(subjects.filter(matches).map(({ operation }) => operation));
}

/** The values of a rule that match nothing by themselves, each with what it may be meant to be. */
function listIdle(rule: Rule, subjects: readonly Subject[]): { value: string; hint: string }[] {
  return Object.entries(comparedWith).flatMap(([member, textsOf]) =>
    (rule[member as keyof typeof comparedWith] ?? [])
      .filter((value) => findMatching({ [member]: [value] }, subjects).size === 0)
      .map((value) => {
        const known = [...new Set(subjects.flatMap((subject) => [...textsOf(subject)]))];
        // Of two words, the longer one says how many letters may be amiss.
        const meant = nearest(value, known) ?? known.find((name) => nearest(name, [value]) !== undefined);
        return { value, hint: meant === undefined ? '' : `; did you mean ${JSON.stringify(meant)}?` };
      }),
  );
}

import { type Config, type Rule, writeRule } from '../model/config.js';
import { escapeHidden } from '../text/hidden.js';
import type { Candidate } from './candidate.js';
import { coverPaths } from './coverPaths.js';
import type { ToolSet } from './suggestSets.js';
import type { Verdict } from './suggestTools.js';

/** What a suggestion consists of. */
export interface Suggestion {
  /** The name of the server. */
  name: string;
  /** All operations that have a tool, each with what was decided of it. */
  verdicts: readonly Verdict[];
  /** Whether only those that are taken are named, or all but those that are left. */
  isChoice: boolean;
  /** Nothing where no sets are asked for. */
  sets?: readonly ToolSet[];
}

/**
 * The suggestion as keys of mcpwright.yaml, each with its reason as a comment.
 *
 * @param rules - what the user included and excluded
 */
export function printSuggestion(
  { name, verdicts, isChoice, sets }: Suggestion,
  rules: Pick<Config, 'include' | 'exclude'>,
): string {
  const [taken, left] = [true, false].map((wanted) => verdicts.filter((one) => one.taken === wanted)) as [
    Verdict[],
    Verdict[],
  ];
  const tokens = taken.reduce((sum, { candidate }) => sum + candidate.entry.cost.tokens, 0);
  const summary = `\n# Suggested: ${taken.length} of ${verdicts.length} tools, ${tokens} tokens in a list. Read each line, and edit it.\n`;
  const include = isChoice ? printVerdicts(taken) : rules.include.map((rule) => printRule(rule));
  const exclude = [...rules.exclude.map((rule) => printRule(rule)), ...(isChoice ? [] : printVerdicts(left))];
  return [
    summary,
    printList('include', include),
    printList('exclude', exclude),
    sets === undefined
      ? ''
      : printToolSets(
          sets,
          name,
          verdicts.map(({ candidate }) => candidate),
        ),
  ].join('');
}

/** What a client's list of servers has for a set that is served over HTTP on this machine. */
export function describeClient(server: string, set: string): Record<string, object> {
  return { [`${server}-${set}`]: { type: 'http', url: `http://127.0.0.1:3000/mcp/${set}` } };
}

function printList(key: string, lines: readonly string[]): string {
  return lines.length === 0 ? '' : `${key}:\n${lines.map((line) => `  - ${line}\n`).join('')}`;
}

function printVerdicts(verdicts: readonly Verdict[]): string[] {
  return verdicts.map(({ candidate: { operation }, reason }) => {
    const { method, path } = operation;
    return printRule({ path: [path], method: [method] }, reason);
  });
}

/** A rule as an item of a list: quoted where YAML would read something else. */
function printRule(rule: Rule, comment = ''): string {
  const text = writeRule(rule);
  const isPlain = /^[\w/][\w/{}.=,@ *+-]*$/.test(text);
  const scalar = isPlain ? text : escapeHidden(JSON.stringify(text));
  return comment === '' ? scalar : `${scalar} # ${toComment(comment)}`;
}

function toComment(text: string): string {
  return escapeHidden(text.replaceAll(/\s+/g, ' '));
}

function printToolSets(sets: readonly ToolSet[], server: string, all: readonly Candidate[]): string {
  const lines = sets.map(({ name, title, candidates, tokens, scopes }) => {
    const own = new Set(candidates);
    const others = all.filter((one) => !own.has(one)).map(({ operation }) => operation);
    const rules = coverPaths(
      candidates.map(({ operation }) => operation),
      others,
    );
    const needs = scopes.length === 0 ? '' : `; scopes that suffice: ${scopes.join(', ')}`;
    return [
      `  # /mcp/${name}: ${candidates.length} tools, ${tokens} tokens${toComment(needs)}\n`,
      `  # in mcpServers of a client: ${toComment(JSON.stringify(describeClient(server, name)))}\n`,
      `  ${name}:\n    title: ${escapeHidden(JSON.stringify(title))}\n    include:\n`,
      ...rules.map((rule) => `      - ${printRule(rule)}\n`),
    ].join('');
  });
  return lines.length === 0 ? '' : `toolsets:\n${lines.join('')}`;
}

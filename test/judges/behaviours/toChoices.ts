import { parseRule } from '../../../generator/load/config/parseRule.js';
import type { Choices, Rule } from '../../../generator/model/config.js';
import type { Json } from '../../../generator/model/document.js';
import { UnknownFact } from './findings.js';

/** The members of a rule by what a case calls them, in the plural. */
const members: Record<string, keyof Rule> = {
  tags: 'tag',
  paths: 'path',
  methods: 'method',
  operations: 'operationId',
  operationids: 'operationId',
  toolsets: 'toolset',
};

/**
 * The user's choice of operations in a case as that of a configuration. `tags`, `includeTags` and the like have to hold
 * together for an operation to be offered; each `excludeTags` and the like leaves out what it matches; `include` and `exclude` hold rules. `readOnly`,
 * `includeDeprecated` and `excludeDeprecated` are switches.
 */
export function toChoices(select: Readonly<Record<string, unknown>>): Choices {
  const include: Rule = {};
  const rules: Rule[] = [];
  const exclude: Rule[] = [];
  let readOnly = false;
  for (const [key, value] of Object.entries(select)) {
    const [, verb = 'include', thing = ''] = /^(include|exclude)?(\w+)$/i.exec(key) ?? [];
    const excludes = verb.toLowerCase() === 'exclude';
    const name = thing.toLowerCase();
    const member = members[name] ?? members[`${name}s`];
    if (key === 'include') rules.push(...listRules(value));
    else if (key === 'exclude') exclude.push(...listRules(value));
    else if (name === 'readonly') readOnly = value === true;
    else if (name === 'deprecated') exclude.push(...(excludes === value ? [{ deprecated: true }] : []));
    else if (member === undefined) throw new UnknownFact(`nobody knows the choice ${key}`);
    else if (excludes) exclude.push({ [member]: [value].flat() });
    else Object.assign(include, { [member]: [value].flat() });
  }
  return { include: [...rules, ...(Object.keys(include).length === 0 ? [] : [include])], exclude, readOnly };
}

/** Rules as a file of choices holds them. */
function listRules(value: unknown): Rule[] {
  return [value].flat().map((rule) => parseRule(rule as Json));
}

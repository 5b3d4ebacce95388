import type { Rule } from './config.js';

/** The members of a rule, as they are written on the command line. */
export const ruleWords = {
  toolset: 'toolset',
  tag: 'tag',
  path: 'path',
  method: 'method',
  operationId: 'operation',
  deprecated: 'deprecated',
  readOnly: 'read-only',
} as const satisfies Record<keyof Rule, string>;

/** A rule in one line, as on the command line: `tag=pets,orders method=GET deprecated=false`. */
export function writeRule(rule: Rule): string {
  return Object.entries(ruleWords)
    .flatMap(([key, word]) => {
      const value = rule[key as keyof Rule];
      if (value === undefined) return [];
      if (typeof value === 'boolean') return [value ? word : `${word}=false`];
      return [`${word}=${value.map(quote).join(',')}`];
    })
    .join(' ');
}

function quote(value: string): string {
  if (!/[\s,&"']/.test(value)) return value;
  return value.includes('"') ? `'${value}'` : `"${value}"`;
}

import { describe, expect, test } from 'vitest';
import type { Config } from '../../../generator/model/config.js';
import { checkProfile } from '../../../generator/shape/check/checkProfile.js';
import { profiles } from '../../../generator/shape/profiles.js';
import { countTokens } from '../../support/countTokens.js';
import { shapeDocument } from '../../support/shapeDocument.js';

type Profile = Config['profile'];

const long = (index: number): string => `filterByCustomerAttribute${index}`;
const kinds: Record<string, (index: number) => string> = {
  short: (index) => `f${index}`,
  long,
  uneven: (index) => `w${(index * 7919).toString(36)}${'x'.repeat(index % 50)}`,
};
const namesOf = (count: number, name: (index: number) => string): string[] =>
  Array.from({ length: count }, (_, index) => name(index));

/** A query of required parameters, a body of required members, or both. */
function shapeNames(names: readonly string[], where: string, profile: Profile = 'portable') {
  const parameters = names.map((name) => ({ name, in: 'query', required: true, schema: { type: 'string' } }));
  const properties = Object.fromEntries(names.map((name) => [name, { type: 'string' }]));
  const schema = { type: 'object', required: names, properties };
  const requestBody = { required: true, content: { 'application/json': { schema } } };
  const operation = {
    operationId: 'q',
    responses: {},
    ...(where === 'body' ? {} : { parameters }),
    ...(where === 'query' ? {} : { requestBody }),
  };
  return shapeDocument({ paths: { '/q': { post: operation } } }, { profile }).tool('POST /q');
}

/** The names that words give, with those that share a beginning written out. */
function readNames(words: string): Set<string> {
  const [, list = ''] = /(?<=: )(.*?)(?: and \d+ more)?\. (?:\(x_|describe_tools)/s.exec(words) ?? [];
  const names: string[] = [];
  const starts: string[] = [];
  for (const [piece, name = '', mark = ''] of list.matchAll(/("[^"]*"|[\w.$[\]-]*)([{},]? ?)/g)) {
    if (mark.startsWith('{')) starts.push(name);
    else if (piece !== '' && name !== '') names.push(starts.join('') + name.replaceAll('"', ''));
    if (mark.startsWith('}')) starts.pop();
  }
  return new Set(names);
}

interface Part {
  description?: string;
  properties?: Record<string, Part>;
  required?: string[];
}

const bounded = ['portable', 'rich', 'gemini'] as const;
const wheres = ['query', 'body', 'both'];
const cells = bounded.flatMap((profile) =>
  wheres.flatMap((where) => Object.keys(kinds).map((kind) => [profile, where, kind] as const)),
);

describe('more required names than there is room for', () => {
  test.each(cells)(
    'take no more than 2,000 tokens, and none is lost untold: %s, %s, %s',
    (profile, where, kind) => {
      for (const count of [120, 300, 900]) {
        const { tool, cost } = shapeNames(namesOf(count, kinds[kind] ?? long), where, profile);
        expect(cost.tokens).toBeLessThanOrEqual(2000);
        expect(checkProfile(tool, profiles[profile], 60)).toBeUndefined();
        const { unnamed = [] } = cost;
        const lostTotal = cost.lost.find((phrase) => phrase.includes('neither'));
        expect(Number.parseInt(lostTotal ?? '0', 10)).toBe(unnamed.length);
        const root = tool.inputSchema as Part;
        const body = root.properties?.['body'];
        if (where !== 'query') expect(root.required).toContain('body');
        const own = where === 'query' ? [root] : where === 'body' ? [body] : [root, body];
        const further = own.map((part) => part?.properties?.['further_arguments']);
        const told = [...own, ...further].map((part) => part?.description ?? '').join(' ');
        const left = [...told.matchAll(/(\d+) (?:more|that there is no room)/g)].map(([, some]) =>
          Number(some),
        );
        expect(left.reduce((sum, some) => sum + some, 0)).toBe(unnamed.length);
        if (unnamed.length > 0) expect(told).toContain('describe_tools');
      }
    },
  );

  test.each([
    [150, 'query'],
    [200, 'query'],
    [300, 'query'],
    [150, 'body'],
    [200, 'body'],
    [300, 'body'],
  ])('are all listed or named: %i in the %s', (count, where) => {
    const names = namesOf(count, long);
    const { tool, cost } = shapeNames(names, where);
    const root = tool.inputSchema as Part;
    const part = where === 'query' ? root : root.properties?.['body'];
    const shown = Object.keys(part?.properties ?? {});
    expect(part?.required).toEqual(shown);
    const named = readNames(part?.description ?? '');
    expect([...shown, ...named]).toEqual(names);
    expect(cost.unnamed).toEqual([]);
    expect(cost.lost).toEqual([`${named.size} arguments listed by name only`]);
    expect(cost.tokens).toBeGreaterThan(countTokens(names.join(',')) / 2);
  });
});

import { readFileSync, readdirSync } from 'node:fs';
import { Ajv } from 'ajv';
import { expect, test } from 'vitest';
import { parse, parseDocument } from 'yaml';
import { printConfig } from '../../../generator/emit/printConfig.js';
import { printConfigSchema } from '../../../generator/emit/printConfigSchema.js';
import { defaults } from '../../../generator/model/config.js';
import found from '../load/readConfig.json' with { type: 'json' };

const cases: { name: string; text: string; error?: string[] }[] = found;
const accepts = new Ajv({ allowUnionTypes: true }).compile(JSON.parse(printConfigSchema()) as object);

test('the schema that the package ships is the one that projects get', async () => {
  await expect(printConfigSchema()).toMatchFileSnapshot('../../../templates/mcpwright.schema.json');
});

/** What only the reader refuses: what a rule says, how values go together, and what a text means. */
const unseen = [
  'a value with a space that is in no quotes',
  'a rule with a misspelt part after a value',
  'a key twice',
  'a list twice',
  'what may be a list twice',
  'a list in a mapping twice',
  'a mapping twice',
  'no fields',
  'a rule with an unknown part',
  'a rule like no other',
  'a path alone',
  'a rule without a value',
  'a part that needs a value',
  'a value in two words',
  'a list without a value',
  'a part twice',
  'an unknown method',
  'a misspelt method',
  'a switch of a rule in words',
  'a key in two places',
  'a place and another type',
  'a key without a place',
  'a scheme of which nothing is said',
  'a prefix of a cookie',
  'a prefix over two lines',
  'a credential among the headers',
  'a credential whose name is the type of a body',
  'a header that is made with the request',
  'a header of two lines',
  'a header that is a list',
  'a value and a default',
  'a choice with neither',
  'an unknown key of a choice',
  'a list of values',
  'a token URL that all can read',
  'OAuth without a token URL',
  'a token that is nowhere',
  'a session beside a token URL',
  'a session of a scheme that is neither token nor cookie',
  'a session without a token whose scheme is no cookie',
];

test('the schema takes what the reader takes, and refuses all but what a schema cannot see', () => {
  const passed = cases.filter(({ text, error }) => error !== undefined && isTaken(text));
  expect(passed.map(({ name }) => name)).toEqual(unseen);
  expect(cases.filter(({ text, error }) => error === undefined && !isTaken(text))).toEqual([]);
});

function isTaken(text: string): boolean {
  const parsed = parseDocument(text, { uniqueKeys: false });
  return parsed.errors.length === 0 && accepts(parsed.toJS());
}

test('the schema takes every example of the documentation, and none with a misspelt key', () => {
  const pages = readdirSync('docs', { recursive: true, encoding: 'utf8' }).filter((path) =>
    path.endsWith('.md'),
  );
  const examples = pages
    .flatMap((page) => readFileSync(`docs/${page}`, 'utf8').split(/^```/m))
    .filter((block) => block.startsWith('yaml\n'))
    .map((block) => block.slice('yaml\n'.length))
    .filter((body) => !/^(?:openapi|overlay:|x-mcp|paths|components|on|name: \w+\non| +\/)/m.test(body));
  expect(examples.length).toBeGreaterThan(5);
  for (const body of examples) {
    const value = parse(body) as object;
    expect(accepts(value), `${JSON.stringify(accepts.errors)}\n${body}`).toBe(true);
    expect(accepts({ ...value, bugdet: 1 })).toBe(false);
  }
  const text = printConfig(defaults).replace(/^[\s\S]*# For example:\n/, '');
  expect(accepts(parse(text.replaceAll(/^# ?/gm, ''))), JSON.stringify(accepts.errors)).toBe(true);
});

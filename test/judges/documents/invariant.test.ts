import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { ValidateFunction } from 'ajv/dist/2020.js';
import * as fc from 'fast-check';
import { beforeAll, describe, expect, test } from 'vitest';
import type { Profile } from '../../../generator/model/config.js';
import type { ObjectSchema, ToolEntry } from '../../../generator/model/server.js';
import { mapValues } from '../../../generator/schema/subschemas.js';
import { withoutUntold } from '../../../generator/shape/enforced/relax.js';
import type { Validate } from '../../../templates/project/src/runtime/validate/problem.js';
import { createValidator } from '../../../templates/project/src/runtime/validate/validate.js';
import { readTold } from '../../support/readTold.js';
import { createCompiler } from '../../support/sampler/createCompiler.js';
import { type Sampler, createSampler } from '../../support/sampler/createSampler.js';
import { sampleJson } from '../../support/sampler/sampleJson.js';
import type { Accepts } from '../../support/sampler/sampleText.js';
import { inspectOnce, moreRuns as thorough, samples, specs } from '../../support/realDocuments.js';

if (!existsSync(specs)) console.log(`Schemas of real documents are not sampled: ${specs} does not exist.`);

/** Set for a longer look: values for each tool of each document, under each profile. */

/** Values for a tool that is known to have a gap, so that it is seen when the gap is closed. */
const many = 300;

/** Milliseconds that no document takes, even on a busy machine. */
const longest = 900_000;

const profiles: readonly Profile[] = ['portable', 'rich', 'gemini'];

interface Sampled {
  file: string;
  profile: Profile;
  /** Values for each tool. */
  runs: number;
  /** Which tools are looked at: every one, every second one, … */
  step: number;
}

/** Those that are looked at under other profiles too. */
const briefer = ['scalar-galaxy.yaml', 'figma.yaml'];

const varied = ['scalar-galaxy.yaml', 'docker-engine.yaml', 'discord.json', 'figma.yaml', 'qdrant.json'];

const plainer = [
  'petstore3.yaml',
  'redocly-cafe-3-2-split/cafe.yaml',
  'conjur-multi/openapi.yml',
  'readme-3-0-parameters-style.json',
  'autorest-url.json',
];

const large = ['stripe.json', 'kubernetes.json'];

const documents: readonly Sampled[] =
  thorough > 0
    ? plan([...samples, ...find([...varied, ...plainer, ...large])], thorough, profiles)
    : [
        ...plan(samples, 30, profiles),
        ...plan(find(varied), 3, ['portable']),
        ...plan(find(briefer), 5, ['rich', 'gemini'], 8),
        ...plan(find(plainer), 3, ['portable']),
        ...plan(find(['stripe.json']), 1, ['portable'], 4),
      ];

/** Tools for which no value is found, and why. */
const unsampled: Readonly<Record<string, string>> = {};

/** Tools whose advertised schema refuses what it should accept, and what that is. */
const refusing: Readonly<Record<Profile, Record<string, string>>> = {
  portable: {},
  rich: {},
  'openai-strict': {},
  gemini: {},
};

describe.each(documents)('$profile: $file', ({ file, profile, runs, step }) => {
  let entries: readonly ToolEntry[] = [];
  let errorsOf: Validate;
  let sampler: Sampler;

  beforeAll(async () => {
    const { server } = await inspectOnce(file, profile);
    const tools = server.toolsets.flatMap((toolset) => toolset.tools);
    entries = tools.filter(({ tool }, index) => index % step === 0 || isListed(tool.name));
    errorsOf = createValidator(server.components);
    sampler = createSampler(server.components, accepts);
  }, longest);

  const { [profile]: gaps } = refusing;
  const isListed = (name: string) => Object.hasOwn(gaps, name) || Object.hasOwn(unsampled, name);
  /** Those of the names that a tool has. */
  const present = (list: object) =>
    Object.keys(list).filter((name) => entries.some(({ tool }) => tool.name === name));

  const accepts: Accepts = (schema, value) => errorsOf(schema, value).length === 0;

  test('what is enforced accepts nothing that what is advertised refuses', { timeout: longest }, () => {
    const compile = createCompiler();
    const refused = new Map<string, string>();
    const starved: string[] = [];
    for (const { tool, enforced } of entries) {
      const judge = compile(readTold(tool.inputSchema));
      let accepted = 0;
      // A wanted exception, and so left out: null.
      const property = fc.property(sampleJson(sampler.plain(asMeant(enforced))), (value) => {
        fc.pre(accepts(enforced, value));
        accepted += 1;
        return judge(value);
      });
      const numRuns = isListed(tool.name) ? many : runs;
      const result = fc.check(property, { seed: 1, numRuns, maxSkipsPerRun: 20 });
      if (accepted === 0) starved.push(tool.name);
      const [value] = result.counterexample ?? [];
      if (value !== undefined) refused.set(tool.name, explain(value, judge));
    }
    const found = [...refused].filter(([name]) => !Object.hasOwn(gaps, name));
    const closed = present(gaps).filter((name) => !refused.has(name));
    const none = { found: [], closed: [], starved: present(unsampled) };
    expect({ found, closed, starved }).toEqual(none);
  });

  test('a misspelt argument is refused by its name', { timeout: longest }, () => {
    const missed: string[] = [];
    for (const { tool, enforced } of entries) {
      for (const value of fc.sample(sampleJson(sampler.any(enforced)), { seed: 2, numRuns: 3 })) {
        for (const [name, changed] of misspell(value, enforced.properties)) {
          const named = errorsOf(enforced, changed).flatMap(({ params }) => Object.values(params));
          if (!named.includes(name)) missed.push(`${tool.name}: ${JSON.stringify(changed)}`);
        }
      }
    }
    expect(missed).toEqual([]);
  });
});

function plan(files: readonly string[], runs: number, judged: readonly Profile[], step = 1): Sampled[] {
  return judged.flatMap((profile) => files.map((file) => ({ file, profile, runs, step })));
}

/** Where the named documents are; nothing where they are not. */
function find(files: readonly string[]): string[] {
  return files.map((file) => join(specs, file)).filter((file) => existsSync(file));
}

/** The value with each of its members in turn under a name that is none, and that name. */
function misspell(value: Record<string, unknown>, declared: object): [name: string, changed: object][] {
  const names = Object.keys(value);
  return (names.length === 0 ? ['page'] : names).map((name) => {
    const { [name]: moved = 1, ...others } = value;
    let wrong = `${name}${name.at(-1)}`;
    while (Object.hasOwn(declared, wrong)) wrong += wrong.at(-1);
    return [wrong, { ...others, [wrong]: moved }];
  });
}

function explain(value: unknown, judge: ValidateFunction): string {
  judge(value);
  const [{ instancePath = '', message = '' } = {}] = judge.errors ?? [];
  return `${JSON.stringify(value)} (${instancePath} ${message})`;
}

/** What calls are held to, without what is let through for clients that mean the same and is told to nobody. */
function asMeant({ properties, ...schema }: ObjectSchema): ObjectSchema {
  return { ...schema, properties: mapValues(properties, withoutUntold) } as ObjectSchema;
}

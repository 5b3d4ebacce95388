import { existsSync } from 'node:fs';
import { join } from 'node:path';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type Profile, profileNames } from '../../../generator/model/config.js';
import type { ObjectSchema } from '../../../generator/model/server.js';
import { rungs } from '../../../generator/shape/detail.js';
import { judgePatterns } from '../../../generator/shape/enforced/patterns.js';
import { memoizeIn } from '../../../generator/text/memo.js';
import { createValidator } from '../../../templates/project/src/runtime/validate/validate.js';
import { climb } from '../../support/climb.js';
import { createCompiler } from '../../support/sampler/createCompiler.js';
import { createSampler } from '../../support/sampler/createSampler.js';
import { readTold } from '../../support/readTold.js';
import { sampleJson } from '../../support/sampler/sampleJson.js';
import { tellAsProfile } from '../../support/tellAsProfile.js';
import { isThorough, readAnew, readOnce, samples, specs } from '../../support/realDocuments.js';

if (!existsSync(specs)) console.log(`Real documents are put on no rung: ${specs} does not exist.`);

/** Profiles that cannot tell every value: there, no rung may refuse what the first one takes. */
const untold = new Set<Profile>(['openai-strict', 'gemini']);

/** Milliseconds that no document takes, even on a busy machine. */
const longest = 900_000;

const sampled: [file: string, profile: Profile, runs: number, step: number][] = [
  ...samples.flatMap((file) =>
    profileNames.map((profile): [string, Profile, number, number] => [file, profile, 5, 1]),
  ),
  ...find(['petstore3.yaml', 'qdrant.json', 'docker-engine.yaml']).map(
    (file): [string, Profile, number, number] => [file, 'portable', 3, 8],
  ),
  ...(isThorough ? find(['discord.json', 'stripe.json', 'kubernetes.json']) : []).map(
    (file): [string, Profile, number, number] => [file, 'portable', 1, 25],
  ),
];

describe('on every rung', () => {
  test.each(sampled)('%s as %s: what is enforced is accepted', { timeout: longest }, async (...row) => {
    const [file, profile, runs, step] = row;
    const { climbs, components } = await climbOnce(file, profile);
    const errorsOf = createValidator(components);
    const accepts = (schema: object, value: unknown) => errorsOf(schema as ObjectSchema, value).length === 0;
    const sampler = createSampler(components, accepts as never);
    const compile = createCompiler();
    const refused: string[] = [];
    let judged = 0;
    for (const { operation, enforced, steps } of climbs.filter((_, index) => index % step === 0)) {
      const forms = distinct(steps.flatMap((one) => one?.schema ?? [])).map((schema) => ({
        schema,
        takes: takesAs(profile, schema, compile),
      }));
      for (const { schema, takes } of forms) {
        const property = fc.property(sampleJson(sampler.plain(enforced)), (value) => {
          fc.pre(accepts(enforced, value));
          if (untold.has(profile)) fc.pre(forms[0]?.takes(value) ?? false);
          judged += 1;
          return takes(value);
        });
        const { counterexample } = fc.check(property, { seed: 3, numRuns: runs, maxSkipsPerRun: 20 });
        if (counterexample != null)
          refused.push(`${operation.pointer} ${JSON.stringify(counterexample)} ${JSON.stringify(schema)}`);
      }
    }
    expect(refused).toEqual([]);
    expect(judged).toBeGreaterThan(climbs.length / step);
  });

  test.each([
    ...samples.flatMap((file) => profileNames.map((profile): [string, Profile] => [file, profile])),
    ...find(['petstore3.yaml', 'qdrant.json', 'discord.json', 'docker-engine.yaml', 'stripe.json']).map(
      (file): [string, Profile] => [file, 'portable'],
    ),
  ])('%s as %s: nothing grows, no argument is lost', { timeout: longest }, async (file, profile) => {
    const { climbs, count } = await climbOnce(file, profile);
    const broken: string[] = [];
    for (const { operation, enforced, steps } of climbs) {
      let last = Number.POSITIVE_INFINITY;
      for (const [rung, step] of steps.entries()) {
        // Only the last rung takes everything.
        if (step === undefined && rung < rungs.length - 1) continue;
        const schema: ObjectSchema = step?.schema ?? { type: 'object', properties: {} };
        const where = `${operation.pointer} on rung ${rung}`;
        const tokens = Object.values(schema.properties).reduce<number>((sum, one) => sum + count({ one }), 0);
        if (tokens > last) broken.push(`${where} grows from ${last} to ${tokens}`);
        last = tokens;
        const names = Object.keys(enforced.properties);
        if (names.join() !== Object.keys(schema.properties).join()) broken.push(`${where} loses an argument`);
        const required = (enforced['required'] ?? []) as string[];
        const shown = new Set((schema['required'] ?? []) as string[]);
        if (required.some((name) => !shown.has(name))) broken.push(`${where} does not require all`);
      }
    }
    expect(broken).toEqual([]);
    if (!samples.includes(file)) return;
    const again = climbFrom(await readAgain(file), profile).climbs.map(({ steps }) => steps);
    expect(JSON.stringify(again)).toBe(JSON.stringify(climbs.map(({ steps }) => steps)));
  });
});

/** Whether a client may give a value where the schema is advertised to it. */
function takesAs(profile: Profile, schema: ObjectSchema, compile: ReturnType<typeof createCompiler>) {
  const judge = compile(profile === 'openai-strict' ? schema : readTold(schema));
  return (value: unknown): boolean =>
    judge(profile === 'openai-strict' ? tellAsProfile(value, schema) : value);
}

function distinct(schemas: readonly ObjectSchema[]): ObjectSchema[] {
  return [...new Map(schemas.map((schema) => [JSON.stringify(schema), schema])).values()];
}

/** What both tests look at: each document on every rung, for each profile. */
const climbed = new Map<string, Promise<ReturnType<typeof climb>>>();

function climbOnce(file: string, profile: Profile): Promise<ReturnType<typeof climb>> {
  return memoizeIn(climbed, `${profile} ${file}`, async () => climbFrom(await readOnce(file), profile));
}

function climbFrom({ api }: Awaited<ReturnType<typeof readOnce>>, profile: Profile) {
  return climb(
    judgePatterns(api, () => {}),
    profile,
  );
}

const readTwice = new Map<string, ReturnType<typeof readAnew>>();

/** What a document is read as when it is read once more. */
function readAgain(file: string): ReturnType<typeof readAnew> {
  return memoizeIn(readTwice, file, () => readAnew(file));
}

/** Where the named documents are; nothing where they are not. */
function find(files: readonly string[]): string[] {
  return files.map((file) => join(specs, file)).filter((file) => existsSync(file));
}

import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { expect } from 'vitest';
import type { Schema } from '../../../../generator/model/api.js';
import type { ToolEntry } from '../../../../generator/model/server.js';
import { reachComponents } from '../../../../generator/schema/components.js';
import { listSubschemas } from '../../../../generator/schema/subschemas.js';
import { spreadBody } from '../../../../templates/project/src/runtime/arguments/createChecker.js';
import { createValidator } from '../../../../templates/project/src/runtime/validate/validate.js';
import { compileAlone } from '../../../support/compileAlone.js';
import { type Located, argumentOf, layOut } from '../../../support/layOut.js';
import type { PropertyFacts, SchemaFacts } from '../case.js';
import { type Findings, type Judges, UnknownFact, judgeEach } from '../findings.js';
import type { Served } from '../serveCase.js';
import { toPattern } from '../toPattern.js';

type SimpleFacts = Omit<SchemaFacts, 'accepts' | 'rejects' | 'prop'>;

interface Schemas {
  advertised: Schema & object;
  /** The advertised schema, the enforced one, and the components that it reaches. */
  all: Schema[];
}

/** Judges the schemas of the tool under test: what is advertised by itself, what is enforced by calling it too. */
export async function judgeSchema(facts: SchemaFacts, served: Served, findings: Findings): Promise<void> {
  const { accepts = [], rejects = [], prop = [], ...simple } = facts;
  const entry = served.entry();
  const advertised = served.listedEntry().inputSchema as Schema & object;
  const { components } = served.inspection.server;
  const reached = reachComponents([entry.enforced], (name) =>
    Object.hasOwn(components, name) ? components[name] : undefined,
  );
  const all = [advertised, entry.enforced, ...Object.values(reached)];
  await judgeEach<SimpleFacts, Schemas>(simple, judges, { advertised, all }, { group: 'schema', findings });

  const refuse = createValidator(components);
  const refusals = (located: Located): readonly unknown[] =>
    refuse(entry.enforced, spreadBody(layOut(entry, located), entry.tool.request.body));
  const isAdvertised = compileAlone(ajv, advertised);
  for (const [index, located] of accepts.entries()) {
    const fact = `schema.accepts.${index}`;
    await findings.check(fact, () => expect(refusals(located)).toEqual([]));
    await findings.check(`${fact}.advertised`, () => {
      const given = layOut(entry, located);
      if (!unsaid.test(JSON.stringify(given))) expect(isAdvertised(given), JSON.stringify(given)).toBe(true);
    });
    await findings.check(`${fact}.call`, async () => {
      const { requests, result } = await served.call(located);
      expect(requests, JSON.stringify(result)).toHaveLength(1);
    });
  }
  for (const [index, located] of rejects.entries()) {
    const fact = `schema.rejects.${index}`;
    await findings.check(fact, () => expect(refusals(located)).not.toEqual([]));
    await findings.check(`${fact}.call`, async () => {
      const { requests, result } = await served.call(located);
      expect({ isError: result.isError ?? false, sent: requests.length }).toEqual({ isError: true, sent: 0 });
    });
  }
  for (const [index, property] of prop.entries()) {
    await findings.check(`schema.prop.${index}`, () => judgeProperty(property, entry, advertised));
  }
}

/** What is accepted though it is not advertised. */
const unsaid = /\bnull\b/;

const judges: Judges<SimpleFacts, Schemas> = {
  required: (names, { advertised }) =>
    expect(((advertised['required'] ?? []) as string[]).toSorted()).toEqual(names.toSorted()),
  rootType: (type, { advertised }) => expect(advertised['type']).toBe(type),
  noKeywords: (keywords, { all }) => {
    const used = new Set(all.flatMap(listSchemas).flatMap((schema) => Object.keys(schema)));
    for (const keyword of keywords) expect([...used]).not.toContain(keyword);
  },
  arraysHaveItems: (_, { advertised }) => {
    for (const schema of listSchemas(advertised)) {
      if ([schema['type']].flat().includes('array')) expect(schema).toHaveProperty('items');
    }
  },
  propNamePattern: (pattern, { advertised }) => {
    const names = listSchemas(advertised).flatMap(({ properties = {} }) => Object.keys(properties as object));
    expect(names).not.toEqual([]);
    for (const name of names) expect(name).toMatch(toPattern(pattern));
  },
  textContains: (parts, { advertised }) => {
    for (const part of parts) expect(JSON.stringify(advertised)).toContain(part);
  },
  textLacks: (parts, { all }) => {
    for (const part of parts) expect(JSON.stringify(all)).not.toContain(part);
  },
  textContainsAny: (groups, { advertised }) => {
    const text = JSON.stringify(advertised);
    for (const parts of groups)
      expect(
        parts.filter((part) => text.includes(part)),
        text,
      ).not.toEqual([]);
  },
};

function judgeProperty(facts: PropertyFacts, entry: ToolEntry, { properties = {} }: Schema & object): void {
  const { in: place, name, has, descriptionMatches, absent, ...unknown } = facts;
  const [other] = Object.keys(unknown);
  if (other !== undefined) throw new UnknownFact(`nobody judges schema.prop.${other}`);
  const key = keyOf(entry, place, name);
  const schema =
    key === undefined ? undefined : (properties as Record<string, { description?: string }>)[key];
  if (absent === true) return expect(schema).toBeUndefined();
  if (schema === undefined) throw new Error(`there is no argument for ${place} ${name}`);
  if (has !== undefined) expect(schema).toMatchObject(has);
  if (descriptionMatches !== undefined) expect(schema.description).toMatch(toPattern(descriptionMatches));
}

/** The argument for a parameter or a field of the body, where there is one. */
function keyOf(entry: ToolEntry, place: string, name: string): string | undefined {
  const { parameters, body } = entry.tool.request;
  if (place === 'body') {
    return Object.entries(body?.fields ?? {}).find(([, field]) => field === name)?.[0];
  }
  const isThere = parameters.some((parameter) => parameter.in === place && parameter.name === name);
  return isThere ? argumentOf(entry, place, name) : undefined;
}

/** A schema and all inside it, booleans apart. */
function listSchemas(schema: Schema): Record<string, unknown>[] {
  return typeof schema === 'boolean' ? [] : [schema, ...listSubschemas(schema).flatMap(listSchemas)];
}

const ajv = new Ajv2020({
  strict: false,
  unicodeRegExp: true,
  ownProperties: true,
  logger: false,
  multipleOfPrecision: 12,
  // It takes as long as all the rest, for code that runs a few times.
  code: { optimize: false },
});
addFormats.default(ajv);

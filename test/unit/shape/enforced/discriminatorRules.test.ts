import { describe, expect, test } from 'vitest';
import type { Schema } from '../../../../generator/model/api.js';
import { createChecker } from '../../../../templates/project/src/runtime/arguments/createChecker.js';
import { coerce } from '../../../../templates/project/src/runtime/arguments/coerce.js';
import { describeTool } from '../../../../templates/project/src/runtime/dynamic/describeTool.js';
import { createExpander } from '../../../../templates/project/src/runtime/validate/createExpander.js';
import { compile, compileEnforced, shapeDocument } from '../../../support/shapeDocument.js';
import rules from './discriminatorRules.json' with { type: 'json' };

/** A union of A and B, which have a field of their own each and may have `t`, by which a discriminator chooses. */
interface Rule {
  name: string;
  /** What the schemas say of `t`, if they declare it. In a family, the base says what `a` has here. */
  a: Schema | null;
  b: Schema | null;
  /** Whether they ask for it. */
  required?: boolean;
  inherits?: boolean;
  mapping?: Record<string, string>;
  defaultMapping?: string;
  /** The versions of OpenAPI that it is said in; all three otherwise. */
  versions?: string[];
  accepts: object[];
  rejects: object[];
  /** Text that the advertised schema has, and such that it has not. */
  says?: string[];
  hides?: string[];
}

const cases = (rules as unknown as Rule[]).flatMap((rule) =>
  (rule.versions ?? ['3.0.3', '3.1.0', '3.2.0']).map((version) => Object.assign({}, rule, { version })),
);

describe('a discriminator never changes what the schemas allow', () => {
  test.each(cases)('$name, in $version', (rule) => {
    const { server, tool } = shapeDocument(documentOf(rule));
    const entry = tool('POST /x');
    const fits = compileEnforced(server, entry);
    const isShown = compile(entry.tool.inputSchema);
    const expand = createExpander(server.components);
    for (const body of rule.accepts) {
      expect(fits({ body }), JSON.stringify([body, fits.errors])).toBe(true);
      if (!Object.values(body).includes(null))
        expect(isShown({ body }), JSON.stringify([body, isShown.errors])).toBe(true);
      expect(coerce({ body }, entry.enforced, expand)).toEqual({ body });
    }
    for (const body of rule.rejects) expect(fits({ body }), JSON.stringify(body)).toBe(false);
    const text = JSON.stringify(entry.tool.inputSchema);
    for (const part of rule.says ?? []) expect(text).toContain(part);
    for (const part of rule.hides ?? []) expect(text).not.toContain(part);
  });
});

describe('what is told of a value that a discriminator does not know', () => {
  const text = { type: 'string' };
  const plain = { name: '', a: text, b: text, version: '3.1.0', accepts: [], rejects: [] };
  const refused = (rule: Partial<Rule>, body: object): string => {
    try {
      return JSON.stringify(call(rule, body));
    } catch (error) {
      return String(error);
    }
  };
  const call = (rule: Partial<Rule>, body: object) => {
    const { server, tool } = shapeDocument(documentOf({ ...plain, ...rule }));
    const check = createChecker(server.components);
    return check('t', tool('POST /x').enforced, { body });
  };

  test('a name chooses its schema, and the rest is explained by that alone', () => {
    expect(() => call({ required: true }, { t: 'A', b: 'x' })).toThrow(
      /- body\.a: required but missing \(string\)\n- body\.b: unknown field; known are t, a$/,
    );
  });

  test('no other value is called wrong where any is taken, nor missing where none is asked for', () => {
    expect(refused({ required: true }, { t: 'dog' })).not.toMatch(/body\.t|not allowed/);
    expect(refused({ required: true }, { t: 'dog' })).toContain('fits none of the accepted forms');
    expect(refused({ mapping: { aa: 'A', bb: 'B' } }, {})).not.toMatch(/body\.t/);
    expect(refused({ required: true, mapping: { aa: 'A', bb: 'B' } }, { t: 'dog', a: 'x' })).toContain(
      'body.t: "dog" is not allowed. Use one of "aa", "bb"',
    );
  });

  test('the members beside it are put right all the same', () => {
    expect(call({ required: true }, { t: 'dog', a: 5 })).toEqual({ body: { t: 'dog', a: '5' } });
  });

  test('describe_tools shows names as examples, and no list to keep to', () => {
    const { server, tool } = shapeDocument(documentOf({ ...plain, required: true }));
    const { enforced, tool: listed } = tool('POST /x');
    const { components } = server;
    const means = { components, expand: createExpander(components) };
    const told = describeTool({ listed: { ...listed, annotations: { title: 'T' } }, enforced }, means, 1e9, {
      format: 'json',
    });
    expect(told).toContain('"examples":["A"]');
    expect(told).not.toMatch(/"(?:enum|inferred|untold|not)"/);
  });
});

function documentOf({ a, b, required, inherits, mapping, defaultMapping, version }: (typeof cases)[number]) {
  const discriminator = {
    propertyName: 't',
    ...(mapping && { mapping }),
    ...(defaultMapping !== undefined && { defaultMapping }),
  };
  const base = { ...makeObject('t', a ?? {}, required === true), discriminator };
  const include = { $ref: '#/components/schemas/Base' };
  const schemas = inherits
    ? {
        Base: base,
        A: { allOf: [include, makeObject('a', { type: 'string' }, true)] },
        B: { allOf: [include, makeObject('b', { type: 'string' }, true)] },
      }
    : { A: withTag('a', a, required), B: withTag('b', b, required) };
  const union = {
    oneOf: ['A', 'B'].map((name) => ({ $ref: `#/components/schemas/${name}` })),
    discriminator,
  };
  const schema = inherits ? include : union;
  const requestBody = { required: true, content: { 'application/json': { schema } } };
  return {
    openapi: version,
    paths: { '/x': { post: { requestBody, responses: {} } } },
    components: { schemas },
  };
}

function makeObject(name: string, schema: Schema, required: boolean) {
  return { type: 'object', properties: { [name]: schema }, ...(required && { required: [name] }) };
}

function withTag(name: string, tag: Schema | null, required = false) {
  const properties = { ...(tag !== null && { t: tag }), [name]: { type: 'string' } };
  return { type: 'object', properties, required: required ? [name, 't'] : [name] };
}

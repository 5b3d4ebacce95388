import { describe, expect, test } from 'vitest';
import closing from './closing.json' with { type: 'json' };
import discriminators from './discriminators.json' with { type: 'json' };
import facts from './facts.json' with { type: 'json' };
import { argumentOf, layOut, type Located } from '../../support/layOut.js';
import { compile, compileEnforced, shapeDocument } from '../../support/shapeDocument.js';

interface Fact {
  name: string;
  document: object;
  /** The operation that it is about. */
  operation: string;
  /** Arguments that are fit to be sent, and such that are not. */
  accepts?: Located[];
  rejects?: Located[];
  /** Arguments by name in `place name`, each with parts of its advertised schema; `/…/` is a pattern. */
  arguments?: Record<string, object>;
  /** Text that the advertised schema has, and such that it has not. */
  says?: string[];
  hides?: string[];
  /** Parts of the tool, and of its recipe. */
  tool?: object;
  request?: object;
  /** What is reported, among others: code, and a part of the sentence. */
  reports?: [code: string, says: string][];
}

/** What makes a schema unfit for some client. */
const foreign = /"(\$ref|\$defs|allOf|oneOf|not|if|then|const|nullable|discriminator|example|examples|xml)":/;

/** What is accepted though it is not advertised. */
const unsaid = /\bnull\b/;

describe.each(Object.entries({ facts, closing, discriminators }))('%s', (_, cases) => {
  test.each(cases as unknown as Fact[])('$name', (fact) => {
    const shaped = shapeDocument(fact.document);
    const entry = shaped.tool(fact.operation);
    const { inputSchema, request } = entry.tool;
    const text = JSON.stringify(inputSchema);
    const enforced = compileEnforced(shaped.server, entry);
    const advertised = compile(inputSchema);

    for (const located of fact.accepts ?? []) {
      const given = layOut(entry, located);
      expect(enforced(given), `${JSON.stringify(given)} ${JSON.stringify(enforced.errors)}`).toBe(true);
      if (!unsaid.test(JSON.stringify(given))) expect(advertised(given), JSON.stringify(given)).toBe(true);
    }
    for (const located of fact.rejects ?? []) {
      const given = layOut(entry, located);
      expect(enforced(given), JSON.stringify(given)).toBe(false);
    }
    for (const [name, parts] of Object.entries(fact.arguments ?? {})) {
      const [place = '', wire = ''] = name.split(' ');
      const key = place === 'argument' ? wire : argumentOf(entry, place, wire);
      expect(inputSchema.properties[key]).toMatchObject(parts);
    }
    for (const part of fact.says ?? []) expect(text).toContain(part);
    for (const part of fact.hides ?? []) expect(text).not.toContain(part);
    if (fact.tool !== undefined) expect(entry.tool).toMatchObject(fact.tool);
    if (fact.request !== undefined) expect(request).toMatchObject(fact.request);
    for (const [code, says] of fact.reports ?? [])
      expect(shaped.diagnostics).toContainEqual(
        expect.objectContaining({ code, message: expect.stringContaining(says) as string }),
      );
    expect(inputSchema.type).toBe('object');
    expect(text).not.toMatch(foreign);
  });
});

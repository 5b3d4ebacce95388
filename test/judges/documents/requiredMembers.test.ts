import { basename } from 'node:path';
import { existsSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import type { Schema } from '../../../generator/model/server.js';
import { inspectOnce, realDocuments, samples } from '../../support/realDocuments.js';

type Keywords = Record<string, unknown>;

/** Objects within one another that are looked at. */
const deepest = 8;

/**
 * Tools whose required objects are listed without the names of their required members: fourteen objects of one body leave no
 * room for them.
 */
const known = [
  'execute_github_compatible_webhook sender.id',
  'execute_github_compatible_webhook sender.login',
  'execute_github_compatible_webhook sender.html_url',
  'execute_github_compatible_webhook sender.avatar_url',
];

const isKeywords = (value: unknown): value is Keywords => typeof value === 'object' && value !== null;
/** Names that all clients take; of others is told in words. */
const legal = /^[a-zA-Z0-9_.-]{1,64}$/;

/** Finds members that must be given, and are not listed though the object is that must have them. */
function findUnlisted(enforced: Schema, listed: Schema, components: Record<string, Schema>) {
  let looked = 0;
  const unlisted: string[] = [];
  function resolve(schema: unknown, hops = 0): unknown {
    const ref = isKeywords(schema) ? schema['$ref'] : undefined;
    if (typeof ref !== 'string' || hops > deepest) return schema;
    const name = decodeURIComponent(ref.slice(ref.lastIndexOf('/') + 1));
    return resolve(components[name.replaceAll('~1', '/').replaceAll('~0', '~')], hops + 1);
  }
  function look(held: unknown, shown: unknown, path: readonly string[]): void {
    const schema = resolve(held);
    if (!isKeywords(schema) || path.length > deepest) return;
    const properties = (schema['properties'] ?? {}) as Record<string, unknown>;
    const told = isKeywords(shown) ? ((shown['properties'] ?? {}) as Record<string, unknown>) : {};
    for (const name of (schema['required'] ?? []) as string[]) {
      if (!Object.hasOwn(properties, name) || !legal.test(name)) continue;
      looked += 1;
      if (Object.hasOwn(told, name)) look(properties[name], told[name], [...path, name]);
      else unlisted.push([...path, name].join('.'));
    }
  }
  look(enforced, listed, []);
  return { looked, unlisted };
}

describe('a required object is listed with its required members, whatever the budget', () => {
  const documents = [...samples, ...realDocuments].filter((file) => existsSync(file));
  if (documents.length === samples.length)
    console.warn('The real documents are absent: only samples are looked at.');

  test.each(documents.map((file) => [basename(file), file]))('in %s', async (_name, file) => {
    const { server } = await inspectOnce(file);
    const tools = server.toolsets.flatMap((toolset) => toolset.tools);
    const found = tools.map(({ tool, enforced }) => {
      const { looked, unlisted } = findUnlisted(enforced, tool.inputSchema, server.components);
      return { looked, unlisted: unlisted.map((path) => `${tool.name} ${path}`) };
    });
    const names = new Set(tools.map(({ tool }) => tool.name));
    expect(found.flatMap(({ unlisted }) => unlisted)).toEqual(
      known.filter((one) => names.has(one.split(' ')[0] ?? '')),
    );
    expect(found.reduce((sum, { looked }) => sum + looked, 0)).toBeGreaterThan(5);
  });
});

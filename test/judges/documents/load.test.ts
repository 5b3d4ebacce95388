import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { loadFrom } from '../../support/loadText.js';
import { specs } from '../../support/realDocuments.js';

const missing = !existsSync(specs);
if (missing) console.log(`The real documents of ${specs} are not there: their sweep is skipped.`);

const documents = [
  { path: 'adyen-webhooks-v1.json', version: '3.1.0', operations: 0, files: 0 },
  { path: 'autorest-url.json', version: '2.0', operations: 66, files: 0 },
  { path: 'conjur-multi/openapi.yml', version: '3.0.0', operations: 41, files: 9 },
  { path: 'discord.json', version: '3.1.0', operations: 242, files: 0 },
  { path: 'docker-engine.yaml', version: '2.0', operations: 108, files: 0 },
  { path: 'figma.yaml', version: '3.1.0', operations: 54, files: 0 },
  { path: 'kubernetes.json', version: '2.0', operations: 1_123, files: 0 },
  { path: 'petstore3.yaml', version: '3.0.4', operations: 19, files: 0 },
  { path: 'qdrant.json', version: '3.0.1', operations: 69, files: 0 },
  { path: 'readme-3-0-parameters-style.json', version: '3.0.3', operations: 25, files: 0 },
  { path: 'redocly-cafe-3-2-split/cafe.yaml', version: '3.2.0', operations: 12, files: 39 },
  { path: 'scalar-galaxy.yaml', version: '3.1.1', operations: 10, files: 0 },
  { path: 'stripe.json', version: '3.0.0', operations: 452, files: 0 },
];

const methods = ['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace', 'query'];

describe.skipIf(missing)('real documents', () => {
  test.each(documents)('$path', async ({ path, version, operations, files }) => {
    const document = await loadFrom(join(specs, path));
    const { root, locate, diagnostics } = document as any;
    expect(document.version).toBe(version);
    expect(diagnostics).toEqual([]);
    expect(Object.keys(root['x-files'] ?? {})).toHaveLength(files);

    const found = Object.entries(root.paths).flatMap(([name, item]) =>
      methods
        .filter((method) => Object.hasOwn(follow(root, item), method))
        .map((method) => `#/paths/${name.replaceAll('/', '~1')}/${method}`),
    );
    expect(found).toHaveLength(operations);
    const places = found.map((pointer) => Object.values(locate(pointer)).join(':'));
    if (files === 0) expect(new Set(places).size).toBe(operations);
    expect(places.filter((place) => place.endsWith(`${path}:1:1`))).toEqual([]);

    for (const ref of references(root)) expect(ref).toMatch(/^#/);
    const dangling = [...new Set(references(root))].filter((ref) => at(root, ref) === undefined);
    expect(dangling).toEqual([]);
  });
});

function follow(root: any, value: any): any {
  return typeof value.$ref === 'string' ? follow(root, at(root, value.$ref)) : value;
}

function at(root: any, pointer: string): any {
  const tokens = decodeURIComponent(pointer.slice(1)).split('/').slice(1);
  return tokens.reduce((value, token) => value?.[token.replaceAll('~1', '/').replaceAll('~0', '~')], root);
}

/** All texts under `$ref`, wherever they stand. */
function references(value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return [];
  const own = '$ref' in value && typeof value.$ref === 'string' ? [value.$ref] : [];
  return [...own, ...Object.values(value).flatMap(references)];
}

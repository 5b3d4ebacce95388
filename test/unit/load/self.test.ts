import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import type { JsonObject } from '../../../generator/model/document.js';
import { listen } from './listen.js';
import { loadFrom } from '../../support/loadText.js';
import cases from './self.json' with { type: 'json' };

interface Case {
  name: string;
  /** The document first, as its `$self` and its schema `Pet`. */
  files: Record<string, { $self?: string; Pet?: object }>;
  /** What becomes of the schema: the reference that it is, or all of it. */
  ref: unknown;
  /** What becomes of the other files. */
  file?: Record<string, object>;
  told?: string[];
}

const documentOf = ({ $self, Pet }: { $self?: string; Pet?: object }) => ({
  openapi: '3.2.0',
  ...($self !== undefined && { $self }),
  info: {},
  paths: {},
  components: { schemas: { Pet, Own: { title: 'own' } } },
});

/** Writes the files to a folder for the length of a test, and loads the first. */
async function loadCase(files: Case['files'], options = {}) {
  const folder = mkdtempSync(join(tmpdir(), 'mcpwright-self-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  for (const [index, [path, content]] of Object.entries(files).entries()) {
    mkdirSync(join(folder, path, '..'), { recursive: true });
    writeFileSync(join(folder, path), JSON.stringify(index === 0 ? documentOf(content) : content));
  }
  return loadFrom(join(folder, Object.keys(files)[0] ?? ''), options);
}

const petOf = (root: JsonObject) => (root['components'] as { schemas: { Pet: unknown } }).schemas.Pet;

describe('the address that a document says it has ($self)', () => {
  test.each(cases as unknown as Case[])('$name', async ({ files, ref, file = {}, told = [] }) => {
    const { root, diagnostics } = await loadCase(files);
    expect(diagnostics.map(({ message }) => message.replace(/(?:; to allow it, .*|\.)$/s, ''))).toEqual(
      told.map((one) => one.replace(/\.$/, '')),
    );
    expect(petOf(root)).toEqual(typeof ref === 'string' ? { $ref: ref } : ref);
    expect(root['x-files'] ?? {}).toMatchObject(file);
  });

  test('is never where the API is: a file has no place that relative servers start from', async () => {
    const { url } = await loadCase({ 'api.json': { $self: 'https://docs.example.com/api/openapi.json' } });
    expect(url).toBeUndefined();
  });

  test('is never where the API is: a document from a URL has its servers there', async () => {
    const document = documentOf({ $self: 'https://docs.example.com/api/openapi.json' });
    const server = await listen((_request, response) => response.end(JSON.stringify(document)));
    expect((await loadFrom(`${server}/specs/openapi.json`)).url).toBe(`${server}/specs/openapi.json`);
  });

  test('is asked for nothing where its host is not allowed', async () => {
    let asked = 0;
    const server = await listen((_request, response) => {
      asked += 1;
      response.end('{"title":"network"}');
    });
    const files = {
      'api.json': { $self: `${server}/v2/openapi.json`, Pet: { $ref: 'pet.json' } },
      'pet.json': { title: 'beside' },
    };
    const { root, diagnostics } = await loadCase(files as Case['files']);
    expect({ asked, diagnostics, pet: petOf(root) }).toEqual({
      asked: 0,
      diagnostics: [],
      pet: { title: 'beside' },
    });
  });
});

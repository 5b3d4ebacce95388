import { existsSync } from 'node:fs';
import { basename, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { composeFacts } from '../../../generator/emit/publish/composeFacts.js';
import { planPublished } from '../../../generator/emit/publish/planPublished.js';
import { decideMode } from '../../../generator/model/server.js';
import { checkPlaces } from '../../../generator/publish/checkPlaces.js';
import { countTokens } from '../../support/countTokens.js';
import { inspectOnce, samples, specs } from '../../support/realDocuments.js';
import { readTemplates } from '../../support/readTemplates.js';

const templates = readTemplates();
const transports = { stdio: true, http: true, worker: false, lambda: false };

/** The skill of a document, and what is found in it. */
async function writeFor(file: string) {
  const { server: made, api } = await inspectOnce(file);
  const server = { ...made, mode: decideMode(made) };
  const parts = { transports, unread: new Set<string>() };
  const manifest = '{ "name": "api", "version": "1.0.0", "license": "MIT" }';
  const choices = { to: ['skills' as const] };
  const facts = composeFacts({ server, choices, about: api.description, manifest, parts });
  const written = await planPublished(facts, server, templates);
  const files = new Map(written.map(({ path, content }) => [path, content]));
  const read = async (path: string) => {
    const content = files.get(path);
    return content === undefined ? undefined : new TextEncoder().encode(content);
  };
  return { files, findings: await checkPlaces({ facts, server, files: written, read, schemas: new Map() }) };
}

const large = ['stripe.json', 'kubernetes.json', 'discord.json', 'docker-engine.yaml', 'petstore3.yaml'].map(
  (name) => join(specs, name),
);

describe.each([...samples, ...large])('the skill of %s', (file) => {
  test.skipIf(!existsSync(file))(`${basename(file)} is short, whole, and names what there is`, async () => {
    const { files, findings } = await writeFor(file);
    expect(findings).toEqual([]);
    expect(files.size).toBeGreaterThan(0);
    for (const [path, content] of files) {
      expect(content.split('\n').length, path).toBeLessThan(500);
      expect(countTokens(content), path).toBeLessThan(5_000);
      expect(content, path).not.toMatch(/\[object |(?<!\\)<\/?[a-z]+>/);
    }
  });
});

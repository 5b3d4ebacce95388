import { existsSync } from 'node:fs';
import { basename, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { decideMode } from '../../../generator/model/server.js';
import { places } from '../../../generator/model/publish/choices.js';
import {
  checkPublished,
  fullChoices,
  fullManifest,
  makePng,
  publishServer,
  lockFile,
} from '../../support/publishing.js';
import { figma, inspectOnce, samples, specs } from '../../support/realDocuments.js';

const inPackages = [
  '@readme/oas-examples/3.0/json/polymorphism.json',
  '@readme/oas-examples/3.0/json/star-trek.json',
  '@readme/oas-examples/3.0/json/security.json',
  '@readme/oas-examples/3.0/json/server-variables.json',
  '@readme/oas-examples/3.0/json/file-uploads.json',
  '@readme/oas-examples/3.0/json/uspto.json',
  '@readme/oas-examples/3.1/json/train-travel.json',
  '@readme/oas-examples/3.1/json/readme.json',
  '@microsoft.azure/autorest.testserver/swagger/body-complex.json',
].map((path) => join('node_modules', path));
const inSpecs = ['docker-engine.yaml', 'qdrant.json', 'discord.json'].map((name) => join(specs, name));

/** What only the owner of a server knows, and what its document says of its operations. */
const ofOwner =
  /source\.commit|commit the image|fileSha256|is on this machine|container itself|pod itself|no (?:absolute )?address|is empty/;

describe('what is written for all places', () => {
  test.each([...samples, figma, ...inPackages, ...inSpecs])(
    'of %s is taken by their schemas and rules',
    async (file) => {
      if (file.startsWith(specs) && !existsSync(file)) return void expect(existsSync(specs)).toBe(false);
      const { server: made } = await inspectOnce(file);
      const server = { ...made, mode: decideMode(made), choices: { ...made.choices, card: true } };
      const choices = {
        ...fullChoices,
        access: 'none' as const,
        icon: 'assets/icon.png',
        iconUrl: 'https://petshop.dev/icon.png',
        category: 'devops',
        to: [...places],
      };
      const manifest = {
        ...fullManifest,
        bin: { 'petstore-mcp': 'dist/stdio.js' },
        scripts: { ...fullManifest.scripts, test: 'tsc' },
      };
      const published = await publishServer(choices, manifest, server);
      published.files.set('package-lock.json', lockFile);
      published.files.set('assets/icon.png', makePng(512, 512));
      const again = await publishServer(choices, manifest, server);
      for (const [path, content] of again.files) expect(published.files.get(path), path).toEqual(content);
      expect(published.files.size, basename(file)).toBeGreaterThan(25);
      const found = (await checkPublished(published)).filter(
        ({ place, message }) => place !== 'directories' && !ofOwner.test(message),
      );
      expect(found).toEqual([]);
    },
  );
});

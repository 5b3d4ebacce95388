import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { places } from '../../../generator/model/publish/choices.js';
import type { PublishFinding } from '../../../generator/model/publish/facts.js';
import { root, runHere, scratch } from '../../e2e/project.js';
import { fullManifest, lockFile, makePng } from '../../support/publishing.js';
import { runCommand } from '../../support/runCommand.js';
import { snapshot } from '../../support/tempFolder.js';

const base = join(scratch, 'publish-petstore');
const document = readFileSync(join(root, 'samples/petstore/openapi.yaml'), 'utf8').replaceAll(
  'http://127.0.0.1:8790',
  'https://pets.example.com',
);

/** What an owner chooses who fills everything in. */
const choose = (access: string) => `document: ../petstore.yaml
hints: directory
output: types
features: { card: true${access === 'oauth' ? ', auth: true' : ''} }
publish:
  to: [${places.join(', ')}]
  name: dev.petshop/petstore
  title: The pet shop
  description: Looks after the pets, orders and shelters of a small pet shop.
  url: https://mcp.petshop.dev/mcp
  access: ${access}
  image: ghcr.io/example/petstore-mcp
  icon: assets/icon.png
  iconUrl: https://petshop.dev/icon.png
  category: devops
  documentation: https://petshop.dev/docs
  support: https://petshop.dev/support
  privacy: https://petshop.dev/privacy
  terms: https://petshop.dev/terms
`;

/** What is found until a version is released. */
const untilReleased = [
  'registry server.json/packages/2/fileSha256',
  'docker-catalog docker-catalog/server.yaml/source/commit',
];

/** What is held against the server for good, by what clients show: some places take no fixed token. */
const lasting: [access: string, found: string[]][] = [
  ['none', []],
  ['oauth', []],
  ['token', ['openai mcpwright.yaml/publish/access']],
];

describe.each(lasting)('petstore in all places, with all filled in (access: %s)', (access, always) => {
  const folder = join(base, access);
  const at = (path: string) => join(folder, path);
  const edit = (path: string, from: RegExp, to: string) => {
    const before = readFileSync(at(path), 'utf8');
    const after = before.replace(from, to);
    expect(after, path).not.toBe(before);
    writeFileSync(at(path), after);
  };
  const publish = async () => {
    const { code, said } = await runHere(folder, 'publish');
    expect(code, said).toBe(0);
  };
  const check = async () => {
    const { code, stdout } = await runCommand(['publish', '--project', folder, '--check', '--json']);
    const { behind, findings } = JSON.parse(stdout) as { behind: string[]; findings: PublishFinding[] };
    expect(behind).toEqual([]);
    expect(code).toBe(findings.some(({ severity }) => severity === 'error') ? 1 : 0);
    return findings.map(({ place, file, at: where = '' }) => `${place} ${file}${where}`);
  };

  beforeAll(async () => {
    rmSync(folder, { recursive: true, force: true });
    mkdirSync(at('assets'), { recursive: true });
    writeFileSync(join(base, 'petstore.yaml'), document);
    writeFileSync(at('mcpwright.yaml'), choose(access));
    writeFileSync(at('assets/icon.png'), makePng(512, 512));
    writeFileSync(at('package-lock.json'), lockFile);
    const { code, said } = await runHere(folder, 'generate', '--config', 'mcpwright.yaml', '--out', '.');
    expect(code, said).toBe(0);
    const own = JSON.parse(readFileSync(at('package.json'), 'utf8')) as { bin: object };
    const { scripts: _scripts, files: _files, bin, ...filled } = fullManifest;
    const manifest = { ...own, ...filled, bin: { ...own.bin, ...bin } };
    writeFileSync(at('package.json'), `${JSON.stringify(manifest, undefined, 2)}\n`);
    await publish();
    if (access !== 'oauth') return;
    edit('kubernetes/config.yaml', /(MCP_AUTH_ISSUER:) ""/, '$1 https://id.petshop.dev');
    await publish();
  });

  test('only a release is lacking, and a second run changes no byte', async () => {
    const once = snapshot(folder);
    expect(sortedOf(await check())).toEqual(sortedOf([...always, ...untilReleased]));
    await publish();
    expect(snapshot(folder)).toEqual(once);
  });

  test('after it nothing is, the second run keeps what it has filled in', async () => {
    edit('server.json', /("registryType": "mcpb",)/, `$1 "fileSha256": "${'0a1b9c8e'.repeat(8)}",`);
    edit('docker-catalog/server.yaml', /^( +)commit:.*$/m, `$1commit: ${'0a1b9c8e7d'.repeat(4)}`);
    await publish();
    expect(sortedOf(await check())).toEqual(sortedOf(always));
    const once = snapshot(folder);
    await publish();
    expect(snapshot(folder)).toEqual(once);
    expect(once.get('server.json')).toContain('0a1b9c8e'.repeat(8));
  });
});

function sortedOf(found: readonly string[]): string[] {
  return found.toSorted();
}

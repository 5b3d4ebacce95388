import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { places } from '../../../generator/model/publish/choices.js';
import { runCommand } from '../../support/runCommand.js';
import { scratch } from '../../e2e/project.js';
import { restore, snapshot, snapshotFiles } from '../../support/tempFolder.js';

const base = join(scratch, 'publish');
const server = join(base, 'server');
const read = (path: string) => readFileSync(join(server, path), 'utf8');
const put = (path: string, text: string) => writeFileSync(join(server, path), text);
const edit = (path: string, from: string | RegExp, to: string) => {
  const text = read(path);
  expect(text).toMatch(from);
  put(path, text.replace(from, to));
};
const fine = { 200: { description: 'Fine' } };
const document = {
  openapi: '3.1.0',
  info: { title: 'Shop', version: '1.0.0', description: 'Sells toys to pets. Nothing else.' },
  servers: [{ url: 'https://api.example.com' }],
  paths: { '/toys': { get: { operationId: 'listToys', summary: 'List toys', responses: fine } } },
};
const choices = `
publish:
  to: [${places.join(', ')}]
  name: dev.petshop/shop
  url: https://mcp.petshop.dev/mcp
  image: ghcr.io/example/shop-mcp
`;
const publish = (...args: string[]) => runCommand(['publish', '--project', server, ...args]);

let kept: Map<string, string>;
beforeAll(async () => {
  rmSync(base, { recursive: true, force: true });
  mkdirSync(base, { recursive: true });
  writeFileSync(join(base, 'shop.json'), JSON.stringify(document));
  expect((await runCommand(['generate', join(base, 'shop.json'), '-o', server])).code).toBe(0);
  kept = snapshot(base);
});
beforeEach(() => restore(base, kept));
const choose = (text = choices) => put('mcpwright.yaml', read('mcpwright.yaml') + text);

describe('what is published', () => {
  test('is nothing unless it is chosen: the lines to choose it are printed, and the file is left alone', async () => {
    const { code, stdout, stderr } = await publish();
    expect(code).toBe(1);
    expect(stdout).toMatch(/^publish:\n {2}to: \[npm, registry,/);
    expect(stderr).toContain('does not say where the server is published');
    expect(snapshot(base)).toEqual(kept);
  });

  test('is what is chosen and no more, and the lines that were printed can be used', async () => {
    const { stdout } = await publish();
    choose(`\n${stdout}`);
    expect((await publish()).code).toBe(0);
    expect(JSON.parse(read('server.json'))).toMatchObject({ name: 'io.github.your-name/your-server' });
    restore(base, kept);
    choose('\npublish: { to: [registry, npm], name: dev.petshop/shop }\n');
    await publish();
    const added = [...snapshotFiles(server).keys()].filter((path) => !kept.has(join('server', path)));
    expect(added).toEqual(['licenses.js', 'server.json']);
    expect(JSON.parse(read('package.json'))).toMatchObject({ mcpName: 'dev.petshop/shop' });
  });

  test('is written once: a second run changes no byte, and neither does generate', async () => {
    choose();
    const { stderr } = await publish();
    expect(stderr).toMatch(/For publishing: .*server\.json/);
    const once = snapshot(server);
    expect((await publish()).code).toBe(0);
    expect(snapshot(server)).toEqual(once);
    expect((await runCommand(['generate', '--config', join(server, 'mcpwright.yaml')])).code).toBe(0);
    expect(snapshot(server)).toEqual(once);
  });

  test('keeps the edits of its owner, and takes what is new', async () => {
    choose();
    await publish();
    edit('server.json', '"title": "Shop"', '"title": "The toy shop", "websiteUrl": "https://petshop.dev"');
    edit('server.json', '"isSecret": true', '"isSecret": false');
    edit('package.json', '"version": "1.0.0"', '"version": "1.1.0"');
    expect((await publish()).code).toBe(0);
    expect(JSON.parse(read('server.json'))).toMatchObject({
      title: 'The toy shop',
      websiteUrl: 'https://petshop.dev',
      version: '1.1.0',
      packages: [
        { registryType: 'npm', version: '1.1.0' },
        { registryType: 'oci', identifier: 'ghcr.io/example/shop-mcp:1.1.0' },
      ],
      remotes: [{ headers: [{ variables: { token: { isSecret: false } } }] }],
    });
    const once = snapshot(server);
    await publish();
    expect(snapshot(server)).toEqual(once);
  });

  test('is deleted where it is chosen no longer, unless its owner has edited it', async () => {
    choose('\npublish: { to: [registry, card], name: dev.petshop/shop, url: https://mcp.petshop.dev/mcp }\n');
    await publish();
    edit('server.json', '"title": "Shop"', '"title": "Toys"');
    edit('mcpwright.yaml', 'to: [registry, card]', 'to: [npm]');
    await publish();
    const files = [...snapshotFiles(server).keys()];
    expect(files).toContain('server.json');
    expect(files.filter((path) => path.startsWith('well-known'))).toEqual([]);
  });
});

describe('the skill of a server that serves it', () => {
  test('is written and checked without being chosen as a place, and goes with the feature', async () => {
    choose('\nfeatures: { skills: true }\n');
    const { stderr } = await publish();
    expect(stderr).toContain('For publishing: skills/shop/SKILL.md.');
    expect((await publish('--check')).code).toBe(0);
    const added = [...snapshotFiles(server).keys()].filter((path) => !kept.has(join('server', path)));
    expect(added.filter((path) => !path.startsWith('src/'))).toEqual(['skills/shop/SKILL.md']);
    edit('skills/shop/SKILL.md', /^name: shop$/m, 'name: store');
    const { code, stdout } = await publish('--check', '--json');
    expect(code).toBe(1);
    expect(JSON.parse(stdout)).toMatchObject({
      findings: [{ place: 'skills', file: 'skills/shop/SKILL.md', at: '/name' }],
    });
    edit('skills/shop/SKILL.md', /^name: store$/m, 'name: shop');
    edit('mcpwright.yaml', 'skills: true', 'skills: false');
    await runCommand(['generate', '--config', join(server, 'mcpwright.yaml')]);
    expect([...snapshotFiles(server).keys()].filter((path) => path.startsWith('skills'))).toEqual([]);
  });
});

describe('what is behind', () => {
  test('is told by check and by publish --check, which write nothing', async () => {
    choose('\npublish: { to: [npm, registry], name: dev.petshop/shop }\n');
    await publish();
    edit('package.json', '"version": "1.0.0"', '"version": "1.1.0"');
    const before = snapshot(base);
    const checked = await runCommand(['check', '--config', join(server, 'mcpwright.yaml')]);
    expect(checked.code).toBe(1);
    expect(checked.stderr).toContain('server.json');
    const { code, stdout } = await publish('--check', '--json');
    expect(code).toBe(1);
    const { behind, findings } = JSON.parse(stdout) as { behind: string[]; findings: { file: string }[] };
    expect(behind).toEqual(['server.json']);
    // What is behind is written anew: its faults are told then, but for secrets.
    expect(findings.map(({ file }) => file)).not.toContain('server.json');
    expect(snapshot(base)).toEqual(before);
    edit('server.json', '"version": "1.0.0"', `"version": "npm_${'a1B2c3D4e5'.repeat(3)}"`);
    expect((await publish('--check', '--json')).stdout).toMatch(
      /"file": "server\.json",\s+"message": "What looks like a token/,
    );
  });
});

describe('bad input', () => {
  test.each([
    ['a name without a namespace', 'name: shop', /"publish\.name" is "shop".*namespace of yours, one slash/s],
    ['a name with two slashes', 'name: dev.petshop/a/b', /does not take for a name/],
    ['an address without https', 'url: http://mcp.petshop.dev/mcp', /no https URL that everybody reaches/],
    ['an address of this machine', 'url: https://localhost/mcp', /no https URL that everybody reaches/],
    [
      'an address with a password',
      'url: https://a:secret@petshop.dev',
      /no https URL that everybody reaches(?![^]*secret)/,
    ],
    ['an image with a tag', 'image: ghcr.io/example/shop:1', /is not the name of an image/],
    ['an icon outside of the project', 'icon: ../icon.png', /not a picture of the project/],
    ['an unknown place', 'to: [npmm]', /did you mean "npm"/],
    ['an unknown key', 'homepage: https://petshop.dev', /"homepage" is not known/],
  ])('%s is refused with the line, and nothing is written', async (_name, line, said) => {
    choose(`\npublish:\n  ${line}\n`);
    const before = snapshot(base);
    const { code, stderr } = await publish();
    expect(code).toBe(2);
    expect(stderr).toMatch(said);
    expect(stderr).toMatch(/mcpwright\.yaml:\d+:\d+/);
    expect(snapshot(base)).toEqual(before);
  });

  test('a folder without a project is none', async () => {
    const { code, stderr } = await runCommand(['publish', '--project', base]);
    expect(code).toBe(2);
    expect(stderr).toContain('There is no project of mcpwright');
  });
});

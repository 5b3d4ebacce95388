import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { cpSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { runCommand } from '../support/runCommand.js';
import { snapshot } from '../support/tempFolder.js';
import { scratch } from './project.js';

const folder = join(scratch, 'badConfig');
const made = join(folder, 'made');
const used = join(folder, 'used');
const home = process.cwd();

/** Where a document could be fetched. */
let asked = 0;
const server = createServer((_request, response) => {
  asked += 1;
  response.end('{}');
});
let address = '';

const document = {
  openapi: '3.1.0',
  info: { title: 'Shop', version: '1' },
  servers: [{ url: 'https://api.example.com' }],
  security: [{ key: [] }],
  paths: {
    '/pets': {
      get: { operationId: 'listPets', responses: { 200: { description: 'OK' } } },
      post: { operationId: 'addPet', responses: { 200: { description: 'OK' } } },
    },
  },
  components: { securitySchemes: { key: { type: 'apiKey', in: 'header', name: 'X-Key' } } },
};

beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  address = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(made, { recursive: true });
  process.chdir(made);
  writeFileSync('api.json', JSON.stringify(document));
  writeFileSync('empty.txt', '');
  expect(await runCommand(['generate', 'api.json', '-o', '.', '--force'])).toMatchObject({ code: 0 });
  process.chdir(home);
});
afterAll(() => {
  process.chdir(home);
  server.close();
});

/** What is wrong, the file, where in it, and what is said. */
const cases: [what: string, text: string, place: string, says: string, advises: string][] = [
  [
    'a typo in a key',
    'document: api.json\ncredentails:\n  - type: bearer\n',
    '2:1',
    '"credentails" is not known; did you mean "credentials"?',
    'What may stand here',
  ],
  [
    'a typo in a key of a scheme',
    'document: api.json\ncredentials:\n  - scheme: key\n    perfix: Bot\n',
    '4:5',
    '"perfix" is not known; did you mean "prefix"?',
    'What may stand here',
  ],
  [
    'a scheme that does not exist',
    'document: api.json\ncredentials:\n  - scheme: kye\n    prefix: Bot\n',
    '3:5',
    'The document has no security scheme "kye"; did you mean "key"?',
    'To make one',
  ],
  [
    'a kind of scheme that there is not',
    'document: api.json\ncredentials:\n  - type: digest\n',
    '3:5',
    '"credentials.0.type" is "digest"',
    'It is one of',
  ],
  [
    'a token URL without https',
    'document: api.json\ncredentials:\n  - type: oauth2\n    tokenUrl: http://id.example.com/token\n',
    '4:5',
    '"credentials.0.tokenUrl" is not encrypted',
    'only this machine may be reached without https',
  ],
  [
    'the same in a description of an issuer',
    'document: api.json\ncredentials:\n  - type: openIdConnect\n    openIdConnectUrl: http://id.example.com/x\n',
    '4:5',
    '"credentials.0.openIdConnectUrl" is not encrypted',
    'only this machine may be reached without https',
  ],
  [
    'a token URL with a password',
    'document: api.json\ncredentials:\n  - type: oauth2\n    tokenUrl: https://me:secret@id.example.com/token\n',
    '4:5',
    'holds a user name or a password',
    'Secrets are sent there',
  ],
  [
    'OAuth without a token URL',
    'document: api.json\ncredentials:\n  - type: oauth2\n',
    '3:5',
    'does not say where tokens come from',
    'tokenUrl:',
  ],
  [
    'a credential among the headers',
    'document: api.json\nheaders:\n  Authorization: Bot abc\n',
    '3:3',
    'holds a credential',
    'Write it under credentials',
  ],
  [
    'a document that is not there',
    '# The shop\n\ndocument: gone.json\n',
    '3:1',
    'gone.json does not exist',
    'Check the path; it leads to',
  ],
  [
    'a document that is a folder',
    'budget: 300\ndocument: src\n',
    '2:1',
    'src is a folder',
    'Pass the OpenAPI document in it',
  ],
  [
    'an overlay that is not there',
    'document: api.json\noverlays:\n  - gone.yaml\n',
    '3:5',
    'gone.yaml does not exist',
    'Check the path; it leads to',
  ],
  [
    'an overlay that is not there, and the only one',
    'document: api.json\noverlays: gone.yaml\n',
    '2:1',
    'gone.yaml does not exist',
    'Check the path; it leads to',
  ],
  [
    'an overlay that is empty',
    'document: api.json\noverlays: [empty.txt]\n',
    '2:12',
    'empty.txt is empty',
    'Name an OpenAPI overlay',
  ],
  [
    'a folder of references that is not there',
    'document: api.json\nrefs:\n  folders: [src, gone]\n',
    '3:18',
    'gone does not exist',
    'Check the path; it leads to',
  ],
  [
    'a folder of references that is a file',
    'document: api.json\nrefs:\n  folders: [api.json]\n',
    '3:13',
    'api.json is not a folder',
    'Name the folder that it is in',
  ],
  [
    'a source that is not there',
    'name: a\nsources:\n  - { name: one, document: api.json }\n  - name: two\n    document: gone.json\n',
    '5:5',
    'The source two cannot be used: gone.json does not exist',
    'Check the path; it leads to',
  ],
  [
    'an overlay of a source that is not there',
    'name: a\nsources:\n  - { name: one, document: api.json }\n  - name: two\n    document: api.json\n    overlays: [gone.yaml]\n',
    '6:16',
    'The source two cannot be used: gone.yaml does not exist',
    'Check the path; it leads to',
  ],
  [
    'a folder of references of a source, after one of all',
    'name: a\nrefs: { folders: [src] }\nsources:\n  - name: one\n    document: api.json\n    refs: { folders: [gone] }\n',
    '6:23',
    'gone does not exist',
    'Check the path; it leads to',
  ],
  [
    'a name for two tools',
    'document: api.json\ntools:\n  listPets: { name: find }\n  POST /pets: { name: FIND }\n',
    '4:17',
    'it is chosen for GET /pets too, regardless of case',
    'Choose another one',
  ],
  [
    'a key twice',
    'document: api.json\nbudget: 300\nbudget: 400\n',
    '3:1',
    'The key "budget" is given more than once',
    'Keep one of them',
  ],
  [
    'a base URL without a scheme',
    'document: api.json\nbaseUrl: api.example.com\n',
    '2:1',
    '"baseUrl" is not an absolute http or https URL',
    'For example',
  ],
  ['a tab', 'document: api.json\n\tbudget: 300\n', '2:1', 'Tabs are not allowed', 'Mend the file'],
];

describe('a mcpwright.yaml with', () => {
  test.each(cases)(
    '%s: a message with its line, and nothing is sent or written',
    async (_what, text, place, says, advises) => {
      rmSync(used, { recursive: true, force: true });
      cpSync(made, used, { recursive: true });
      process.chdir(used);
      writeFileSync('mcpwright.yaml', text);
      const before = snapshot(used);
      for (const command of ['generate', 'check', 'tools']) {
        const { code, stderr } = await runCommand([command]);
        expect(code, command).toBe(2);
        expect(stderr, command).toContain(`mcpwright.yaml:${place}: `);
        expect(stderr, command).toContain(says);
        expect(stderr, command).toContain(advises);
        expect(stderr, command).not.toMatch(/\n\s+at /);
      }
      expect(snapshot(used)).toEqual(before);
    },
  );

  // The others are about what is fetched.
  const inItself = cases.filter(
    ([, text]) => /credentials:|headers:|baseUrl:|\t/.test(text) && !text.includes('kye'),
  );

  test.each(inItself)('%s is told before anything is fetched', async (_what, text, place) => {
    rmSync(used, { recursive: true, force: true });
    mkdirSync(used, { recursive: true });
    process.chdir(used);
    writeFileSync('mcpwright.yaml', text.replace('api.json', `http://${address}/api.json`));
    const { code, stderr } = await runCommand(['generate']);
    expect(code).toBe(2);
    expect(stderr).toContain(`mcpwright.yaml:${place}: `);
    expect(asked).toBe(0);
  });
});

test('what the command line names has no line', async () => {
  process.chdir(made);
  const { code, stderr } = await runCommand(['tools', 'gone.json']);
  expect(code).toBe(2);
  expect(stderr).toContain('gone.json does not exist.');
  expect(stderr).not.toContain('mcpwright.yaml:');
});

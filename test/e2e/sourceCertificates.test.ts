import { execFile } from 'node:child_process';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { TLSSocket } from 'node:tls';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { runCommand } from '../support/runCommand.js';
import { certificate, startTlsApi } from '../support/runtime/networkServers.js';
import { connectStdio } from './clients.js';
import { buildProject, scratch } from './project.js';

const exec = promisify(execFile);
const home = process.cwd();
const folder = join(scratch, 'sourceCertificates');
const project = join(folder, 'server');

type Tls = Awaited<ReturnType<typeof startTlsApi>>;
let shop: Tls;
let clinic: Tls;
let login: Tls;
/** Who called whom: the name in the certificate that was shown. */
const shown: string[] = [];

/** A server that lets nobody in without the certificate of one client. */
function startGuarded(name: string, client: string, answer: object): Promise<Tls> {
  return startTlsApi(({ socket, headers }: IncomingMessage, response: ServerResponse) => {
    const { subject } = (socket as TLSSocket).getPeerCertificate();
    const caller = (socket as TLSSocket).authorized ? String(subject.CN) : 'nobody';
    shown.push(`${name}: ${caller} ${headers.authorization ?? ''}`.trim());
    response.writeHead(caller === client ? 200 : 403, { 'content-type': 'application/json' });
    response.end(JSON.stringify(answer));
  });
}

const documentOf = (title: string, url: string, security: object, schemes: object) => ({
  openapi: '3.1.0',
  info: { title, version: '1' },
  servers: [{ url }],
  security: [security],
  paths: {
    '/it': { get: { operationId: 'getIt', tags: ['it'], responses: { 200: { description: 'OK' } } } },
  },
  components: { securitySchemes: { tls: { type: 'mutualTLS' }, ...schemes } },
});

beforeAll(async () => {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  shop = await startGuarded('shop', 'Test client', { of: 'shop' });
  clinic = await startGuarded('clinic', 'Test server', { of: 'clinic' });
  login = await startGuarded('login', 'Test server', { access_token: 'a-token-of-it', token_type: 'bearer' });
  const flows = { clientCredentials: { tokenUrl: `${login.url}/token`, scopes: {} } };
  const documents = {
    'shop.json': documentOf('Shop', shop.url, { tls: [] }, {}),
    'clinic.json': documentOf('Clinic', clinic.url, { tls: [], own: [] }, { own: { type: 'oauth2', flows } }),
  };
  for (const [name, document] of Object.entries(documents))
    writeFileSync(join(folder, name), JSON.stringify(document));
  const sources = ['shop', 'clinic'].map((name) => `  - { name: ${name}, document: ${name}.json }\n`);
  writeFileSync(join(folder, 'mcpwright.yaml'), `name: vets\nsources:\n${sources.join('')}`);
  process.chdir(folder);
  expect(await runCommand(['generate', '-o', 'server'])).toMatchObject({ code: 0 });
  process.chdir(home);
  await buildProject(project);
});
afterAll(async () => {
  await Promise.all([shop, clinic, login].map(({ close }) => close()));
});

const of = (prefix: string, name: string) => ({
  [`${prefix}_CLIENT_CERT_FILE`]: certificate(`${name}.pem`),
  [`${prefix}_CLIENT_KEY_FILE`]: certificate(`${name}.key`),
});
const trust = { MCP_CA_FILE: certificate('ca.pem'), XDG_CONFIG_HOME: folder };
const both = {
  ...trust,
  ...of('SHOP', 'client'),
  ...of('CLINIC', 'server'),
  CLINIC_CLIENT_ID: 'the-clinic',
  MCP_CLIENT_CERT_FOR_TOKENS: 'true',
};

/** Calls the tools of both sources. */
async function callBoth(env: Record<string, string>): Promise<string[]> {
  shown.length = 0;
  const client = await connectStdio(project, 'v2 modern', env);
  const answers = [];
  for (const name of ['shop_get_it', 'clinic_get_it']) {
    const { content } = await client.callTool({ name, arguments: {} });
    answers.push(content[0]?.text ?? '');
  }
  await client.close();
  return answers;
}

describe('two documents that each ask for a client certificate', () => {
  test('get their own, and so does the authorization server of one of them', async () => {
    expect(await callBoth(both)).toEqual(['{"of":"shop"}', '{"of":"clinic"}']);
    expect(shown).toEqual([
      'shop: Test client',
      'login: Test server',
      'clinic: Test server Bearer a-token-of-it',
    ]);
  });

  test('the certificate of the one is never shown to the other', async () => {
    const [fine, lacking] = await callBoth({ ...trust, ...of('SHOP', 'client'), CLINIC_TOKEN: 'a-token' });
    expect(fine).toBe('{"of":"shop"}');
    expect(lacking).toContain('CLINIC_CLIENT_CERT_FILE and CLINIC_CLIENT_KEY_FILE');
    expect(lacking).not.toMatch(/SHOP_|MCP_CLIENT/);
    expect(shown).toEqual(['shop: Test client']);
  });

  test('an API that refuses the one that it is shown says which variable names it', async () => {
    const [refused] = await callBoth({ ...both, ...of('SHOP', 'server') });
    expect(refused).toContain('403');
    expect(refused).toContain('SHOP_CLIENT_CERT_FILE');
    expect(shown[0]).toBe('shop: Test server');
  });

  test('are set up by source: .env.example, --help, and the tests of the project', async () => {
    const example = readFileSync(join(project, '.env.example'), 'utf8');
    for (const prefix of ['SHOP', 'CLINIC'])
      for (const name of ['CERT_FILE', 'KEY_FILE', 'KEY_PASSPHRASE'])
        expect(example).toContain(`${prefix}_CLIENT_${name}=`);
    expect(example).not.toMatch(/MCP_CLIENT_(?:CERT_FILE|KEY)/);
    const help = await exec(process.execPath, ['dist/stdio.js', '--help'], { cwd: project });
    expect(help.stdout).toMatch(/SHOP_CLIENT_CERT_FILE +file with the client certificate for Shop/);
    expect(help.stdout).not.toMatch(/_FILE_FILE|MCP_CLIENT_CERT_FILE/);
    const run = await exec(process.execPath, ['build.js', '--test', '--test-reporter=tap'], { cwd: project });
    expect(run.stdout).toMatch(/^# fail 0$/m);
    expect(run.stdout).toMatch(/turns a call into one request, and the answer into a result$/m);
    await buildProject(project);
  });

  test('a wrong one stops the server, which says which', async () => {
    const child = exec(process.execPath, ['dist/stdio.js'], {
      cwd: project,
      env: { ...both, CLINIC_CLIENT_KEY_FILE: certificate('client.key') },
    });
    await expect(child).rejects.toMatchObject({
      code: 1,
      stderr: expect.stringContaining(
        'CLINIC_CLIENT_KEY_FILE names holds a key that the certificate of CLINIC_CLIENT_CERT_FILE is not for',
      ) as string,
    });
  });
});

import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type Shop, asAnn, describeShop, sessions, startShop } from '../judges/sessions/startShop.js';
import { Program } from '../support/runtime/project.js';
import { cli, runBuilt, scratch } from './project.js';

let shop: Shop;
const folder = join(scratch, 'sessions');
beforeAll(async () => {
  shop = await startShop();
});
afterAll(() => shop.close());
beforeEach(() => shop.forget());

/** A folder with the document of the shop, and what its owner says. */
function prepare(scheme: 'cookie' | 'token', session: object = sessions[scheme].session): string {
  const own = join(folder, scheme);
  rmSync(own, { recursive: true, force: true });
  mkdirSync(own, { recursive: true });
  const document = {
    openapi: '3.1.0',
    info: { title: 'Shop', version: '1' },
    ...describeShop(shop.url, scheme),
  };
  writeFileSync(join(own, 'openapi.json'), JSON.stringify(document, undefined, 2));
  const config = {
    document: 'openapi.json',
    out: 'shop',
    credentials: [{ scheme, session }],
  };
  writeFileSync(join(own, 'mcpwright.yaml'), JSON.stringify(config, undefined, 2));
  return own;
}

/** Calls a tool of a program that serves over stdio, twice; the API ends the session in between. */
async function callTwice(program: Program): Promise<string[]> {
  const said: string[] = [];
  for (const id of ['first', 'second']) {
    program.write({
      jsonrpc: '2.0',
      id,
      method: 'tools/call',
      params: { name: 'list_orders', arguments: {} },
    });
    said.push(JSON.stringify((await program.read()).result));
    if (id === 'first') shop.end();
  }
  program.child.stdin?.end();
  expect(await program.ended).toBe(0);
  return said;
}

function expectSessions(said: readonly string[]): void {
  for (const text of said) {
    expect(text).toContain('ann');
    expect(text).not.toContain('session-');
    expect(text).not.toContain('has-a-secret');
  }
  expect(shop.logins()).toHaveLength(2);
  expect(shop.calls()).toHaveLength(3);
}

describe.each(['cookie', 'token'] as const)('a session by %s', (scheme) => {
  test('is made and renewed by a project', async () => {
    const own = prepare(scheme);
    const { code, said } = await runBuilt(own, 'generate');
    expect(said).toContain(`logs in for the security scheme "${scheme}", and is no tool`);
    expect(code).toBe(0);
    const project = join(own, 'shop');
    const page = readFileSync(join(project, 'README.md'), 'utf8');
    expect(page).toContain(
      `For \`${scheme}\`, the server logs in by \`POST ${scheme === 'cookie' ? '/login' : '/token'}\` itself, with \`SHOP_USER\` and \`SHOP_PASSWORD\`.`,
    );
    execFileSync(process.execPath, ['build.js', '--test'], { cwd: project });
    expectSessions(await callTwice(new Program(project, ['dist/stdio.js'], asAnn)));
  });

  test('is made and renewed by serve', async () => {
    const own = prepare(scheme);
    const program = new Program(own, [cli, 'serve', 'openapi.json'], asAnn);
    expectSessions(await callTwice(program));
  });
});

describe('what mcpwright.yaml says of a session', () => {
  test('and the document knows nothing of stops the run at its line, with a name that is meant', async () => {
    const own = prepare('cookie', { ...sessions.cookie.session, login: 'postLogn' });
    const { code, said } = await runBuilt(own, 'generate');
    expect(code).not.toBe(0);
    expect(said).toContain(
      'The document has no operation "postLogn" that could log in; did you mean "postLogin"?',
    );
    expect(said).toMatch(/mcpwright\.yaml:\d+:\d+/);
  });
});

import { execFileSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { runCommand } from '../../support/runCommand.js';
import { expectNone, repeatEverywhere, spellAll } from '../../support/runtime/canary.js';
import { type Message, Program } from '../../support/runtime/project.js';
import { message, modern, open, post } from '../../support/runtime/wire.js';

const mark = (name: string) => `a&b/c"d<e+${name}ZqX7`;
/** What the API knows, and what only the server does. */
const known = { CANARY_API_KEY: mark('key'), CANARY_BEARER_TOKEN: mark('bearer') };
const doorToken = 'door-token-of-the-operator-ZqX7';
const env = { ...known, MCP_STATE_KEYS: mark('state-key-with-32-characters-'), MCP_AUTH_TOKEN: doorToken };
const all = Object.values(env);

const repeating = Object.values(known);
const places = repeatEverywhere(repeating);
const api = createServer((request, response) => {
  const place = request.url?.split(/[/?]/)[1] ?? '';
  if (place !== 'list') return places[place]?.(response, request);
  response.setHeader('content-type', 'application/json');
  response.end(JSON.stringify({ items: [...spellAll(repeating), 'harmless'].map((id) => ({ id })) }));
});

const text = { type: 'string' };
const location = { headers: { Location: { schema: text } } };
const responses = {
  202: { description: 'Accepted', ...location },
  default: { description: 'Any', content: { 'application/json': {} } },
};
const body = {
  required: true,
  content: { 'application/json': { schema: { properties: { reason: text } } } },
};
const item = { name: 'itemId', in: 'path', required: true, schema: text };
const document = {
  openapi: '3.1.0',
  info: { title: 'Canary', version: '1' },
  servers: [{ url: 'https://api.example.com' }],
  security: [{ key: [], bearer: [] }],
  paths: {
    ...Object.fromEntries(
      Object.keys(places).flatMap((place) => [
        [`/${place}/read`, { get: { operationId: `read_${place}`, responses } }],
        [`/${place}/start`, { post: { operationId: `start_${place}`, requestBody: body, responses } }],
      ]),
    ),
    '/list': { get: { operationId: 'list_items', responses } },
    '/items/{itemId}': { get: { operationId: 'get_item', parameters: [item], responses } },
  },
  components: {
    securitySchemes: {
      key: { type: 'apiKey', in: 'query', name: 'canary-key' },
      bearer: { type: 'http', scheme: 'bearer' },
    },
  },
};
const config = `
confirm: { for: [method=POST] }
tools:
  start_plain: { ask: [reason] }
resources: { include: [method=GET], reference: true }
prompts:
  about:
    text: 'Call {{tools.get_item}} with {{item}}.'
    arguments: { item: { of: get_item.itemId } }
completions:
  itemId: { tool: list_items, value: items.id }
features: { auth: true, users: true, sessions: true, commands: true, proxies: true, mock: true }
`;

const folder = join(process.cwd(), 'test/.tmp/featuresCanary');
const project = join(folder, 'server');
const generate = ['generate', join(folder, 'openapi.json'), '-o', project];
let base = '';
/** What the first run said. */
let generated = '';
beforeAll(async () => {
  await new Promise<void>((resolve) => api.listen(0, '127.0.0.1', resolve));
  base = `http://127.0.0.1:${(api.address() as AddressInfo).port}`;
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(project, { recursive: true });
  writeFileSync(join(folder, 'openapi.json'), JSON.stringify(document));
  writeFileSync(join(project, 'mcpwright.yaml'), config);
  const lines = Object.entries({ ...env, CANARY_BASE_URL: base }).map(
    ([name, value]) => `${name}='${value}'`,
  );
  writeFileSync(join(project, '.env'), lines.join('\n'));
  const { code, stdout, stderr } = await runCommand(generate, '', env);
  generated = stdout + stderr;
  expect(code, generated).toBe(0);
  execFileSync(process.execPath, ['build.js'], { cwd: project });
}, 60_000);
afterAll(() => {
  api.closeAllConnections();
  api.close();
});

const settings = { MCP_MODE: 'list', MCP_TIMEOUT_MS: '1000', MCP_RETRIES: '0' };

/** A program of the project; the secrets are in its environment, and in `.env`. */
function start(args: string[]): Program {
  const program = new Program(project, args, {
    ...env,
    ...settings,
    CANARY_BASE_URL: base,
    XDG_CONFIG_HOME: join(folder, 'config'),
  });
  onTestFinished(() => void program.child.kill());
  return program;
}

/** What every client could do: be asked, and be given tasks. */
const capabilities = {
  elicitation: { form: {} },
  extensions: { 'io.modelcontextprotocol/tasks': {} },
};

/** Sends requests of protocol 2026-07-28, and keeps all that comes. */
function talk(program: Program) {
  const heard: string[] = [];
  const waiting = new Map<unknown, (answer: Message) => void>();
  const listen = async (): Promise<void> => {
    const got = await program.read();
    heard.push(JSON.stringify(got));
    waiting.get(got.id)?.(got);
    return listen();
  };
  const ended = listen().catch(() => undefined);
  let last = 0;
  const ask = async (method: string, params: object): Promise<Message> => {
    last += 1;
    const request = JSON.parse(modern(method, params).body) as { params: Record<string, object> };
    const meta = {
      ...request.params['_meta'],
      'io.modelcontextprotocol/clientCapabilities': capabilities,
      'io.modelcontextprotocol/logLevel': 'debug',
      progressToken: last,
    };
    program.write({ ...request, params: { ...request.params, _meta: meta }, id: last });
    const id = last;
    return new Promise((resolve) => waiting.set(id, resolve));
  };
  return { ask, heard, ended };
}

test('in resources, prompts, completions, questions to the user, and tasks', async () => {
  const program = start(['dist/stdio.js']);
  const { ask, heard, ended } = talk(program);
  const kinds = new Set<unknown>();

  async function begin(name: string): Promise<void> {
    const params = { name, arguments: name === 'start_plain' ? {} : { reason: 'why' } };
    let { result = {} } = await ask('tools/call', params);
    while (result['resultType'] === 'input_required') {
      kinds.add(result['resultType']);
      const questions = Object.keys(result['inputRequests'] as object);
      const content = { confirm: true, reason: 'why' };
      const inputResponses = Object.fromEntries(questions.map((one) => [one, { action: 'accept', content }]));
      const answer = { ...params, requestState: result['requestState'], inputResponses };
      ({ result = {} } = await ask('tools/call', answer));
    }
    kinds.add(result['resultType']);
    const { taskId } = result;
    if (taskId === undefined) return;
    await ask('tasks/get', { taskId });
    await ask('tasks/cancel', { taskId });
    // One that was made up, and one of another key.
    await ask('tasks/get', { taskId: `${String(taskId).slice(0, -2)}xx` });
  }

  const ref = { type: 'ref/resource', uri: 'canary://api/items/{itemId}' };
  const completions = ask('completion/complete', { ref, argument: { name: 'itemId', value: '' } });
  await Promise.all([
    completions,
    ask('completion/complete', {
      ref: { type: 'ref/prompt', name: 'about' },
      argument: { name: 'item', value: 'a' },
    }),
    ask('prompts/get', { name: 'about', arguments: { item: 'a' } }),
    ...['resources/list', 'resources/templates/list', 'prompts/list', 'server/discover'].map((one) =>
      ask(one, {}),
    ),
    ...['canary://reference', 'canary://reference/errors', 'canary://nothing'].map((uri) =>
      ask('resources/read', { uri }),
    ),
    ...Object.keys(places).flatMap((place) => [
      ask('resources/read', { uri: `canary://api/${place}/read` }),
      begin(`start_${place}`),
    ]),
  ]);
  program.child.stdin?.end();
  await ended;
  await program.ended;
  expect(JSON.stringify((await completions).result)).toContain('harmless');
  expect([...kinds]).toEqual(expect.arrayContaining(['input_required', 'task', 'complete']));
  expectNone(all, `${heard.join('\n')}\n${program.errors()}`, 10_000);
}, 60_000);

test('in sessions, subscriptions and streams that end early', async () => {
  const program = start(['dist/http.js', '--port', '0', '--sessions']);
  const [url] = await program.said(/http:\/\/\S+\/mcp/);
  const heard: string[] = [];
  const authorization = `Bearer ${doorToken}`;

  const begin = async (headers: Record<string, string>, sent: string, method = 'POST') => {
    const answer = await open({ url, method, headers: { ...headers, authorization }, body: sent });
    heard.push(JSON.stringify(answer.headers));
    return answer;
  };

  /** What comes until something is said, or until it is enough; the stream is left then. */
  const hear = async (
    answer: IncomingMessage,
    awaited?: RegExp,
    enough?: Promise<unknown>,
  ): Promise<string> =>
    new Promise((resolve) => {
      let said = '';
      const leave = () => {
        heard.push(said);
        answer.destroy();
        resolve(said);
      };
      answer.setEncoding('utf8').on('data', (piece: string) => {
        said += piece;
        if (awaited?.test(said)) leave();
      });
      answer.on('error', () => undefined).once('close', leave);
      void enough?.then(leave);
    });

  const hello = { protocolVersion: '2025-11-25', capabilities, clientInfo: { name: 'raw', version: '1' } };
  const opened = await post({ url, headers: { authorization }, body: message('initialize', hello) });
  const session = {
    'mcp-session-id': String(opened.headers['mcp-session-id']),
    'mcp-protocol-version': '2025-11-25',
  };
  const names = Object.keys(places);
  const calls = [
    ...names.map((place, id) =>
      message('tools/call', { name: `read_${place}`, arguments: {}, _meta: { progressToken: id } }, id),
    ),
    ...names.map((place) =>
      message('resources/read', { uri: `canary://api/${place}/read` }, `resource-${place}`),
    ),
    message('tools/call', { name: 'start_plain', arguments: {} }, 'asked'),
  ];
  const listen = modern('subscriptions/listen', { notifications: { toolsListChanged: true } });
  // What the user is asked comes over the one, and nothing over the other.
  const questions = hear(await begin(session, '', 'GET'), /elicitation\/create.*\n\n/);
  const subscribed = await begin(listen.headers, listen.body);
  const asked = questions.then(() => undefined);
  const streams = calls.map(async (call) => hear(await begin(session, call), undefined, asked));
  const [, question = ''] = /^data: (.*elicitation\/create.*)$/m.exec(await questions) ?? [];
  const { id } = JSON.parse(question) as Message;
  const declined = JSON.stringify({ jsonrpc: '2.0', id, result: { action: 'decline' } });
  expect((await post({ url, headers: { ...session, authorization }, body: declined })).status).toBe(202);
  await Promise.all(streams);
  await hear(subscribed, undefined, asked);
  for (const wrong of [`${doorToken}x`, 'x'.repeat(20)]) {
    const refused = await post({
      url,
      headers: { ...session, authorization: `Bearer ${wrong}` },
      body: calls[0]!,
    });
    expect(refused.status).toBe(401);
    heard.push(JSON.stringify(refused.headers), refused.body);
  }
  const stranger = { ...session, 'mcp-session-id': 'made-up' };
  heard.push((await post({ url, headers: { ...stranger, authorization }, body: calls[0]! })).body);
  program.child.kill('SIGTERM');
  await program.ended;
  expectNone(all, `${heard.join('\n')}\n${program.output()}${program.errors()}`, 5_000);
}, 60_000);

test('in what a project under development says', async () => {
  const program = start(['build.js', '--watch', '--port', '0']);
  const [url] = await program.said(/http:\/\/\S+\/mcp/);
  const custom = join(project, 'src/custom.ts');
  writeFileSync(custom, `${readFileSync(custom, 'utf8')}\nconst broken: = 1;\n`);
  const call = modern('tools/call', { name: 'read_refused', arguments: {} });
  const { body: said } = await post({
    url,
    headers: { ...call.headers, authorization: `Bearer ${doorToken}` },
    body: call.body,
  });
  expect(said).toContain('401');
  await program.said(/broken|custom\.ts/);
  program.child.kill('SIGTERM');
  await program.ended;
  expectNone(all, `${said}\n${program.output()}${program.errors()}`, 100);
}, 60_000);

/** All that the commands have written of this API; the runtime is the same in every project. */
function readProject(): string {
  const entries = readdirSync(project, { recursive: true, withFileTypes: true });
  return entries
    .filter(
      ({ name, parentPath }) =>
        !['.env', 'mcpwright.schema.json'].includes(name) &&
        !/[\\/](?:dist|node_modules|runtime)(?:[\\/]|$)/.test(parentPath),
    )
    .filter((entry) => entry.isFile())
    .map((entry) => `${entry.name}\n${readFileSync(join(entry.parentPath, entry.name), 'latin1')}`)
    .join('\n');
}

test('in what the commands say and write, with the secrets in the environment and in .env', async () => {
  const heard = [generated];
  const source = join(folder, 'openapi.json');
  for (const args of [
    generate,
    ['check', source, '-o', project],
    ['diff', project, source],
    ['tools', source],
    ['lint', source],
    ['budget', source],
    ['generate', join(folder, 'not-there.json'), '-o', project],
  ]) {
    const { stdout, stderr } = await runCommand(args, '', env);
    heard.push(stdout, stderr);
  }
  const own = [
    ['status'],
    ['status', '--json'],
    ['login'],
    ['logout'],
    ['login', 'bearer'],
    ['status', 'kee'],
  ];
  const programs = own.map((args) => start(['dist/stdio.js', ...args]));
  await Promise.all(programs.map(({ ended }) => ended));
  heard.push(...programs.flatMap((program) => [program.output(), program.errors()]));
  const said = heard.join('\n');
  expect(said).toContain('CANARY_API_KEY');
  expectNone(all, `${said}\n${readProject()}`, 10_000);
}, 60_000);

/**
 * The main job, from a document to answers: generates a server from a sample, builds it, starts the sample's own
 * API on loopback and talks to the server with the official client, over stdio and then over HTTP.
 */
import { spawn, type ChildProcess } from 'node:child_process';
import { rmSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { join } from 'node:path';
import { styleText } from 'node:util';
import { Client, StreamableHTTPClientTransport, type CallToolResult } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { startUpstream } from '../../samples/petstore/upstream.js';

const root = process.cwd();
const project = join(root, 'demo');
const colour = process.stdout.isTTY && (process.env['NO_COLOR'] ?? '') === '';
const paint = (style: Parameters<typeof styleText>[0], text: string) =>
  colour ? styleText(style, text) : text;
const say = (text: string) => console.log(text);
const step = (text: string) => say(`\n${paint('bold', `▸ ${text}`)}`);

type Transport = Parameters<Client['connect']>[0];

step('Generate a server from samples/petstore/openapi.yaml');
rmSync(project, { recursive: true, force: true });
await run(
  'npm',
  ['run', '-s', 'mcpwright', '--', 'generate', 'samples/petstore/openapi.yaml', '--out', 'demo'],
  root,
);

step('Install its build tools and build it');
await run('npm', ['install', '--no-audit', '--no-fund', '--loglevel=error'], project);
await run('npm', ['run', '--silent', 'build'], project);

step('Start the API behind it');
const upstream = await startUpstream();
say(`  ${upstream.url} (in memory, on loopback)`);
const env = { ...process.env, PETSTORE_BASE_URL: upstream.url, PETSTORE_API_KEY: 'demo-key' } as Record<
  string,
  string
>;

step('Connect over stdio');
await talk(
  new StdioClientTransport({ command: 'node', args: ['dist/stdio.js'], cwd: project, env, stderr: 'ignore' }),
);

step('Connect over Streamable HTTP');
const server = spawn('node', ['dist/http.js', '--port', '0'], {
  cwd: project,
  env,
  stdio: ['ignore', 'ignore', 'pipe'],
});
const url = await readUrl(server);
say(`  ${url}`);
await talk(new StreamableHTTPClientTransport(new URL(url)));
server.kill('SIGTERM');

await upstream.close();
say(`\n${paint('green', 'Done.')} The server is in ${paint('bold', 'demo/')}: read its README.md and src/.`);
say('For a document of your own:');
say(paint('cyan', '  npm run -s mcpwright -- tools path/to/openapi.yaml'));
say(paint('cyan', '  npm run -s mcpwright -- generate path/to/openapi.yaml --out ../my-server'));

/** Lists the tools and makes one call of each kind. */
async function talk(transport: Transport): Promise<void> {
  const client = new Client({ name: 'demo', version: '1.0.0' }, { versionNegotiation: { mode: 'auto' } });
  await client.connect(transport);
  const { tools } = await client.listTools();
  say(
    `  ${client.getServerVersion()?.title ?? ''}: ${tools.length} tools: ${tools.map(({ name }) => name).join(', ')}`,
  );
  await call(client, 'a read', 'list_pets', { status: 'available', limit: 2 });
  await call(client, 'a write', 'create_pet', { name: 'Biscuit', species: 'dog' });
  await call(client, 'bad arguments: nothing is sent', 'list_pets', { statsu: 'available', limit: 5000 });
  await call(client, 'refused by the API', 'get_pet', { petId: '00000000-0000-4000-8000-000000000000' });
  await client.close();
}

async function call(
  client: Client,
  what: string,
  name: string,
  args: Record<string, unknown>,
): Promise<void> {
  say(`  ${paint('dim', `# ${what}`)}`);
  say(`  ${paint('cyan', `${name} ${JSON.stringify(args)}`)}`);
  const result = (await client.callTool({ name, arguments: args })) as CallToolResult;
  const text = result.content
    .map((block) => (block.type === 'text' ? block.text : `[${block.type}]`))
    .join('\n');
  const lines = text.split('\n').map((line) => (line.length > 160 ? `${line.slice(0, 160)} …` : line));
  for (const line of lines) say(`    ${result.isError === true ? paint('yellow', line) : line}`);
}

/** Runs a program to its end, its output shown indented. */
function run(command: string, args: string[], cwd: string): Promise<void> {
  say(`  ${paint('dim', `$ ${command} ${args.join(' ')}`)}`);
  const child = spawn(command, args, {
    cwd,
    stdio: ['ignore', 'pipe', 'pipe'],
    shell: process.platform === 'win32',
  });
  for (const stream of [child.stdout, child.stderr]) {
    createInterface({ input: stream }).on('line', (line) => say(`  ${line}`));
  }
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (code) =>
      code === 0 ? resolve() : reject(new Error(`${command} ${args.join(' ')} ended with code ${code}`)),
    );
  });
}

/** The URL that the server prints once it listens. */
async function readUrl(child: ChildProcess): Promise<string> {
  for await (const line of createInterface({ input: child.stderr! })) {
    const found = /http:\/\/\S+\/mcp/.exec(line)?.[0];
    if (found === undefined) continue;
    child.stderr?.resume();
    return found;
  }
  throw new Error('the HTTP server ended before it listened');
}

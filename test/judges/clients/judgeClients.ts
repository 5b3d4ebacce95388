import { setTimeout as delay } from 'node:timers/promises';
import { type Kennel, file } from './startKennel.js';
import {
  type Connect,
  type Subject,
  gateway,
  inspector,
  library,
  mcporter,
  official,
  pins,
  program,
} from './subjects.js';

const transports = ['stdio', 'HTTP'] as const;
type Transport = (typeof transports)[number];

/** A client, and the transports of the server that it is judged over. */
interface Row {
  client: string;
  version: string;
  over: readonly Transport[];
  connect: Connect;
}

const pinned = (name: string) => pins.packages[name] ?? '';

/** The official clients, which every run of the tests judges; their versions are those of this repository. */
export const officialRows = (versions: { v1: string; v2: string }): Row[] => [
  { client: 'SDK v1', version: versions.v1, over: transports, connect: official('v1') },
  { client: 'SDK v2, 2025-11-25', version: versions.v2, over: transports, connect: official('v2, legacy') },
  { client: 'SDK v2, 2026-07-28', version: versions.v2, over: transports, connect: official('v2, modern') },
];

const inspectorPackage = '@modelcontextprotocol/inspector';

/** The others, which npm installs. */
export const otherRows: Row[] = [
  {
    client: "Inspector's CLI",
    version: pinned(inspectorPackage),
    over: transports,
    connect: program(inspectorPackage, 'clients/launcher/build/index.js', inspector),
  },
  {
    client: 'mcporter',
    version: pinned('mcporter'),
    over: transports,
    connect: program('mcporter', 'dist/cli.js', mcporter),
  },
  { client: 'AI SDK', version: pinned('@ai-sdk/mcp'), over: transports, connect: library('aiSdk') },
  {
    client: 'LangChain adapters',
    version: pinned('@langchain/mcp-adapters'),
    over: transports,
    connect: library('langChain'),
  },
  {
    client: 'OpenAI Agents',
    version: pinned('@openai/agents'),
    over: transports,
    connect: library('openAiAgents'),
  },
  {
    client: 'mcp-remote',
    version: pinned('mcp-remote'),
    over: ['HTTP'],
    connect: gateway('mcp-remote', 'dist/proxy.js', ({ url = '' }) => [url, '--allow-http']),
  },
  {
    client: 'supergateway',
    version: pinned('supergateway'),
    over: ['stdio'],
    connect: gateway(
      'supergateway',
      'dist/index.js',
      ({ command = '', args = [] }, port) => [
        '--stdio',
        [command, ...args].join(' '),
        '--outputTransport',
        'streamableHttp',
        '--stateful',
        '--port',
        String(port),
      ],
      '/mcp',
    ),
  },
  {
    client: 'supergateway',
    version: pinned('supergateway'),
    over: ['HTTP'],
    connect: gateway('supergateway', 'dist/index.js', ({ url = '' }) => ['--streamableHttp', url]),
  },
  {
    client: 'mcp-proxy',
    version: pinned('mcp-proxy'),
    over: ['stdio'],
    connect: gateway(
      'mcp-proxy',
      'dist/bin/mcp-proxy.mjs',
      ({ command = '', args = [] }, port) => [
        '--port',
        String(port),
        '--server',
        'stream',
        '--',
        command,
        ...args,
      ],
      '/mcp',
    ),
  },
];

/** What is asked of each client, and whether it came out; `seen` is what the API was asked for meanwhile. */
const tasks: readonly {
  name: string;
  run: (subject: Subject, seen: string[]) => Promise<boolean | undefined>;
}[] = [
  {
    name: 'list',
    run: async ({ list }) => {
      const text = await list();
      return ['get_pet', 'add_pet', 'get_report', 'read_log', 'walk_dog'].every((one) => text.includes(one));
    },
  },
  { name: 'read', run: async ({ call }) => (await call('get_pet', { id: 7 })).includes('Rex') },
  {
    name: 'write',
    run: async ({ call }, seen) => {
      await call('add_pet', { name: 'Bo' });
      return seen.includes('POST /pets {"name":"Bo"}');
    },
  },
  {
    name: 'refused',
    run: async ({ call }, seen) =>
      (await call('add_pet', { name: 'x' }).catch(String)).includes('Invalid arguments') && seen.length === 0,
  },
  { name: 'large', run: async ({ call }) => (await call('read_log', {})).includes('[truncated: shown') },
  { name: 'file', run: async ({ call }) => (await call('get_report', { id: 7 })).includes(file) },
  { name: 'cancel', run: runCancel },
  {
    name: 'resource',
    run: async ({ resource }) => resource && (await resource('kennel://api/pets/7')).includes('Rex'),
  },
  {
    name: 'prompt',
    run: async ({ prompt }) =>
      prompt && (await prompt('greet', { pet: '7' })).includes('Greet the pet 7 of get_pet.'),
  },
];

/** How long a client may take to pass on that its user has given up, and for anything else. */
const patienceMs = 10_000;
const longestMs = 60_000;

async function runCancel({ call }: Subject, seen: string[]): Promise<boolean> {
  const controller = new AbortController();
  const ended = call('walk_dog', {}, controller.signal).catch(String);
  const hasBegun = await until(() => seen.includes('POST /walk'), longestMs);
  controller.abort();
  const hasEnded = hasBegun && (await until(() => seen.includes('gone'), patienceMs));
  await Promise.race([ended, delay(patienceMs, undefined, { ref: false })]);
  return hasEnded;
}

/** Whether something comes true in a time. */
async function until(isSo: () => boolean, most: number): Promise<boolean> {
  const end = performance.now() + most;
  while (!isSo() && performance.now() < end) await delay(20);
  return isSo();
}

/** A line of the table. */
export interface Verdict {
  client: string;
  version: string;
  transport: Transport;
  outcomes: string[];
  warnings: number;
}

export async function judge(kennel: Kennel, rows: readonly Row[]): Promise<Verdict[]> {
  const verdicts: Verdict[] = [];
  for (const { client, version, over, connect } of rows) {
    for (const transport of over) {
      const target = transport === 'stdio' ? kennel.stdio : { url: kennel.url };
      const subject = await connect(target);
      const outcomes: string[] = [];
      for (const { run } of tasks) {
        kennel.seen.length = 0;
        const late = delay(longestMs, false, { ref: false });
        const outcome = await Promise.race([run(subject, kennel.seen).catch(() => false), late]);
        outcomes.push(outcome === undefined ? '–' : outcome ? 'yes' : '**no**');
      }
      verdicts.push({ client, version, transport, outcomes, warnings: subject.warnings() });
      await subject.close();
    }
  }
  return verdicts;
}

/** The table of the page. */
export function writeTable(verdicts: readonly Verdict[]): string {
  const heads = ['client', 'version', 'server over', ...tasks.map(({ name }) => name), 'warnings'];
  const rows = verdicts.map((one) => [
    one.client,
    one.version,
    one.transport,
    ...one.outcomes,
    String(one.warnings),
  ]);
  return [heads, heads.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}

import { randomUUID } from 'node:crypto';
import { rmSync } from 'node:fs';
import { type IncomingMessage, type Server, type ServerResponse, createServer, request } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { join } from 'node:path';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { parse } from 'yaml';
import { afterAll, expect, test } from 'vitest';
import { defaults, generate } from '../../../generator/index.js';
import { write } from '../../../generator/write/write.js';
import { memberAt } from '../../../generator/publish/containers/podRules.js';
import { buildProject, root, scratch } from '../../e2e/project.js';
import { Program } from '../../support/runtime/project.js';
import { startUpstream } from '../../support/runtime/upstream.js';

/** A process of the server, and the calls that the balancer has sent to it and has no answer of. */
interface Pod {
  program: Program;
  port: number;
  open: number;
}

const token = 'a-token-of-this-test';
const programs: Program[] = [];
afterAll(() => programs.forEach(({ child }) => child.kill('SIGKILL')));

/** Settles waits when something that they wait for may have happened. */
class Signal {
  private readonly waiting = new Set<() => void>();
  tell(): void {
    for (const look of this.waiting) look();
  }
  until(holds: () => boolean): Promise<void> {
    return new Promise((resolve) => {
      const look = () => {
        if (!holds()) return;
        this.waiting.delete(look);
        resolve();
      };
      this.waiting.add(look);
      look();
    });
  }
}

/** Sends each call to the next pod, as a service does: over a connection of its own, once. */
function startBalancer(pods: Pod[], signal: Signal): Promise<Server> {
  let turn = 0;
  const server = createServer((incoming, response) => {
    const pod = pods[turn++ % pods.length];
    if (pod === undefined) return void response.writeHead(503).end();
    pod.open += 1;
    signal.tell();
    response.once('close', () => {
      pod.open -= 1;
      signal.tell();
    });
    passOn(incoming, response, pod.port);
  });
  return new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(server)));
}

function passOn(incoming: IncomingMessage, response: ServerResponse, port: number): void {
  const { method, url, headers } = incoming;
  const options = { host: '127.0.0.1', port, method, path: url, agent: false as const };
  const sent = request({ ...options, headers: { ...headers, host: 'petstore' } }, (answer) => {
    response.writeHead(answer.statusCode ?? 502, answer.headers);
    answer.pipe(response);
  });
  sent.once('error', () => response.destroy());
  incoming.pipe(sent);
}

/** What a probe gets, with the address of the pod as Host; nothing where it is not reached. */
function probe(port: number, path: string): Promise<number | undefined> {
  return new Promise((resolve) => {
    const headers = { host: `10.1.2.3:${port}` };
    request({ host: '127.0.0.1', port, path, headers, agent: false }, (answer) => {
      answer.resume().once('end', () => resolve(answer.statusCode));
    })
      .once('error', () => resolve(undefined))
      .end();
  });
}

function isOpen(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => resolve(true)).once('error', () => resolve(false));
    socket.once('connect', () => socket.destroy());
  });
}

/** Writes the sample as it is published for Kubernetes, and builds it; gives what its manifests say. */
async function publishSample() {
  const folder = join(scratch, 'rolling');
  rmSync(folder, { recursive: true, force: true });
  const publish = { to: ['kubernetes' as const], image: 'ghcr.io/example/petstore' };
  const config = { ...defaults, publish };
  const document = join(root, 'samples/petstore/openapi.yaml');
  const { files } = await generate(document, config, { readStdin: () => Promise.resolve('') });
  await write(files, folder, { overwrite: false, force: false, version: '0.0.0' });
  await buildProject(folder);
  const read = (name: string): unknown =>
    parse(files.find(({ path }) => path === `kubernetes/${name}.yaml`)?.content ?? '');
  const container = memberAt(read('deployment'), 'spec', 'template', 'spec', 'containers', 0);
  const own = memberAt(container, 'env') as { name: string; value?: string }[];
  const env = {
    ...(memberAt(read('config'), 'data') as Record<string, string>),
    ...Object.fromEntries(own.map(({ name, value = 'default' }) => [name, value])),
    MCP_AUTH_TOKEN: token,
    PETSTORE_API_KEY: 'the-key-of-this-test',
  };
  return { folder, container, env };
}

/** What the API says of a pet. */
const answer = (response: ServerResponse) =>
  response.writeHead(200, { 'content-type': 'application/json' }).end('{"id":1,"name":"Ada"}');

test('a rolling restart of both replicas loses none of 200 calls', async () => {
  const signal = new Signal();
  const failures: unknown[] = [];
  const fail = (found: unknown) => {
    failures.push(found);
    signal.tell();
  };
  /** A call that fails ends all waiting: the test does then, too. */
  const until = async (isSo: () => boolean) => {
    await signal.until(() => failures.length > 0 || isSo());
    expect(failures).toEqual([]);
  };
  const held: ServerResponse[] = [];
  let holds = false;
  const upstream = await startUpstream((_got, response) => {
    if (holds) held.push(response);
    else answer(response);
    signal.tell();
  });
  const { folder, container, env } = await publishSample();
  const [, ...args] = memberAt(container, 'command') as string[];
  const pathOf = (name: string) => String(memberAt(container, name, 'httpGet', 'path'));

  const start = async (): Promise<Pod> => {
    const program = new Program(folder, args, { ...env, PORT: '0', PETSTORE_BASE_URL: upstream.url });
    programs.push(program);
    const [, port] = await program.said(/petstore on http:\/\/0\.0\.0\.0:(\d+)\/mcp/);
    const pod = { program, port: Number(port), open: 0 };
    expect(await probe(pod.port, pathOf('startupProbe'))).toBe(200);
    expect(await probe(pod.port, pathOf('readinessProbe'))).toBe(200);
    return pod;
  };
  const pods = [await start(), await start()];
  const balancer = await startBalancer(pods, signal);
  const url = new URL(`http://127.0.0.1:${(balancer.address() as AddressInfo).port}/mcp`);

  /** Replaces a pod as Kubernetes does, with calls in flight that end only once it has been told to stop. */
  const replace = async (old: Pod): Promise<void> => {
    pods.push(await start());
    holds = true;
    await signal.until(() => old.open > 0 && held.length === pods.reduce((sum, { open }) => sum + open, 0));
    pods.splice(pods.indexOf(old), 1);
    old.program.child.kill('SIGTERM');
    while (await isOpen(old.port));
    expect(old.open).toBeGreaterThan(0);
    holds = false;
    held.splice(0).forEach(answer);
    expect(await old.program.ended).toBe(0);
    expect(old.open).toBe(0);
  };

  const callMany = async (count: number): Promise<void> => {
    const client = new Client({ name: 'test', version: '1.0.0' });
    const requestInit = { headers: { authorization: `Bearer ${token}` } };
    await client.connect(new StreamableHTTPClientTransport(url, { requestInit }));
    for (let call = 0; call < count; call += 1)
      await client
        .callTool({ name: 'get_pet', arguments: { petId: randomUUID() } })
        .then((result) => result.isError === true && fail(result), fail);
    await client.close();
  };
  const [first, second] = pods as [Pod, Pod];
  const calls = Promise.all([50, 50, 50, 50].map(callMany));
  await until(() => upstream.got.length >= 40);
  await replace(first);
  await until(() => upstream.got.length >= 100);
  await replace(second);
  await calls;
  expect(failures).toEqual([]);
  expect(upstream.got.length).toBe(200);
  balancer.close();
  await upstream.close();
  for (const { program } of pods) program.child.kill('SIGTERM');
  expect(await Promise.all(pods.map(({ program }) => program.ended))).toEqual([0, 0]);
});

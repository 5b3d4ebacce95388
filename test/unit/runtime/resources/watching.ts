import { EventEmitter, once } from 'node:events';
import { PassThrough } from 'node:stream';
import { createInterface } from 'node:readline';
import { Client as ClientV2, StreamableHTTPClientTransport as HttpV2 } from '@modelcontextprotocol/client';
import { Client as ClientV1 } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport as HttpV1 } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { ResourceUpdatedNotificationSchema } from '@modelcontextprotocol/sdk/types.js';
import type { AnyCustomization } from '../../../../templates/project/src/runtime/customize.js';
import type { ExtensionParts } from '../../../../templates/project/src/runtime/extend/extensions.js';
import type { Later } from '../../../../templates/project/src/runtime/resources/createBoard.js';
import { serveSubscriptions } from '../../../../templates/project/src/runtime/resources/serveSubscriptions.js';
import type { AuthScheme, Catalog, Resource } from '../../../../templates/project/src/runtime/tool.js';
import { features } from '../../../../templates/project/src/generated/features.js';
import { serveOverHttp } from '../../../../templates/project/src/runtime/transport/http/runHttp.js';
import { serveOverStdio } from '../../../../templates/project/src/runtime/transport/stdio/runStdio.js';
import type { App } from '../../../../templates/project/src/runtime/extensions.js';
import { createApp } from '../../../../templates/project/src/server.js';
import type { Dialect } from '../../../support/runtime/clients.js';
import { makeCatalog, makeParameter, makeTool } from '../../../support/runtime/fixtures.js';
import { type Upstream, startUpstream } from '../../../support/runtime/upstream.js';

/** A clock that stands still until it is moved. */
export function makeClock() {
  const timers = new Set<{ run: () => Promise<void>; at: number }>();
  const changes = new EventEmitter();
  let now = 0;
  const later: Later = (run, ms) => {
    const timer = { run, at: now + ms };
    timers.add(timer);
    return () => {
      timers.delete(timer);
      changes.emit('cancelled');
    };
  };
  return {
    later,
    /** How long it is until each look that is planned, in seconds. */
    waits: () => [...timers].map(({ at }) => (at - now) / 1_000).toSorted((a, b) => a - b),
    /** Resolves once no look is planned. */
    rests: async () => {
      while (timers.size > 0) await once(changes, 'cancelled');
    },
    /** Moves it, and waits for the looks that are due. */
    move: async (seconds: number) => {
      now += seconds * 1_000;
      const due = [...timers].filter(({ at }) => at <= now);
      for (const timer of due) timers.delete(timer);
      await Promise.all(due.map(({ run }) => run()));
    },
  };
}

/** What the API says of a path. */
export interface Said {
  status?: number;
  etag?: string;
  modified?: string;
  headers?: Record<string, string>;
  body?: string;
}

/** A real API on loopback that answers conditional requests (RFC 9110, 13); `state` is what it has. */
export async function startApi(): Promise<Upstream & { state: Record<string, Said> }> {
  const state: Record<string, Said> = {};
  const upstream = await startUpstream(({ url, headers }, response) => {
    const said = state[url] ?? { status: 404 };
    const { status = 200, etag, modified, body = '{}' } = said;
    response.setHeader('content-type', 'application/json');
    if (etag !== undefined) response.setHeader('etag', etag);
    if (modified !== undefined) response.setHeader('last-modified', modified);
    for (const [name, value] of Object.entries(said.headers ?? {})) response.setHeader(name, value);
    const isSame =
      (etag !== undefined && headers['if-none-match'] === etag) ||
      (modified !== undefined && headers['if-modified-since'] === modified);
    if (isSame && status === 200) response.writeHead(304).end();
    else response.writeHead(status).end(body);
  });
  return Object.assign(upstream, { state });
}

export const uriOf = (id: string) => `test://api/things/${id}`;

const id = makeParameter({ argument: 'id', name: 'id', in: 'path' });
const idSchema = {
  type: 'object' as const,
  properties: { id: { type: 'string', maxLength: 8 } },
  required: ['id'],
  additionalProperties: false,
};

const describe = (name: string) => ({ name, title: name, description: name, toolset: 'things' });

export interface AppOptions {
  env?: Record<string, string>;
  custom?: AnyCustomization;
  auth?: Record<string, AuthScheme>;
  /** What a token has to grant to read. */
  scopes?: string[];
  clock: ReturnType<typeof makeClock>;
}

/** A server with one template that can be subscribed to, and one that cannot. */
export function makeApp(
  url: string,
  { env = {}, custom = {}, auth = {}, scopes = [], clock }: AppOptions,
): App {
  const security = Object.keys(auth).map((name) => ({ [name]: scopes }));
  const getThing = makeTool({ name: 'get_thing', path: '/things/{id}', parameters: [id], security });
  const getOther = makeTool({ name: 'get_other', path: '/others/{id}', parameters: [id] });
  const list: Resource[] = [
    { uri: 'test://api/things/{id}', ...describe('get_thing'), subscribe: true },
    { uri: 'test://api/others/{id}', ...describe('get_other') },
  ];
  const catalog: Catalog = {
    ...makeCatalog([getThing, getOther], {
      schemas: { get_thing: idSchema, get_other: idSchema },
      api: { servers: [{ url }], auth },
    }),
    resources: async () => ({ list }),
    subscriptions: true,
  };
  return createApp({
    catalog,
    custom,
    env: { MCP_RETRIES: '0', MCP_SESSIONS: 'true', ...env },
    features: {
      ...features,
      subscriptions: async () => (parts: ExtensionParts) => serveSubscriptions(parts, clock.later),
    },
  });
}

/** A client that subscribes, whatever its generation. */
export interface Subscriber {
  capabilities: { resources?: { subscribe?: boolean | undefined } | undefined } | undefined;
  /** Gives those of the URIs that it is told of. */
  subscribe: (...uris: string[]) => Promise<string[]>;
  unsubscribe: (uri: string) => Promise<unknown>;
  /** All that it was told. */
  told: string[];
  /** Resolves when it was told so often. */
  toldTimes: (count: number) => Promise<void>;
  close: () => Promise<void>;
}

export const transports = ['stdio', 'HTTP'] as const;

/** Starts a server, and connects an official client to it. */
export async function connect(
  app: App,
  over: (typeof transports)[number],
  dialect: Dialect,
): Promise<Subscriber> {
  if (over === 'stdio') {
    const [input, output] = [new PassThrough(), new PassThrough()];
    const { finished } = serveOverStdio(app, { input, output, log: () => {} });
    const client = await subscribeBy(dialect, new StreamTransport(input, output));
    const { close } = client;
    return { ...client, close: () => close().then(() => finished) };
  }
  const options = { host: '127.0.0.1', port: 0, allowUnauthenticated: false, log: () => {} };
  const server = await serveOverHttp(app, options);
  const listening = new EventEmitter();
  const isListening = once(listening, 'GET');
  const watching = {
    fetch: async (to: string | URL, init?: RequestInit) => {
      const response = await fetch(to, init);
      listening.emit(init?.method ?? 'GET');
      return response;
    },
  };
  const url = new URL(server.url);
  const client = await subscribeBy(
    dialect,
    dialect === 'SDK v1' ? new HttpV1(url, watching) : new HttpV2(url, watching),
  );
  if (dialect !== 'SDK v2, modern') await isListening;
  const { close } = client;
  return { ...client, close: () => close().then(() => server.close()) };
}

async function subscribeBy(dialect: Dialect, transport: unknown): Promise<Subscriber> {
  const told: string[] = [];
  const heard = new EventEmitter();
  const hear = (uri: string) => {
    told.push(uri);
    heard.emit('update');
  };
  const shared = {
    told,
    toldTimes: async (count: number) => {
      while (told.length < count) await once(heard, 'update');
    },
  };
  const identity = { name: 'test', version: '1.0.0' };
  if (dialect === 'SDK v1') {
    const client = new ClientV1(identity);
    client.setNotificationHandler(ResourceUpdatedNotificationSchema, ({ params }) => hear(params.uri));
    await client.connect(transport as Parameters<ClientV1['connect']>[0]);
    return { ...shared, ...subscribeEach(client), capabilities: client.getServerCapabilities() };
  }
  const mode = dialect === 'SDK v2, modern' ? ({ pin: '2026-07-28' } as const) : 'legacy';
  const client = new ClientV2(identity, { versionNegotiation: { mode } });
  client.setNotificationHandler('notifications/resources/updated', ({ params }) => hear(params.uri));
  await client.connect(transport as Parameters<ClientV2['connect']>[0]);
  const capabilities = client.getServerCapabilities();
  if (mode === 'legacy') return { ...shared, ...subscribeEach(client), capabilities };
  const subscriptions: Awaited<ReturnType<ClientV2['listen']>>[] = [];
  return {
    ...shared,
    capabilities,
    subscribe: async (...uris) => {
      const subscription = await client.listen({ resourceSubscriptions: uris });
      subscriptions.push(subscription);
      return subscription.honoredFilter.resourceSubscriptions ?? [];
    },
    unsubscribe: async () => Promise.all(subscriptions.map((one) => one.close())),
    close: () => client.close(),
  };
}

/** Earlier protocols subscribe one by one, and say of what cannot be that it cannot. */
function subscribeEach(
  client: Pick<ClientV1, 'subscribeResource' | 'unsubscribeResource' | 'close'> | ClientV2,
) {
  return {
    subscribe: async (...uris: string[]) => {
      const asked = uris.map(async (uri) => {
        const isTaken = await client.subscribeResource({ uri }).then(
          () => true,
          () => false,
        );
        return isTaken ? [uri] : [];
      });
      return (await Promise.all(asked)).flat();
    },
    unsubscribe: (uri: string) => client.unsubscribeResource({ uri }),
    close: () => client.close(),
  };
}

/** A client's side of stdio, without a process. */
class StreamTransport {
  onclose?: () => void;
  onmessage?: (message: unknown) => void;

  constructor(
    private readonly input: PassThrough,
    private readonly output: PassThrough,
  ) {}

  async start(): Promise<void> {
    createInterface({ input: this.output }).on('line', (line) => this.onmessage?.(JSON.parse(line)));
  }

  async send(message: object): Promise<void> {
    this.input.write(`${JSON.stringify(message)}\n`);
  }

  async close(): Promise<void> {
    this.input.end();
    this.onclose?.();
  }
}

import type { Visitor } from '../auth/proof.js';
import { createHash } from 'node:crypto';
import { ProtocolError, ProtocolErrorCode, type Server, type Transport } from '@modelcontextprotocol/server';
import type { OwnResource } from '../customize.js';
import { notSent } from '../errors.js';
import type { ExtensionParts, FullExtend, Listen } from '../extend/extensions.js';
import type { Sender } from '../features.js';
import { type HttpResponse, readWait } from '../http/send.js';
import { memoize } from '../memo.js';
import { readInteger } from '../settings.js';
import { echo } from '../text.js';
import type { Catalog, Resource } from '../tool.js';
import { type Board, type Found, type Later, type Look, type Watcher, createBoard } from './createBoard.js';
import { notFound } from './readContents.js';
import { findResources, toCall } from './serveResources.js';

/** Seconds between two looks at a resource, where the operator says nothing else, and at least. */
const usualSeconds = 60;
const leastSeconds = 5;
/** URIs of one request that are looked at. */
const mostOfRequest = 1_000;
/** Characters of what tells one state from another. */
const longestMark = 1_000;

const later: Later = (run, ms) => {
  const timer = setTimeout(() => void run(), ms).unref();
  return () => clearTimeout(timer);
};

/** One board for all views of a server: resources are looked at once, and bounds are those of all clients. */
const boards = memoize((_catalog: Catalog): { board?: Board } => ({}));

/** Who wants to be told of changes of a resource. */
interface Wish {
  uri: string;
  sender: Sender & { principal: string };
  /** The same for all wishes of one connection, or one stream. */
  client: object;
  tell: () => void;
  end: () => void;
}

/** Serves subscriptions to what can be read by its URI (MCP, Resources, Subscriptions). */
export async function serveSubscriptions(parts: ExtensionParts, clock: Later = later): Promise<FullExtend> {
  const { catalog, env, readSender } = parts;
  const seconds = readInteger(env, 'MCP_WATCH_SECONDS', leastSeconds) ?? usualSeconds;
  const shared = boards(catalog);
  const join = (shared.board ??= createBoard(seconds * 1_000, clock));
  const find = await findResources(parts);

  /** @throws ProtocolError where it cannot be subscribed to. */
  function toWatcher({ uri, sender, client, tell, end }: Wish): Watcher {
    const found = find(uri);
    if (found === undefined) throw notFound(uri);
    const { served, values } = found;
    const look = makeLook(served.of, values, sender, parts);
    if (look === undefined)
      throw refuse(`${echo(uri)} cannot be subscribed to: read it again to see changes`);
    const key = JSON.stringify([served.uri, values, nameCredentials(served.of, sender, client, parts)]);
    const { recheck } = (sender.visitor ?? {}) as Partial<Visitor>;
    const mayStay = async () => (recheck === undefined ? true : recheck());
    return { owner: sender.principal || client, key, look, mayStay, tell, end };
  }

  const listen: Listen = async ({ resourceSubscriptions = [] }, listener) => {
    const { signal, tell, end } = listener;
    const uris = [...new Set(resourceSubscriptions)].slice(0, mostOfRequest);
    const stops: (() => void)[] = [];
    const honoured = await Promise.all(
      uris.map(async (uri) => {
        const told = () => tell('notifications/resources/updated', { uri });
        try {
          const joined = await join(toWatcher({ uri, sender: listener, client: listener, tell: told, end }));
          if (typeof joined === 'string') return [];
          stops.push(joined.stop);
          return [uri];
        } catch (error) {
          if (error instanceof ProtocolError) return [];
          throw error;
        }
      }),
    );
    const stopAll = () => stops.forEach((stop) => stop());
    if (signal.aborted) stopAll();
    else signal.addEventListener('abort', stopAll, { once: true });
    return honoured.flat().length === 0 ? {} : { resourceSubscriptions: honoured.flat() };
  };

  const extend: FullExtend = (server, { isModern = false, mayChange = false } = {}) => {
    if (!isModern && !mayChange) return;
    server.registerCapabilities({ resources: { subscribe: true } });
    if (isModern) return;
    const open = new Map<string, () => void>();
    const stop = (uri: string) => {
      open.get(uri)?.();
      open.delete(uri);
    };
    server.setRequestHandler('resources/subscribe', async ({ params: { uri } }, { mcpReq, http }) => {
      const sender = readSender(mcpReq['_meta'], http);
      const wish = { uri, sender, client: server, end: () => open.delete(uri) };
      // A client that has gone away is told nothing.
      const tell = () => void server.sendResourceUpdated({ uri }).catch(() => undefined);
      const watcher = toWatcher({ ...wish, tell });
      stop(uri);
      const joined = await join(watcher);
      if (joined === 'refused') throw notFound(uri);
      if (joined === 'full')
        throw refuse('Too many resources are watched: unsubscribe from one of them first');
      // Asked for twice at once, it is watched once.
      stop(uri);
      open.set(uri, joined.stop);
      if (mcpReq.signal.aborted) stop(uri);
      return {};
    });
    server.setRequestHandler('resources/unsubscribe', ({ params: { uri } }) => {
      stop(uri);
      return {};
    });
    whenClosed(server, () => [...open.keys()].forEach(stop));
  };
  return Object.assign(extend, { listen });
}

function refuse(message: string): ProtocolError {
  return new ProtocolError(ProtocolErrorCode.InvalidParams, message);
}

/** Has something done when the client of a server that is not connected yet has gone. */
function whenClosed(server: Server, act: () => void): void {
  const connect = server.connect.bind(server);
  server.connect = async (transport: Transport) => {
    await connect(transport);
    const { onclose } = transport;
    const closed: Pick<Transport, 'onclose'> = {
      onclose: () => {
        act();
        onclose?.();
      },
    };
    Object.assign(transport, closed);
  };
}

/** Says whose credentials a resource is read with, the same for all who see the same. */
function nameCredentials(
  of: Resource | OwnResource,
  { principal, visitor }: Wish['sender'],
  client: object,
  { settings, custom, env }: ExtensionParts,
): unknown {
  const isOfServer = !settings.isPerUser && custom.credentials === undefined;
  if ('read' in of || isOfServer || visitor === undefined) return undefined;
  // Code, and headers of a request, can make them anything.
  if (custom.credentials !== undefined || env['MCP_FORWARD_HEADERS']?.trim()) return numberOf(client);
  const { token = '' } = visitor as Partial<Visitor>;
  return [principal, createHash('sha256').update(token).digest('base64')];
}

let last = 0;
const numberOf = memoize((_client: object) => (last += 1));

/** Makes what looks whether a resource is another; nothing where that is not offered of it. */
function makeLook(
  of: Resource | OwnResource,
  values: Record<string, string>,
  { visitor }: Sender,
  { read }: ExtensionParts,
): Look | undefined {
  if ('read' in of) {
    const { version } = of;
    return (
      version &&
      (async (_mark, signal) => {
        const digest = await version(values, { signal });
        return digest === undefined ? { is: 'gone' } : { is: 'there', mark: { digest } };
      })
    );
  }
  if (!of.subscribe) return undefined;
  return async (mark, signal) => {
    let found: Found | undefined;
    const { isError, content } = await read(...toCall(of, values), {
      signal,
      visitor,
      // Sent to the API besides (RFC 9110, 13.1).
      trace: {
        ...(mark?.etag !== undefined && { 'if-none-match': mark.etag }),
        ...(mark?.etag === undefined &&
          mark?.modified !== undefined && { 'if-modified-since': mark.modified }),
      },
      // What it has said is not kept for longer.
      onAnswer: (answer) => {
        found = judge(answer);
      },
    });
    if (found !== undefined) return found;
    if (!isError) return { is: 'there', mark: { digest: digestOf(JSON.stringify(content)) } };
    const [text] = content.flatMap((block) => (block.type === 'text' ? [block.text] : []));
    return { is: text?.includes(notSent) ? 'refused' : 'failed' };
  };
}

type Answer = Pick<HttpResponse, 'status' | 'headers' | 'body'>;

/** What an answer of the API says of a resource. */
function judge({ status, headers, body }: Answer): Found {
  const maxAge = /(?:^|,)\s*max-age\s*=\s*"?(\d{1,9})/i.exec(headers.get('cache-control') ?? '')?.[1];
  const afterMs = Math.max(readWait(headers) ?? 0, Number(maxAge ?? 0) * 1_000);
  if (status === 304) return { is: 'same', afterMs };
  if (status >= 200 && status < 300) {
    const mark = {
      etag: readMark(headers.get('etag')),
      modified: readMark(headers.get('last-modified')),
      digest: digestOf(body),
    };
    return { is: 'there', mark, afterMs };
  }
  if (status === 404 || status === 410) return { is: 'gone', afterMs };
  const mayPass = status === 408 || status === 429 || status >= 500;
  return { is: mayPass ? 'failed' : 'refused', afterMs };
}

/** What can be sent back as it is. */
function readMark(text: string | null): string | undefined {
  const said = text?.trim() ?? '';
  return said.length <= longestMark && /^[\x21-\x7e]([\x20-\x7e]*[\x21-\x7e])?$/.test(said)
    ? said
    : undefined;
}

function digestOf(content: string | Uint8Array): string {
  return createHash('sha256').update(content).digest('base64');
}

import { createHash } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { SUPPORTED_PROTOCOL_VERSIONS } from '@modelcontextprotocol/server';
import type { FindOther } from '../../door/guard.js';
import { readAddress } from '../../door/guardByToken.js';
import type { App } from '../../extensions.js';
import type { ApiInfo } from '../../tool.js';
import { findUrl, modernVersion, needsToken } from './findUrl.js';

const cardType = 'application/mcp-server-card+json';
const cardPath = '/mcp/server-card';
const catalogPaths = new Set(['/.well-known/ai-catalog.json', '/.well-known/ard.json']);

/** Fetch standard, CORS protocol: pages of any origin may read what is open to everybody. */
const shared = {
  'access-control-allow-origin': '*',
  'access-control-allow-methods': 'GET',
  'access-control-allow-headers': 'Content-Type, If-None-Match',
  'access-control-expose-headers': 'ETag',
  'cache-control': 'public, max-age=3600',
};

/**
 * Serves what tells programs of this server before they connect, to everybody: its card (MCP, SEP-2127, a draft), and the
 * catalogue that leads to the card (AI Catalog 1.0; ARD 0.9 reads the same).
 *
 * @throws SetupError where `MCP_PUBLIC_URL` is no URL.
 */
export function serveCard(app: App): FindOther {
  const publicUrl = readAddress(app.env, 'MCP_PUBLIC_URL');
  return (request) => {
    const { method = '', url = '' } = request;
    const [path = ''] = url.split('?');
    const isCard = path === cardPath;
    const { card } = app.api;
    if (card === undefined || !(isCard || catalogPaths.has(path))) return undefined;
    if (!['GET', 'HEAD', 'OPTIONS'].includes(method)) return undefined;
    const answer = (response: ServerResponse) => {
      const at = findUrl(publicUrl, request);
      const body = isCard ? describeServer(app, card, at) : listCards(app.api, card, at);
      answerJson(request, response, isCard ? cardType : 'application/ai-catalog+json', body);
    };
    return { isOpen: true, isShared: true, answer };
  };
}

type Card = NonNullable<ApiInfo['card']>;

/** The server card: what `server/discover` says as well, and where that can be asked. */
function describeServer({ api, env }: App, { name, description }: Card, url: string): object {
  const { title, version, icons } = api;
  const token = { isRequired: true, isSecret: true, description: 'The token of this server' };
  const headers = [{ name: 'Authorization', value: 'Bearer {token}', variables: { token } }];
  return {
    $schema: 'https://static.modelcontextprotocol.io/schemas/v1/server-card.schema.json',
    name,
    version,
    title,
    description,
    ...(icons && { icons }),
    remotes: [
      {
        type: 'streamable-http',
        url,
        supportedProtocolVersions: [modernVersion, ...SUPPORTED_PROTOCOL_VERSIONS],
        ...(needsToken(env) && { headers }),
      },
    ],
  };
}

/** The catalogue, which has the one card. */
function listCards({ title, version }: ApiInfo, { name, description }: Card, url: string): object {
  const [space = '', own = ''] = name.split('/');
  const publisher = space.split('.').toReversed().join('.');
  const identifier = `urn:air:${publisher}:mcp:${own}`;
  const entry = { identifier, displayName: title, description, version };
  return { specVersion: '1.0', entries: [{ ...entry, type: cardType, url: `${url}/server-card` }] };
}

/** Answers with JSON that may be kept, and asked for again by its tag (RFC 9110, 13.1.2). */
function answerJson(request: IncomingMessage, response: ServerResponse, type: string, value: object): void {
  const { method, headers } = request;
  if (method === 'OPTIONS') {
    response.writeHead(204, shared);
    response.end();
    return;
  }
  const text = `${JSON.stringify(value, undefined, 2)}\n`;
  const etag = `"${createHash('sha256').update(text).digest('base64url')}"`;
  const tags = (headers['if-none-match'] ?? '').split(',').map((tag) => tag.trim().replace(/^W\//, ''));
  const isKept = tags.some((tag) => tag === etag || tag === '*');
  response.writeHead(isKept ? 304 : 200, { ...shared, etag, ...(!isKept && { 'content-type': type }) });
  response.end(isKept || method === 'HEAD' ? undefined : text);
}

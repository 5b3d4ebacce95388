import {
  type Attributes,
  context,
  propagation,
  type Span,
  SpanKind,
  SpanStatusCode,
  trace,
} from '@opentelemetry/api';
import { networkCode, NoResponseError } from '../errors.js';
import {
  type Exchange,
  type HeaderFields,
  HeaderMap,
  type Outgoing,
  type Reply,
  trimPath,
} from '../request/outgoing.js';
import type { Recipe } from '../tool.js';
import { currentContext, currentOperation, msSince, scopeName } from './operations.js';

/** The methods of RFC 9110, and PATCH and QUERY (OpenTelemetry, `http.request.method`). */
const methods = new Set('GET HEAD POST PUT DELETE CONNECT OPTIONS TRACE PATCH QUERY'.split(' '));

/**
 * Makes what sends requests of an operation of the API, each with a span (OpenTelemetry, semantic conventions for HTTP
 * client spans): repetitions, redirects and looks at a result that is not there yet have one each. It tells the path of the
 * document, and nothing of what stands in its place. Requests to the API's own origin carry the span on.
 *
 * @param base - the URL under which the path lies
 */
export function watchExchange(recipe: Pick<Recipe, 'path'>, base: URL, exchange: Exchange): Exchange {
  return async (request, stop) => {
    const { method, url } = request;
    const template = findTemplate(recipe.path, base, url);
    const known = methods.has(method) ? method : 'HTTP';
    const parent = currentContext();
    const span = trace
      .getTracer(scopeName)
      .startSpan(
        template === undefined ? known : `${known} ${template}`,
        { kind: SpanKind.CLIENT, attributes: describeOutgoing(request, template) },
        parent,
      );
    const end = createEnd(span, method, template);
    const fail = (error: unknown) => end({ error: nameFailure(stop.reason ?? error) });
    const within = trace.setSpan(parent, span);
    const headers = new HeaderMap(request.headers);
    if (url.origin === base.origin) propagation.inject(within, headers, { set: setHeader });
    try {
      const reply = await context.with(within, () => exchange({ ...request, headers }, stop));
      return watchReply(reply, span, end, fail);
    } catch (error) {
      fail(error);
      throw error;
    }
  };
}

function setHeader(headers: HeaderFields, name: string, value: string): void {
  headers.set(name, value);
}

function describeOutgoing({ method, url }: Outgoing, template: string | undefined): Attributes {
  const isKnown = methods.has(method);
  return {
    'http.request.method': isKnown ? method : '_OTHER',
    ...(!isKnown && { 'http.request.method_original': method }),
    ...(template !== undefined && { 'url.template': template }),
    'server.address': url.hostname.replace(/^\[(.*)\]$/, '$1'),
    'server.port': Number(url.port) || (url.protocol === 'https:' ? 443 : 80),
  };
}

/** The path of the document, where an address is one that it stands for: results may lie elsewhere. */
function findTemplate(path: string, base: URL, url: URL): string | undefined {
  const [template = ''] = path.split(/[?#]/);
  const named = `${trimPath(base.pathname)}${template}`.split('/');
  const asked = url.pathname.split('/');
  const isOwn =
    url.origin === base.origin &&
    named.length === asked.length &&
    named.every((segment, at) => segment.includes('{') || encode(segment) === asked[at]);
  return isOwn ? template : undefined;
}

function encode(segment: string): string {
  return segment.replaceAll(/[^!-~]/gu, encodeURIComponent);
}

/** How a request has ended. */
type End = (how: { status?: number; error?: string | undefined }) => void;

/** Makes what ends a span once, and tells the operation of it. */
function createEnd(span: Span, method: string, template: string | undefined): End {
  const operation = currentOperation();
  const began = performance.now();
  let hasEnded = false;
  return ({ status, error }) => {
    if (hasEnded) return;
    hasEnded = true;
    if (error !== undefined) {
      span.setAttribute('error.type', error);
      span.setStatus({ code: SpanStatusCode.ERROR });
    }
    span.end();
    operation?.requests.push({ method, template, status, error, durationMs: msSince(began) });
  };
}

/** A reply that ends the span when its content has come, or nobody wants the rest. */
function watchReply(reply: Reply, span: Span, end: End, fail: (error: unknown) => void): Reply {
  const { status } = reply;
  span.setAttribute('http.response.status_code', status);
  const finish = () => end({ status, error: status >= 400 ? String(status) : undefined });
  return {
    ...reply,
    read: async (take) => {
      try {
        await reply.read(take);
        finish();
      } catch (error) {
        fail(error);
        throw error;
      }
    },
    drop: () => {
      reply.drop();
      finish();
    },
  };
}

/** Why there is no answer, in one word: never a message, which may hold anything. */
function nameFailure(error: unknown): string {
  if (error instanceof NoResponseError && error.kind !== 'network') return error.kind.replaceAll(' ', '_');
  const code = networkCode(error);
  if (/^[A-Z][A-Z\d_]{1,63}$/.test(code)) return code;
  return error instanceof Error ? error.name : '_OTHER';
}

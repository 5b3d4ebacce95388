import type { Answer, RecordedCall } from '../serve.js';
import { Problem } from './problem.js';

/** A call whose route is known and whose body is parsed. */
export interface Request {
  path: Record<string, string>;
  query: URLSearchParams;
  headers: RecordedCall['headers'];
  body: Record<string, unknown>;
}

export interface Route {
  handle: (request: Request) => Answer;
  /** Answered without a key. */
  open?: boolean;
}

/** By method and path template: `GET /pets/{petId}`. */
export type Routes = Record<string, Route>;

const apiKey = 'demo-key';

/** Answers a call by the route that it matches. */
export function answer(routes: Routes, call: RecordedCall): Answer {
  try {
    const { route, path, query } = findRoute(routes, call);
    if (!route.open && call.headers['x-api-key'] !== apiKey) {
      throw new Problem(401, 'Send a valid key in the X-API-Key header.');
    }
    return route.handle({ path, query, headers: call.headers, body: readBody(call) });
  } catch (problem) {
    if (problem instanceof Problem) return problem.toAnswer();
    throw problem;
  }
}

function findRoute(
  routes: Routes,
  call: RecordedCall,
): { route: Route; path: Record<string, string>; query: URLSearchParams } {
  const { pathname, searchParams } = new URL(call.path, 'http://shop');
  for (const [key, route] of Object.entries(routes)) {
    const pattern = key.replace(' ', ' /v1').replace(/\{(\w+)\}/g, '(?<$1>[^/]+)');
    const match = new RegExp(`^${pattern}$`).exec(`${call.method} ${pathname}`);
    if (match) return { route, path: { ...match.groups }, query: searchParams };
  }
  throw new Problem(404, `There is nothing to ${call.method} at ${pathname}.`);
}

function readBody({ method, headers, body }: RecordedCall): Request['body'] {
  if (!['POST', 'PUT', 'PATCH'].includes(method)) return {};
  const wanted = method === 'PATCH' ? 'application/merge-patch+json' : 'application/json';
  if (headers['content-type']?.split(';')[0] !== wanted) throw new Problem(415, `Send ${wanted}.`);
  const value = parse(body);
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) {
    return value as Request['body'];
  }
  throw new Problem(400, 'The body is not a JSON object.');
}

function parse(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return undefined;
  }
}

/** Lets a handler run once for each Idempotency-Key, and repeats its answer from then on. */
export function once(handle: Route['handle']): Route['handle'] {
  const earlier = new Map<string, { body: string; answer: Answer }>();
  return (request) => {
    const key = request.headers['idempotency-key'];
    if (typeof key !== 'string') return handle(request);
    const body = JSON.stringify(request.body);
    const before = earlier.get(key) ?? { body, answer: handle(request) };
    if (before.body !== body) throw new Problem(409, 'This Idempotency-Key came with another body before.');
    earlier.set(key, before);
    return before.answer;
  };
}

/** A number of the query; NaN, which no check accepts, where it is none. */
export function readNumber(query: URLSearchParams, name: string): number | undefined {
  const value = query.get(name);
  return value === null ? undefined : Number(value);
}

/** An answer with a JSON body. */
export function json(status: number, value: unknown, headers: Record<string, string> = {}): Answer {
  return {
    status,
    headers: { 'Content-Type': 'application/json', ...headers },
    body: JSON.stringify(value),
  };
}

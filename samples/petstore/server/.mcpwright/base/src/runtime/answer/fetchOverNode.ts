import { Readable } from 'node:stream';
import type { Outgoing } from '../request/outgoing.js';

/** Whether `fetch` refuses a request that HTTP allows: one with a body on a method that seldom has one, or TRACE. */
export function isBeyondFetch({ method, body }: Outgoing): boolean {
  return method === 'TRACE' || (body !== undefined && (method === 'GET' || method === 'HEAD'));
}

/** Does what `fetch` does, for the requests that it refuses. */
export async function fetchOverNode(
  { url, method, headers, body }: Outgoing,
  signal: AbortSignal,
): Promise<Response> {
  const { request } = url.protocol === 'https:' ? await import('node:https') : await import('node:http');
  return new Promise((resolve, reject) => {
    const length = body === undefined ? {} : { 'content-length': Buffer.byteLength(body) };
    const options = { method, headers: { ...Object.fromEntries(headers), ...length }, signal };
    const sent = request(url, options, (incoming) => {
      const { statusCode: status = 500, statusMessage: statusText = '', headersDistinct } = incoming;
      const received = Object.entries(headersDistinct).flatMap(([name, values = []]) =>
        values.map((value): [string, string] => [name, value]),
      );
      const isEmpty = method === 'HEAD' || status === 204 || status === 304;
      const content = isEmpty ? null : (Readable.toWeb(incoming) as unknown as ReadableStream);
      resolve(new Response(content, { status, statusText, headers: received }));
    });
    sent.on('error', reject);
    sent.end(body);
  });
}

import { Readable } from 'node:stream';
import type { Method } from '../tool.js';

/** What a client other than `fetch` has got. */
export interface Received {
  status: number;
  statusText: string;
  headers: Readonly<Record<string, string | readonly string[] | undefined>>;
  body: Readable;
}

/** Makes of it what `fetch` gives. */
export function toResponse(method: Method, { status, statusText, headers, body }: Received): Response {
  const pairs = Object.entries(headers).flatMap(([name, values = []]) =>
    [values].flat().map((value): [string, string] => [name, value]),
  );
  if (status < 200 || status > 599) {
    body.destroy();
    throw Object.assign(new Error(`the status ${status} is none`), { code: 'HPE_INVALID_STATUS' });
  }
  const isEmpty = method === 'HEAD' || [204, 205, 304].includes(status);
  if (isEmpty) body.resume();
  const content = isEmpty ? null : (Readable.toWeb(body) as unknown as ReadableStream);
  return new Response(content, { status, statusText, headers: pairs });
}

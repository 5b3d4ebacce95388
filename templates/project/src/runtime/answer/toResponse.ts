import { Readable } from 'node:stream';
import type { Method } from '../tool.js';
import { decompress } from './decompress.js';

/** What a client other than `fetch` has got. */
export interface Received {
  status: number;
  statusText: string;
  headers: Readonly<Record<string, string | readonly string[] | undefined>>;
  body: Readable;
}

/** Makes of it what `fetch` gives. */
export async function toResponse(
  method: Method,
  { status, statusText, headers, body }: Received,
): Promise<Response> {
  const pairs = Object.entries(headers).flatMap(([name, values = []]) =>
    [values].flat().map((value): [string, string] => [name, value]),
  );
  if (status < 200 || status > 599) {
    body.destroy();
    throw Object.assign(new Error(`the status ${status} is none`), { code: 'HPE_INVALID_STATUS' });
  }
  const init = { status, statusText, headers: new Headers(pairs) };
  if (method === 'HEAD' || [204, 205, 304].includes(status)) {
    body.resume();
    return new Response(null, init);
  }
  const content = await decompress(body, init.headers.get('content-encoding') ?? '');
  return new Response(Readable.toWeb(content) as unknown as ReadableStream, init);
}

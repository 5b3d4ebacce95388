import { pipeline } from 'node:stream';
import { type Outgoing, type Payload, isPayload, sizeOf } from '../request/outgoing.js';
import { toResponse } from './toResponse.js';

/**
 * Whether `fetch` refuses a request that HTTP allows, one with a body on a method that seldom has one, or TRACE; or would
 * keep all of a body in memory that is read while it is sent.
 */
export function isBeyondFetch({ method, body }: Outgoing): boolean {
  return (
    method === 'TRACE' || isPayload(body) || (body !== undefined && (method === 'GET' || method === 'HEAD'))
  );
}

/** Does what `fetch` does, for the requests that are not for it. */
export async function fetchOverNode(
  { url, method, headers, body }: Outgoing,
  signal: AbortSignal,
): Promise<Response> {
  const { request } = url.protocol === 'https:' ? await import('node:https') : await import('node:http');
  return new Promise((resolve, reject) => {
    const length = body === undefined ? {} : { 'content-length': sizeOf(body) };
    const options = { method, headers: { ...Object.fromEntries(headers), ...length }, signal };
    const sent = request(url, options, (incoming) => {
      // Nobody waits for the rest of a request that is answered.
      incoming.once('end', () => sent.writableFinished || sent.destroy());
      const { statusCode: status = 500, statusMessage: statusText = '', headersDistinct } = incoming;
      const received = { status, statusText, headers: headersDistinct, body: incoming };
      toResponse(method, received).then(resolve, reject);
    });
    // Without this, the promise would never be settled.
    sent.on('upgrade', (_incoming, socket) => {
      socket.destroy();
      reject(new Error('bad upgrade'));
    });
    sent.on('error', reject);
    if (isPayload(body)) pipeline(passOn(body, reject), sent, () => undefined);
    else sent.end(body);
  });
}

/** The content of a body; what goes wrong with it is told first, since the connection only breaks off by that. */
async function* passOn({ read }: Payload, tell: (error: Error) => void): AsyncGenerator<Uint8Array> {
  try {
    yield* read();
  } catch (error) {
    tell(error as Error);
    throw error;
  }
}

import type { Outgoing } from '../request/outgoing.js';
import { isPayload, sizeOf, type Content, type Payload } from '../request/payload.js';
import type { OnProgress } from './send.js';

/** Bytes that are sent before it is told how many they are. */
const step = 256 * 1024;

/** A request that tells how much of its body has gone, where somebody wants to know and it takes a while. */
export function watchSending(request: Outgoing, onProgress: OnProgress | undefined): Outgoing {
  const { body } = request;
  if (onProgress === undefined || body === undefined || sizeOf(body) <= step) return request;
  return { ...request, body: watch(toPayload(body), onProgress) };
}

function watch({ size, read }: Payload, onProgress: OnProgress): Payload {
  return {
    size,
    async *read() {
      let sent = 0;
      for await (const chunk of read()) {
        yield chunk;
        // It is asked for the next when this one is on its way.
        sent += chunk.length;
        onProgress(sent, size, undefined, true);
      }
    },
  };
}

function toPayload(content: Content): Payload {
  if (isPayload(content)) return content;
  const bytes = typeof content === 'string' ? new Uint8Array(Buffer.from(content)) : content;
  return {
    size: bytes.length,
    async *read() {
      for (let from = 0; from < bytes.length; from += step) yield bytes.subarray(from, from + step);
    },
  };
}

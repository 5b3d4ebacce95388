import { isPayload, sizeOf, type Payload } from './payload.js';

type Bytes = Uint8Array<ArrayBuffer>;

/** Puts contents one behind the other; those that are read while they are sent stay so. */
export function joinContents(parts: readonly (Bytes | Payload)[]): Bytes | Payload {
  const bytes = parts.filter((part): part is Bytes => !isPayload(part));
  if (bytes.length === parts.length) return new Uint8Array(Buffer.concat(bytes));
  return {
    size: parts.reduce((size, part) => size + sizeOf(part), 0),
    async *read() {
      for (const part of parts) {
        if (isPayload(part)) yield* part.read();
        else yield part;
      }
    },
  };
}

/** A body that is read while it is sent, and anew each time it is. */
export interface Payload {
  /** Its bytes. */
  size: number;
  read: () => AsyncIterable<Uint8Array<ArrayBuffer>>;
}

/** What a request sends. */
export type Content = string | Uint8Array<ArrayBuffer> | Payload;

/** Whether a content is read only while it is sent. */
export function isPayload(content: Content | undefined): content is Payload {
  return typeof content === 'object' && 'read' in content;
}

/** How many bytes a content has. */
export function sizeOf(content: Content): number {
  return isPayload(content) ? content.size : Buffer.byteLength(content);
}

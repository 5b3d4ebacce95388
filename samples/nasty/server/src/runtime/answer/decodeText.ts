/** Made once, since most answers need it. */
const utf8 = new TextDecoder();

/** Decodes bytes in the character set that a content type names, UTF-8 where it names none that is known. */
export function decodeText(bytes: Uint8Array, contentType: string): string {
  const charset = /;\s*charset="?([\w-]+)/i.exec(contentType)?.[1];
  if (charset === undefined) return utf8.decode(bytes);
  try {
    return new TextDecoder(charset).decode(bytes);
  } catch {
    return utf8.decode(bytes);
  }
}

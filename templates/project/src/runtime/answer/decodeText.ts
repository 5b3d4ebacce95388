/** Made once, since most answers need it. */
const utf8 = new TextDecoder();

/** Decodes bytes in the character set that a content type names, UTF-8 where it names none that is known. */
export function decodeText(bytes: Uint8Array, contentType: string): string {
  const charset = charsetOf(contentType);
  if (charset === undefined) return utf8.decode(bytes);
  try {
    return new TextDecoder(charset).decode(bytes);
  } catch {
    return utf8.decode(bytes);
  }
}

/** Whether bytes of such a content type are read as UTF-8. */
export function isInUtf8(contentType: string): boolean {
  const charset = charsetOf(contentType);
  return charset === undefined || /^utf-?8$/i.test(charset);
}

function charsetOf(contentType: string): string | undefined {
  return /;\s*charset="?([\w-]+)/i.exec(contentType)?.[1];
}

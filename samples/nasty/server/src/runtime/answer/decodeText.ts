/** Decodes bytes in the character set that a content type names, UTF-8 where it names none that is known. */
export function decodeText(bytes: Uint8Array, contentType: string): string {
  const charset = /;\s*charset="?([\w-]+)/i.exec(contentType)?.[1] ?? 'utf-8';
  try {
    return new TextDecoder(charset).decode(bytes);
  } catch {
    return new TextDecoder().decode(bytes);
  }
}

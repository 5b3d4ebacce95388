/** The spellings of a secret that no undoing of escapes leads back to it. */
export function spellSecret(secret: string): string[] {
  // Characters beyond ASCII are written in several ways, and taken for others in another character set.
  const composed = [secret.normalize('NFC'), secret.normalize('NFD')];
  const texts = new Set([secret, ...composed, misread(secret), Buffer.from(secret, 'latin1').toString()]);
  const all = new Set(texts);
  for (const text of texts) all.add(misread(text));
  // Between two characters of UTF-16 there is a zero, whichever byte comes first, where they are of Latin-1.
  all.add([...secret].join('\0'));
  const wide = Buffer.from(secret, 'utf16le');
  for (const bytes of [...[...texts].map((text) => Buffer.from(text)), wide, Buffer.from(wide).swap16()]) {
    const hex = bytes.toString('hex');
    const encoded = [0, 1, 2].map((before) => spellWithin(bytes, before));
    const urlSafe = encoded.map((one) => one.replaceAll('+', '-').replaceAll('/', '_'));
    for (const one of [hex, ...encoded, ...urlSafe]) all.add(one);
  }
  // In forms, a space is a plus.
  return [...new Set([...all].flatMap((one) => [one, one.replaceAll('+', ' ')]))];
}

/** The bytes of UTF-8 as the characters of Latin-1. */
function misread(text: string): string {
  return Buffer.from(text).toString('latin1');
}

/** The characters of base64 that bytes alone decide, where they stand behind so many others (RFC 4648, 4). */
function spellWithin(bytes: Buffer, before: number): string {
  const all = Buffer.concat([Buffer.alloc(before), bytes]).toString('base64');
  return all.slice(Math.ceil((before * 8) / 6), Math.floor(((before + bytes.length) * 8) / 6));
}

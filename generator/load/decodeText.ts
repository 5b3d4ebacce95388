const utf16: [number, number, string][] = [
  [0xff, 0xfe, 'utf-16le'],
  [0xfe, 0xff, 'utf-16be'],
];

/** Bytes as text: UTF-16 where a byte order mark says so, else UTF-8. The mark itself is dropped. */
export function decodeText(bytes: Uint8Array): string {
  const encoding = utf16.find(([first, second]) => bytes[0] === first && bytes[1] === second)?.[2];
  return new TextDecoder(encoding ?? 'utf-8').decode(bytes);
}

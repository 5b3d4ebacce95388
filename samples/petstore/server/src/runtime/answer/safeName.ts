const longest = 120;
/** Names that Windows keeps for devices, whatever their extension. */
const devices = /^(?:con|prn|aux|nul|(?:com|lpt)[\d¹²³])\s*(?:\.|$)/i;
/** Letters and marks that nobody sees. */
const unseen = /\p{Default_Ignorable_Code_Point}/gu;

/** A name under which a file can be written in any folder of any system; it leads nowhere else. */
export function safeName(name: string): string {
  const base = name.split(/[/\\]/).at(-1) ?? '';
  const plain = base
    .normalize('NFC')
    .replaceAll(unseen, '_')
    .replaceAll(/[^\p{L}\p{M}\p{N} ._()+,=@-]/gu, '_')
    .replace(/^[ .]+/, '')
    // Programs would take it for an option.
    .replace(/^-+/, '_')
    .replace(/(?<![ .])[ .]+$/, '');
  const dot = plain.lastIndexOf('.');
  const extension = dot > 0 && plain.length - dot <= 12 ? plain.slice(dot) : '';
  // In whole characters, and few enough for names that are counted in bytes.
  const whole = plain.slice(0, plain.length - extension.length);
  let stem = Array.from(whole).slice(0, longest);
  while (Buffer.byteLength(stem.join('')) > longest) stem = stem.slice(0, -1);
  const short = stem.join('') + extension;
  if (short === '') return 'download';
  return devices.test(short) ? `_${short}` : short;
}

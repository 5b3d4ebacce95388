/** The name that the API gives to what it sends (RFC 6266; the extended form of RFC 8187 comes first). */
export function fileName(headers: Headers): string | undefined {
  const header = headers.get('content-disposition') ?? '';
  const extended = /;\s*filename\*\s*=\s*([\w-]+)'[^']*'([^;\s]+)/i.exec(header);
  if (extended !== null) {
    const [, charset = '', value = ''] = extended;
    const name = decode(value, charset);
    if (name !== undefined) return name;
  }
  const plain = /;\s*filename\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^";]+))/i.exec(header);
  const name = plain?.[1]?.replaceAll(/\\(.)/g, '$1') ?? plain?.[2]?.trim();
  return name === '' ? undefined : name;
}

function decode(value: string, charset: string): string | undefined {
  const bytes = value.replaceAll(/%([\da-f]{2})/gi, (_, hex: string) =>
    String.fromCharCode(parseInt(hex, 16)),
  );
  try {
    return new TextDecoder(charset, { fatal: true }).decode(Buffer.from(bytes, 'latin1'));
  } catch {
    return undefined;
  }
}

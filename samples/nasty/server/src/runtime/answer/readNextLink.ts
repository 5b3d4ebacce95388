/** The target of the `Link` header that leads to the next page (RFC 8288, section 3). */
export function readNextLink(header: string | null): string | undefined {
  if (header === null) return undefined;
  let at = 0;
  const take = (pattern: RegExp) => {
    pattern.lastIndex = at;
    const found = pattern.exec(header);
    if (found !== null) at = pattern.lastIndex;
    return found;
  };
  // What is malformed ends it.
  for (let link = take(target); link !== null; link = take(target)) {
    let relations: string | undefined;
    for (let one = take(parameter); one !== null; one = take(parameter)) {
      const [, name, quoted, plain = ''] = one;
      if (name?.toLowerCase() === 'rel') relations ??= quoted ?? plain;
    }
    if (relations?.toLowerCase().split(/\s+/).includes('next')) return link[1];
  }
  return undefined;
}

const target = /[\s,]*<([^<>]*)>/y;
const parameter = /\s*;\s*([\w*-]+)(?:\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^",;\s]*)))?/y;

import type { Tool } from '../model/server.js';

type Recipe = Tool['request'];

/** RFC 9110, 5.6.2: what the name of a header may be. */
const token = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/;
/** RFC 9110, 5.5: what a header may hold. */
const headerText = /^[\t\x20-\x7e\x80-\xff]+$/;

/** Why no HTTP client could send the request, in words; undefined where one could. */
export function checkHttp({ path, parameters, body, accept }: Recipe): string | undefined {
  const header = parameters.find((parameter) => parameter.in === 'header' && !token.test(parameter.name));
  if (header !== undefined) return `${JSON.stringify(header.name)} is no legal name of a header`;
  const encodings = [
    ...Object.values(body?.encoding ?? {}),
    ...(body?.prefixEncoding ?? []),
    ...(body?.itemEncoding === undefined ? [] : [body.itemEncoding]),
  ];
  const ofParts = encodings.flatMap(({ headers = {} }) => Object.entries(headers));
  const odd = ofParts.find(([name, value]) => !token.test(name) || !headerText.test(value));
  if (odd !== undefined) return `${JSON.stringify(odd.join(': '))} is no legal header`;
  const parts = encodings.flatMap(({ contentType }) => contentType ?? []);
  const mediaType = [...(body === undefined ? [] : [body.mediaType]), ...parts, ...accept].find(
    (type) => !headerText.test(type),
  );
  if (mediaType !== undefined) return `the media type ${JSON.stringify(mediaType)} is no legal header`;
  return survives(path) ? undefined : `URL parsers would change its path ${JSON.stringify(path)}`;
}

/** Whether a URL with this path has the same segments; parsers drop `..`, and take `\` for `/`. */
function survives(template: string): boolean {
  const [path = ''] = template.replaceAll(/\{[^{}]*\}/g, 'x').split('?');
  if (/[\p{Cc}\p{Cs}]/u.test(path)) return false;
  const { pathname } = new URL(`http://localhost${path}`);
  return decode(pathname) === decode(path);
}

/** Parsers escape some characters: only what they stand for counts. */
function decode(path: string): string {
  return path.replaceAll(/(?:%[0-9a-f]{2})+/gi, (escaped) =>
    Buffer.from(escaped.replaceAll('%', ''), 'hex').toString(),
  );
}

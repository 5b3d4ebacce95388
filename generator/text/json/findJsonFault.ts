/** A token of JSON (RFC 8259, section 2): a string, a number or a literal name, or a structural character. */
const token =
  /[ \t\n\r]*(?:("(?:[^"\\\p{Cc}]|\\(?:["\\/bfnrt]|u[\dA-Fa-f]{4}))*")|(-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[Ee][+-]?\d+)?|true|false|null)|([[\]{},:]))/uy;

/** What may come next in JSON. */
type Wanted = 'value' | 'item' | 'key' | 'member' | 'colon' | 'more';

/** Where a text stops being JSON, in lines and columns from 1; undefined where it is JSON. */
export function findJsonFault(text: string): { line: number; column: number } | undefined {
  try {
    JSON.parse(withoutMark(text));
    return undefined;
  } catch {
    const before = text.slice(0, findEndOfJson(withoutMark(text)) + (text.length - withoutMark(text).length));
    const lines = before.split('\n');
    return { line: lines.length, column: (lines.at(-1)?.length ?? 0) + 1 };
  }
}

/** How far a text can be read as JSON: what `JSON.parse` says of that differs from one version of Node to the next. */
function findEndOfJson(text: string): number {
  const open: string[] = [];
  let wanted: Wanted = 'value';
  let at = 0;
  for (;;) {
    token.lastIndex = at;
    const [whole, string, scalar, sign = ''] = token.exec(text) ?? [];
    const next: Wanted | undefined =
      whole === undefined ? undefined : expectNext({ string, scalar, sign }, wanted, open);
    if (next === undefined) return at + (/^[ \t\n\r]*/.exec(text.slice(at))?.[0].length ?? 0);
    wanted = next;
    at += whole?.length ?? 0;
  }
}

/** What is wanted after a token; undefined where it was not. */
function expectNext(
  { string, scalar, sign }: { string: string | undefined; scalar: string | undefined; sign: string },
  wanted: Wanted,
  open: string[],
): Wanted | undefined {
  const takesValue = wanted === 'value' || wanted === 'item';
  const takesKey = wanted === 'key' || wanted === 'member';
  if (string !== undefined && takesKey) return 'colon';
  if (string !== undefined || scalar !== undefined) return takesValue ? 'more' : undefined;
  if (sign === ':') return wanted === 'colon' ? 'value' : undefined;
  if (sign === ',' && wanted === 'more' && open.length > 0) return open.at(-1) === '{' ? 'key' : 'value';
  if ((sign === '{' || sign === '[') && takesValue) {
    open.push(sign);
    return sign === '{' ? 'member' : 'item';
  }
  const [opening, mayEnd] = sign === '}' ? ['{', 'member'] : ['[', 'item'];
  if ((wanted !== 'more' && wanted !== mayEnd) || open.at(-1) !== opening || sign === ',') return undefined;
  open.pop();
  return 'more';
}

/** A text without its byte order mark, which npm does without too. */
export function withoutMark(text: string): string {
  return text.replace(/^\uFEFF/, '');
}

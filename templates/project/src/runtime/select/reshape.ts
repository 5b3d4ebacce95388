import { decodeText, readJson, scanJson } from '../http/readJson.js';
import type { HttpResponse } from '../http/send.js';
import { isJson, mayHoldJson } from '../mediaTypes.js';
import { HeaderMap } from '../request/outgoing.js';
import type { Asked } from '../result/received.js';
import { toResult } from '../result/result.js';
import { addLine } from '../result/toolResult.js';

/** What a tool shows of its answers. */
export interface Shown {
  /** The member that stands for the whole. */
  unwrap?: string;
  /** The members that are kept: of the answer, or of that member of it. */
  keep?: Kept;
}

/** What is kept of a value: all of it, of each item of a list, or of members of an object; `*` stands for those not named. */
export type Kept = true | readonly [Kept] | { readonly [name: string]: Kept };

/** Makes what hands on a part of an answer. What is no JSON is handed on as it is. */
export function reshape(shown: Shown): NonNullable<Asked['reshape']> {
  return async (answer, whole) => {
    const asked: Asked = { ...whole, reshape: undefined };
    const { status, headers } = answer;
    const contentType = headers.get('content-type')?.toLowerCase() ?? '';
    const mayBeJson = isJson(contentType) || mayHoldJson(contentType.split(';')[0]?.trim() ?? '');
    if (status >= 300 || (contentType !== '' && !mayBeJson)) return toResult(answer, asked);
    const show = () => cutDown(answer, contentType, shown);
    const part = await (asked.share === undefined ? show() : asked.share.alone(show));
    if (part === undefined) return toResult(answer, asked);
    const { body } = answer;
    // Whoever shows it lets go of it; what it says of the next page may lie beside what is shown.
    const paged = asked.pagination && { pagination: () => readPages(asked, body, contentType) };
    answer.body = new Uint8Array();
    const result = await toResult(part.answer, { ...asked, ...paged });
    return part.note === undefined ? result : addLine(result, part.note);
  };
}

/** What tells of the next page by the whole answer. */
async function readPages(asked: Asked, body: Uint8Array, contentType: string) {
  const describe = await asked.pagination?.();
  return ((one, headers) =>
    describe?.(one, headers, () => readJson(decodeText(body, contentType))?.value())) satisfies Awaited<
    ReturnType<NonNullable<Asked['pagination']>>
  >;
}

/** The answer with what is shown of it, and what has to be said of that; undefined where it is no JSON. */
function cutDown(
  answer: HttpResponse,
  contentType: string,
  { unwrap, keep = true }: Shown,
): { answer: HttpResponse; note?: string } | undefined {
  // A copy: what is kept is moved to its front. A byte order mark is not decoded.
  const json = Buffer.from(decodeText(answer.body, contentType));
  if (scanJson(json) === undefined) return undefined;
  const cutter = new Cutter(json);
  const inner = unwrap === undefined ? undefined : cutter.find(unwrap);
  const isWrapped = unwrap === undefined || inner !== undefined;
  const { length, isMissed } = isWrapped ? cutter.cut(inner ?? 0, keep) : { length: json.length };
  const headers = new HeaderMap([...answer.headers, ['content-type', 'application/json']]);
  const cut = { ...answer, headers, body: json.subarray(0, length) };
  if (!isWrapped)
    return {
      answer: cut,
      note: `This response has no member ${JSON.stringify(unwrap)}, which this tool shows: it is shown as it came.`,
    };
  return {
    answer: cut,
    ...(isMissed && { note: 'This response has none of the fields that this tool shows.' }),
  };
}

const [quote, backslash, comma, openList, closeList, openObject, closeObject] = Buffer.from('"\\,[]{}');

/** Lists inside one another of which parts are kept, though one is declared at most: of more, the whole is. */
const deepest = 50;

/** Goes over valid JSON, and moves what is kept of it to the front: its texts and numbers stay as they were written. */
class Cutter {
  private at = 0;
  private length = 0;
  /** Objects of which members are kept, and those members. */
  private objects = 0;
  private members = 0;

  constructor(private readonly json: Buffer) {}

  /** Where the value of a member of the whole begins; of several of that name, the last one's. */
  find(member: string): number | undefined {
    let found: number | undefined;
    this.skipSpace();
    if (this.json[this.at] !== openObject) return undefined;
    this.eachMember((name) => {
      if (name === member) found = this.at;
      this.skipValue();
    });
    return found;
  }

  /** Keeps a part of the value that begins there; `isMissed`: it has objects, and none with what is kept. */
  cut(from: number, keep: Kept): { length: number; isMissed: boolean } {
    this.at = from;
    this.keepValue(keep);
    return { length: this.length, isMissed: this.objects > 0 && this.members === 0 };
  }

  /** What is neither a list nor an object stays; a list in place of an object is one of such objects, and so the reverse. */
  private keepValue(keep: Kept, left = deepest): void {
    this.skipSpace();
    const isList = this.json[this.at] === openList;
    const ofItem = isList && Array.isArray(keep) ? (keep as readonly [Kept])[0] : keep;
    const inner = isList ? ofItem : ofMember(keep);
    if (inner === true || left === 0 || (!isList && this.json[this.at] !== openObject)) {
      const start = this.at;
      this.skipValue();
      this.move(start, this.at);
    } else if (isList) {
      this.move(this.at, this.at + 1);
      this.eachItem((index) => {
        if (index > 0) this.write(comma);
        this.keepValue(inner, left - 1);
      });
      this.move(this.at - 1, this.at);
    } else {
      this.keepMembers(inner as { readonly [name: string]: Kept });
    }
  }

  private keepMembers(keep: { readonly [name: string]: Kept }): void {
    this.objects += 1;
    let kept = 0;
    this.move(this.at, this.at + 1);
    this.eachMember((name, start) => {
      const inner = Object.hasOwn(keep, name) ? keep[name] : keep['*'];
      if (inner === undefined) return this.skipValue();
      if (kept > 0) this.write(comma);
      kept += 1;
      this.move(start, this.at);
      this.keepValue(inner);
    });
    this.members += kept;
    this.move(this.at - 1, this.at);
  }

  /** Goes over the members of an object, each from before its value; `start` is where its name begins. */
  private eachMember(visit: (name: string, start: number) => void): void {
    this.at += 1;
    for (;;) {
      this.skipSpace();
      if (this.json[this.at] === comma) this.at += 1;
      this.skipSpace();
      if (this.json[this.at] === closeObject) break;
      const start = this.at;
      this.skipText();
      const name = JSON.parse(this.json.toString('utf8', start, this.at)) as string;
      this.skipSpace();
      this.at += 1;
      this.skipSpace();
      visit(name, start);
    }
    this.at += 1;
  }

  private eachItem(visit: (index: number) => void): void {
    this.at += 1;
    for (let index = 0; ; index += 1) {
      this.skipSpace();
      if (this.json[this.at] === comma) this.at += 1;
      this.skipSpace();
      if (this.json[this.at] === closeList) break;
      visit(index);
    }
    this.at += 1;
  }

  private skipValue(): void {
    let level = 0;
    do {
      const code = this.json[this.at];
      if (code === quote) {
        this.skipText();
        continue;
      }
      if (code === openList || code === openObject) level += 1;
      if (code === closeList || code === closeObject) level -= 1;
      this.at += 1;
      // A number or a word ends where something else begins.
    } while (level > 0 || !this.isEnd());
  }

  /** Whether a value cannot go on here. */
  private isEnd(): boolean {
    const code = this.json[this.at] ?? comma;
    return isBlank(code) || code === comma || code === closeList || code === closeObject;
  }

  private skipText(): void {
    this.at += 1;
    while (this.json[this.at] !== quote) this.at += this.json[this.at] === backslash ? 2 : 1;
    this.at += 1;
  }

  private skipSpace(): void {
    while (isBlank(this.json[this.at])) this.at += 1;
  }

  /** What is kept never is longer than what has been read. */
  private move(start: number, end: number): void {
    this.json.copyWithin(this.length, start, end);
    this.length += end - start;
  }

  private write(code: number | undefined): void {
    this.json[this.length] = code ?? 0;
    this.length += 1;
  }
}

function ofMember(keep: Kept): Kept {
  return Array.isArray(keep) ? ofMember((keep as readonly [Kept])[0]) : keep;
}

/** White space, where nothing but JSON is. */
function isBlank(code: number | undefined): boolean {
  return code !== undefined && code <= 0x20;
}

import { remember } from '../remember.js';
import type { Body } from '../tool.js';

/** A body as it goes out. */
export interface Written {
  content: string | Uint8Array<ArrayBuffer>;
  contentType: string;
}

/** Writes a value in the media type of `body`; throws an `Unsendable` where it cannot be written so. */
export type BodyWriter = (value: unknown, body: Body) => Written;

interface Kind {
  mediaType: RegExp;
  load: () => Promise<BodyWriter>;
}

/**
 * The kinds of bodies; the first whose media type fits writes a body. Each is loaded when first used: to leave
 * one out, delete its row and its file.
 */
const kinds: readonly Kind[] = [
  {
    mediaType: /[/+]json\s*(;|$)|^\*\/\*$|^application\/\*$/i,
    load: async () => (await import('./bodies/json.js')).writeJson,
  },
  {
    mediaType: /^application\/x-www-form-urlencoded/i,
    load: async () => (await import('./bodies/form.js')).writeForm,
  },
  {
    mediaType: /^multipart\//i,
    load: async () => (await import('./bodies/multipart.js')).writeMultipart,
  },
  {
    mediaType: /[/-](ndjson|jsonl|json-lines)\b/i,
    load: async () => (await import('./bodies/lines.js')).writeLines,
  },
  {
    mediaType: /^text\/|[/+]xml\b|javascript|yaml|graphql/i,
    load: async () => (await import('./bodies/text.js')).writeText,
  },
];

/** Whatever is none of them. */
const bytes: Pick<Kind, 'load'> = {
  load: async () => (await import('./bodies/binary.js')).writeBinary,
};

const writerOf = remember(({ load }: Pick<Kind, 'load'>) => load());

/** Writes the request body. */
export async function writeBody(value: unknown, body: Body): Promise<Written> {
  const kind = kinds.find(({ mediaType }) => mediaType.test(body.mediaType)) ?? bytes;
  const write = await writerOf(kind);
  return write(value, body);
}

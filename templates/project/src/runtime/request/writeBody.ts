import { remember } from '../remember.js';
import type { Content } from './payload.js';
import type { Body } from '../tool.js';

/** A body as it goes out. */
export interface Written {
  content: Content;
  contentType: string;
}

/**
 * Writes a value in the media type of `body`, with files from the folders that are `roots`; throws an `Unsendable` where
 * it cannot be written so.
 */
export type BodyWriter = (value: unknown, body: Body, roots: readonly string[]) => Written | Promise<Written>;

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
    mediaType: /[/-](?:ndjson|jsonl|json-?lines|json-stream)\b|[/+]json-seq\b/i,
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

/** XML that is not given as text. */
const xml: Pick<Kind, 'load'> = {
  load: async () => (await import('./bodies/xml.js')).writeXml,
};

const writerOf = remember(({ load }: Pick<Kind, 'load'>) => load());

/** Writes the request body. */
export async function writeBody(value: unknown, body: Body, roots: readonly string[] = []): Promise<Written> {
  const write = await writerOf(kindOf(body));
  return write(value, body, roots);
}

/** Whether a body is a file, or has parts that may be files. */
export function takesFiles(body: Body | undefined): boolean {
  return body !== undefined && (kindOf(body) === bytes || /^multipart\//i.test(body.mediaType));
}

function kindOf(body: Body): Pick<Kind, 'load'> {
  if (body.xml !== undefined) return xml;
  return kinds.find(({ mediaType }) => mediaType.test(body.mediaType)) ?? bytes;
}

import { type Kind, kindOf } from '../mediaTypes.js';
import { remember } from '../memo.js';
import type { Body } from '../tool.js';
import type { BodyWriter, Written } from './outgoing.js';

/** A writer, loaded when it is first used: to leave one out, delete its row and its file. */
interface Writer {
  load: () => Promise<BodyWriter>;
}

const xml: Writer = { load: async () => (await import('../bodies/xml.js')).writeXml };
const text: Writer = { load: async () => (await import('../bodies/text.js')).writeText };
const bytes: Writer = { load: async () => (await import('../bodies/binary.js')).writeBinary };

/** How each kind of body is written; XML is given as text, where nothing says how to write it. */
const writers: Readonly<Record<Kind, Writer>> = {
  json: { load: async () => (await import('../bodies/json.js')).writeJson },
  form: { load: async () => (await import('../bodies/form.js')).writeForm },
  multipart: { load: async () => (await import('../bodies/multipart.js')).writeMultipart },
  lines: { load: async () => (await import('../bodies/lines.js')).writeLines },
  xml: text,
  text,
  file: bytes,
};

const writerOf = remember(({ load }: Writer) => load());

/** Writes the request body. */
export async function writeBody(value: unknown, body: Body, roots: readonly string[] = []): Promise<Written> {
  const write = await writerOf(body.xml === undefined ? writers[kindOfBody(body)] : xml);
  return write(value, body, roots);
}

/** Whether a body is a file, or has parts that may be files. */
export function takesFiles(body: Body | undefined): boolean {
  const kind = body === undefined || body.xml !== undefined ? undefined : kindOfBody(body);
  return kind === 'file' || kind === 'multipart';
}

function kindOfBody({ as: said, mediaType }: Body): Kind {
  return said ?? kindOf(mediaType);
}

import type { Received } from './sendPlainly.js';

/** A file as tools take it. */
export interface TakenFile {
  base64: string;
  filename: string;
  contentType: string;
}

/** Arguments in which files stand as tools take them: their octets and their names. */
export async function withFiles(received: Received): Promise<Received> {
  const members = Object.entries(received).map(async ([name, value]): Promise<[string, unknown]> => [
    name,
    Array.isArray(value) ? await Promise.all(value.map(asArgument)) : await asArgument(value),
  ]);
  return Object.fromEntries(await Promise.all(members));
}

async function asArgument(value: unknown): Promise<unknown> {
  if (!(value instanceof Blob)) return value;
  const base64 = Buffer.from(await value.arrayBuffer()).toString('base64');
  const file: TakenFile = {
    base64,
    filename: value instanceof File ? value.name : '',
    contentType: value.type,
  };
  return file;
}

import { readFileSync, readdirSync } from 'node:fs';
import type { Config } from '../../../generator/model/config.js';

/** What is done with the server of one document. */
export interface Calls {
  /** The document's name, without `.json`. */
  document: string;
  /** Environment variables of the server. */
  env?: Record<string, string>;
  /** The path under which the API lies, where the document says it in words of Azure's own. */
  base?: string;
  calls: Call[];
  /** What is done with it where single tools are chosen otherwise. */
  variants?: { tools: Config['tools']; calls: Call[] }[];
}

/** One call, and what must come of it: one of the last three, in which `{origin}` is where the test server is. */
export interface Call {
  operation: string;
  arguments?: Record<string, unknown>;
  /** The structured content. */
  value?: unknown;
  /** The content: texts as they are, of anything else its type and media type. */
  content?: string[];
  /** It fails, in words that hold these. */
  error?: string[];
}

const folder = new URL('./calls/', import.meta.url);

/** The calls of every document. */
export function readCalls(): Calls[] {
  return readdirSync(folder)
    .toSorted()
    .map((name) => {
      const calls = JSON.parse(readFileSync(new URL(name, folder), 'utf8')) as Omit<Calls, 'document'>;
      return Object.assign(calls, { document: name.replace(/\.json$/, '') });
    });
}

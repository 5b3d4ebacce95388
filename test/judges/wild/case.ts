import type { Code } from '../../../generator/model/diagnostic.js';

/** The text of a file, line by line, or what is in it, which is written as JSON. */
export type Content = readonly string[] | object;

/** Something that is seen in real documents, and what must come of it. */
export interface Case {
  name: string;
  /**
   * The document. What it does not say of `info`, `servers` (`host`, `schemes`) and its version is filled in, and
   * `GET /health` is added; a member that is null is left out.
   */
  document?: Record<string, unknown>;
  /** In place of `document`: its files as they are, the main one first. */
  files?: Record<string, Content>;
  /** The tools that are offered, beside that of `GET /health`. */
  tools: string[];
  /** All that is reported, in any order: code, and a part of the sentence. */
  reports?: [code: Code, part: string][];
  /** The environment of all calls that have none of their own. */
  env?: Record<string, string>;
  calls?: Call[];
  /** Calls that must not reach the API, and a part of what is said. */
  refused?: { tool: string; arguments: object; says: string }[];
  /** Parts of tools, by name. */
  shown?: Record<string, object>;
  /** Text that is nowhere in what is offered. */
  hidden?: string[];
  /** What is emitted is parsed as TypeScript. */
  code?: true;
}

/** A call that must lead to exactly this request. */
export interface Call {
  tool: string;
  arguments?: object;
  env?: Record<string, string>;
  /** Method and URL. */
  sends: string;
  headers?: Record<string, string>;
  /** Headers that are not sent. */
  lacks?: string[];
  /** JSON, or what a text holds. */
  body?: unknown;
}

import type { PublishContext } from '../../model/publish/facts.js';

/** One file that a place wants, by its path in the project. */
export interface PublishedFile {
  path: string;
  content: string;
}

/** What is written for a place is made of. */
export interface WriteContext extends PublishContext {
  /** The files of templates/project, by path. */
  templates: ReadonlyMap<string, string>;
}

/** JSON as it is written to a file. */
export function layOutJson(value: unknown): string {
  return `${JSON.stringify(value, undefined, 2)}\n`;
}

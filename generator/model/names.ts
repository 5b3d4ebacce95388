/** The name that the tool of an operation was given. */
export interface GivenName {
  name: string;
  /** By which the operation is found again where its path has changed; left out where it has none. */
  operationId?: string;
}

/** The names that were given on earlier runs: they stay with their operations, and are given to no other one. */
export interface NameLock {
  /** By operation, such as `GET /pets/{petId}`; those that the document no longer has stay. */
  given: Record<string, GivenName>;
  /** What this was read from, so that nothing newer is overwritten; undefined where there was no file. */
  text?: string;
}

/** A name that some client takes: a letter, then letters, digits and `_`. */
export const legalName = /^[a-zA-Z][a-zA-Z0-9_]{0,63}$/;

/** Where it is kept, relative to the project. */
export const namesPath = '.mcpwright/names.json';

/** The lock of a project that does not exist yet. */
export const noNames: NameLock = { given: {} };

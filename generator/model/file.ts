import type { Place } from './publish/choices.js';

/** Where it is kept what the last run left, relative to the project. */
export const manifestPath = '.mcpwright/manifest.json';

/** One emitted file. `path` is relative to the project, with forward slashes. */
export interface File {
  path: string;
  content: string;
  owner: Owner;
  /** What it was made from, where that is the file as it was: all of it that matters is in `content`. */
  replaces?: string;
  /** Set where the owner commands the change of a file of theirs: it is written where that is as `replaces` has it. */
  isCommanded?: true;
  /** The place for which it was written, where it is for publishing. */
  place?: Place;
  /** Set where nobody but us has anything to write there: what a merge left in it is written anew. */
  isRecord?: true;
  /**
   * Set where the order in which a document says things shows in it: identifies all that the project is made of,
   * whatever that order.
   */
  unordered?: string;
  /** Set with that: what the project is made of, apart from what makes it. */
  made?: Made;
}

/** What makes a project, and what it makes it from: hashes. */
export interface Made {
  program: string;
  inputs: string;
}

/**
 * Who may change it after us.
 * - `generated`: we do, on every run.
 * - `vendored`: we do; the user may take it over with `mcpwright eject`.
 * - `shared`: we and the user; what both changed is merged.
 * - `yours`: the user; we write it once.
 */
export type Owner = 'generated' | 'vendored' | 'shared' | 'yours';

/** Where the user's change and ours exclude each other. */
export type Conflict =
  /** Of lines: both stand in the file between markers, of which this line is the first. */
  | { line: number }
  /** Of one key of a JSON file: the user's value stays. Values as JSON; undefined where the key is deleted. */
  | { key: string; yours?: string; ours?: string };

/**
 * Why an edited file cannot be merged, or why a file counts as edited.
 * `foreign`: it was there before ours. `base`: what we wrote last is not known. `markers`: conflicts are left in it.
 * `json`: it is not JSON, though it has to be. `keys`: its lines conflict, and it cannot be merged by its keys.
 */
export type EditReason = 'foreign' | 'link' | 'binary' | 'base' | 'markers' | 'json' | 'keys';

/** What a run would do to the disk: computed first, carried out after. */
export type Change =
  | { kind: 'create' | 'update'; path: string; content: string }
  /**
   * `keep`: nothing to do. `delete`: we emitted it before and no longer do.
   * `absent`: the user deleted it, and it stays deleted.
   * `stays`: the user edited it, and what we would write is what we wrote before; or we no longer write it.
   * `unresolved`: conflicts of an earlier run are left in it, from this line on.
   */
  | { kind: 'keep' | 'delete' | 'absent' | 'stays'; path: string; unresolved?: number }
  /** It was there before ours, and a project does without ours: it is left alone, on later runs too. */
  | { kind: 'foreign'; path: string }
  /** The manifest names it, but it is nowhere where we write: it is left alone, and the manifest names it no longer. */
  | { kind: 'left'; path: string }
  /**
   * The user changed what we would replace with `content`, or delete where there is none: nothing is written.
   * `place` is where in it the reason shows.
   */
  | {
      kind: 'edited';
      path: string;
      owner: Owner;
      reason?: EditReason;
      place?: { line: number; column: number };
      content?: string;
    }
  /** The same where the user asked for it. */
  | { kind: 'replaced'; path: string; content?: string }
  /** The user's changes and ours together. */
  | { kind: 'merged'; path: string; content: string; conflicts: Conflict[] }
  /** The user took it over. `pristine` is what it was made from, `content` what we would write now. */
  | { kind: 'ejected'; path: string; pristine?: string; content: string }
  /** The user took it over, and we no longer write it. `lost` is what it imports that is not there any more. */
  | { kind: 'orphaned'; path: string; lost: string[] };

/** One emitted file. `path` is relative to the project, with forward slashes. */
export interface File {
  path: string;
  content: string;
  owner: Owner;
  /** What it was made from, where that is the file as it was: all of it that matters is in `content`. */
  replaces?: string;
}

/**
 * Who may change it after us.
 * - `generated`: we do, on every run.
 * - `shared`: we and the user.
 * - `yours`: the user; we write it once.
 */
export type Owner = 'generated' | 'shared' | 'yours';

/** What a run would do to the disk: computed first, carried out after. */
export type Change =
  | { kind: 'create' | 'update'; path: string; content: string }
  /**
   * `keep`: nothing to do. `delete`: we emitted it before and no longer do.
   * `absent`: the user deleted it, and it stays deleted.
   */
  | { kind: 'keep' | 'delete' | 'absent'; path: string }
  /** The user changed what we would replace with `content`, or delete where there is none. */
  | { kind: 'edited'; path: string; content?: string };

import type { Schema } from '../model/server.js';

/** What can be given by an argument, whatever its name. */
export interface Value {
  /** As calls are held to it. */
  enforced: Schema;
  /** The same without what keeps it safe in its place: what a model reads is made from this. */
  schema: Schema;
  /** The document's words, cleaned; where they are empty, those of the schema count. */
  words: string;
  /** Words of ours, which are never cut, only left out. */
  notes: readonly string[];
}

/** One argument of a tool. */
export interface Argument extends Value {
  key: string;
  required: boolean;
  /** Set where it may be left out all the same: an example does. */
  waived?: true;
  /** Set where the argument is a property of the body. */
  field?: { name: string; /** Whether every body has it. */ required: boolean };
  /** Set where the argument is the whole body: its members count as arguments where levels are counted. */
  whole?: true;
}

import type { JsonObject } from '../../model/document.js';
import type { Keywords } from '../survey.js';

/** A constraint as a sentence states it. */
export interface Inferred {
  /** In words: `maximum 100`. */
  says: string;
  /** What to merge into the schema or the parameter. */
  update: JsonObject;
  /** Whether it is for the parameter rather than for its schema. */
  ofParameter?: true;
}

/** One sentence, and the schema that it is about. */
export interface Sentence {
  text: string;
  /** All that is said, this sentence included. */
  words: string;
  schema: Keywords;
  /** The type of the schema: the only one, apart from `null`. */
  type: string;
  inQuery: boolean;
}

/** Reads constraints out of one sentence. It would rather find too little. */
export type Inferrer = (sentence: Sentence) => Inferred[];

import type { Code, Severity } from '../model/diagnostic.js';
import type { JsonObject, Location } from '../model/document.js';
import type { RuleId } from './rules.js';

/** Something in the document that costs the models that work with its API. */
export interface Finding {
  /** A rule of `lint`, or the code of what the generator's own run reported. */
  rule: RuleId | Code;
  severity: Severity;
  message: string;
  /** What it costs the model. */
  cost: string;
  /** What its author can do. */
  fix: string;
  /** JSON pointer into the document: `#/paths/~1pets/get`. */
  pointer: string;
  location?: Location;
  /** The tokens that it is about. */
  tokens?: number;
  /** How many operations it concerns, where that is not one. */
  operations?: number;
  suggestion?: Suggestion;
}

/** A change of the document that its words suggest, and that its author has to judge. */
export interface Suggestion {
  /** The sentence that suggests it. */
  evidence: string;
  /** Where those words stand: the member `description` of this place. */
  saidAt: string;
  /** All of those words. */
  words: string;
  /** The place to change, from `saidAt`: `['schema']`, or itself. */
  target: string[];
  /** What to merge into that place. */
  update: JsonObject;
}

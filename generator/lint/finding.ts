import type { Code, Severity } from '../model/diagnostic.js';
import type { JsonObject, Location } from '../model/document.js';
import type { RuleId, rules } from './rules.js';
import type { Survey } from './survey.js';

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

/** What the rules need of other parts of the generator. */
export interface Means {
  countTokens: (text: string) => number;
  /** The words of an identifier or a text, in lower case. */
  splitWords: (text: string) => string[];
  /** One line of plain words out of Markdown and HTML. */
  cleanText: (text: string) => string;
  /** Whether a text matches a pattern as a server compares them; it throws where that takes too long. */
  matches: (pattern: string, text: string) => boolean;
}

/** Collects what a rule finds at a place of the document. */
export type Find = <R extends RuleId>(
  rule: R,
  pointer: string,
  args: Parameters<(typeof rules)[R]['text']>[0],
  more?: Pick<Finding, 'tokens' | 'operations' | 'suggestion'>,
) => void;

/** One look at the requests of an API, for a rule or a few that look at the same. */
export type Check = (survey: Survey, find: Find, means: Means) => void;

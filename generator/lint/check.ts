import type { Finding } from './finding.js';
import type { RuleId, rules } from './rules.js';
import type { Survey } from './survey.js';

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

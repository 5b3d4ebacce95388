import { splitText } from './splitText.js';
import { stem } from './stem.js';

/** Words that tell no tool from another. */
const stopWords = new Set(
  (
    'a all an and any are as at be been by can could do does for from had has have he her here him his how i if ' +
    'in into is it its just like many may me much my need not of on or our please she should so some than that ' +
    'the their them then there these they this those to us use using want was we were what when where which ' +
    'who whose why will with would you your'
  ).split(' '),
);

/** Characters of a term. */
const longest = 40;

/** The terms by which a text is found: its words less those that say nothing, each by its stem. */
export function termsOf(text: string): string[] {
  return splitText(text)
    .filter((word) => !stopWords.has(word))
    .map((word) => stem(word.slice(0, longest)));
}

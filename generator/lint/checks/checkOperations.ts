import type { Operation } from '../../model/api.js';
import { vagueWords, verbs } from '../../model/names.js';
import type { Check, Find, Means } from '../finding.js';
import type { SurveyedOperation } from '../survey.js';
import { isPlaceholder, nameOperation, repeats } from '../words.js';

/** Words that name a way out of a deprecated operation. */
const replacement =
  /\b(use[ds]?|using|replac\w*|instead|supersed\w*|migrat\w*|prefer\w*|favou?r|see|successor|moved|remov\w*|sunset|no longer|upgrade|newer|latest|v\d+)\b/i;

/** Verbs with which an operation that changes something begins. */
const changes = new Set(
  'delete remove create update destroy purge revoke insert replace cancel disable enable reset set'.split(
    ' ',
  ),
);

/** Looks at the words and names of single operations. */
export const checkOperations: Check = ({ operations }, find, means) => {
  for (const surveyed of operations) {
    checkWords(surveyed, find, means);
    checkName(surveyed, find, means);
    checkPath(surveyed, find);
  }
};

/** What the path asks for and no parameter declares is made up where the operation is. */
function checkPath({ operation }: SurveyedOperation, find: Find): void {
  for (const { name, in: place, pointer } of operation.parameters) {
    if (place !== 'path' || pointer !== operation.pointer) continue;
    find('undeclared-parameter', pointer, { operation: nameOperation(operation), name });
  }
}

function checkWords({ operation, entry: { tool } }: SurveyedOperation, find: Find, means: Means): void {
  const { pointer, summary, description, deprecated } = operation;
  const named = nameOperation(operation);
  const words = [summary, description].filter((text) => text.trim() !== '').join('\n\n');
  if (words === '') find('missing-summary', pointer, { operation: named, tool: tool.name });
  else if (isVague(words, tool.name, means)) {
    find('vague-description', pointer, {
      thing: `${named} ("${tool.name}")`,
      words: means.cleanText(words),
    });
  }
  if (tool.description.length < means.cleanText(words).length && words.length > 1000) {
    const tokens = means.countTokens(words);
    const kept = means.countTokens(tool.description);
    find('oversized-description', pointer, { operation: named, tokens, kept }, { tokens });
  }
  if (deprecated && !replacement.test(words))
    find('deprecated-without-replacement', pointer, { operation: named });
}

/** A verb and what it acts on are enough, whether or not the name says the same; one word is not. */
function isVague(words: string, name: string, means: Means): boolean {
  const clean = means.cleanText(words);
  return isPlaceholder(clean) || (!/\s/.test(clean) && repeats(clean, name, means));
}

function checkName({ operation, entry }: SurveyedOperation, find: Find, { splitWords }: Means): void {
  const named = nameOperation(operation);
  if (operation.operationId === '') {
    find('missing-operation-id', operation.pointer, { operation: named, tool: entry.tool.name });
  }
  const words = splitWords(entry.tool.name);
  // What the API calls a thing in its paths is what it acts on, however general the word.
  const nouns = new Set(splitWords(operation.path.replaceAll(/\{[^}]*\}/g, ' ')).map(toSingular));
  const isNoun = (word: string) => word.length > 1 && nouns.has(toSingular(word));
  if (
    words.every((word, index) => (isVagueWord(word) && !isNoun(word)) || (index === 0 && verbs.has(word)))
  ) {
    find('vague-name', operation.pointer, { operation: named, tool: entry.tool.name });
  }
  const verb = changingVerb(operation, splitWords);
  if (verb !== undefined) find('unsafe-get', operation.pointer, { operation: named, verb });
}

function toSingular(word: string): string {
  return word.replace(/s$/, '');
}

/** Whether a word of a name says nothing of what is acted on. */
function isVagueWord(word: string): boolean {
  return vagueWords.has(word) || word.length === 1;
}

/** The verb of a GET that both its name and its summary begin with, or the only one of them. */
function changingVerb(
  { method, operationId, summary }: Operation,
  splitWords: Means['splitWords'],
): string | undefined {
  if (method !== 'GET') return undefined;
  const first = [operationId, summary].map((text) => splitWords(text)[0]?.replace(/s$/, '')).filter(Boolean);
  return first.every((verb) => changes.has(verb ?? '')) ? first[0] : undefined;
}

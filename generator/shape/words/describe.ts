import type { Operation } from '../../model/api.js';
import { patchName } from '../../schema/mediaTypes.js';
import { cleanText } from '../../text/clean.js';
import { clipText } from '../../text/clip.js';
import { listNames } from '../../text/notes.js';
import { fullStop, splitSentences } from '../../text/sentences.js';
import { termsOf } from '../../text/words.js';
import { showText } from '../advertised/showPlainly.js';
import { longestTitle, writeTitle } from './writeTitle.js';

const longestDescription = 1000;

/** What a model reads of a tool, beside its arguments. */
interface Words {
  title: string;
  description: string;
}

/** The words of a tool of that name: those that were chosen for it, else those of its operation. */
export function describe(operation: Operation, name: string): Words {
  const { choice } = operation;
  const summary = cleanText(operation.summary);
  const description = cleanText(operation.description);
  const said = joinSentences(summary, description) || nameless(operation);
  const words = operation.deprecated ? `Deprecated. ${said}` : said;
  const told = [tellPatch(operation), tellFields(operation)].filter(Boolean).join(' ');
  const title = writeTitle(operation, { summary, description }, name).replace(/\.$/, '');
  return {
    title: clipText(cleanText(choice.title ?? '') || showText(title), longestTitle),
    description: joinSentences(
      clipText(cleanText(choice.description ?? '') || showText(words), longestDescription - told.length),
      told,
    ),
  };
}

/** Which kind of patch is sent, where the API takes several. */
function tellPatch({ bodies, choice }: Operation): string {
  if (choice.description !== undefined) return '';
  const names = bodies.flatMap(({ mediaType }) => patchName(mediaType) ?? []);
  const sent = patchName(bodies[0]?.mediaType ?? '');
  return new Set(names).size < 2 || sent === undefined ? '' : `The body is ${sent}.`;
}

/** Characters of the fields that are told. */
const longestFields = 200;

/** What is shown of a response, where that is a part of it. */
function tellFields({ shown }: Operation): string {
  if (shown === undefined || shown.fields.length === 0) return '';
  return `Returns only ${listNames(shown.fields.map(cleanText), longestFields)}.`;
}

function nameless({ method, path }: Operation): string {
  return `${method} ${path}`.replaceAll(/\s+/g, ' ');
}

/** The summary and the description, unless one repeats the other. */
function joinSentences(summary: string, description: string): string {
  if (summary === '' || description === '') return summary || description;
  if (foldSentence(description).startsWith(foldSentence(summary)) || saysAll(description, summary))
    return description;
  return `${summary}${fullStop(summary)} ${description}`;
}

/** Whether the first sentence of a description has all words of the summary. */
function saysAll(description: string, summary: string): boolean {
  const [first = ''] = splitSentences(description.slice(0, longestDescription));
  const said = new Set(termsOf(first));
  return termsOf(summary).every((term) => said.has(term));
}

function foldSentence(text: string): string {
  return text.toLowerCase().replace(/(?<![\s.])[\s.]+$/, '');
}

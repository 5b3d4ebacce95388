import type { Operation } from '../model/api.js';
import { cleanText } from './cleanText.js';
import { clipText } from './clipText.js';

const longestTitle = 80;
const longestDescription = 1000;

/** What a model reads of a tool, beside its arguments. */
export interface Words {
  title: string;
  description: string;
}

/** The words of a tool, from those of its operation; a short description or `name` stands in for a summary. */
export function describe(operation: Operation, name: string): Words {
  const summary = cleanText(operation.summary);
  const description = cleanText(operation.description);
  const fallback = `${operation.method} ${operation.path}`.replaceAll(/\s+/g, ' ');
  const said = joinSentences(summary, description) || fallback;
  const words = operation.deprecated ? `Deprecated. ${said}` : said;
  const short = summary || (description.length <= longestTitle ? description : '');
  return {
    title: clipText(short.replace(/\.$/, '') || humanise(name), longestTitle),
    description: clipText(words, longestDescription),
  };
}

/** The summary and the description, unless one repeats the other. */
function joinSentences(summary: string, description: string): string {
  if (summary === '' || description === '') return summary || description;
  if (fold(description).startsWith(fold(summary))) return description;
  return `${summary}${/[.!?…]$/.test(summary) ? '' : '.'} ${description}`;
}

function fold(text: string): string {
  return text.toLowerCase().replace(/[\s.]+$/, '');
}

/** `list_pets` is `List pets`. */
function humanise(name: string): string {
  const words = name.replaceAll(/(?<=[a-z])(?=[A-Z])|_/g, ' ').toLowerCase();
  return words.charAt(0).toUpperCase() + words.slice(1);
}

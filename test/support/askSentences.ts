import type { Api, Operation, Schema } from '../../generator/model/api.js';
import type { SearchEntry, Server } from '../../generator/model/server.js';
import { describe } from '../../generator/shape/words/describe.js';
import { indexTools } from '../../generator/shape/words/indexTools.js';
import { cleanText } from '../../generator/text/clean.js';
import type { Search } from '../../templates/project/src/runtime/tool.js';

/** What is searched for, and the tools of which any is right. */
export interface Question {
  query: string;
  right: ReadonlySet<string>;
}

/** How questions fare, in percent. */
export interface Recall {
  queries: number;
  at1: number;
  at5: number;
  at10: number;
  /** The mean of one divided by the rank. */
  mrr: number;
}

/** An API to be searched without the descriptions of its operations, and these as questions. */
export interface Hidden {
  entries: SearchEntry[];
  questions: Question[];
  /** What a search without knowledge of its own has to go by: the same words, by the name of the tool. */
  texts: Map<string, string>;
}

const fewestWords = 3;

/**
 * Takes the descriptions of operations away, and asks for the tools by the first sentence of each. Sentences are
 * left out that the summary holds or is, and those of one or two words. Of operations that have the same sentence
 * any is right.
 */
export function askSentences(api: Api, server: Server): Hidden {
  const operations = new Map(api.operations.map((operation) => [operation.pointer, operation]));
  const rights = new Map<string, { query: string; right: Set<string> }>();
  const texts = new Map<string, string>();
  const lookUp = (name: string): Schema => server.components[name] ?? true;
  const index = indexTools(api, lookUp);
  const entries = server.toolsets.flatMap(({ name: toolset, tools }) =>
    tools.flatMap(({ tool, enforced, pointer }) => {
      const operation = operations.get(pointer);
      if (operation === undefined) return [];
      const query = questionOf(operation);
      if (query !== undefined) {
        const question = rights.get(fold(query)) ?? { query, right: new Set() };
        rights.set(fold(query), question);
        question.right.add(tool.name);
      }
      const silent = { ...tool, ...describe({ ...operation, description: '' }, tool.name) };
      const entry = index({ tool: silent, operation: { ...operation, description: '' }, toolset, enforced });
      const { operationId, path, tags } = operation;
      const words = [
        tool.name,
        operationId,
        silent.title,
        path,
        ...tags,
        ...Object.keys(enforced.properties),
      ];
      texts.set(tool.name, words.join(' '));
      return [entry];
    }),
  );
  return { entries, questions: [...rights.values()], texts };
}

/** Asks all questions. */
export function recallOf(search: Search, questions: readonly Question[]): Recall {
  const ranks = questions.map(
    ({ query, right }) => search(query).entries.findIndex(({ name }) => right.has(name)) + 1,
  );
  const share = (value: (rank: number) => number) =>
    (100 * ranks.filter((rank) => rank > 0).reduce((sum, rank) => sum + value(rank), 0)) / ranks.length;
  const within = (most: number) => share((rank) => Number(rank <= most));
  return {
    queries: questions.length,
    at1: within(1),
    at5: within(5),
    at10: within(10),
    mrr: share((rank) => 1 / rank),
  };
}

function questionOf({ summary, description }: Operation): string | undefined {
  const [sentence = ''] = cleanText(description).split(/(?<=[.!?])\s/, 1);
  const words = fold(sentence);
  const isTold = fold(cleanText(summary)).includes(words);
  return words.split(' ').length < fewestWords || isTold ? undefined : sentence;
}

function fold(text: string): string {
  return text
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
}

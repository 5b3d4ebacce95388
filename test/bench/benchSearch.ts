import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename, dirname, join } from 'node:path';
import { formatTable } from '../../generator/commands/context.js';
import { load } from '../../generator/load/load.js';
import { defaults } from '../../generator/model/config.js';
import type { SearchEntry, Server } from '../../generator/model/server.js';
import { read } from '../../generator/read/read.js';
import { shapeTools } from '../../generator/shape/shapeTools.js';
import { loadTokenCounter } from '../../generator/text/tokens.js';
import { createSearch } from '../../templates/project/src/runtime/search/createSearch.js';
import type { Search } from '../../templates/project/src/runtime/tool.js';
import { type Hidden, type Recall, askSentences, recallOf } from '../support/askSentences.js';
import { documents, rounds } from './bed.js';
import { createPlainSearch } from './createPlainSearch.js';
import { median } from './measure.js';
import { noInput } from './noInput.js';
import { shared } from '../support/realDocuments.js';
import floors from './searchFloors.json' with { type: 'json' };
import tasks from './searchQueries.json' with { type: 'json' };

/** Operations beyond which a document is asked for its sentences. */
const fewest = 60;
/** The documents that weights were chosen by; the others were not looked at for that. */
const tuned = new Set(['autorest-url', 'docker-engine', 'kubernetes', 'star-trek']);
const heads = ['at 1', 'at 5', 'at 10', 'MRR'];

interface Subject extends Hidden {
  server: Server;
}

/** Whether tools are found: by sentences of their own hidden descriptions, and by tasks in other words. */
export async function benchSearch(): Promise<void> {
  const subjects = new Map<string, Subject>();
  for (const [name, file] of Object.entries(listDocuments())) {
    const api = read(await load(file, noInput, () => {}), () => {});
    const server = shapeTools(api, defaults, () => {}, await loadTokenCounter());
    subjects.set(name, { server, ...askSentences(api, server) });
  }
  const large = new Map([...subjects].filter(([, { entries }]) => entries.length > fewest));
  const reached = new Map([...printSentences(large), ...printTasks(subjects), ...printRequests(subjects)]);
  printCosts(large);
  holdFloors(reached);
}

/** Fails where less is reached than is written down: what was reached before, less one. */
function holdFloors(reached: ReadonlyMap<string, Recall>): void {
  const fallen = Object.entries(floors as Record<string, number[]>).flatMap(([name, least]) => {
    const recall = reached.get(name);
    if (recall === undefined) return [];
    const is = [recall.at1, recall.at5, recall.at10];
    return is.every((figure, index) => figure >= (least[index] ?? 0))
      ? []
      : [`${name}: ${is.map(round).join(', ')} is less than ${least.join(', ')}`];
  });
  console.log(
    `\n${fallen.length === 0 ? 'Nothing is found worse than is written down.' : fallen.join('\n')}`,
  );
  if (fallen.length > 0) process.exitCode = 1;
}

function round(figure: number): string {
  return figure.toFixed(1);
}

/** Requests as users make them, with the operations that answer them; some of the documents are not at hand. */
function printRequests(subjects: ReadonlyMap<string, Subject>): [string, Recall][] {
  const file = join(shared, 'cases/search/requests.json');
  if (!existsSync(file)) {
    console.log(`\nNo natural requests are asked: ${file} does not exist.`);
    return [];
  }
  const asked = JSON.parse(readFileSync(file, 'utf8')) as { doc: string; query: string; gold: string[] }[];
  const requests = asked
    .map(({ doc, query, gold }) => ({
      document: doc === 'docker' ? 'docker-engine' : doc,
      query,
      right: gold,
    }))
    .filter(({ document }) => subjects.has(document));
  console.log(`\nTools found by ${requests.length} requests in the words of users; in percent`);
  const names = [...new Set(requests.map(({ document }) => document))];
  const ranked = (list: typeof requests) => ranksOf(list, subjects, (one) => makeSearch(one.server));
  const rows = names.map((name) => {
    const own = requests.filter(({ document }) => document === name);
    return [name, `${own.length}`, ...figures(ranked(own))];
  });
  const all = ranked(requests);
  console.log(
    formatTable(
      [['document', 'requests', ...heads], ...rows, ['all', `${requests.length}`, ...figures(all)]],
      [1, 2, 3, 4, 5],
    ),
  );
  // Without GitHub's document it is another set.
  return names.includes('github') ? [['requests', all]] : [];
}

/** Those of the other tables, one of a package that we have anyway, and what `BENCH_DOCUMENTS` names. */
function listDocuments(): Record<string, string> {
  const examples = dirname(createRequire(import.meta.url).resolve('@readme/oas-examples/package.json'));
  const own = (process.env['BENCH_DOCUMENTS'] ?? '').split(',').filter((file) => existsSync(file));
  return {
    ...documents,
    'star-trek': join(examples, '3.0/json/star-trek.json'),
    ...Object.fromEntries(own.map((file) => [basename(file).replace(/\.\w+$/, ''), file])),
  };
}

function printSentences(subjects: ReadonlyMap<string, Subject>): [string, Recall][] {
  console.log(
    `Tools found by the first sentence of their description, in percent of the queries. The index is made without ` +
      `the descriptions of operations, and without titles made of them. Sentences that the summary holds are left ` +
      `out; of operations with the same sentence any is right. Plain is BM25 without stems, synonyms and weights, ` +
      `over the same words. Weights were chosen by the documents marked *; the others were seen as well.`,
  );
  const results = [...subjects].map(([name, { server, entries, questions, texts }]) => ({
    name,
    isTuned: tuned.has(name),
    tools: entries.length,
    plain: recallOf(createPlainSearch(entries, texts), questions),
    ours: recallOf(createSearch(entries, server.api.name), questions),
  }));
  const mean = (name: string, of: typeof results) =>
    row(name, '', '', average(of.map(({ plain }) => plain)), average(of.map(({ ours }) => ours)));
  const rows = [
    [
      'document',
      'tools',
      'queries',
      ...heads.map((head) => `plain ${head}`),
      ...heads.map((head) => `ours ${head}`),
    ],
    ...results.map(({ name, isTuned, tools, plain, ours }) =>
      row(`${name}${isTuned ? ' *' : ''}`, `${tools}`, `${ours.queries}`, plain, ours),
    ),
    mean(
      'average of *',
      results.filter(({ isTuned }) => isTuned),
    ),
    mean(
      'average of the others',
      results.filter(({ isTuned }) => !isTuned),
    ),
    mean('average of all', results),
  ];
  console.log(formatTable(rows, [1, 2, 3, 4, 5, 6, 7, 8, 9, 10]));
  return results.map(({ name, ours }) => [`sentences of ${name}`, ours]);
}

function row(name: string, tools: string, queries: string, plain: Recall, ours: Recall): string[] {
  return [name, tools, queries, ...figures(plain), ...figures(ours)];
}

function printTasks(subjects: ReadonlyMap<string, Subject>): [string, Recall][] {
  const known = tasks.filter(({ document }) => subjects.has(document));
  const ranks = (make: (subject: Subject) => Search): Recall => ranksOf(known, subjects, make);
  const withWords = ({ server, texts }: Subject) => {
    const tools = server.toolsets.flatMap((toolset) => toolset.tools);
    return new Map(tools.map(({ tool }) => [tool.name, `${texts.get(tool.name)} ${tool.description}`]));
  };
  console.log(
    `\nTools found by ${known.length} tasks written by hand, in words that need not be the document's; in percent. ` +
      `Weights and words were chosen by them.`,
  );
  const ours = ranks((one) => makeSearch(one.server));
  const rows = [
    ['search', ...heads],
    ['plain', ...figures(ranks((one) => createPlainSearch(entriesOf(one.server), withWords(one))))],
    ['ours', ...figures(ours)],
    [
      'ours, without descriptions',
      ...figures(ranks(({ entries, server }) => createSearch(entries, server.api.name))),
    ],
  ];
  console.log(formatTable(rows, [1, 2, 3, 4]));
  return [['tasks', ours]];
}

function makeSearch(server: Server): Search {
  return createSearch(entriesOf(server), server.api.name);
}

/** How requests fare, of which each names the operations of its document that are right. */
function ranksOf(
  requests: readonly { document: string; query: string; right: readonly string[] }[],
  subjects: ReadonlyMap<string, Subject>,
  make: (subject: Subject) => Search,
): Recall {
  const searches = new Map([...subjects].map(([name, subject]) => [name, make(subject)]));
  return average(
    requests.map(({ document, query, right }) => {
      const tools = subjects.get(document)?.server.toolsets.flatMap((toolset) => toolset.tools) ?? [];
      const names = tools
        .filter(({ tool: { request } }) => right.includes(`${request.method} ${request.path}`))
        .map(({ tool }) => tool.name);
      if (names.length === 0) throw new Error(`${document} has no operation ${right.join(' or ')}`);
      return recallOf(searches.get(document) as Search, [{ query, right: new Set(names) }]);
    }),
  );
}

function printCosts(subjects: ReadonlyMap<string, Subject>): void {
  console.log('\nWhat the index takes; ratios are to JSON.parse of it');
  const rows = [...subjects].map(([name, { server, questions }]) => {
    const entries = entriesOf(server);
    const text = JSON.stringify(entries);
    const parse = time(() => JSON.parse(text));
    const search = createSearch(entries, server.api.name);
    const first = time(() => createSearch(entries)('pets'));
    const asked = questions.slice(0, 100);
    const each = time(() => asked.map(({ query }) => search(query))) / asked.length;
    const ratio = (value: number) => (value / parse).toFixed(2);
    return [
      name,
      `${entries.length}`,
      (text.length / 1000).toFixed(0),
      `${Math.round(text.length / entries.length)}`,
      ratio(first),
      ratio(each),
    ];
  });
  const head = ['document', 'tools', 'kB', 'bytes a tool', 'first search', 'query'];
  console.log(formatTable([head, ...rows], [1, 2, 3, 4, 5]));
}

function entriesOf({ toolsets }: Server): SearchEntry[] {
  return toolsets.flatMap(({ tools }) => tools.map(({ search }) => search));
}

function time(run: () => unknown): number {
  const times = Array.from({ length: rounds }, () => {
    const started = performance.now();
    run();
    return performance.now() - started;
  });
  return median(times);
}

function average(recalls: readonly Recall[]): Recall {
  const mean = (key: keyof Recall) => recalls.reduce((sum, recall) => sum + recall[key], 0) / recalls.length;
  return {
    queries: mean('queries'),
    at1: mean('at1'),
    at5: mean('at5'),
    at10: mean('at10'),
    mrr: mean('mrr'),
  };
}

function figures({ at1, at5, at10, mrr }: Recall): string[] {
  return [at1, at5, at10, mrr].map((figure) => figure.toFixed(0));
}

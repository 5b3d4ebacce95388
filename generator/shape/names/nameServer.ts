import type { Api } from '../../model/api.js';
import type { Config } from '../../model/config.js';
import { foldText } from '../../text/words.js';

/** Longest name that is made from a title: clients count it with each tool's name. */
const longest = 16;
/** Longest single word: one that is cut reads badly. */
const longestWord = 24;

/** Words of titles that every API may have, and those that frameworks write where nobody gives a title. */
const common =
  /^(?:a|alpha|an|and|api|apis|beta|definition|definitions|description|docs?|documentation|extensions?|fastapi|for|http|my|ninjaapi|oas\d*|of|official|openapi|preview|proto|reference|rest|restful|spec|specification|specs|swagger|the|untitled|version|v?\d+)$/;

/** Words that no name ends in. */
const linking = /^(?:a|an|and|at|by|for|from|in|of|on|or|the|to|with|y|de|fuer|und)$/;

/**
 * The name of a server: lower case, digits and dashes, a letter first. It is made from the words of the title that
 * are its own, cut between them, and `api` where it has none; a name of the user's own is as long as it is.
 */
export function nameServer({ title }: Pick<Api, 'title'>, { name }: Pick<Config, 'name'>): string {
  if (name !== '') return splitServerName(name).join('-') || 'api';
  const { all, words } = readTitle(title);
  if (words.length === 0) return ['api', ...all.filter((word) => /^v?\d+$/.test(word))].join('-');
  const fitting = listFitting(words);
  return fitting.join('-') || (words[0] ?? 'api').slice(0, longestWord);
}

/**
 * Another name than the title makes, where that says nothing of the API, or is cut: the name of the domain that it is
 * served from. Undefined where the title makes a whole name, or there is no such domain.
 */
export function suggestServerName({ title, servers }: Pick<Api, 'title' | 'servers'>): string | undefined {
  const { words } = readTitle(title);
  if (words.length > 0 && listFitting(words).length === words.length) return undefined;
  const hosts = servers.flatMap(
    ({ url }) => /^https?:\/\/([a-z][a-z0-9.-]*\.[a-z]{2,})(?=[:/?#]|$)/i.exec(url)?.[1] ?? [],
  );
  const labels = (hosts[0] ?? '').toLowerCase().split('.').slice(0, -1);
  // Of `acme.co.uk` and `api.acme.com` it is `acme`.
  const own = labels.findLast(
    (label) => label.length > 3 && !common.test(label) && !/^(?:www|example|localhost)$/.test(label),
  );
  return own === undefined ? undefined : nameServer({ title: '' }, { name: own });
}

/** The words of a title, and those that are its own. */
function readTitle(title: string): { all: string[]; words: string[] } {
  const all = splitServerName(title);
  const telling = all.filter((word) => !common.test(word));
  return { all, words: telling.length === 0 || /^[a-z]/.test(telling[0] ?? '') ? telling : all };
}

/** The words that a name has room for. */
function listFitting(words: readonly string[]): string[] {
  const first = words.slice(0, longest);
  const fitting = first.filter((_, index) => words.slice(0, index + 1).join('-').length <= longest);
  if (fitting.length === words.length) return fitting;
  while (fitting.length > 1 && linking.test(fitting.at(-1) ?? '')) fitting.pop();
  return fitting;
}

function splitServerName(text: string): string[] {
  const words =
    foldText(text)
      .toLowerCase()
      // Of `Acme's API` it is `acme`.
      .replaceAll(/(?<=[a-z0-9])['’]s\b/g, '')
      .match(/[a-z0-9]+/g) ?? [];
  return /^[a-z]/.test(words[0] ?? 'a') ? words : ['api', ...words];
}

import type { SearchEntry } from '../tool.js';
import { stem } from './terms.js';

export type Act = NonNullable<SearchEntry['act']>;

/** What verbs ask for. */
const acts: Readonly<Record<'look' | Exclude<Act, 'list' | 'get' | 'do'>, string>> = {
  look:
    'access browse check compare count describe display download enumerate examine export fetch find get inspect ' +
    'list look lookup preview query read retrieve return search see show tell track view',
  create:
    'add allow assign attach begin build create execute generate give grant insert invite issue launch make open ' +
    'order pay post publish purchase put register reply run save schedule send share start store submit trigger ' +
    'upload write',
  update:
    'accept activate adjust alter approve archive change close complete configure deactivate disable dismiss edit ' +
    'enable fix limit lock mark modify move patch pin protect promote reject rename reopen replace reset resize ' +
    'resolve scale set transfer unarchive unlock update',
  delete:
    'clean clear delete destroy detach discard drop erase free kick leave lift prune purge remove revoke take ' +
    'unassign uninstall unpin unsubscribe withdraw',
};

/** What a verb asks for, by its term. */
export const actsOf: ReadonlyMap<string, 'look' | Act> = new Map(
  Object.entries(acts).flatMap(([act, verbs]) =>
    verbs.split(' ').map((verb) => [stem(verb), act as 'look' | Act] as const),
  ),
);

/** Verbs that seek a thing by what is known of it. */
export const seeking = setOf('find search lookup locate');
/** What begins a question. */
export const questions = setOf(
  'what which who whom whose where when why how is are was were does did do has have am can',
);
/** What stands before a thing: a word before it is a verb. */
export const determiners = setOf(
  'a an the my our your this that these those all any some every each it its his her their me us someone ' +
    'somebody everyone',
);
/** Verbs that are as often a thing. */
export const doubtful = setOf('open run issue check post test release watch log record limit display order');
/** What asks for one thing. */
export const single = setOf('detail details one specific particular single given specified id');
/** What asks for several. */
export const many = setOf('list all every each both');
/** Words that end in an s and are one thing. */
export const singular = setOf(
  'access address analysis business contents credentials details logs metrics news process progress properties ' +
    'settings statistics stats status',
);
/** Words of whoever asks. */
export const own = setOf('my me mine myself');

/** What people say in several words, or in short, and what is meant. `!` says that what follows is to be done. */
export const phrases: readonly (readonly [said: RegExp, meant: string])[] = [
  [/^(?:please|pls|kindly|hey|hi|ok|now|then|just|let's|lets)\b[\s,]*/i, ''],
  [/^(?:how (?:do|can|could|should|would) (?:i|we|you)|how to)\b/i, '!'],
  [/^(?:i|we) (?:want|need|would like|wish|have) to\b/i, '!'],
  [/^(?:can|could|would|will) you(?: please)?\b/i, '!'],
  [/^performs? (?:an? )?/i, ''],
  [/^help me(?: to)?\b/i, '!'],
  [/\b(show|give|tell|get|find|list|send) me\b/gi, '$1'],
  [/^who am i\b.*|\bwhoami\b/i, 'get my user'],
  [/\b(?:get rid of|throw away|take (?:away|down))\b/gi, 'delete'],
  [/\blook(?:ing)? (?:up|for)\b/gi, 'find'],
  [/\bset up\b/gi, 'create'],
  [/\bpartial(?:ly)? update\b/gi, 'patch'],
  [/\b(?:shut down|switch off)\b/gi, 'stop'],
  [/^(?:new|another)(?= \w*[^\ss]\b)/i, 'create'],
  [/\bleave (?=an? (?:comment|note|review|message|reply)\b)/gi, 'create '],
  [/\bgive (?:.{0,20} )?money back\b/gi, 'create refund'],
  [/\bhow many\b/gi, 'how count'],
  [/\bturn on\b/gi, 'enable'],
  [/\bturn off\b/gi, 'disable'],
  [/\bprs?\b/gi, 'pull request'],
];

/** Words that mean about the same where an API is concerned; a word may stand in several groups. */
const groups =
  'remove delete destroy drop, cancel stop abort end terminate halt kill shutdown, start run launch begin trigger ' +
  'execute exec invoke, revoke detach unassign withdraw, grant give assign attach allow add, enable activate, ' +
  'disable deactivate, pause suspend freeze, resume unpause continue, image picture photo, int integer, email ' +
  'mail, app application, auth authentication authorization, config configuration setting, doc document ' +
  'documentation, env environment, id identifier, org organization organisation, repo repository, person people ' +
  'member user someone somebody colleague teammate, reply comment respond answer, payment charge pay, subscriber ' +
  'subscription, usage used, branch ref, space storage usage, log output console, server guild, failed failure ' +
  'error, money balance fund, earn revenue income profit balance, earn revenue income transaction, secret password credential, size scale, price cost spend, count total number, check ' +
  'verify validate, copy duplicate clone fork, restore recover undelete, backup snapshot, send submit post ' +
  'publish deliver, upload import push, download export pull, update edit modify change, create add new, insert ' +
  'upsert, permission role access privilege, drain evict';

/** Other terms for the same, by term. */
export const synonyms: ReadonlyMap<string, ReadonlySet<string>> = groups
  .split(', ')
  .reduce((table, group) => {
    const terms = group.split(' ').map(stem);
    for (const term of terms)
      table.set(term, new Set([...(table.get(term) ?? []), ...terms.filter((other) => other !== term)]));
    return table;
  }, new Map<string, Set<string>>());

/** Terms that say little beside others. */
export const faint = stemsOf(
  'detail info information new existing current available specific certain given specified object resource value',
);

/** Verbs that say no more than what a tool does anyway. */
export const usual = stemsOf(
  'get list read retrieve return show fetch view create add make post update edit modify change patch put set ' +
    'replace delete remove',
);

function setOf(words: string): ReadonlySet<string> {
  return new Set(words.split(' '));
}

function stemsOf(words: string): ReadonlySet<string> {
  return new Set(words.split(' ').map(stem));
}

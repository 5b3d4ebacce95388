import type { Snapshot, ToolSnapshot } from '../../model/comparison.js';
import { InputError } from '../../model/diagnostic.js';
import {
  type GivenName,
  type NameLock,
  type RenamedArgument,
  legalArgument,
  legalName,
  reservedNames,
} from '../../model/names.js';
import { isRouted, listSentNames } from '../../model/requests.js';
import { longestName } from '../../shape/names/legal.js';
import { nearest } from '../../text/nearest.js';

/** What the user wants: another name for a tool or an argument, or that a former one is let go of. */
export interface Wish {
  /** The name of a tool, or `tool.argument`. */
  old: string;
  /** What it is to be called; without it, `old` is a former name that goes. */
  now?: string | undefined;
}

/** What becomes of the names of a project. */
export interface RenamePlan {
  kind: 'tool' | 'argument';
  /** The tool, by its name so far. */
  tool: string;
  /** The argument, by its name so far. */
  argument?: string;
  /** The name that it had, or that is let go of, and what it is called now. */
  old: string;
  now: string;
  /** Whether that name is also the one that the API has for the argument: by that it may be given anyway. */
  isSent: boolean;
  names: NameLock;
}

/** What is known of a project. */
interface Known {
  given: NameLock['given'];
  tools: readonly ToolSnapshot[];
  serverName: string;
}

/**
 * Works out which names a project has once a tool or an argument has another one, and keeps the former, or once a
 * former one is let go of.
 *
 * @param offered - what the project offers so far
 * @throws InputError where there is nothing of that name, or the new one cannot be given
 */
export function planRename(
  { old, now }: Wish,
  names: NameLock,
  { tools, api }: Pick<Snapshot, 'tools' | 'api'>,
): RenamePlan {
  const known: Known = { given: names.given, tools, serverName: api.name };
  const at = old.indexOf('.');
  const [tool, argument] = at === -1 ? [old] : [old.slice(0, at), old.slice(at + 1)];
  const change = (key: string, entry: GivenName): NameLock => ({
    ...names,
    given: { ...names.given, [key]: entry },
  });
  if (argument !== undefined) {
    const place = findTool(tool, known);
    const { key, entry } = place;
    const [own, renamed] =
      now === undefined
        ? dropArgument(argument, place, tool)
        : renameArgument(argument, now, place, `${tool}.${argument}`);
    const { [own]: _, ...others } = entry.arguments ?? {};
    const isPlain = renamed.name === own && renamed.was === undefined;
    const all = isPlain ? others : { ...others, [own]: renamed };
    const { arguments: _all, ...rest } = entry;
    const next = Object.keys(all).length === 0 ? rest : { ...rest, arguments: all };
    const { [argument]: _old, ...properties } = place.found.enforced.properties;
    const sent = listSentNames(place.found.tool.request, { properties }).get(argument);
    const isSent = sent === (now === undefined ? renamed.name : argument);
    const changed = change(key, next);
    return { kind: 'argument', tool, argument, old: argument, now: renamed.name, isSent, names: changed };
  }
  if (now === undefined) {
    const [key, entry] = findFormer(tool, known);
    const next = withFormer(
      entry,
      (entry.was ?? []).filter((name) => name !== tool),
    );
    const { name } = entry;
    return { kind: 'tool', tool: name, old: tool, now: name, isSent: false, names: change(key, next) };
  }
  const { key, entry, found } = findTool(tool, known);
  refuseName(now, key, entry, known);
  const former = [...(entry.was ?? []), tool].filter((name) => name.toLowerCase() !== now.toLowerCase());
  if (isRouted(found.tool))
    throw new InputError(
      `${tool} has arguments that clients repeat in headers, and is called by its listed name only: a former name would not work.`,
      'To rename it all the same, choose its name under tools in mcpwright.yaml.',
    );
  const next = withFormer({ ...entry, name: now }, former);
  return { kind: 'tool', tool, old: tool, now, isSent: false, names: change(key, next) };
}

function withFormer<T extends GivenName | RenamedArgument>(entry: T, former: readonly string[]): T {
  const { was: _was, ...rest } = entry;
  return (former.length === 0 ? rest : { ...rest, was: former }) as T;
}

/** A tool that is offered, and the entry of its operation. */
interface Place {
  key: string;
  entry: GivenName;
  found: ToolSnapshot;
}

function findTool(name: string, { given, tools }: Known): Place {
  const [key, entry] = Object.entries(given).find(([, one]) => one.name === name) ?? [];
  const found = tools.find(({ tool }) => tool.name === name);
  if (key !== undefined && entry !== undefined && found !== undefined) return { key, entry, found };
  if (key !== undefined && entry !== undefined)
    throw new InputError(
      `${name} is not offered: it is reserved for ${key}.`,
      'Its line in .mcpwright/names.json may be deleted, or changed, by hand.',
    );
  const holder = Object.values(given).find(({ was = [] }) => was.includes(name));
  if (holder !== undefined)
    throw new InputError(
      `${name} is a former name of ${holder.name}.`,
      `Rename ${holder.name}, or let go of the former name: mcpwright rename --drop ${name}`,
    );
  throw new InputError(
    `There is no tool ${JSON.stringify(name)}${propose(
      name,
      tools.map(({ tool }) => tool.name),
    )}`,
    'mcpwright tools lists those of a document, src/generated/tools those of a project.',
  );
}

function propose(name: string, known: readonly string[]): string {
  const meant = nearest(name, known);
  return meant === undefined ? '.' : `; did you mean ${meant}?`;
}

/** Refuses a name that no client takes, or that somebody else has. */
function refuseName(now: string, own: string, { name, was = [] }: GivenName, known: Known): void {
  const refuse = (reason: string, hint = 'Choose another one.'): never => {
    throw new InputError(`${JSON.stringify(now)} cannot be the name of a tool: ${reason}.`, hint);
  };
  if (now === name) throw new InputError(`${name} has that name already.`);
  if (!legalName.test(now)) refuse('names are a letter, then letters, digits and _ of ASCII, 64 at most');
  const longest = longestName(known.serverName);
  if (now.length > longest)
    refuse(`it has ${now.length} characters, and clients take ${longest} beside the name of this server`);
  if (reservedNames.has(now.toLowerCase())) refuse('the server has a tool of that name');
  if (now.toLowerCase() === name.toLowerCase())
    refuse(`to clients that fold case it is ${name}, so that none could be kept as the former one`);
  if (was.some((one) => one.toLowerCase() === now.toLowerCase())) return;
  for (const [key, entry] of Object.entries(known.given)) {
    if (key === own) continue;
    if (entry.name.toLowerCase() === now.toLowerCase()) refuse(`${key} has it, regardless of case`);
    const former = entry.was?.find((one) => one.toLowerCase() === now.toLowerCase());
    if (former !== undefined)
      refuse(
        `${key} had it before, and can be called by it still`,
        `Choose another one, or let go of that first: mcpwright rename --drop ${former}`,
      );
  }
}

function findFormer(name: string, { given }: Known): [string, GivenName] {
  const entries = Object.entries(given);
  const found = entries.find(([, { was = [] }]) => was.includes(name));
  if (found !== undefined) return found;
  const isName = entries.some(([, one]) => one.name === name);
  const former = entries.flatMap(([, { was = [] }]) => was);
  throw new InputError(
    isName
      ? `${name} is the name of a tool, and no former one.`
      : `No former name ${JSON.stringify(name)} is kept${propose(name, former)}`,
    listKept(former),
  );
}

function listKept(former: readonly string[]): string {
  return former.length === 0 ? 'There is none.' : `Kept are: ${former.join(', ')}.`;
}

/** The arguments that the owner has renamed, by the names of the document. */
function listRenamed({ entry }: Place): [own: string, renamed: RenamedArgument][] {
  return Object.entries(entry.arguments ?? {});
}

/** Gives an argument another name: by that of the document, what is kept of it. */
function renameArgument(
  old: string,
  now: string,
  place: Place,
  shown: string,
): [own: string, renamed: RenamedArgument] {
  const { found } = place;
  const { request, name } = found.tool;
  const { parameters, body } = request;
  const all = [
    ...parameters.filter((one) => one.constant === undefined).map(({ argument }) => argument),
    ...(body === undefined ? [] : body.fields === undefined ? [body.argument] : Object.keys(body.fields)),
  ];
  if (!all.includes(old)) throw refuseUnknown(old, name, all, place);
  if (isRouted(found.tool))
    throw new InputError(
      `${name} has arguments that clients repeat in headers: a former name of one would not work.`,
    );
  if (old === now) throw new InputError(`${shown} has that name already.`);
  if (!legalArgument.test(now))
    throw new InputError(
      `${JSON.stringify(now)} cannot be the name of an argument: names are letters, digits, _, . and -, 64 at most.`,
      'Choose another one.',
    );
  const own = listRenamed(place).find(([, one]) => one.name === old)?.[0] ?? old;
  const { was = [] } = place.entry.arguments?.[own] ?? {};
  const taken = [...Object.keys(found.enforced.properties), ...(body ? [body.argument] : [])];
  if (taken.includes(now) && !was.includes(now))
    throw new InputError(`${name} has an argument ${now} already.`, 'Choose another name.');
  const holder = listRenamed(place).find(([key, one]) => key !== own && one.was?.includes(now))?.[1];
  if (holder !== undefined)
    throw new InputError(
      `${holder.name} of ${name} was called ${now} before, and can be given by it still.`,
      `Choose another name, or let go of that first: mcpwright rename --drop ${name}.${now}`,
    );
  return [own, { name: now, was: [...was, old].filter((one) => one !== now) }];
}

function refuseUnknown(old: string, tool: string, all: readonly string[], place: Place): InputError {
  const { properties } = place.found.enforced;
  if (Object.hasOwn(properties, old))
    return new InputError(
      `${old} is an argument that mcpwright gives to tools: it has the same name in all.`,
    );
  const holder = listRenamed(place).find(([, { was = [] }]) => was.includes(old))?.[1];
  if (holder !== undefined)
    return new InputError(
      `${old} is a former name of ${holder.name} of ${tool}.`,
      `Rename ${tool}.${holder.name}, or let go of the former name: mcpwright rename --drop ${tool}.${old}`,
    );
  return new InputError(
    `${tool} has no argument ${JSON.stringify(old)}${propose(old, all)}`,
    all.length === 0 ? 'It has none.' : `Its arguments are ${all.join(', ')}.`,
  );
}

/** Lets go of a former name of an argument. */
function dropArgument(name: string, place: Place, tool: string): [own: string, renamed: RenamedArgument] {
  const all = listRenamed(place);
  const found = all.find(([, { was = [] }]) => was.includes(name));
  if (found !== undefined) {
    const [own, renamed] = found;
    return [
      own,
      withFormer(
        renamed,
        (renamed.was ?? []).filter((one) => one !== name),
      ),
    ];
  }
  const former = all.flatMap(([, { was = [] }]) => was);
  throw new InputError(
    Object.hasOwn(place.found.enforced.properties, name)
      ? `${name} is the name of an argument of ${tool}, and no former one.`
      : `No former name ${JSON.stringify(name)} of an argument of ${tool} is kept${propose(name, former)}`,
    listKept(former),
  );
}

import type { Api, Operation } from '../../model/api.js';
import type { Config } from '../../model/config.js';
import { InputError, type Report } from '../../model/diagnostic.js';
import { type GivenName, type NameLock, namesPath, reservedNames } from '../../model/names.js';
import { hashText } from '../../text/hash.js';
import { joinWords, splitWords, toOne } from '../../text/words.js';
import { candidateName, identify, isAtOdds, nameByHash } from './candidates.js';
import { fitWords } from './fitWords.js';
import { findPatterned, longestName, operationKey } from './legal.js';
import { isDigest, isUsable } from './readIds.js';
import { recallNames } from './recallNames.js';
import { literalsOf } from './namePaths.js';

/** What names depend on beside the operations. */
interface Naming {
  style: Config['names'];
  /** Clients put it in front of the names of tools. */
  serverName: string;
  lock: NameLock;
  /** What is chosen for single operations, by the operationIds and paths that the choices name. */
  tools?: Config['tools'];
  /** What new names begin with. */
  prefix?: string;
  /** Names that others have, in lower case. */
  taken?: ReadonlySet<string>;
}

/** The name of each tool, and what the next run has to know of them. */
interface Named {
  names: ReadonlyMap<Operation, string>;
  lock: NameLock;
}

/** The names that an operation would like. */
interface Wished {
  /** What it would like best, as long as it is. */
  whole: string;
  /** That, in ways that fit. */
  best: string[];
  /** What else it could be called, then with a hash. */
  others: string[];
}

type Wishes = (operation: Operation) => Wished;

/**
 * Names the tools: as was chosen for them, else as on the last run, else by operationId, else by method and path; unique regardless of case.
 *
 * A name that several new operations want goes to the only one that has it as its very operationId, or to the only
 * one whose path has no placeholder, else to none; the others fall back on method and path, then on a hash. So the order of the document changes no name,
 * and an operation does not get another's name for being listed first. A name that was given on an earlier run
 * goes to no other operation, not even where its own is gone or is not offered now, unless it is chosen for it.
 *
 * @throws InputError where a name of an earlier run is too long for this server.
 */
export function nameTools(
  api: Pick<Api, 'operations' | 'leftOut'> & Partial<Pick<Api, 'components'>>,
  naming: Naming,
  report: Report,
): Named {
  const { operations, leftOut } = api;
  const { lock, serverName, tools = {}, taken = new Set() } = naming;
  const longest = longestName(serverName);
  const wishesOf = writeWishes(api, naming, longest);
  const { known, gone } = recallNames([...operations, ...leftOut], lock);
  const chosen = listChosen(operations);
  const choosers = indexHolders(listGiven(chosen));
  const isFree = ({ name }: GivenName): boolean => !choosers.has(name.toLowerCase());
  const kept = new Map(
    [...known].flatMap(([operation, { name }]): [Operation, string][] =>
      !chosen.has(operation) && isFree({ name }) ? [[operation, name]] : [],
    ),
  );
  const names = new Map(
    operations.flatMap((operation): [Operation, string][] => {
      const name = chosen.get(operation) ?? kept.get(operation);
      return name === undefined ? [] : [[operation, name]];
    }),
  );
  for (const [operation, name] of names) {
    if (name.length > longest) throw tooLong(operationKey(operation), name, longest);
  }
  const others = Object.fromEntries(Object.entries(gone).filter(([, given]) => isFree(given)));
  const old = { ...listGiven(new Map([...kept, ...chosen])), ...others };
  const holders = indexHolders(keepFormer(old, known));
  const added = nameAdded(
    operations.filter((operation) => !names.has(operation)),
    [...holders.keys(), ...taken],
    wishesOf,
  );
  for (const [operation, name] of added) {
    const wanted = known.get(operation)?.name ?? wishesOf(operation).best[0] ?? '';
    const [chooser, holder] = [choosers, holders].map((index) => index.get(wanted.toLowerCase()));
    if (chooser !== undefined)
      report('name-given', operation.pointer, { wanted, given: name, holder: chooser });
    else if (holder !== undefined) report('name-held', operation.pointer, { wanted, given: name, holder });
    else if (reservedNames.has(wanted.toLowerCase()))
      report('name-changed', operation.pointer, {
        wanted,
        given: name,
        reason: 'the server has a tool of that name',
      });
    else explainName(operation, name, wishesOf(operation), longest, report);
  }
  return {
    names: new Map([...names, ...added]),
    lock: keepIds({ ...lock, given: keepFormer({ ...listGiven(added), ...old }, known) }, known, tools, [
      ...operations,
      ...leftOut,
    ]),
  };
}

/**
 * The names with the operationId that an operation had before, where mcpwright.yaml speaks of it by that one: the choice is
 * found by it for as long as it stands there, and the document gives it to no other operation.
 */
function keepIds(
  lock: NameLock,
  known: ReadonlyMap<Operation, GivenName>,
  tools: Config['tools'],
  operations: readonly Operation[],
): NameLock {
  const used = new Set(operations.map(({ operationId }) => operationId));
  const given = { ...lock.given };
  for (const [operation, { operationId, chosenAs = operationId }] of known) {
    const key = operationKey(operation);
    const entry = given[key];
    const isSpokenOf = chosenAs !== undefined && Object.hasOwn(tools, chosenAs) && !used.has(chosenAs);
    if (entry !== undefined && isSpokenOf) given[key] = { ...entry, chosenAs };
  }
  return { ...lock, given };
}

/** Writes what operations would like to be called in the style of names, each in ways that fit. */
function writeWishes(
  api: Parameters<typeof candidateName>[0],
  { style, prefix = '' }: Naming,
  longest: number,
): Wishes {
  const candidates = candidateName(api);
  const first = splitWords(prefix);
  const write = (words: readonly string[], most = Number.POSITIVE_INFINITY, identity = '') =>
    joinWords([...first, ...words], style, most, identity);
  const isShort = (words: readonly string[]) => write(words).length <= longest;
  const known = new Map<Operation, Wished>();
  return (operation) => {
    const found = known.get(operation);
    if (found !== undefined) return found;
    const { wishes, ...telling } = candidates(operation);
    const [best = [], ...others] = wishes.map((words) =>
      (isShort(words) ? [words] : fitWords(words, { ...telling, fits: isShort })).map((fitting) =>
        write(fitting),
      ),
    );
    const identity = identify(operation);
    const [wanted = []] = wishes;
    const hashed = write([...wanted, hashText(identity)], longest, identity);
    const cut = best.length === 0 ? [hashed] : best;
    const wished = { whole: write(wanted), best: cut, others: [...others.flat(), hashed] };
    known.set(operation, wished);
    return wished;
  };
}

/** The names that were chosen, which are known to be usable and unique. */
function listChosen(operations: readonly Operation[]): Map<Operation, string> {
  return new Map(
    operations.flatMap((operation) =>
      operation.choice.name === undefined ? [] : [[operation, operation.choice.name]],
    ),
  );
}

/** Who has a name, or had it, by the name in lower case: some clients fold case. */
function indexHolders(given: Readonly<Record<string, GivenName>>): Map<string, string> {
  return new Map(
    Object.entries(given).flatMap(([key, { name, was = [] }]) =>
      [...was, name].map((one): [string, string] => [one.toLowerCase(), key]),
    ),
  );
}

/** The entries with the names that their tools had before, but for those that are another's now, and with those of arguments. */
function keepFormer(
  given: Readonly<Record<string, GivenName>>,
  known: ReadonlyMap<Operation, GivenName>,
): Record<string, GivenName> {
  const taken = new Set(Object.values(given).map(({ name }) => name.toLowerCase()));
  const found = Object.entries(given);
  const before = new Map([...known].map(([operation, entry]) => [operationKey(operation), entry]));
  return Object.fromEntries(
    found.map(([key, entry]) => {
      const { name: last, was = [], arguments: renamed } = before.get(key) ?? entry;
      const former = [...new Set([...was, last])].filter((name) => !taken.has(name.toLowerCase()));
      const { was: _was, ...rest } = entry;
      return [
        key,
        { ...rest, ...(former.length > 0 && { was: former }), ...(renamed && { arguments: renamed }) },
      ];
    }),
  );
}

/** An operation that wants a name. */
interface Claim {
  operation: Operation;
  name: string;
}

/** Names the operations that have none, in turns; `held` are names in lower case that are given away. */
function nameAdded(
  operations: readonly Operation[],
  held: readonly string[],
  wishesOf: Wishes,
): Map<Operation, string> {
  const names = new Map<Operation, string>();
  const taken = new Set([...reservedNames, ...held]);
  for (let turn = 0; names.size < operations.length; turn += 1) {
    const claims = new Map<string, Claim[]>();
    for (const operation of operations) {
      if (names.has(operation)) continue;
      const { best, others } = wishesOf(operation);
      // The last resort is short enough never to be cut.
      const name = [...best, ...others][turn] ?? nameByHash(operation, turn).join('_');
      const key = name.toLowerCase();
      if (taken.has(key)) continue;
      const claimants = claims.get(key);
      if (claimants === undefined) claims.set(key, [{ operation, name }]);
      else claimants.push({ operation, name });
    }
    for (const [key, claimants] of claims) {
      const winner = chooseClaim(claimants);
      if (winner !== undefined) names.set(winner.operation, winner.name);
      taken.add(key);
    }
  }
  return names;
}

/**
 * The only one of those that want a name that has it as its very id; of several that do, or of all where none does,
 * the only one with its method, without a placeholder in its path, or whose path the others only add to:
 * `listPets` is `/pets` rather than `/owners/{id}/pets`.
 */
function chooseClaim(claimants: readonly Claim[]): Claim | undefined {
  const exact = claimants.filter(({ operation, name }) => operation.operationId === name);
  const rivals = exact.length === 0 ? claimants : exact;
  if (rivals.length === 1) return rivals[0];
  const fitting = rivals.filter(({ operation, name }) => !isAtOdds(operation, splitWords(name)));
  if (fitting.length === 1) return fitting[0];
  const named = fitting.filter(({ operation: { operationId } }) => operationId !== '');
  const plain = named.filter(({ operation: { path } }) => !path.includes('{'));
  if (plain.length > 0) return plain.length === 1 ? plain[0] : findInner(plain);
  return named.length === fitting.length ? findInner(named) : undefined;
}

/** The only one whose path has no literal word that one of the others lacks, where each of those has one more. */
function findInner(claims: readonly Claim[]): Claim | undefined {
  const words = claims.map(({ operation }) => new Set(literalsOf(operation.path).flat().map(toOne)));
  const [shortest = 0] = words.map(({ size }) => size).toSorted((a, b) => a - b);
  const [inner, another] = [...words.keys()].filter((index) => words[index]?.size === shortest);
  if (inner === undefined || another !== undefined) return undefined;
  const isInner = words.every((others) => [...(words[inner] ?? [])].every((word) => others.has(word)));
  return isInner ? claims[inner] : undefined;
}

/** The entries of the lock; of operations that the document lists twice, the first has one. */
function listGiven(names: ReadonlyMap<Operation, string>): Record<string, GivenName> {
  const entries = [...names].map(([operation, name]): [string, GivenName] => {
    const { operationId } = operation;
    const key = operationKey(operation);
    const written = findPatterned(operation);
    const isSaid = written === undefined || key.endsWith(written);
    return [key, { name, ...(operationId === '' ? {} : { operationId }), ...(isSaid ? {} : { written }) }];
  });
  return Object.fromEntries(entries.toReversed());
}

/** Says why an operation is not called as it asked to be. */
function explainName(
  operation: Operation,
  given: string,
  { whole, best, others }: Wished,
  longest: number,
  report: Report,
): void {
  const { operationId: wanted, pointer } = operation;
  const usable = isUsable(wanted);
  const [name = ''] = best;
  // An id with what a framework puts to it is no other's: what tells the tool apart is no matter of its author.
  const isOwn = usable && sortWords(wanted) !== sortWords(name);
  if (!best.includes(given) && others.includes(given)) {
    const what = usable ? `The operationId ${JSON.stringify(wanted)}` : `The name "${name}"`;
    if (!isOwn || given === others.at(-1)) report('name-shared', pointer, { what, given });
  } else if (wanted !== '' && !usable) {
    const reason = isDigest(wanted)
      ? 'a digest says nothing of an operation'
      : 'tool names have letters and digits of ASCII only';
    report('name-changed', pointer, { wanted, given, reason });
  } else if (usable && whole !== given) {
    report('name-changed', pointer, { wanted, given, reason: `names have at most ${longest} characters` });
  }
}

function sortWords(name: string): string {
  return splitWords(name).toSorted().join(' ');
}

function tooLong(key: string, name: string, longest: number): InputError {
  return new InputError(
    `${namesPath} cannot be used: the name "${name}" of ${key} has ${name.length} characters, and clients take ${longest} beside the name of this server.`,
    'Shorten it there, or give the server a shorter name with --name.',
  );
}

import type { Api, Operation } from '../model/api.js';
import type { Config } from '../model/config.js';
import type { Report } from '../model/diagnostic.js';
import type { GivenName, NameLock } from '../model/names.js';
import { joinWords } from './joinWords.js';
import { longestName } from './longestName.js';
import { operationKey } from './operationKey.js';
import { recallNames } from './recallNames.js';
import { identify, isUsable, wishName } from './wishName.js';

/** What names depend on beside the operations. */
export interface Naming {
  style: Config['names'];
  /** Clients put it in front of the names of tools. */
  serverName: string;
  lock: NameLock;
}

/** The name of each tool, and what the next run has to know of them. */
export interface Named {
  names: ReadonlyMap<Operation, string>;
  lock: NameLock;
}

/** The name that an operation would like at a turn, and the same without the limit on its length. */
type Wish = (operation: Operation, turn: number, longest?: number) => string;

/**
 * Names the tools: as on the last run, else by operationId, else by method and path; unique regardless of case.
 *
 * A name that several new operations want goes to the only one that has it as its very operationId, else to
 * none; the others fall back on method and path, then on a hash. So the order of the document changes no name,
 * and an operation does not get another's name for being listed first. A name that was given on an earlier run
 * goes to no other operation, not even where its own is gone.
 *
 * @throws InputError where a name of an earlier run is too long for this server.
 */
export function nameTools({ operations }: Pick<Api, 'operations'>, naming: Naming, report: Report): Named {
  const { style, serverName, lock } = naming;
  const longest = longestName(serverName);
  const wish: Wish = (operation, turn, most = longest) =>
    joinWords(wishName(operation, turn), style, most, identify(operation));
  const { names, gone } = recallNames(operations, lock, longest);
  const old = { ...listGiven(names), ...gone };
  const holders = new Map(Object.entries(old).map(([key, { name }]) => [name.toLowerCase(), key]));
  const added = nameAdded(
    operations.filter((operation) => !names.has(operation)),
    holders,
    wish,
  );
  for (const [operation, name] of added) {
    const holder = holders.get(wish(operation, 0).toLowerCase());
    if (holder === undefined) explain(operation, name, wish, longest, report);
    else report('name-held', operation.pointer, { wanted: wish(operation, 0), given: name, holder });
  }
  return {
    names: new Map([...names, ...added]),
    lock: { ...lock, given: { ...listGiven(added), ...old } },
  };
}

/** An operation that wants a name. */
interface Claim {
  operation: Operation;
  name: string;
}

/** Names the operations that have none, in turns; `held` are names in lower case that are given away. */
function nameAdded(
  operations: readonly Operation[],
  held: ReadonlyMap<string, unknown>,
  wish: Wish,
): Map<Operation, string> {
  const names = new Map<Operation, string>();
  const taken = new Set(held.keys());
  for (let turn = 0; names.size < operations.length; turn += 1) {
    const claims = new Map<string, Claim[]>();
    for (const operation of operations) {
      if (names.has(operation)) continue;
      const name = wish(operation, turn);
      const key = name.toLowerCase();
      if (taken.has(key)) continue;
      const claimants = claims.get(key);
      if (claimants === undefined) claims.set(key, [{ operation, name }]);
      else claimants.push({ operation, name });
    }
    for (const [key, claimants] of claims) {
      const exact = claimants.filter(({ operation, name }) => operation.operationId === name);
      const [winner, ...others] = exact.length === 0 ? claimants : exact;
      if (winner !== undefined && others.length === 0) names.set(winner.operation, winner.name);
      taken.add(key);
    }
  }
  return names;
}

/** The entries of the lock; of operations that the document lists twice, the first has one. */
function listGiven(names: ReadonlyMap<Operation, string>): Record<string, GivenName> {
  const entries = [...names].map(([operation, name]): [string, GivenName] => {
    const { operationId } = operation;
    return [operationKey(operation), { name, ...(operationId === '' ? {} : { operationId }) }];
  });
  return Object.fromEntries(entries.toReversed());
}

/** Says why an operation is not called as it asked to be. */
function explain(operation: Operation, given: string, wish: Wish, longest: number, report: Report): void {
  const { operationId: wanted, pointer } = operation;
  const usable = isUsable(wanted);
  const name = wish(operation, 0);
  if (name !== given) {
    const what = usable ? `The operationId ${JSON.stringify(wanted)}` : `The name "${name}"`;
    report('name-shared', pointer, { what, given });
  } else if (wanted !== '' && !usable) {
    const reason = 'tool names have letters and digits of ASCII only';
    report('name-changed', pointer, { wanted, given, reason });
  } else if (usable && wish(operation, 0, Number.POSITIVE_INFINITY) !== given) {
    report('name-changed', pointer, { wanted, given, reason: `names have at most ${longest} characters` });
  }
}

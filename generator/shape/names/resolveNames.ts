import type { Operation } from '../../model/api.js';
import type { Config } from '../../model/config.js';
import { InputError, type Report } from '../../model/diagnostic.js';
import { joinPointer } from '../../model/document.js';
import { legalName, reservedNames } from '../../model/names.js';
import { joinWords, splitWords } from '../../text/words.js';
import { identify } from './candidates.js';
import { longestName, operationKey } from './legal.js';

/** An operation, and where the user has chosen the name of its tool, if it was the user. */
interface Named {
  operation: Operation;
  chosenAt: string | undefined;
}

/** What names depend on beside the operations. */
interface Naming {
  style: Config['names'];
  /** Clients put it in front of the names of tools. */
  serverName: string;
}

/**
 * The operations, each with the name that was chosen for its tool where that can be used: it is legal, short enough
 * beside the server's, and no other's regardless of case. One that the document chooses is written with legal
 * characters, gives way to one that the user chooses, and is reported where it is not used.
 *
 * @throws InputError where a name of the user's cannot be used.
 */
export function resolveNames(named: readonly Named[], naming: Naming, report: Report): Operation[] {
  const longest = longestName(naming.serverName);
  const unfit = (name: string): string | undefined => {
    if (reservedNames.has(name.toLowerCase())) return 'the server has a tool of that name';
    if (name.length <= longest) return undefined;
    return `it has ${name.length} characters, and clients take ${longest} beside the name of this server`;
  };

  const holders = new Map<string, string>();
  for (const { operation, chosenAt } of named) {
    const { name } = operation.choice;
    if (chosenAt === undefined || name === undefined) continue;
    const holder = holders.get(name.toLowerCase());
    const fault =
      (legalName.test(name) ? unfit(name) : illegal) ??
      (holder === undefined ? undefined : `it is chosen for ${holder} too, regardless of case`);
    if (fault !== undefined) throw unusable(name, operation, fault, chosenAt);
    holders.set(name.toLowerCase(), operationKey(operation));
  }

  const wishes = new Map<Operation, string>();
  for (const { operation, chosenAt } of named) {
    const { name } = operation.choice;
    if (chosenAt === undefined && name !== undefined)
      wishes.set(operation, toLegalName(name, operation, naming.style));
  }
  const claims = new Map<string, number>();
  for (const name of wishes.values()) {
    claims.set(name.toLowerCase(), (claims.get(name.toLowerCase()) ?? 0) + 1);
  }

  const explain = (name: string): string | undefined => {
    const holder = holders.get(name.toLowerCase());
    if (!legalName.test(name)) return illegal;
    if (holder !== undefined) return `you chose it for ${holder}`;
    return (claims.get(name.toLowerCase()) ?? 0) > 1
      ? 'it is chosen for several tools, regardless of case'
      : unfit(name);
  };
  return named.map(({ operation }) => {
    const wish = wishes.get(operation);
    if (wish === undefined) return operation;
    const { name = '', ...choice } = operation.choice;
    const reason = explain(wish);
    const place = joinPointer(operation.pointer, 'x-mcp');
    if (reason !== undefined) report('name-refused', place, { name, reason });
    else if (wish !== name) report('name-changed', place, { wanted: name, given: wish, reason: illegal });
    return { ...operation, choice: reason === undefined ? { ...choice, name: wish } : choice };
  });
}

const illegal = 'the name of a tool is a letter, then letters, digits and _ of ASCII, 64 at most';

/** A name of the document's with legal characters: some conventions have dashes or dots in it. */
function toLegalName(name: string, operation: Operation, style: Config['names']): string {
  if (legalName.test(name)) return name;
  return joinWords(splitWords(name), style, Number.POSITIVE_INFINITY, identify(operation));
}

function unusable(name: string, operation: Operation, fault: string, chosenAt: string): InputError {
  return new InputError(
    `The name "${name}" that is chosen for ${operationKey(operation)} under tools cannot be used: ${fault}.`,
    'Choose another one.',
    undefined,
    chosenAt,
  );
}

import { SetupError } from '../errors.js';
import { echo, listSome, nearest } from '../text.js';
import type { Toolset } from '../tool.js';

/**
 * The toolsets of these names, in the order in which they stand; all where nobody asks for any.
 *
 * @throws SetupError where there is none of such a name.
 */
export function selectToolsets(
  toolsets: readonly Toolset[],
  names: readonly string[] | undefined,
): readonly Toolset[] {
  if (names === undefined) return toolsets;
  const known = toolsets.map(({ name }) => name);
  const unknown = names.find((name) => !known.includes(name));
  if (unknown === undefined) return toolsets.filter(({ name }) => names.includes(name));
  const meant = nearest(unknown, known);
  throw new SetupError(
    [
      `There is no toolset "${echo(unknown)}".`,
      ...(meant === undefined ? [] : [`Did you mean "${meant}"?`]),
      known.length === 0 ? 'There are none.' : `There are: ${listSome(known)}.`,
    ].join(' '),
  );
}

import type { Operation } from '../../model/api.js';
import type { BodyForm, GivenName, Kept, NameLock } from '../../model/names.js';
import { listKept } from '../../model/requests.js';
import type { ApiInfo, ToolsetEntry } from '../../model/server.js';
import { operationKey } from './legal.js';

/** Finds how the arguments of an operation are given: as they were before, or as the owner has named them. */
export function recallArguments(
  names: ReadonlyMap<Operation, string>,
  before: NameLock,
  now: NameLock,
): {
  formOf: (operation: Operation) => BodyForm | undefined;
  renamedOf: (operation: Operation) => GivenName['arguments'];
} {
  return {
    formOf: recallForm(names, before),
    renamedOf: (operation) => now.given[operationKey(operation)]?.arguments,
  };
}

/** Finds how the body of an operation was given before, by the name of its tool now, or else by those before. */
function recallForm(
  names: ReadonlyMap<Operation, string>,
  { given, kept }: NameLock,
): (operation: Operation) => BodyForm | undefined {
  const formOf = (name: string | undefined) =>
    name !== undefined && kept !== undefined && Object.hasOwn(kept.forms, name)
      ? kept.forms[name]
      : undefined;
  return (operation) => {
    const { name, was = [] } = given[operationKey(operation)] ?? {};
    const all = [names.get(operation), name, ...was.toReversed()];
    return all.map(formOf).find((form) => form !== undefined);
  };
}

/**
 * What the next run has to know besides the names of tools. What was given to schemes and tools that are gone stays,
 * unless a variable is another's now, or the server has another name.
 */
export function collectKept(
  { name, auth }: Pick<ApiInfo, 'name' | 'auth'>,
  toolsets: readonly Pick<ToolsetEntry, 'tools'>[],
  before: Kept | undefined,
): Kept {
  const tools = toolsets.flatMap((toolset) => toolset.tools.map(({ tool }) => tool));
  const { variables, forms } = listKept(auth, tools);
  const taken = new Set(Object.values(variables));
  const gone = Object.entries(before?.name === name ? before.variables : {}).filter(
    ([scheme, variable]) => !Object.hasOwn(auth, scheme) && !taken.has(variable),
  );
  return {
    ...before,
    name,
    variables: { ...Object.fromEntries(gone), ...variables },
    forms: { ...before?.forms, ...forms },
  };
}

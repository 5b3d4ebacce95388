import { isObject } from '../json.js';
import type { Encoding } from '../tool.js';

/** The members of a form with those inside of them by their paths, where they are to be sent so: `owner.name`, `items[0].id`. */
export function flattenPaths(value: object, encoding: Readonly<Record<string, Encoding>> = {}): object {
  if (!Object.values(encoding).some(({ paths }) => paths !== undefined)) return value;
  const spread = new Map<string, unknown[]>();
  for (const [name, item] of Object.entries(value)) {
    const { paths } = (Object.hasOwn(encoding, name) ? encoding[name] : undefined) ?? {};
    if (paths === undefined) addPath(spread, name, item);
    else for (const [path, single] of listBelow(paths)(name, item)) addPath(spread, path, single);
  }
  return Object.fromEntries(
    [...spread].map(([path, items]) => [path, items.length === 1 ? items[0] : items]),
  );
}

/** Makes what lists values by their paths, with what stands behind an index. */
function listBelow(behind: string): (path: string, value: unknown) => [string, unknown][] {
  const list = (path: string, value: unknown, between = '.'): [string, unknown][] => {
    if (isObject(value))
      return Object.entries(value).flatMap(([key, item]) => list(`${path}${between}${key}`, item));
    if (!Array.isArray(value)) return value === undefined ? [] : [[path, value]];
    return value.flatMap((item, index) =>
      isObject(item) ? list(`${path}[${index}]`, item, behind) : ([[path, item]] as [string, unknown][]),
    );
  };
  return list;
}

/** What has the same path as another is one of a list. */
function addPath(spread: Map<string, unknown[]>, path: string, value: unknown): void {
  const known = spread.get(path);
  if (known === undefined) spread.set(path, [value]);
  else known.push(value);
}

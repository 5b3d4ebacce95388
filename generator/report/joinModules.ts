const importLine = /^import \{[^}]*\} from '\.\/([^']+)';\n/gm;

/**
 * Joins modules into one that imports nothing: each after those that it imports, their names in one scope.
 *
 * @param modules - name of the file to its text; `import { … } from './…'` and `export` before a declaration is
 * all of the module syntax that they use
 */
export function joinModules(modules: ReadonlyMap<string, string>, entry: string): string {
  const joined = new Set<string>();
  const parts: string[] = [];
  const add = (name: string): void => {
    if (joined.has(name)) return;
    joined.add(name);
    const text = modules.get(name);
    if (text === undefined) throw new Error(`The page of the report has no file ${name}.`);
    for (const [, imported = ''] of text.matchAll(importLine)) add(imported);
    parts.push(text.replaceAll(importLine, '').replaceAll(/^export /gm, ''));
  };
  add(entry);
  return parts.join('\n');
}

import type { Budget, PageData } from '../../templates/report/data.js';
import type { Document } from '../model/document.js';
import { resolve } from '../read/resolve.js';
import type { Connected } from '../report/measure.js';
import { packValues } from '../report/packValues.js';

/**
 * Puts beside each tool what a model sees of it, and what the document says.
 *
 * @param listed - what a client gets where all tools are listed
 */
export function toPage(budget: Budget, listed: Connected, { root }: Document): PageData {
  const { table, add } = packValues();
  const byName = new Map(listed.tools.map((tool) => [tool.name, tool]));
  const tools = budget.tools.map((tool) => {
    const shared = resolve(root, tool.pointer.replace(/\/[^/]*$/, '/parameters'));
    return {
      ...tool,
      listed: add(byName.get(tool.name) ?? null),
      operation: add(resolve(root, tool.pointer)?.value ?? null),
      ...(shared === undefined ? {} : { shared: add(shared.value) }),
    };
  });
  return { ...budget, source: nameSource(budget.source), tools, values: table };
}

/** A file without its folders, a URL without what may be secret: pages are passed on. */
export function nameSource(source: string): string {
  if (source === '-') return 'standard input';
  return source.replace(/[?#].*$/s, '').replace(/^.*[/\\](?=.)/s, '');
}

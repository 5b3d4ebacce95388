import type { ListedTool } from '../offerTools.js';

/** Whether a tool changes anything, as models see it behind its name. */
export function showAccess({ annotations }: Pick<ListedTool, 'annotations'>): string {
  return annotations.readOnlyHint === true ? '[read]' : '[write]';
}

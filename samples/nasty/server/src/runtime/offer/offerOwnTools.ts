import type { AnyCustomization } from '../customize.js';
import { SetupError } from '../errors.js';
import { metaNames } from './metaNames.js';
import { type Admits, type OfferedTool, toListedTool } from './offerTools.js';

/** The names that every client and model takes. */
const toolName = /^[a-zA-Z][a-zA-Z0-9_-]{0,63}$/;

/**
 * The tools that `custom.ts` adds, as far as they are offered, by name.
 *
 * @throws SetupError where one cannot have its name.
 */
export function offerOwnTools(
  add: AnyCustomization['add'] = {},
  admits: Admits = () => true,
): ReadonlyMap<string, OfferedTool> {
  const offered = new Map<string, OfferedTool>();
  for (const [name, own] of Object.entries(add)) {
    if (!toolName.test(name))
      throw new SetupError(
        `src/custom.ts adds a tool "${name}": a name has 1 to 64 letters, digits, _ and -, and begins with a letter.`,
      );
    if (metaNames.some((meta) => meta === name))
      throw new SetupError(
        `src/custom.ts adds a tool "${name}", but the server has one of that name, by which tools are found and called. Choose another.`,
      );
    const { annotations = {} } = own;
    if (!admits({ name, readOnly: annotations.readOnlyHint === true })) continue;
    // As generated tools do: what a tool does not name is refused, unless its schema says otherwise.
    const inputSchema = { properties: {}, additionalProperties: false, ...own.inputSchema };
    offered.set(name, { listed: toListedTool({ ...own, name, annotations, inputSchema }), own });
  }
  return offered;
}

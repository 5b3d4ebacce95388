type Is = (value: unknown) => boolean;

/**
 * The first member of a listed tool that the official SDK refuses, of its first generation or its second: their clients
 * parse the list by the definition of `Tool`, and some drop the whole list for one tool.
 *
 * @param tool - as {@link listTool} lists it; what that never lists is not looked at
 */
export function findWireFault(tool: object): string | undefined {
  const given = new Map(Object.entries(tool));
  return Object.keys(members).find((name) => members[name]?.(given.get(name)) !== true);
}

const isText: Is = (value) => typeof value === 'string';
const isFlag: Is = (value) => typeof value === 'boolean';
/** An array too: the SDK asks no more of a property. */
const isAnyObject: Is = (value) => typeof value === 'object' && value !== null;
const optional =
  (is: Is): Is =>
  (value) =>
    value === undefined || is(value);

const isRecord = (value: unknown): value is Record<string, unknown> =>
  isAnyObject(value) && !Array.isArray(value);
const recordOf =
  (is: Is): Is =>
  (value) =>
    isRecord(value) && Object.values(value).every(is);

/** Whether JSON can say it: neither infinity nor NaN. */
function isSayable(value: unknown): boolean {
  if (isAnyObject(value)) return Object.values(value as object).every(isSayable);
  return value === null || isText(value) || isFlag(value) || Number.isFinite(value);
}

/** The root of the schemas of a tool is an object. */
function isRoot(schema: unknown): boolean {
  if (!isRecord(schema) || schema['type'] !== 'object') return false;
  const { properties, required } = schema;
  const isListed = Array.isArray(required) && required.every(isText);
  return optional(recordOf(isAnyObject))(properties) && (required === undefined || isListed);
}

const members: Record<string, Is> = {
  name: isText,
  title: optional(isText),
  description: optional(isText),
  // The second generation takes nothing but JSON for properties of the input.
  inputSchema: (schema) => isRoot(schema) && isSayable((schema as { properties?: unknown }).properties ?? {}),
  // The second generation takes any type, and a dialect that is text.
  outputSchema: optional(
    (schema) => isRoot(schema) && optional(isText)((schema as { $schema?: unknown }).$schema),
  ),
  annotations: optional(
    (hints) =>
      isRecord(hints) &&
      optional(isText)(hints['title']) &&
      ['readOnlyHint', 'destructiveHint', 'idempotentHint', 'openWorldHint'].every((hint) =>
        optional(isFlag)(hints[hint]),
      ),
  ),
};

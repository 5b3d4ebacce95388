import type { ServerChange, ToolSnapshot } from '../model/comparison.js';
import type { ObjectSchema, Tool } from '../model/server.js';
import { canonicalText } from './schemas/meanings.js';

/** The sides of a tool whose body is given in another form now, both with the body as one argument. */
interface Reformed {
  old: ToolSnapshot;
  now: ToolSnapshot;
  /** What is told of the form itself. */
  change: ServerChange;
}

/** Names of members that are told. */
const mostNamed = 3;

/**
 * Whether the members of a body are arguments on one side, and the body is one argument on the other: that is one change, and
 * what else there is to tell is found by both sides in the same form. Undefined where the form is the same.
 */
export function compareForms(old: ToolSnapshot, now: ToolSnapshot): Reformed | undefined {
  const [left, right] = [old.tool.request.body, now.tool.request.body];
  if (left === undefined || right === undefined) return undefined;
  if (left.fields !== undefined && right.fields !== undefined) return compareWraps(old, now);
  if (left.fields === undefined && right.fields === undefined) return undefined;
  const isNested = right.fields === undefined;
  const fields = left.fields ?? right.fields ?? {};
  const { argument } = isNested ? right : left;
  const told = joinSome(Object.keys(fields));
  const { type = 'object' } = Object((isNested ? now : old).enforced.properties[argument]) as {
    type?: unknown;
  };
  // A list in place of an object has none of its members.
  const isSame = [type].flat().includes('object');
  const nested = isSame ? `: ${told} are its members` : `, in place of ${told}`;
  const flat = isSame
    ? 'the members of the body are arguments of their own now'
    : 'in place of the body there are arguments now';
  return {
    old: isNested ? nest(old, argument) : old,
    now: isNested ? now : nest(now, argument),
    change: {
      kind: 'argument-form',
      impact: 'breaking',
      subject: argument,
      summary: isNested ? `the body is one argument now${nested}` : `${flat}: ${told}`,
      before: left.fields ?? left.argument,
      after: right.fields ?? right.argument,
    },
  };
}

/**
 * Whether all members of a body are members of one new member on the other side: `name` and `age` of `pet`, or the other way
 * round.
 */
function compareWraps(old: ToolSnapshot, now: ToolSnapshot): Reformed | undefined {
  const wrapped = findWrap(old, now);
  const unwrapped = wrapped === undefined ? findWrap(now, old) : undefined;
  const found = wrapped ?? unwrapped;
  if (found === undefined) return undefined;
  const { argument, names } = found;
  const told = joinSome(names);
  const change = { kind: 'argument-form', impact: 'breaking', before: names, after: argument } as const;
  return wrapped === undefined
    ? {
        old,
        now: wrap(now, argument, names, asksFor(old, argument)),
        change: {
          ...change,
          subject: argument,
          summary: `its members are arguments of their own now: ${told}`,
        },
      }
    : {
        old: wrap(old, argument, names, asksFor(now, argument)),
        now,
        change: { ...change, subject: argument, summary: `holds ${told} now` },
      };
}

/** The member of the newer body that holds all that the older one had, and that the newer one has no more. */
function findWrap(flat: ToolSnapshot, deep: ToolSnapshot): { argument: string; names: string[] } | undefined {
  const [fewer, more] = [flat, deep].map(({ tool }) => tool.request.body?.fields ?? {});
  const names = Object.keys(fewer ?? {}).filter((key) => !Object.hasOwn(deep.enforced.properties, key));
  const added = Object.keys(more ?? {}).filter((key) => !Object.hasOwn(flat.enforced.properties, key));
  const [argument, another] = added;
  if (argument === undefined || another !== undefined || names.length < 2) return undefined;
  // What models read of it refers to nothing.
  const { properties } = Object(deep.tool.inputSchema.properties[argument]) as { properties?: object };
  const holds = (key: string) => Object.hasOwn(properties ?? {}, fewer?.[key] ?? key);
  return names.every(holds) ? { argument, names } : undefined;
}

function asksFor({ enforced }: ToolSnapshot, argument: string): boolean {
  return ((enforced.required ?? []) as string[]).includes(argument);
}

/**
 * A tool with some members of its body in one more, which is asked for as it is on the other side: whether it was there says
 * nothing.
 */
function wrap(
  snapshot: ToolSnapshot,
  argument: string,
  names: readonly string[],
  isRequired: boolean,
): ToolSnapshot {
  const { tool, enforced } = snapshot;
  const { body } = tool.request;
  if (body?.fields === undefined) return snapshot;
  const inside = Object.fromEntries(names.map((key) => [key, body.fields?.[key] ?? key]));
  const kept = Object.entries(body.fields).filter(([key]) => !names.includes(key));
  const fields = { ...Object.fromEntries(kept), [argument]: argument };
  const inputSchema = enclose(tool.inputSchema, inside, argument, isRequired);
  const request: Tool['request'] = { ...tool.request, body: { ...body, fields } };
  return {
    ...snapshot,
    tool: { ...tool, request, inputSchema },
    enforced: enclose(enforced, inside, argument, isRequired),
  };
}

function joinSome(names: readonly string[]): string {
  const more = names.length - mostNamed;
  return `${names.slice(0, mostNamed).join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
}

/** A tool with what are members of its body in one argument. */
function nest(snapshot: ToolSnapshot, argument: string): ToolSnapshot {
  const { tool, enforced } = snapshot;
  const { body } = tool.request;
  if (body === undefined) return snapshot;
  const { fields = {}, ...rest } = body;
  const request: Tool['request'] = { ...tool.request, body: { ...rest, argument } };
  const inputSchema = enclose(tool.inputSchema, fields, argument, body.required);
  return {
    ...snapshot,
    tool: { ...tool, request, inputSchema },
    enforced: enclose(enforced, fields, argument, body.required),
  };
}

/** Keywords that ask for some of several arguments. */
export const demanding: ReadonlySet<string> = new Set(['anyOf', 'oneOf', 'allOf', 'if', 'then']);

function isDemand([keyword]: [string, unknown]): boolean {
  return demanding.has(keyword);
}

/** The schema of arguments, of which some are members of one other. */
function enclose(
  schema: ObjectSchema,
  fields: Readonly<Record<string, string>>,
  argument: string,
  isRequired: boolean,
): ObjectSchema {
  const { properties, required, dependentRequired: _asked, ...others } = schema;
  const all = Object.entries(others);
  const rest = Object.fromEntries(all.filter((entry) => !isDemand(entry)));
  const isField = (key: string) => Object.hasOwn(fields, key);
  const demanded = (required ?? []) as string[];
  const inBody = Object.entries(properties).filter(([key]) => isField(key));
  const beside = Object.entries(properties).filter(([key]) => !isField(key));
  const nameOf = (key: string) => fields[key] ?? key;
  // Only the body asks for some of several arguments.
  const demands = all.filter(isDemand);
  const [inner, outer] = [true, false].map((isInner) =>
    demands.filter(([key, value]) => {
      const asked = key === 'then' ? [schema['if'], value] : value;
      return listAsked(asked).every(isField) === isInner;
    }),
  );
  const nameAround = (key: string) => (isField(key) ? argument : key);
  const body = {
    type: 'object',
    properties: Object.fromEntries(inBody.map(([key, value]) => [nameOf(key), value])),
    ...(demanded.some(isField) && { required: demanded.filter(isField).map(nameOf) }),
    ...Object.fromEntries((inner ?? []).map(([key, value]) => [key, renameAsked(value, nameOf)])),
    additionalProperties: false,
  };
  const needed = demanded.filter((key) => !isField(key)).concat(isRequired ? [argument] : []);
  return {
    ...(rest as Pick<ObjectSchema, 'type'>),
    properties: { ...Object.fromEntries(beside), [argument]: body },
    ...(needed.length > 0 && { required: needed }),
    ...Object.fromEntries((outer ?? []).map(([key, value]) => [key, renameAsked(value, nameAround)])),
  };
}

/** The members that unions of what is required ask for. */
function listAsked(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap(listAsked);
  return Object.entries(Object(value) as object).flatMap(([key, inner]: [string, unknown]) =>
    key === 'required' && Array.isArray(inner) ? inner.map(String) : listAsked(inner),
  );
}

/** Unions of what is required, by other names of the members; two that have one name now are one. */
export function renameAsked(value: unknown, nameOf: (key: string) => string): unknown {
  if (Array.isArray(value)) {
    const renamed = value.map((one) => renameAsked(one, nameOf));
    return [...new Map(renamed.map((one) => [canonicalText(one), one])).values()];
  }
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]): [string, unknown] => [
      key,
      key === 'required' && Array.isArray(inner)
        ? [...new Set(inner.map((name) => nameOf(String(name))))]
        : renameAsked(inner, nameOf),
    ]),
  );
}

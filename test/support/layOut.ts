import type { ToolEntry } from '../../generator/model/server.js';

/** Arguments by where they go, whatever the tool calls them. */
export interface Located {
  path?: Record<string, unknown>;
  query?: Record<string, unknown>;
  header?: Record<string, unknown>;
  cookie?: Record<string, unknown>;
  body?: unknown;
}

/** The arguments of a call, laid out as the tool's recipe says. */
export function layOut(entry: ToolEntry, { body, ...places }: Located): Record<string, unknown> {
  const given = Object.entries(places).flatMap(([place, values]) =>
    Object.entries(values).map(([name, value]) => [argumentOf(entry, place, name), value]),
  );
  return Object.fromEntries([...given, ...layOutBody(entry, body)]);
}

/** The name of the argument for a parameter. */
export function argumentOf({ tool }: ToolEntry, place: string, name: string): string {
  const found = tool.request.parameters.find(
    (parameter) => parameter.in === place && parameter.name === name,
  );
  if (found === undefined) throw new Error(`the tool takes no ${place} parameter ${name}`);
  return found.argument;
}

function layOutBody({ tool }: ToolEntry, value: unknown): [string, unknown][] {
  const { body } = tool.request;
  if (value === undefined) return [];
  if (body === undefined) throw new Error('the tool takes no body');
  if (body.fields === undefined) return [[body.argument, value]];
  const keys = new Map(Object.entries(body.fields).map(([key, field]) => [field, key]));
  return Object.entries(value as object).map(([field, given]) => [keys.get(field) ?? field, given]);
}

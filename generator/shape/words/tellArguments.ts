import type { Schema } from '../../model/api.js';
import type { ObjectSchema, SearchEntry, Tool } from '../../model/server.js';
import type { LookUp } from '../../schema/parts.js';
import { flatten } from '../../schema/flatten.js';
import type { Keywords } from '../../schema/subschemas.js';

/** Arguments and fields that are named. */
const most = { needed: 40, optional: 24, fields: 10, optionalFields: 40 };
/** The share of tools that have an argument which says nothing of one of them, and how many tools that takes. */
const usual = { share: 0.2, tools: 20 };

/**
 * What a tool takes, in one line: what must be given first, what is deprecated last, the fields of a body that is one
 * argument in braces, and how many there are besides: `owner, body: {title labels? +3}, page?, +12`. Who shows it picks out
 * of what may be left out.
 */
export function tellArguments(
  { properties, required = [] }: ObjectSchema,
  { body }: Pick<Tool['request'], 'body'>,
  lookUp: LookUp,
): string {
  const whole = body !== undefined && body.fields === undefined ? body.argument : undefined;
  const { needed, others } = sortNames(properties, required as string[], lookUp);
  const tell = (name: string, mark: string) =>
    name === whole ? `${name}${mark}${listFieldsOf(properties[name] ?? true, lookUp)}` : `${name}${mark}`;
  const left = Math.max(0, needed.length - most.needed) + Math.max(0, others.length - most.optional);
  return [
    ...needed.slice(0, most.needed).map((name) => tell(name, '')),
    ...others.slice(0, most.optional).map((name) => tell(name, '?')),
    ...(left > 0 ? [`+${left}`] : []),
  ].join(', ');
}

/** Whether a name can stand in the line as it is. */
function isPlain(name: string): boolean {
  return /^[\w$@.-]+$/.test(name);
}

/** The fields of a body: `: {title labels? +3}`; empty where none is known. */
function listFieldsOf(schema: Schema, lookUp: LookUp): string {
  const { properties = {}, required = [] } = flatten(schema, lookUp, new Set())?.keywords ?? {};
  const { needed, others } = sortNames(properties as Record<string, Schema>, required as string[], lookUp);
  const named = [
    ...needed.filter(isPlain).slice(0, most.fields),
    ...others
      .filter(isPlain)
      .slice(0, most.optionalFields)
      .map((name) => `${name}?`),
  ];
  const left = needed.length + others.length - named.length;
  return named.length === 0 ? '' : `: {${[...named, ...(left > 0 ? [`+${left}`] : [])].join(' ')}}`;
}

function sortNames(
  properties: Readonly<Record<string, Schema>>,
  required: readonly string[],
  lookUp: LookUp,
) {
  const names = Object.keys(properties);
  const needed = new Set(required);
  const isOld = (name: string) =>
    (flatten(properties[name] ?? true, lookUp, new Set())?.keywords as Keywords | undefined)?.[
      'deprecated'
    ] === true;
  const others = names.filter((name) => !needed.has(name));
  return {
    needed: names.filter((name) => needed.has(name)),
    others: [...others.filter((name) => !isOld(name)), ...others.filter(isOld)],
  };
}

/** Makes a count of arguments that many tools have, and that may be left out, in the entries: `pretty`, `dryRun`. */
export function foldUsual(toolsets: readonly { tools: readonly { search: SearchEntry }[] }[]): void {
  const entries = toolsets.flatMap(({ tools }) => tools.map(({ search }) => search));
  if (entries.length < usual.tools) return;
  const counts = new Map<string, number>();
  const lines = entries.map((entry) => entry.arguments.split(', ').filter((name) => name !== ''));
  for (const name of lines.flat()) if (name.endsWith('?')) counts.set(name, (counts.get(name) ?? 0) + 1);
  const isUsual = (name: string) => (counts.get(name) ?? 0) > entries.length * usual.share;
  for (const [index, entry] of entries.entries()) {
    const names = lines[index] ?? [];
    const counted = Number(names.find((name) => name.startsWith('+')) ?? 0) + names.filter(isUsual).length;
    const kept = names.filter((name) => !name.startsWith('+') && !isUsual(name));
    entry.arguments = [...kept, ...(counted > 0 ? [`+${counted}`] : [])].join(', ');
  }
}

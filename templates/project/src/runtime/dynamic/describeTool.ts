import { isObject } from '../json.js';
import type { ListedTool } from '../offer/createOffer.js';
import { lettersOf } from '../search/terms.js';
import { clip, echo, escapeHidden, nearest } from '../text.js';
import type { ObjectSchema, Schema } from '../tool.js';
import type { Components, ExpandSchema, Expanded } from '../validate/createExpander.js';
import { boundSchema } from './boundSchema.js';
import { cut, cutWords } from './cutWords.js';
import { isRead, nameCaller } from './listMetaTools.js';
import { writeSignature } from './writeSignature.js';

/** A tool and what its arguments are checked against. */
export interface Described {
  listed: ListedTool;
  enforced: ObjectSchema;
}

/** What schemas refer to. */
interface Definitions {
  components: Components;
  expand: ExpandSchema;
}

/** What is to be shown: all arguments or a part of them, as a signature or as JSON Schema. */
export interface Wish {
  part?: string;
  format?: 'json' | undefined;
}

/** Characters of an answer. */
export const longestAnswer = 6_000;
const mostNames = 40;
/** Characters of what was asked for that are told again. */
const longestEcho = 200;
/** Characters of what is said after a schema. */
const longestHint = 120;
/** Of a page, whatever stands before it. */
const leastPage = 500;

/**
 * Says what a tool does and what its arguments may be, or one part of them. What takes more than so many characters is
 * shown in outline, and by which parts to ask for the rest.
 */
export function describeTool(
  { listed, enforced }: Described,
  { components, expand }: Definitions,
  most: number,
  { part = '', format }: Wish = {},
): string {
  const access = `${listed.name} [${isRead(listed) ? 'read' : 'write'}]`;
  const write = (shown: unknown) =>
    escapeHidden(format === 'json' ? JSON.stringify(shown) : writeSignature(shown), '\n');
  const show = (found: Schema, asked: string, page?: number): string => {
    const heading =
      asked === '' ? `${writeHeading(listed, access, most / 2)}\nArguments:` : `${access}, part "${asked}":`;
    const room = Math.max(most - heading.length - longestHint, 0);
    const path = asked === '' ? [] : asked.split('.');
    const { text, left } = boundSchema(found, { components, most: room, path, write });
    if (text.length <= room && page === undefined) {
      const hint = explainLeft([...left.keys()], text);
      return `${heading} ${text}${heading.length + text.length + hint.length < most ? hint : ''}`;
    }
    // Pages are of the same length however many tools are asked for at once.
    if (most < longestAnswer) return nameArguments(heading, asked === '' ? enforced : {}, most);
    return `${heading} ${cutPage(text, Math.max(room, leastPage), page ?? 1, asked)}`;
  };

  const found = findPart(enforced, part, expand);
  if (!('names' in found)) return show(found.schema, part);
  const [, start = '', page] = /^(.*)@(\d+)$/s.exec(part) ?? [];
  const begun = page === undefined ? found : findPart(enforced, start, expand);
  if (!('names' in begun)) return show(begun.schema, start, Number(page));
  // A member of one argument alone needs no name before it.
  const [only, ...others] = found.path === '' ? findInside(enforced, part, expand) : [];
  if (only !== undefined && others.length === 0)
    return describeTool({ listed, enforced }, { components, expand }, most, {
      format,
      part: `${only}.${part}`,
    });
  return `${access} has no part "${echo(part, longestEcho)}". ${suggestPart(part, found.path, found.names)}`;
}

/** Names as many arguments as there is room for, the required ones first. */
function nameArguments(heading: string, schema: Partial<ObjectSchema>, most: number): string {
  const { properties = {}, required } = schema;
  const needed = Array.isArray(required) ? (required as string[]) : [];
  const optional = Object.keys(properties).filter((name) => !needed.includes(name));
  const names = [...needed, ...optional.map((name) => `${name}?`)];
  const end = ' (ask for this tool alone)';
  return clip(`${heading} ${names.join(', ')}`, most - end.length) + end;
}

/** Says what a tool is called, what it does and which tool calls it. */
function writeHeading(listed: ListedTool, access: string, most: number): string {
  const { name, title, description } = listed;
  const isSaid = lettersOf(title) === lettersOf(name) || lettersOf(description).startsWith(lettersOf(title));
  return `${access}, by ${nameCaller(isRead(listed))}: ${isSaid ? '' : `${title}. `}${cutWords(description, most)}`;
}

/** One page of a text that is too long, which ends where a line or a value does. */
function cutPage(text: string, room: number, page: number, part: string): string {
  const pages: string[] = [];
  for (let rest = text; rest !== '';) {
    const line = rest.slice(0, room);
    const end = [line.lastIndexOf('\n') + 1, line.lastIndexOf(' ') + 1].find((one) => one > room / 2) ?? room;
    pages.push(rest.length <= room ? rest : rest.slice(0, end));
    rest = rest.slice(pages.at(-1)?.length);
  }
  const shown = pages[page - 1] ?? `There are only ${pages.length} pages.`;
  return page < pages.length ? `${shown}\nIt goes on: ask for part "${part}@${page + 1}".` : shown;
}

/** The arguments that have a part of that path. */
function findInside({ properties }: ObjectSchema, part: string, expand: ExpandSchema): string[] {
  return Object.entries(properties)
    .filter(([, schema]) => !('names' in findPart(schema, part, expand)))
    .map(([name]) => name);
}

function explainLeft([first]: readonly string[], text: string): string {
  if (first !== undefined)
    return `\nNot all of it is shown: ask describe_tools for a part, such as "${first}".`;
  return text.includes(cut)
    ? '\nWhat ends in … is said in full where it is asked for as part, by its path.'
    : '';
}

function suggestPart(part: string, path: string, names: readonly string[]): string {
  const reached = echo(path.replace(/\.$/, ''), longestEcho);
  const where = path === '' ? 'Its arguments' : `Of "${reached}" the parts`;
  if (names.length === 0) return `${path === '' ? 'It' : `"${reached}"`} has none.`;
  const meant = nearest(part.slice(path.length).split('.')[0] ?? '', names);
  const guess = meant === undefined ? '' : `Did you mean "${path}${meant}"? `;
  const more = names.length > mostNames ? ` and ${names.length - mostNames} more` : '';
  return `${guess}${where} are: ${names.slice(0, mostNames).join(', ')}${more}.`;
}

/** A part of a schema, or as far as its path leads, and the names that could be next. */
type FoundPart = { schema: Schema } | { path: string; names: readonly string[] };

/**
 * Finds the part that a path such as `spec.template` names. Items of arrays and branches of unions need no step, `*`
 * is any member whose name no schema gives.
 */
function findPart(schema: Schema, path: string, expand: ExpandSchema): FoundPart {
  let parts: unknown[] = [schema];
  const steps = path.replaceAll(/\[\d*\]/g, '');
  let rest = steps;
  while (rest !== '') {
    const members = memberSchemasOf(parts, expand);
    // A name may hold dots itself: the longest is meant.
    const name = [...members.keys()]
      .filter((one) => rest === one || rest.startsWith(`${one}.`))
      .toSorted((a, b) => b.length - a.length)[0];
    if (name === undefined)
      return { path: steps.slice(0, steps.length - rest.length), names: [...members.keys()] };
    parts = members.get(name) ?? [];
    rest = rest.slice(name.length + 1);
  }
  const found = parts.filter((part) => part !== true) as Schema[];
  return { schema: found.length > 1 ? { anyOf: found } : (found[0] ?? true) };
}

/** The schemas of each member of the objects that a value may be or hold. */
function memberSchemasOf(parts: readonly unknown[], expand: ExpandSchema): Map<string, unknown[]> {
  const members = new Map<string, unknown[]>();
  const seen = new Set<unknown>();
  const add = (name: string, part: unknown) => {
    const known = members.get(name) ?? [];
    if (isObject(part) && !known.includes(part)) members.set(name, [...known, part]);
    else if (!members.has(name)) members.set(name, [part]);
  };

  function visit({ all, unions }: Expanded): void {
    for (const schema of all) {
      if (seen.has(schema)) continue;
      seen.add(schema);
      const { properties, additionalProperties, patternProperties, items, prefixItems } = schema;
      for (const [name, part] of Object.entries(isObject(properties) ? properties : {})) add(name, part);
      const others = [
        additionalProperties,
        ...Object.values(isObject(patternProperties) ? patternProperties : {}),
      ];
      for (const part of others) if (isObject(part)) add('*', part);
      const inner = [items, ...(Array.isArray(prefixItems) ? (prefixItems as unknown[]) : [])];
      for (const part of inner) if (isObject(part)) visit(expand(part));
    }
    for (const branch of unions.flat()) visit(branch);
  }

  for (const part of parts) visit(expand(part));
  return members;
}

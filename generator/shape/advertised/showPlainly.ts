import type { ObjectSchema } from '../../model/server.js';
import type { Keywords } from '../../schema/subschemas.js';
import { clipText } from '../../text/clip.js';
import { escapeHidden, hidden } from '../../text/hidden.js';

/** Characters of what is said of values or names that cannot be shown as they are. */
const longest = 300;

/** Keywords whose value is data, not a schema. */
const data = new Set(['default', 'examples', 'example', 'const', 'enum']);
/** Keywords whose members have names of the document's own. */
const named = new Set(['properties', 'patternProperties', 'dependentSchemas', 'dependentRequired', '$defs']);

/**
 * A schema as a model may read it: without characters that nobody sees, in which a document could hide words of its
 * own. They are left out of words. Values and names that have them must be sent exactly: these are told in the
 * description, as JSON escapes them, and any are let through.
 */
export function showPlainly(schema: ObjectSchema): ObjectSchema {
  return hides(schema) ? (showSchema(schema) as ObjectSchema) : schema;
}

/** Takes out of a text what nobody sees. */
export function showText(text: string): string {
  return text.search(hidden) === -1
    ? text
    : text
        .replaceAll(/[\n\t]/g, ' ')
        .replaceAll(hidden, '')
        .trim();
}

function hides(value: unknown): boolean {
  if (typeof value === 'string') return value.replaceAll(/[\n\t]/g, '').search(hidden) !== -1;
  if (typeof value !== 'object' || value === null) return false;
  return Object.entries(value).some(([key, member]) => hides(key) || hides(member));
}

function showSchema(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(showSchema);
  if (typeof schema !== 'object' || schema === null)
    return typeof schema === 'string' ? showText(schema) : schema;
  const shown: Keywords = {};
  const notes: string[] = [];
  for (const [keyword, value] of Object.entries(schema)) {
    if (hides(keyword)) continue;
    if (data.has(keyword)) {
      if (!hides(value)) shown[keyword] = value;
      else if (keyword === 'enum') notes.push(`One of ${showList(value as unknown[])}.`);
      else if (keyword === 'const') notes.push(`Always ${showList([value])}.`);
    } else if (keyword === 'required') shown[keyword] = (value as unknown[]).filter((name) => !hides(name));
    else if (keyword === 'pattern') shown[keyword] = escapeHidden(String(value));
    else if (named.has(keyword)) {
      const members = Object.entries(value as object);
      const odd = members.flatMap(([name]) => (hides(name) ? [name] : []));
      if (odd.length > 0 && keyword === 'properties') notes.push(`Also has ${showList(odd)}.`);
      const kept = members.filter(([name]) => !hides(name));
      shown[keyword] = Object.fromEntries(kept.map(([name, member]) => [name, showMember(keyword, member)]));
    } else shown[keyword] = showSchema(value);
  }
  const isCut = Object.hasOwn(schema, 'properties') && notes.some((note) => note.startsWith('Also has'));
  if (isCut && shown['additionalProperties'] === false) delete shown['additionalProperties'];
  if (notes.length === 0) return shown;
  const words = [shown['description'], clipText(notes.join(' '), longest)].filter(Boolean).join(' ');
  return { ...shown, description: words };
}

function showMember(keyword: string, member: unknown): unknown {
  return keyword === 'dependentRequired'
    ? (member as unknown[]).filter((name) => !hides(name))
    : showSchema(member);
}

function showList(values: readonly unknown[]): string {
  return values.map((value) => escapeHidden(JSON.stringify(value))).join(', ');
}

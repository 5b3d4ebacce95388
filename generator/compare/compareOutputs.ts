import type { ServerChange } from '../model/comparison.js';
import type { ObjectSchema, Schema } from '../model/server.js';
import type { Keywords } from '../schema/subschemas.js';
import { writePath } from './describeDifference.js';
import { canonicalText } from './schemas/meanings.js';
import { anyItem, anyMember } from './schemas/narrowing.js';

/** Fields of a result that are told one by one. */
const mostTold = 100;

/** What changed of what a tool says of its results. It is only said, never checked. */
export function compareOutputs(old: ObjectSchema | undefined, now: ObjectSchema | undefined): ServerChange[] {
  if (old === undefined && now === undefined) return [];
  if (old === undefined)
    return [
      { kind: 'output-added', impact: 'compatible', summary: 'the result is described now', after: now },
    ];
  if (now === undefined)
    return [
      {
        kind: 'output-removed',
        impact: 'possibly-breaking',
        summary: 'the result is not described any more',
        before: old,
      },
    ];
  if (canonicalText(old) === canonicalText(now)) return [];
  const [before, after] = [listFields(old), listFields(now)];
  const found: ServerChange[] = [];
  const tell = (path: string, change: Omit<ServerChange, 'subject'>) =>
    found.push({ ...change, ...(path !== '' && { subject: path }) });
  for (const [path, { text, parent }] of before) {
    const other = after.get(path);
    if (other === undefined) {
      // What is inside of it is gone with it.
      if (parent === undefined || after.has(parent))
        tell(path, {
          kind: 'output-removed',
          impact: 'possibly-breaking',
          summary: 'removed from the result',
          before: text,
        });
    } else if (canonicalText(other.text) !== canonicalText(text))
      tell(path, describeChange(text, other.text));
  }
  for (const [path, { text, parent }] of after)
    if (!before.has(path) && (parent === undefined || before.has(parent)))
      tell(path, { kind: 'output-added', impact: 'compatible', summary: 'added to the result', after: text });
  return found.slice(0, mostTold);
}

function describeChange(before: Keywords, after: Keywords): Omit<ServerChange, 'subject'> {
  const { title: _t, ...left } = before;
  const { title: _u, ...right } = after;
  // A description is how the type of a field is told.
  const isWords = canonicalText(left) === canonicalText(right);
  return {
    kind: isWords ? 'output-words' : 'output-changed',
    impact: isWords ? 'words' : 'possibly-breaking',
    summary: isWords ? 'title changed' : `${tellField(left)} → ${tellField(right)}`,
    before,
    after,
  };
}

function tellField({ description, ...rest }: Keywords): string {
  return typeof description === 'string' ? description : canonicalText(rest);
}

interface Field {
  /** What is said of it, less its own fields. */
  text: Keywords;
  parent: string | undefined;
}

function listFields(schema: Schema): Map<string, Field> {
  const fields = new Map<string, Field>();
  const waiting: { schema: Schema; path: string[]; parent: string | undefined }[] = [
    { schema, path: [], parent: undefined },
  ];
  for (let one = waiting.pop(); one !== undefined; one = waiting.pop()) {
    if (typeof one.schema === 'boolean') continue;
    const { properties, items, additionalProperties, ...text } = one.schema;
    const path = writePath(one.path);
    fields.set(path, { text, parent: one.parent });
    const inside: [string, unknown][] = [
      ...Object.entries((properties ?? {}) as Keywords),
      ...(items === undefined ? [] : [[anyItem, items] as [string, unknown]]),
      ...(additionalProperties === undefined ? [] : [[anyMember, additionalProperties] as [string, unknown]]),
    ];
    for (const [name, child] of inside)
      waiting.push({ schema: child as Schema, path: [...one.path, name], parent: path });
  }
  return fields;
}

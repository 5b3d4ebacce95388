/**
 * What a document promises of the answers of its operations, walked through without any code of the generator: each field by
 * its path, with all that the document says it may be.
 */

type Json = unknown;
type Table = Record<string, Json>;

/** By path: the types, values and needs of what is there. */
export type Fields = Map<string, Set<string>>;

const isTable = (value: Json): value is Table =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The answers of the operations of a document that are JSON, by `GET /pets`. */
export function walkAnswers(document: Json): Map<string, Fields> {
  const root = document as Table;
  const answers = new Map<string, Fields>();
  for (const [path, item] of Object.entries((root['paths'] ?? {}) as Table))
    for (const [method, operation] of Object.entries(item as Table)) {
      if (!/^(?:get|put|post|delete|patch|head|options)$/.test(method)) continue;
      const responses = ((operation as Table)['responses'] ?? {}) as Table;
      const [status] = Object.keys(responses)
        .filter((one) => one.startsWith('2'))
        .toSorted((a, b) => rank(a) - rank(b));
      const response = follow(root, responses[status ?? '']);
      const contents = Object.entries((response?.['content'] ?? {}) as Table);
      const [, content] = contents.find(([type]) => /[/+]json\b/.test(type)) ?? [];
      const fields: Fields = new Map();
      if (isTable(content)) walk(root, content['schema'], '', fields, []);
      answers.set(`${method.toUpperCase()} ${path}`, fields);
    }
  return answers;
}

function rank(status: string): number {
  return ['200', '201'].includes(status) ? Number(status) : 1_000 + Number(status.replace(/\D/g, '9'));
}

function follow(root: Table, value: Json, depth = 0): Table | undefined {
  if (!isTable(value)) return undefined;
  const ref = value['$ref'];
  if (typeof ref !== 'string' || depth > 20) return value;
  const target = ref
    .slice(2)
    .split('/')
    .reduce<Json>((at, key) => (at as Table)?.[key.replaceAll('~1', '/').replaceAll('~0', '~')], root);
  return follow(root, target, depth + 1);
}

function walk(root: Table, schema: Json, path: string, fields: Fields, open: readonly string[]): void {
  if (!isTable(schema)) return;
  const ref = schema['$ref'];
  if (typeof ref === 'string') {
    if (!open.includes(ref)) walk(root, follow(root, schema), path, fields, [...open, ref]);
    return;
  }
  const said = fields.get(path) ?? new Set<string>();
  fields.set(path, said);
  for (const type of [schema['type'] ?? []].flat()) said.add(`type ${String(type)}`);
  if (schema['nullable'] === true) said.add('type null');
  for (const value of [schema['enum'] ?? [], schema['const'] ?? []].flat())
    said.add(`value ${JSON.stringify(value)}`);
  if (String(schema['format'] ?? '').startsWith('date')) said.add(`format ${String(schema['format'])}`);
  for (const name of (schema['required'] ?? []) as string[]) said.add(`required ${name}`);
  for (const keyword of ['allOf', 'anyOf', 'oneOf'])
    for (const part of (schema[keyword] ?? []) as Json[]) walk(root, part, path, fields, open);
  for (const [name, child] of Object.entries((schema['properties'] ?? {}) as Table)) {
    if (isTable(child) && child['writeOnly'] === true) continue;
    const inside = path === '' ? name : `${path}.${name}`;
    if (!fields.has(inside)) fields.set(inside, new Set());
    walk(root, child, inside, fields, open);
  }
  walk(root, schema['items'], `${path}[]`, fields, open);
  walk(root, schema['additionalProperties'], `${path}.*`, fields, open);
}

/** Whether two answers differ in anything that the walk has seen. */
export function differ(old: Fields, now: Fields): boolean {
  const text = (fields: Fields) =>
    JSON.stringify([...fields].map(([path, said]) => [path, [...said].toSorted()]).toSorted());
  return text(old) !== text(now);
}

/** The fields that are gone, and those that are new. */
export function listMoved(old: Fields, now: Fields): string[] {
  return [
    ...[...old.keys()].filter((path) => !now.has(path)),
    ...[...now.keys()].filter((path) => !old.has(path)),
  ];
}

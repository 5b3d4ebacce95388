/**
 * What a document says of the answers, the arguments and the security of its operations, walked through without any code of
 * the generator: each field by its path, with all that the document says it may be.
 */

type Json = unknown;
type Table = Record<string, Json>;

/** By path: the types, values and needs of what is there. */
export type Fields = Map<string, Set<string>>;

const isTable = (value: Json): value is Table =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** What a document says of an operation. */
export interface Walked {
  /** Its answer, where that is JSON. */
  answer: Fields;
  /** Its parameters, as `query limit`, and the members of its body, as `body.name`. */
  takes: Fields;
  /** The ways to prove who calls. */
  security: string[];
  isDeprecated: boolean;
}

/** The operations of a document, by `GET /pets`. */
export function walkDocument(document: Json): Map<string, Walked> {
  const root = document as Table;
  const found = new Map<string, Walked>();
  for (const [path, item] of Object.entries((root['paths'] ?? {}) as Table))
    for (const [method, operation] of Object.entries(item as Table)) {
      if (!/^(?:get|put|post|delete|patch|head|options)$/.test(method)) continue;
      const said = operation as Table;
      found.set(`${method.toUpperCase()} ${path}`, {
        answer: walkAnswer(root, said),
        takes: walkArguments(root, item as Table, said),
        security: ((said['security'] ?? root['security'] ?? []) as Table[]).map(writeWay).toSorted(),
        isDeprecated: said['deprecated'] === true,
      });
    }
  return found;
}

function walkAnswer(root: Table, operation: Table): Fields {
  const responses = (operation['responses'] ?? {}) as Table;
  const [status] = Object.keys(responses)
    .filter((one) => one.startsWith('2'))
    .toSorted((a, b) => rank(a) - rank(b));
  const content = findJson(follow(root, responses[status ?? '']));
  const fields: Fields = new Map();
  if (isTable(content)) walk(root, content['schema'], '', { fields, hides: 'writeOnly' }, []);
  return fields;
}

function walkArguments(root: Table, item: Table, operation: Table): Fields {
  const fields: Fields = new Map();
  for (const listed of [item['parameters'] ?? [], operation['parameters'] ?? []].flat()) {
    const parameter = follow(root, listed) ?? {};
    const name = `${String(parameter['in'])} ${String(parameter['name'])}`;
    fields.set(name, new Set(parameter['required'] === true ? ['required'] : []));
    walk(root, parameter['schema'], name, { fields, hides: 'readOnly' }, []);
  }
  const body = follow(root, operation['requestBody']);
  const content = findJson(body);
  if (isTable(content)) {
    const examples = [content['example'], content['examples']].map((one) => `example ${JSON.stringify(one)}`);
    fields.set('body', new Set([...(body?.['required'] === true ? ['required'] : []), ...examples]));
    walk(root, content['schema'], 'body', { fields, hides: 'readOnly' }, []);
  }
  return fields;
}

/** The content of a response or a body that is JSON, if one is. */
function findJson(holder: Table | undefined): Json {
  const contents = Object.entries((holder?.['content'] ?? {}) as Table);
  return contents.find(([type]) => /[/+]json\b/.test(type))?.[1];
}

function writeWay(way: Table): string {
  return JSON.stringify(Object.entries(way).toSorted(([a], [b]) => (a < b ? -1 : 1)));
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

/** What is seen on the way: what only the other direction has is left out. */
interface Seen {
  fields: Fields;
  hides: 'readOnly' | 'writeOnly';
}

/** What decides which arguments are right, besides their types and values. */
const limits = (
  'default pattern multipleOf uniqueItems minimum exclusiveMinimum minLength minItems minProperties ' +
  'maximum exclusiveMaximum maxLength maxItems maxProperties'
).split(' ');

function walk(root: Table, schema: Json, path: string, seen: Seen, open: readonly string[]): void {
  if (!isTable(schema)) return;
  const ref = schema['$ref'];
  if (typeof ref === 'string') {
    if (!open.includes(ref)) walk(root, follow(root, schema), path, seen, [...open, ref]);
    return;
  }
  const { fields, hides } = seen;
  const said = fields.get(path) ?? new Set<string>();
  fields.set(path, said);
  for (const type of [schema['type'] ?? []].flat()) said.add(`type ${String(type)}`);
  if (schema['nullable'] === true) said.add('type null');
  for (const value of [schema['enum'] ?? [], schema['const'] ?? []].flat())
    said.add(`value ${JSON.stringify(value)}`);
  if (String(schema['format'] ?? '').startsWith('date')) said.add(`format ${String(schema['format'])}`);
  if (hides === 'readOnly')
    for (const keyword of limits)
      // `default: true` of a string is the same text as "true".
      if (schema[keyword] !== undefined) said.add(`${keyword} ${String(schema[keyword])}`);
  if (schema['additionalProperties'] === false) said.add('closed');
  for (const name of (schema['required'] ?? []) as string[]) said.add(`required ${name}`);
  for (const keyword of ['allOf', 'anyOf', 'oneOf'])
    for (const part of (schema[keyword] ?? []) as Json[]) walk(root, part, path, seen, open);
  for (const [name, child] of Object.entries((schema['properties'] ?? {}) as Table)) {
    if (isTable(child) && child[hides] === true) continue;
    const inside = path === '' ? name : `${path}.${name}`;
    if (!fields.has(inside)) fields.set(inside, new Set());
    walk(root, child, inside, seen, open);
  }
  walk(root, schema['items'], `${path}[]`, seen, open);
  walk(root, schema['additionalProperties'], `${path}.*`, seen, open);
}

/** Whether two sides differ in anything that the walk has seen. */
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

/** The fields on both sides of which something else is said; what an example shows may mean something, or not. */
export function listTurned(old: Fields, now: Fields): string[] {
  return [...old].flatMap(([path, said]) => {
    const after = now.get(path);
    if (after === undefined) return [];
    const turned = [...said]
      .filter((one) => !after.has(one))
      .concat([...after].filter((one) => !said.has(one)));
    const meant = turned.filter((one) => !one.startsWith('example '));
    return meant.length === 0 ? [] : [`${path} (${meant.slice(0, 3).join(', ')})`];
  });
}

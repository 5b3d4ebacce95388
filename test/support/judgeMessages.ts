import { readFileSync } from 'node:fs';
import { type ErrorObject, Ajv2020 } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';

/** A message, as it stands on the wire. */
export interface Message {
  id?: string | number;
  method?: string;
  params?: Record<string, unknown>;
  result?: Record<string, unknown>;
  error?: { code: number };
}
/** A message, and who has sent it. */
export type Said = readonly [who: 'client' | 'server', message: Message];

/** Copies of the official schemas of each version: test/schemas/README.md says where they are from. */
const files: Record<string, readonly string[]> = {
  '2025-11-25': ['mcp-2025-11-25'],
  '2026-07-28': ['mcp-2026-07-28', 'ext-tasks-draft'],
};

interface Definition {
  properties?: { method?: { const?: string } };
  allOf?: readonly Definition[];
}

function methodOf({ properties, allOf = [] }: Definition): string | undefined {
  return properties?.method?.const ?? allOf.map(methodOf).find((method) => method !== undefined);
}

/** What judges values by a definition, which is called by its name, and finds that of a method. */
function readSchemas(version: string) {
  const ajv = new Ajv2020({ strict: false, allErrors: true });
  formats.default(ajv);
  const places = new Map<string, string>();
  const names = new Map<string, string>();
  for (const file of files[version] ?? []) {
    const text = readFileSync(`test/schemas/${file}.schema.json`, 'utf8');
    const { $id: _, ...schema } = JSON.parse(text) as { $id?: string; $defs: Record<string, Definition> };
    ajv.addSchema(schema, file);
    for (const [name, definition] of Object.entries(schema.$defs)) {
      // What the extension copies of the protocol is judged as the protocol has it.
      if (places.has(name)) continue;
      places.set(name, `${file}#/$defs/${name}`);
      const method = methodOf(definition);
      if (method !== undefined) names.set(method, name);
    }
  }
  return { names, judge: (name: string, value: unknown) => complain(ajv, name, places.get(name), value) };
}

function complain(ajv: Ajv2020, name: string, place: string | undefined, value: unknown): string[] {
  const validate = place === undefined ? undefined : ajv.getSchema(place);
  if (validate === undefined) return [`there is no ${name}`];
  if (validate(value) === true) return [];
  return (validate.errors ?? []).map(
    ({ instancePath, message }: ErrorObject) => `${name}${instancePath} ${message}`,
  );
}

const results: Record<string, string> = {
  initialize: 'InitializeResult',
  'logging/setLevel': 'EmptyResult',
  ping: 'EmptyResult',
  'resources/subscribe': 'EmptyResult',
  'resources/unsubscribe': 'EmptyResult',
};
/** Errors that say more than others, by their code. */
const errors: Record<number, string> = { [-32_021]: 'MissingRequiredClientCapabilityError' };
const extension = 'io.modelcontextprotocol/tasks';

/** What the schemas of a version, and of its extensions, say against the messages of the server. */
export function judgeAll(said: readonly Said[], version: string): { judged: string[]; problems: string[] } {
  const { names, judge } = readSchemas(version);
  const asked = new Map(
    said.flatMap(([who, { id, method }]) =>
      who === 'client' && method && id !== undefined ? [[id, method]] : [],
    ),
  );
  const judged = new Set<string>();
  const judgeResult = (wanted: string, result: Record<string, unknown> = {}): string[] => {
    const { resultType, status, capabilities, result: outcome } = result;
    const { extensions = {} } = (capabilities ?? {}) as { extensions?: Record<string, unknown> };
    const declared = extensions[extension];
    if (declared !== undefined) judged.add(`${wanted} (tasks)`);
    const others = declared === undefined ? [] : judge('TasksExtensionCapability', declared);
    if (resultType === 'input_required') {
      judged.add(`${wanted} (asks)`);
      return [...others, ...judge('InputRequiredResult', result)];
    }
    if (resultType === 'task') {
      judged.add(`${wanted} (task)`);
      return [...others, ...judge('CreateTaskResult', result)];
    }
    judged.add(typeof status === 'string' ? `${wanted} (${status})` : wanted);
    const name = results[wanted] ?? (names.get(wanted) ?? wanted).replace(/Request$/, 'Result');
    // What the call of the tool has come to.
    const ended = status === 'completed' ? judge('CallToolResult', outcome) : [];
    return [...others, ...judge(name, result), ...ended];
  };
  const problems = said.flatMap(([who, message]) => {
    if (who === 'client') return [];
    const { id, method, result, error } = message;
    if (method !== undefined) {
      judged.add(method);
      return judge(names.get(method) ?? method, message);
    }
    if (error !== undefined) {
      judged.add(`error ${error.code}`);
      const more = version === '2026-07-28' ? errors[error.code] : undefined;
      return [...judge('JSONRPCErrorResponse', message), ...(more ? judge(more, message) : [])];
    }
    return [...judge('JSONRPCResultResponse', message), ...judgeResult(asked.get(id ?? '') ?? '', result)];
  });
  return { judged: [...judged].toSorted(), problems };
}

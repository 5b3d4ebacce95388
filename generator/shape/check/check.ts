import { type Schema, argumentsOf } from '../../model/api.js';
import type { Config } from '../../model/config.js';
import { type Report, describeError } from '../../model/diagnostic.js';
import { furtherArguments } from '../../model/requests.js';
import type { Server, Tool, ToolEntry } from '../../model/server.js';
import { listTool } from '../listTool.js';
import { longestName } from '../names/legal.js';
import { profiles } from '../profiles.js';
import { checkProfile } from './checkProfile.js';
import { findWireFault } from './findWireFault.js';

/** Bytes of one page of the list, as the server pages it. */
const mostBytes = 8 * 1024 * 1024;

/** One look at a tool: what is wrong with it, in words, or nothing. */
type Check = (entry: ToolEntry) => string | undefined;

/**
 * Looks at the list that the server would answer as clients will, and leaves out what they would refuse.
 *
 * A tool that fails is quarantined: named with the reason, and gone from the result. One bad tool otherwise
 * makes clients drop the whole list.
 */
export async function check(server: Server, config: Config, report: Report): Promise<Server> {
  const judge = await loadDialect();
  const checks: Check[] = [
    ({ unusable }) => unusable,
    checkUnique(),
    (entry) => checkProfile(entry.tool, profiles[config.profile], longestName(server.api.name)),
    checkRecipe,
    ({ tool }) => checkHttp(tool.request),
    checkSize,
    checkDialect(judge),
    checkWire,
    checkEnforced(server.components, judge),
  ];
  const keep = (entry: ToolEntry): boolean => {
    for (const look of checks) {
      const reason = lookSafely(look, entry);
      if (reason === undefined) continue;
      report('tool-quarantined', entry.pointer, { tool: entry.tool.name, reason });
      return false;
    }
    return true;
  };
  const toolsets = server.toolsets.map((set) => ({ ...set, tools: set.tools.filter(keep) }));
  return { ...server, toolsets: toolsets.filter((set) => set.tools.length > 0) };
}

/** A check that throws is a fault of ours, which costs the tool and not the run. */
function lookSafely(look: Check, entry: ToolEntry): string | undefined {
  try {
    return look(entry);
  } catch (error) {
    return describeError(error);
  }
}

/** Names are unique regardless of case: some clients fold it. */
function checkUnique(): Check {
  const seen = new Set<string>();
  return ({ tool }) => {
    const name = tool.name.toLowerCase();
    if (seen.has(name)) return 'another tool has the same name';
    seen.add(name);
    return undefined;
  };
}

/** A page of the list has to hold it: the server leaves out what is larger, since it would end the connection. */
function checkSize({ tool }: ToolEntry): string | undefined {
  const bytes = Buffer.byteLength(JSON.stringify(listTool(tool))) + 1;
  return bytes <= mostBytes
    ? undefined
    : `it takes ${Math.ceil(bytes / 1024 / 1024)} MB in the list, and clients take no more than ${mostBytes / 1024 / 1024} MB at once`;
}

/**
 * Each placeholder of the path has a parameter, and each parameter an argument that is advertised, or that the user is
 * asked for; where arguments are listed by their names, the input is open to those that have no schema.
 */
function checkRecipe({ tool, cost }: ToolEntry): string | undefined {
  const { path, parameters } = tool.request;
  const filled = new Set(parameters.filter((parameter) => parameter.in === 'path').map(({ name }) => name));
  for (const [, name = ''] of path.matchAll(/\{([^{}]*)\}/g)) {
    if (!filled.has(name)) return `nothing fills {${name}} in its path`;
  }
  const { properties: advertised, additionalProperties: others } = tool.inputSchema;
  const isOpen = others !== false || Object.hasOwn(advertised, furtherArguments);
  if (cost.unnamed !== undefined && isOpen) return undefined;
  const known = { ...advertised, ...tool.consent?.ask };
  const missing = argumentsOf(tool.request).find((argument) => !Object.hasOwn(known, argument));
  return missing === undefined ? undefined : `the argument ${JSON.stringify(missing)} is not advertised`;
}

/** What is wrong with a schema, which is called `what`, as one of JSON Schema 2020-12; undefined where nothing is. */
type Judge = (schema: Schema, what: string) => string | undefined;

async function loadDialect(): Promise<Judge> {
  const { isSchema } = await import('../../schema/metaschema.js');
  return (schema, what) => {
    if (isSchema(schema)) return undefined;
    const errors = (isSchema.errors ?? []).map(
      ({ instancePath, message }) => `schema${instancePath} ${message}`,
    );
    return `${what} is not JSON Schema 2020-12 (${errors.join(', ')})`;
  };
}

/** The advertised schemas are JSON Schema 2020-12. */
function checkDialect(judge: Judge): Check {
  return ({ tool }) =>
    judge(tool.inputSchema, 'its input schema') ?? judge(tool.outputSchema ?? true, 'its output schema');
}

/** The tool passes the wire schemas of both generations of the official SDK. */
function checkWire({ tool }: ToolEntry): string | undefined {
  const fault = findWireFault(listTool(tool));
  return fault === undefined
    ? undefined
    : `clients would refuse it (the protocol does not allow its ${fault})`;
}

/** The enforced schema is JSON Schema 2020-12, and so is every component it reaches; each of those exists. */
function checkEnforced(components: Record<string, Schema>, judge: Judge): Check {
  const verdicts = new Map<string, Verdict>();
  const judgeComponent = (name: string): Verdict => {
    let verdict = verdicts.get(name);
    if (verdict === undefined) {
      const component = Object.hasOwn(components, name) ? components[name] : undefined;
      verdict =
        component === undefined
          ? { refs: [], fault: `it refers to the unknown schema "${name}"` }
          : judgeEnforced(judge, component, `the schema "${name}"`);
      verdicts.set(name, verdict);
    }
    return verdict;
  };
  return (entry) => {
    const own = judgeEnforced(judge, entry.enforced, 'its enforced schema');
    if (own.fault !== undefined) return own.fault;
    // A set keeps growing while it is walked: each component once, cycles included.
    const reached = new Set(own.refs);
    for (const name of reached) {
      const { refs, fault } = judgeComponent(name);
      if (fault !== undefined) return fault;
      for (const ref of refs) reached.add(ref);
    }
    return undefined;
  };
}

/** What is wrong with one schema by itself, and the components it refers to. */
interface Verdict {
  refs: string[];
  fault: string | undefined;
}

function judgeEnforced(judge: Judge, schema: Schema, what: string): Verdict {
  const fault = judge(schema, what);
  if (fault !== undefined) return { refs: [], fault };
  if (loneSurrogate.test(JSON.stringify(schema))) {
    return { refs: [], fault: `${what} has text that is no Unicode (half of a surrogate pair)` };
  }
  const refs = new Set<string>();
  for (const { keyword, value } of keywords(schema)) {
    if (keyword === '$ref') refs.add(String(value));
    if (keyword === 'pattern' && !compiles(String(value))) {
      return { refs: [], fault: `${what} has a pattern that does not compile` };
    }
  }
  return { refs: [...refs], fault: undefined };
}

/** As JSON writes it: escaped, after an even number of backslashes. */
const loneSurrogate = /(?<!\\)(?:\\\\)*\\ud[89a-f][0-9a-f]{2}/;

function compiles(pattern: string): boolean {
  try {
    return new RegExp(pattern, 'u') instanceof RegExp;
  } catch {
    return false;
  }
}

/** Keywords whose value is data, not schemas. */
const data = new Set(['const', 'default', 'enum', 'examples', 'required', 'dependentRequired']);
/** Keywords whose value maps names to schemas. */
const maps = new Set(['properties', 'patternProperties', 'dependentSchemas', '$defs']);

/** Every keyword of a schema and of those inside it, with its value. */
function* keywords(schema: unknown): Generator<{ keyword: string; value: unknown }> {
  if (Array.isArray(schema)) {
    for (const item of schema) yield* keywords(item);
  } else if (typeof schema === 'object' && schema !== null) {
    for (const [keyword, value] of Object.entries(schema)) {
      yield { keyword, value };
      if (data.has(keyword)) continue;
      if (maps.has(keyword)) yield* keywords(Object.values(value as object));
      else yield* keywords(value);
    }
  }
}

type Recipe = Tool['request'];

/** RFC 9110, 5.6.2: what the name of a header may be. */
const token = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/;
/** RFC 9110, 5.5: what a header may hold. */
const headerText = /^[\t\x20-\x7e\x80-\xff]+$/;

/** Why no HTTP client could send the request, in words; undefined where one could. */
function checkHttp({ path, parameters, body, accept }: Recipe): string | undefined {
  const header = parameters.find((parameter) => parameter.in === 'header' && !token.test(parameter.name));
  if (header !== undefined) return `${JSON.stringify(header.name)} is no legal name of a header`;
  const encodings = [
    ...Object.values(body?.encoding ?? {}),
    ...(body?.prefixEncoding ?? []),
    ...(body?.itemEncoding === undefined ? [] : [body.itemEncoding]),
  ];
  const ofParts = encodings.flatMap(({ headers = {} }) => Object.entries(headers));
  const odd = ofParts.find(([name, value]) => !token.test(name) || !headerText.test(value));
  if (odd !== undefined) return `${JSON.stringify(odd.join(': '))} is no legal header`;
  const parts = encodings.flatMap(({ contentType }) => contentType ?? []);
  const mediaType = [...(body === undefined ? [] : [body.mediaType]), ...parts, ...accept].find(
    (type) => !headerText.test(type),
  );
  if (mediaType !== undefined) return `the media type ${JSON.stringify(mediaType)} is no legal header`;
  return survives(path) ? undefined : `URL parsers would change its path ${JSON.stringify(path)}`;
}

/** Whether a URL with this path has the same segments; parsers drop `..`, and take `\` for `/`. */
function survives(template: string): boolean {
  const [path = ''] = template.replaceAll(/\{[^{}]*\}/g, 'x').split('?');
  if (/[\p{Cc}\p{Cs}]/u.test(path)) return false;
  const { pathname } = new URL(`http://localhost${path}`);
  return unescapePath(pathname) === unescapePath(path);
}

/** Parsers escape some characters: only what they stand for counts. */
function unescapePath(path: string): string {
  return path.replaceAll(/(?:%[0-9a-f]{2})+/gi, (escaped) =>
    Buffer.from(escaped.replaceAll('%', ''), 'hex').toString(),
  );
}

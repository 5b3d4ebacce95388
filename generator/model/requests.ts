import type { BodyForm, Kept } from './names.js';
import type { ApiInfo, Promises, Server, Tool } from './server.js';
/** What requests are, to the generator as to the servers that it makes: base URLs, methods, and parts of lists. */
export {
  furtherArguments,
  isIdempotent,
  isMethodOverride,
  isReadingMethod,
} from '../../templates/project/src/runtime/request/outgoing.js';
export {
  fillServer,
  isExposed,
  locateSchemes,
  readBaseUrl,
} from '../../templates/project/src/runtime/request/servers.js';
export { canPage, linkNames } from '../../templates/project/src/runtime/result/pagination.js';
export { kindOfPaging, toPlain } from '../../templates/project/src/runtime/result/paging.js';
export { listApis, listSchemes } from '../../templates/project/src/runtime/settings.js';

/** Names that tools which are offered had before, each with the name of now; undefined where there are none. */
export function listFormer({ names, toolsets }: Pick<Server, 'names' | 'toolsets'>): ApiInfo['formerNames'] {
  const offered = new Set(
    toolsets.flatMap(({ tools }) => tools.flatMap(({ tool }) => (isRouted(tool) ? [] : [tool.name]))),
  );
  const former = Object.values(names.given).flatMap(({ name, was = [] }) =>
    offered.has(name) ? was.map((one) => [one, name] as const) : [],
  );
  return former.length === 0 ? undefined : Object.fromEntries(former.toSorted());
}

/**
 * Names that the arguments of a tool may be given by besides their own, each with that: those that the API has for them, as
 * far as they say which is meant. The runtime takes them of every tool.
 */
export function listSentNames(
  { parameters, body }: Tool['request'],
  { properties }: Pick<Tool['inputSchema'], 'properties'>,
): Map<string, string> {
  const sent = [
    ...parameters.filter(({ constant }) => constant === undefined),
    ...Object.entries(body?.fields ?? {}).map(([argument, name]) => ({ argument, name })),
  ];
  const isFree = (name: string) =>
    !Object.hasOwn(properties, name) && name !== body?.argument && name !== '__proto__';
  const named = sent.filter(
    ({ name }) => isFree(name) && sent.filter((one) => one.name === name).length === 1,
  );
  return new Map(named.map(({ name, argument }) => [name, argument]));
}

/** Has clients over HTTP repeat an argument in a header (MCP 2026-07-28, Streamable HTTP, Custom Headers from Tool Parameters). */
export const routingKeyword = 'x-mcp-header';

/** Whether an argument of a tool is repeated in a header: a call by a name that is not listed would not be held to that. */
export function isRouted({ inputSchema }: Pick<Tool, 'inputSchema'>): boolean {
  return Object.values(inputSchema.properties).some(
    (property) => typeof property === 'object' && routingKeyword in property,
  );
}

/** Whether a tool is deprecated, and how it ends, as far as that is known. */
export function endingOf(
  promises: Promises | undefined,
  name: string,
): { deprecated?: boolean; ends?: string } {
  if (promises === undefined) return {};
  const { deprecated = [], ends = {} } = promises;
  const end = Object.hasOwn(ends, name) ? ends[name] : undefined;
  return { deprecated: deprecated.includes(name), ...(end !== undefined && { ends: end }) };
}

/** What a server gives its security schemes, and the tools with a body: the next run gives them the same. */
export function listKept(
  auth: ApiInfo['auth'],
  tools: readonly Pick<Tool, 'name' | 'request'>[],
): Pick<Kept, 'variables' | 'forms'> {
  const variables = Object.entries(auth).flatMap(([name, scheme]) => {
    if (scheme.kind === 'session') return [[name, scheme.given] as const];
    // Those of a certificate have the same names in every server.
    if (!('env' in scheme) || scheme.kind === 'client-certificate') return [];
    const [variable] = typeof scheme.env === 'string' ? [scheme.env] : Object.values(scheme.env);
    return variable === undefined ? [] : [[name, variable] as const];
  });
  const forms = tools.flatMap(({ name, request }): [string, BodyForm][] =>
    request.body === undefined ? [] : [[name, request.body.fields === undefined ? 'nested' : 'flat']],
  );
  return { variables: Object.fromEntries(variables), forms: Object.fromEntries(forms) };
}

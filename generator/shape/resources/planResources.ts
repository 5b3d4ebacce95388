import type { Api, Operation, Schema } from '../../model/api.js';
import type { Config } from '../../model/config.js';
import type { Report } from '../../model/diagnostic.js';
import type { Resource, ResourceEntry, Server, ToolEntry } from '../../model/server.js';
import { bareType } from '../../schema/mediaTypes.js';
import { listSuccesses } from '../responses.js';
import { findCompletion } from './findCompletion.js';

/** What every URI scheme means already: a server of such a name gets another. */
const taken = /^(?:about|blob|data|file|ftp|git|http|https|javascript|mailto|ssh|tel|ui|urn|ws|wss)$/;

/** The scheme of the URIs of a server (RFC 3986, 3.1). */
export function nameUriScheme(serverName: string): string {
  return taken.test(serverName) ? `${serverName}-api` : serverName;
}

/**
 * Makes resources of the reads that are chosen for it: those that are no tools leave their toolsets. One that cannot be
 * read by a URI stays a tool.
 */
export function planResources(server: Server, api: Api, config: Config, report: Report): Server {
  const operations = new Map(api.operations.map((operation) => [operation.pointer, operation]));
  const known = new Set<string>();
  const resources: ResourceEntry[] = [];
  const planEntry = (entry: ToolEntry, toolset: string): boolean => {
    const operation = operations.get(entry.pointer);
    if (entry.kind === undefined || operation === undefined) return true;
    const planned = planResource(entry, operation, toolset, server, config);
    const reason =
      typeof planned === 'string' ? planned : known.has(planned.uri) ? `${planned.uri} is taken` : undefined;
    if (typeof planned === 'string' || reason !== undefined) {
      const name = `${operation.method} ${operation.path}`;
      report('resource-refused', entry.pointer, { operation: name, reason: reason ?? '' });
      return true;
    }
    known.add(planned.uri);
    resources.push({ resource: planned, entry });
    return entry.kind === 'both';
  };
  const toolsets = server.toolsets
    .map((toolset) => ({
      ...toolset,
      tools: toolset.tools.filter((entry) => planEntry(entry, toolset.name)),
    }))
    .filter(({ tools }) => tools.length > 0);
  const own = {
    ...(config.resources.own && { resources: true as const }),
    ...(config.ownPrompts && { prompts: true as const }),
    ...(config.ownTasks && { tasks: true as const }),
    ...(config.resources.own && config.resources.subscribe && { subscriptions: true as const }),
  };
  return {
    ...server,
    toolsets,
    ...(resources.length > 0 && { resources }),
    ...(Object.keys(own).length > 0 && { own }),
  };
}

/** The resource of an operation, or why it cannot be one. */
function planResource(
  entry: ToolEntry,
  operation: Operation,
  toolset: string,
  server: Server,
  config: Config,
): Resource | string {
  const { tool, enforced, kind } = entry;
  const { name, title, description, request } = tool;
  if (request.method !== 'GET' || request.body !== undefined)
    return 'only a GET without a body is read by a URI';
  const inPath = request.parameters.filter(({ in: location }) => location === 'path');
  const needed = (enforced['required'] ?? []) as string[];
  const missing = needed.find((argument) => !inPath.some((one) => one.argument === argument));
  if (missing !== undefined) return `it needs ${JSON.stringify(missing)}, which is no part of its path`;
  const [path = ''] = request.path.split('?');
  if (path.split('/').some((segment) => segment.split('{').length > 2))
    return 'a segment of its path has several parameters';
  const variables = nameVariables(inPath.flatMap(({ argument }) => (argument === '' ? [] : [argument])));
  const uriPath = path
    .split(/(\{[^{}]*\})/)
    .map((part) => {
      const parameter = inPath.find((one) => `{${one.name}}` === part);
      if (parameter === undefined) return escapeLiteral(part);
      if (parameter.constant !== undefined) return encodeURIComponent(String(parameter.constant));
      return `{${variables.get(parameter.argument) ?? ''}}`;
    })
    .join('');
  const renamed = [...variables].filter(([argument, variable]) => argument !== variable);
  const mimeType = findMediaType(operation);
  const completions = [...variables].flatMap(([argument, variable]) => {
    const completion = findCompletion(argument, enforced.properties[argument] as Schema, server, config);
    return completion === undefined ? [] : [[variable, completion] as const];
  });
  return {
    uri: `${nameUriScheme(server.api.name)}://api${uriPath.startsWith('/') ? '' : '/'}${uriPath}`,
    name,
    title,
    description,
    ...(mimeType !== undefined && { mimeType }),
    toolset,
    ...(canSubscribe(operation, config) && { subscribe: true as const }),
    ...(renamed.length > 0 && { variables: Object.fromEntries(renamed.map(([a, v]) => [v, a])) }),
    ...(completions.length > 0 && { completions: Object.fromEntries(completions) }),
    ...(kind === 'resource' && { tool, schema: enforced }),
  };
}

/** The variables of a template (RFC 6570, 2.3) for arguments, each another. */
function nameVariables(names: readonly string[]): Map<string, string> {
  const variables = new Map<string, string>();
  const used = new Set<string>();
  for (const name of names) {
    let variable = name.replaceAll(/\W/g, '_');
    while (used.has(variable)) variable += '_';
    used.add(variable);
    variables.set(name, variable);
  }
  return variables;
}

/** What stands in a path as it is, with what no URI may hold percent-encoded; what is encoded stays so. */
function escapeLiteral(text: string): string {
  return text.replaceAll(/[^\w.~!$&'()*+,;=:@%/-]/gu, encodeURIComponent);
}

/** Headers by which a client tells whether what it has is still the same (RFC 9110, 8.8), in lower case. */
const validators = new Set(['etag', 'last-modified']);

/** Whether clients can subscribe to it: as is said of it, or of all; else where a response tells one state from another. */
function canSubscribe({ choice, responses }: Operation, { resources }: Config): boolean {
  const said = choice.subscribe ?? resources.subscribe;
  if (said !== undefined) return said;
  return responses.some(
    ({ status, headers = [] }) =>
      status.startsWith('2') && headers.some((name) => validators.has(name.toLowerCase())),
  );
}

/** The one media type of its best answer. */
function findMediaType(operation: Operation): string | undefined {
  const [best] = listSuccesses(operation);
  const types = new Set((best?.contents ?? []).map(({ mediaType }) => bareType(mediaType)));
  const [type = ''] = types;
  return types.size === 1 && !type.includes('*') ? type : undefined;
}

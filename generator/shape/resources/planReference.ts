import type { Api } from '../../model/api.js';
import type { Config } from '../../model/config.js';
import type { ObjectSchema, Reference, Server, ToolEntry } from '../../model/server.js';
import { cleanText } from '../../text/clean.js';
import { clipText } from '../../text/clip.js';
import { escapeHidden } from '../../text/hidden.js';
import type { CountTokens } from '../../text/tokens.js';
import { nameUriScheme } from './planResources.js';

/** Characters of what the document says of its API, and of one error. */
const longestAbout = 20_000;
const longestError = 300;
/** Descriptions of one status: with more, nobody reads them. */
const mostErrors = 20;

/** Makes pages on the API, and has arguments that are shown in part say where the whole of their schema is. */
export function planReference(server: Server, api: Api, config: Config, countTokens: CountTokens): Server {
  if (!config.resources.reference) return server;
  const uri = `${nameUriScheme(server.api.name)}://reference`;
  const { title, version } = server.api;
  const description = escapeHidden(api.description.trim().slice(0, longestAbout), '\n\t');
  const about = [`# ${title}`, `Version ${version}.`, ...(description === '' ? [] : [description])].join(
    '\n\n',
  );
  const operations = new Map(api.operations.map((operation) => [operation.pointer, operation]));
  const errors = server.toolsets.flatMap(({ name, tools }) => {
    const page = writeErrors(tools.flatMap(({ pointer }) => operations.get(pointer)?.responses ?? []));
    return page === '' ? [] : [[name, page] as const];
  });
  const reference: Reference = { uri, title, about, errors: Object.fromEntries(errors) };
  const toolsets = server.toolsets.map((toolset) => ({
    ...toolset,
    tools: toolset.tools.map((entry) => nameSchemas(entry, uri, countTokens)),
  }));
  return { ...server, toolsets, reference: [reference] };
}

/** The errors of some operations by their status, each description once. */
function writeErrors(responses: Api['operations'][number]['responses']): string {
  const found = new Map<string, Set<string>>();
  for (const { status, description } of responses) {
    if (!/^(?:[45]..|default)$/i.test(status)) continue;
    const said = clipText(cleanText(description), longestError);
    found.set(status, (found.get(status) ?? new Set()).add(said));
  }
  return [...found]
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .flatMap(([status, all]) => {
      const said = [...all].filter((one) => one !== '').slice(0, mostErrors);
      return said.length === 0
        ? []
        : [`- ${status === 'default' ? 'any other' : status}: ${said.join('; ')}`];
    })
    .join('\n');
}

/** Has the arguments that are shown in part say where their schema is. */
function nameSchemas(entry: ToolEntry, uri: string, countTokens: CountTokens): ToolEntry {
  const { tool, stubbed = [], cost } = entry;
  const properties: ObjectSchema['properties'] = { ...tool.inputSchema.properties };
  let tokens = 0;
  for (const argument of stubbed) {
    const property = properties[argument];
    if (typeof property !== 'object') continue;
    const note = `Full schema: ${uri}/${tool.name}/${encodeURIComponent(argument)}`;
    const words = typeof property['description'] === 'string' ? `${property['description']} ` : '';
    properties[argument] = { ...property, description: `${words}${note}` };
    tokens += countTokens(note);
  }
  if (tokens === 0) return entry;
  const inputSchema = { ...tool.inputSchema, properties };
  return { ...entry, tool: { ...tool, inputSchema }, cost: { ...cost, tokens: cost.tokens + tokens } };
}

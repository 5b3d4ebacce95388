import { ProtocolError, ProtocolErrorCode, type ReadResourceResult } from '@modelcontextprotocol/server';
import type { OwnResource } from '../customize.js';
import type { Extension, ExtensionParts } from '../extend/extensions.js';
import type { Sender } from '../features.js';
import { tellableType } from '../mediaTypes.js';
import { mostEmbedded } from '../result/toolResult.js';
import { describeSize, echo } from '../text.js';
import type { Resource } from '../tool.js';
import { answerLegacyCodes } from './answerLegacyCodes.js';
import { type MatchUri, compileTemplate, isTemplate } from './compileTemplate.js';
import { type Answered, notFound, readContents } from './readContents.js';

/** What is listed of a resource. */
interface Listed {
  name: string;
  title: string;
  description?: string;
  mimeType?: string;
}

/** A resource or a template, and how it is read. */
export interface Served {
  uri: string;
  listed: Listed;
  match: MatchUri;
  read: (values: Record<string, string>, uri: string, circumstances: Reading) => Promise<Contents>;
  /** What it is of: an operation, or code of `custom.ts`. */
  of: Resource | OwnResource;
}

type Contents = ReadResourceResult['contents'];

interface Reading extends Sender {
  signal: AbortSignal;
}

/** Finds what is behind a URI, and the values of its variables. */
type FindResource = (uri: string) => { served: Served; values: Record<string, string> } | undefined;

/** What a view has that can be read by its URI. */
async function listServed(parts: ExtensionParts): Promise<Served[]> {
  const { catalog, custom } = parts;
  const { list = [] } = (await catalog.resources?.()) ?? {};
  const offered: Served[] = [];
  for (const resource of list) if (await isOffered(resource, parts)) offered.push(serveOne(resource, parts));
  for (const [uri, own] of Object.entries(custom.resources ?? {})) offered.push(serveOwn(uri, own));
  return offered;
}

/** Makes what finds one of these by a URI: what says more of the path comes first. */
function rankServed(offered: readonly Served[]): FindResource {
  const fixed = offered.filter(({ uri }) => !isTemplate(uri));
  const templates = offered.filter(({ uri }) => isTemplate(uri));
  const ranked = [...fixed, ...templates.toSorted((a, b) => (rankOf(a) < rankOf(b) ? -1 : 1))];
  return (uri) => {
    for (const served of ranked) {
      const values = served.match(uri);
      if (values !== undefined) return { served, values };
    }
    return undefined;
  };
}

/** Makes what finds what a view has by its URI. */
export async function findResources(parts: ExtensionParts): Promise<FindResource> {
  return rankServed(await listServed(parts));
}

/** Serves what can be read by its URI (MCP, Resources). */
export const serveResources: Extension = async (parts) => {
  const { settings, readSender, cutPage } = parts;
  const offered = await listServed(parts);
  const resources = offered.flatMap(({ uri, listed }) => (isTemplate(uri) ? [] : [{ uri, ...listed }]));
  const resourceTemplates = offered.flatMap(({ uri, listed }) =>
    isTemplate(uri) ? [{ uriTemplate: uri, ...listed }] : [],
  );
  const find = rankServed(offered);

  async function read(uri: string, reading: Reading): Promise<Contents> {
    const found = find(uri);
    if (found === undefined) throw notFound(uri);
    return found.served.read(found.values, uri, reading);
  }

  return (server) => {
    server.registerCapabilities({ resources: {} });
    answerLegacyCodes(server);
    server.setRequestHandler('resources/list', ({ params }) => {
      const { items, ...next } = cutPage('resource', resources, params?.cursor, settings.pageSize);
      return { resources: items, ...next };
    });
    server.setRequestHandler('resources/templates/list', ({ params }) => {
      const { items, ...next } = cutPage('template', resourceTemplates, params?.cursor, settings.pageSize);
      return { resourceTemplates: items, ...next };
    });
    server.setRequestHandler('resources/read', async ({ params }, { mcpReq, http }) => {
      const sender = readSender(mcpReq['_meta'], http);
      return { contents: await read(params.uri, { signal: mcpReq.signal, ...sender }) };
    });
  };
};

/** With its variables last in every order. */
function rankOf({ uri }: Served): string {
  return uri.replaceAll(/\{[^{}]*\}/g, '\uffff');
}

/** Whether the operator and the view let a resource of the API be read. */
async function isOffered(resource: Resource, { settings, toolsets, isWhole, offers }: ExtensionParts) {
  const { name, toolset, tool } = resource;
  if (tool === undefined) return offers(name);
  const isSelected = isWhole && settings.toolsets === undefined && !settings.exclude.includes(toolset);
  const isHere = isSelected || toolsets.some((one) => one.name === toolset);
  const isExcluded = settings.exclude.includes(name) || (settings.readOnly && !tool.annotations.readOnlyHint);
  return isHere && !isExcluded && offers({ tool, schema: resource.schema ?? tool.inputSchema });
}

function serveOne(resource: Resource, { read: call }: ExtensionParts): Served {
  const { uri: template, name, title, description, mimeType } = resource;
  return {
    uri: template,
    of: resource,
    listed: { name, title, description, ...(mimeType !== undefined && { mimeType }) },
    match: compileTemplate(template),
    read: async (values, uri, reading) => {
      const answered: Answered = { mimeType };
      const result = await call(...toCall(resource, values), {
        ...reading,
        onAnswer: ({ status, headers }, clean) => {
          // Of a redirect, where it leads is told in words.
          const said =
            status < 300 ? tellableType(headers.get('content-type')?.split(';')[0]?.trim()) : 'text/plain';
          Object.assign(answered, { status, ...(said && { mimeType: clean(said) }) });
        },
      });
      return readContents(uri, result, answered);
    },
  };
}

/** What is called to read a resource, and with which arguments. */
export function toCall(
  { name, variables = {}, tool, schema, source }: Resource,
  values: Readonly<Record<string, string>>,
): Parameters<ExtensionParts['read']> extends [infer What, infer Args, unknown] ? [What, Args] : never {
  const args = Object.fromEntries(
    Object.entries(values).map(([variable, value]) => [
      Object.hasOwn(variables, variable) ? variables[variable] : variable,
      value,
    ]),
  );
  return [tool === undefined || schema === undefined ? name : { tool, schema, source }, args];
}

/** A resource of `custom.ts`. */
function serveOwn(template: string, own: OwnResource): Served {
  const { name = template, title, description, mimeType, read } = own;
  return {
    uri: template,
    of: own,
    listed: {
      name,
      title,
      ...(description !== undefined && { description }),
      ...(mimeType !== undefined && { mimeType }),
    },
    match: compileTemplate(template),
    read: async (values, uri, { signal }) => {
      const given = await read(values, { signal });
      if (given === undefined) throw notFound(uri);
      if (Buffer.byteLength(given) > mostEmbedded)
        throw new ProtocolError(
          ProtocolErrorCode.InternalError,
          `${echo(uri)} is larger than ${describeSize(mostEmbedded)}, which is more than a message may hold.`,
        );
      const type = mimeType !== undefined && { mimeType };
      if (typeof given === 'string') return [{ uri, ...type, text: given }];
      return [{ uri, ...type, blob: Buffer.from(given).toString('base64') }];
    },
  };
}

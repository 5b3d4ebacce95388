import { ProtocolError, ProtocolErrorCode, type ReadResourceResult } from '@modelcontextprotocol/server';
import type { OwnResource } from '../customize.js';
import type { Extension, ExtensionParts, Sender } from '../features.js';
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
interface Served {
  uri: string;
  listed: Listed;
  match: MatchUri;
  read: (values: Record<string, string>, uri: string, circumstances: Reading) => Promise<Contents>;
}

type Contents = ReadResourceResult['contents'];

interface Reading extends Sender {
  signal: AbortSignal;
}

/** Serves what can be read by its URI (MCP, Resources). */
export const serveResources: Extension = async (parts) => {
  const { catalog, custom, settings, readSender, cutPage } = parts;
  const { list = [] } = (await catalog.resources?.()) ?? {};
  const offered: Served[] = [];
  for (const resource of list) if (await isOffered(resource, parts)) offered.push(serveOne(resource, parts));
  for (const [uri, own] of Object.entries(custom.resources ?? {})) offered.push(serveOwn(uri, own));
  const fixed = offered.filter(({ uri }) => !isTemplate(uri));
  const templates = offered.filter(({ uri }) => isTemplate(uri));
  const resources = fixed.map(({ uri, listed }) => ({ uri, ...listed }));
  const resourceTemplates = templates.map(({ uri, listed }) => ({ uriTemplate: uri, ...listed }));
  // What says more of the path comes first.
  const ranked = [...fixed, ...templates.toSorted((a, b) => (rankOf(a) < rankOf(b) ? -1 : 1))];

  async function read(uri: string, reading: Reading): Promise<Contents> {
    for (const one of ranked) {
      const values = one.match(uri);
      if (values !== undefined) return one.read(values, uri, reading);
    }
    throw notFound(uri);
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
  const {
    uri: template,
    name,
    title,
    description,
    mimeType,
    variables = {},
    tool,
    schema,
    source,
  } = resource;
  const called = tool === undefined || schema === undefined ? name : { tool, schema, source };
  return {
    uri: template,
    listed: { name, title, description, ...(mimeType !== undefined && { mimeType }) },
    match: compileTemplate(template),
    read: async (values, uri, reading) => {
      const args = Object.fromEntries(
        Object.entries(values).map(([variable, value]) => [variables[variable] ?? variable, value]),
      );
      const answered: Answered = { mimeType };
      const result = await call(called, args, {
        ...reading,
        onAnswer: ({ status, headers }) => {
          const said = headers.get('content-type')?.split(';')[0]?.trim();
          Object.assign(answered, { status, ...(said && { mimeType: said }) });
        },
      });
      return readContents(uri, result, answered);
    },
  };
}

/** A resource of `custom.ts`. */
function serveOwn(
  template: string,
  { name = template, title, description, mimeType, read }: OwnResource,
): Served {
  return {
    uri: template,
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

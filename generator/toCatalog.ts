import type { Catalog, Toolset } from '../templates/project/src/runtime/tool.js';
import { describeCard } from './emit/describeCard.js';
import {
  type Mocks,
  type Server,
  type ToolsetEntry,
  hasSubscriptions,
  hasTasks,
  outlineToolset,
} from './model/server.js';

/** The catalog that the generated code would hold, for a server that runs without it; `mocks` is asked where nothing is sent. */
export function toCatalog(server: Server, mocks: () => Promise<Mocks> = async () => ({})): Catalog {
  const { api, toolsets, components, resources, reference, prompts } = server;
  return {
    api: { ...api, ...(server.choices?.card && { card: describeCard(server) }) },
    toolsets: toolsets.map(toToolset),
    components: async () => components,
    search: async () => toolsets.flatMap(({ tools }) => tools.map(({ search }) => search)),
    mocks,
    ...((resources ?? reference) && {
      resources: async () => ({
        list: (resources ?? []).map(({ resource }) => resource),
        ...(reference && { reference }),
      }),
    }),
    ...(prompts && { prompts: async () => prompts }),
    ...(hasTasks(server) && { tasks: true }),
    ...(hasSubscriptions(server) && { subscriptions: true }),
    ...(server.choices?.telemetry && { telemetry: true }),
  };
}

function toToolset(entry: ToolsetEntry): Toolset {
  const { tools } = entry;
  return {
    ...outlineToolset(entry),
    tools: async () => tools.map(({ tool }) => tool),
    schemas: async () => Object.fromEntries(tools.map(({ tool, enforced }) => [tool.name, enforced])),
  };
}

import type { Inspected } from '../../generator/commands/budget.js';
import type { JsonObject } from '../../generator/model/document.js';
import type { Cost, Server, Tool, ToolEntry } from '../../generator/model/server.js';
import { makeEntry, makeServer } from './makeServer.js';

/** A tool, its toolset and what it takes. */
export interface ToolCase extends Partial<Cost> {
  name: string;
  toolset?: string;
  title?: string;
  description?: string;
  path?: string;
  method?: Tool['request']['method'];
  changes?: Partial<Tool>;
}

/** What `inspect` finds where a document becomes these tools. */
export function makeInspection(cases: readonly ToolCase[], changes: Partial<Server> = {}): Inspected {
  const names = [...new Set(cases.map(({ toolset = 'pets' }) => toolset))];
  const toolsets = names.map((name) => ({
    name,
    title: name,
    description: '',
    tools: cases.filter(({ toolset = 'pets' }) => toolset === name).map(toEntry),
  }));
  const server = makeServer({ toolsets, ...changes });
  const root: JsonObject = { paths: {} };
  for (const { name, description = '', path = `/${name}`, method = 'GET' } of cases) {
    const item = { [method.toLowerCase()]: { operationId: name, description } };
    root['paths'] = { ...(root['paths'] as JsonObject), [path]: item };
  }
  const document = {
    root,
    version: '3.1.0',
    dialect: '3.1' as const,
    source: 'folder/api.yaml',
    locate: () => undefined,
  };
  const operations = cases.length;
  return {
    source: document.source,
    openapi: document.version,
    operations,
    document,
    selection: { operations, offered: operations, rules: [] },
    server,
    diagnostics: [],
  };
}

function toEntry(one: ToolCase): ToolEntry {
  const {
    name,
    toolset = 'pets',
    title = name,
    description = 'Does it.',
    path = `/${name}`,
    method = 'GET',
  } = one;
  const entry = makeEntry({ name, title, description, ...one.changes });
  const { naive = 120, tokens = 100, naiveOutput = 0, output = 0, rung = 0, lost = [] } = one;
  return {
    ...entry,
    tool: { ...entry.tool, request: { ...entry.tool.request, path, method } },
    pointer: `#/paths/${path.replaceAll('~', '~0').replaceAll('/', '~1')}/${method.toLowerCase()}`,
    cost: { naive, tokens, naiveOutput, output, rung, lost },
    search: { ...entry.search, name, toolset },
  };
}

import { noNames } from '../../generator/model/names.js';
import type { Server, Tool, ToolEntry } from '../../generator/model/server.js';

/** A tool that has everything, changed as the test needs it. */
export function makeTool(changes: Partial<Tool> = {}): Tool {
  return {
    name: 'list_pets',
    title: 'List pets',
    description: 'Lists all pets.',
    inputSchema: {
      type: 'object',
      properties: { limit: { type: 'integer', description: 'How many at most' } },
    },
    annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: true },
    request: {
      method: 'GET',
      path: '/pets',
      parameters: [{ argument: 'limit', name: 'limit', in: 'query' }],
      accept: ['application/json'],
      security: [],
    },
    ...changes,
  };
}

/** A tool with what the generator knows of it. */
export function makeEntry(changes: Partial<Tool> = {}, nullable: string[] = []): ToolEntry {
  const tool = makeTool(changes);
  return {
    tool,
    enforced: tool.inputSchema,
    nullable,
    pointer: '#/paths/~1pets/get',
    cost: { naive: 120, tokens: 100, naiveOutput: 0, output: 0, rung: 0, lost: [] },
    pinned: false,
    search: {
      name: tool.name,
      toolset: 'pets',
      readOnly: tool.annotations.readOnlyHint,
      title: tool.title,
      arguments: 'limit?',
      terms: 'list pet',
      act: tool.annotations.readOnlyHint ? 'list' : 'create',
    },
  };
}

/** A small server, changed as the test needs it. */
export function makeServer(changes: Partial<Server> = {}): Server {
  return {
    api: {
      name: 'petstore',
      title: 'Petstore',
      version: '1.2.3',
      instructions: 'Petstore: lists pets.',
      listLimit: { tools: 40, tokens: 20_000 },
      servers: [{ url: 'https://pets.example.com/v1' }],
      baseUrlEnv: 'PETSTORE_BASE_URL',
      auth: { key: { kind: 'api-key', in: 'header', name: 'X-Key', env: 'PETSTORE_API_KEY' } },
    },
    summary: 'Pets and who owns them.',
    toolsets: [{ name: 'pets', title: 'Pets', description: 'All about pets.', tools: [makeEntry()] }],
    names: noNames,
    components: { Pet: { type: 'object', properties: { name: { type: 'string' } } } },
    evidence: { examples: 0, acceptedBefore: 0, acceptedAfter: 0, relaxed: 0 },
    ...changes,
  };
}

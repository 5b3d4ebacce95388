import type { Schema } from '../../model/api.js';
import type {
  ApiInfo,
  Mocks,
  Prompt,
  Reference,
  ResourceEntry,
  ToolEntry,
  ToolsetEntry,
} from '../../model/server.js';
import { mapValues } from '../../schema/subschemas.js';
import { type Layout, printConstant } from './printFile.js';
import { sortKeys } from './printLiteral.js';

/** `src/generated/api.ts`: what the server says of itself, and where and how it reaches the API. */
export function buildApi(api: ApiInfo, absent: Readonly<Record<string, string>> = {}): string {
  return printConstant({
    name: 'api',
    type: 'ApiInfo',
    comment: 'The API: where it is, and how the server proves itself to it.',
    value: {
      ...api,
      auth: sortKeys(api.auth),
      ...(api.sources && {
        sources: mapValues(api.sources, (one) => ({ ...one, auth: sortKeys(one.auth) })),
      }),
      ...(Object.keys(absent).length > 0 && { absent: sortKeys(absent) }),
    },
  });
}

/** `src/generated/components.ts`: the schemas that the schemas of tools share. */
export function buildComponents(components: Record<string, Schema>, layout: Layout = 'code'): string {
  return printConstant({
    name: 'components',
    type: 'Record<string, Schema>',
    uses: 'Schema',
    comment: 'Schemas that the schemas of tools share, by the name that a `$ref` gives.',
    value: sortKeys(components),
    layout,
  });
}

/** `src/generated/mocks.ts`: what each tool answers where nothing is sent. */
export function buildMocks(mocks: Mocks, layout: Layout = 'code'): string {
  return printConstant({
    name: 'mocks',
    type: 'Mocks',
    comment:
      'What each tool returns where nothing is sent (MCP_MOCK), by its name: a text names a tool that returns the same.',
    value: mocks,
    layout,
  });
}

/** `src/generated/schemas/<toolset>.ts`: what the arguments of each tool are checked against. */
export function buildSchemas(entries: readonly ToolEntry[], layout: Layout = 'code'): string {
  return printConstant({
    name: 'schemas',
    type: 'Record<string, ObjectSchema>',
    uses: 'ObjectSchema',
    comment: 'What the arguments of each tool are checked against, by the name of the tool.',
    value: Object.fromEntries(entries.map(({ tool, enforced }) => [tool.name, enforced])),
    layout,
  });
}

/** `src/generated/search.ts`: what each tool is found by. */
export function buildSearch(toolsets: readonly ToolsetEntry[], layout: Layout = 'code'): string {
  return printConstant({
    name: 'search',
    type: 'readonly SearchEntry[]',
    uses: 'SearchEntry',
    comment: 'What the tools are found by, in the order in which they are listed.',
    value: toolsets.flatMap(({ tools }) => tools.map(({ search }) => search)),
    layout,
  });
}

/** `src/generated/resources.ts`: what can be read by a URI. */
export function buildResources(
  resources: readonly ResourceEntry[] = [],
  reference?: readonly Reference[],
): string {
  return printConstant({
    name: 'resources',
    type: 'Resources',
    comment: 'What clients can read by a URI, in the order in which it is listed.',
    value: { list: resources.map(({ resource }) => resource), ...(reference && { reference }) },
  });
}

/** `src/generated/prompts.ts`: the prompts of mcpwright.yaml. */
export function buildPrompts(prompts: readonly Prompt[]): string {
  return printConstant({
    name: 'prompts',
    type: 'readonly Prompt[]',
    uses: 'Prompt',
    comment: 'The prompts of mcpwright.yaml, in the order in which they are listed.',
    value: prompts,
  });
}

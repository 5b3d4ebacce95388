import type { ToolEntry, ToolsetEntry } from '../../model/server.js';
import { sizeOf } from '../../model/size.js';
import { printFile } from './printFile.js';
import { Code, printString } from './printLiteral.js';

/** `src/generated/catalog.ts`: the toolsets, each loaded when it is first needed. */
export function buildCatalog(toolsets: readonly ToolsetEntry[]): string {
  return printFile(
    [
      { isTypeOnly: true, namedImports: ['Catalog'], moduleSpecifier: '../runtime/tool.js' },
      { namedImports: ['api'], moduleSpecifier: './api.js' },
    ],
    [
      {
        kind: 'constant',
        name: 'catalog',
        type: 'Catalog',
        comment: 'All that the server offers. Toolsets and schemas load when they are first needed.',
        value: {
          api: new Code('api'),
          toolsets: toolsets.map(({ name, title, description, tools }) => ({
            name,
            title,
            description,
            size: sizeOf(tools),
            readOnly: sizeOf(tools.filter(({ tool }) => tool.annotations.readOnlyHint)),
            ...listPinned(tools),
            tools: load(`./tools/${name}.js`, 'tools'),
            schemas: load(`./schemas/${name}.js`, 'schemas'),
          })),
          components: load('./components.js', 'components'),
          search: load('./search.js', 'search'),
          mocks: load('./mocks.js', 'mocks'),
        },
      },
    ],
  );
}

function listPinned(tools: readonly ToolEntry[]): { pinned?: string[] } {
  const pinned = tools.filter((entry) => entry.pinned).map(({ tool }) => tool.name);
  return pinned.length === 0 ? {} : { pinned };
}

function load(module: string, name: string): Code {
  return new Code(`async () => (await import(${printString(module)})).${name}`);
}

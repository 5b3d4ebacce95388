import { type ToolsetEntry, outlineToolset } from '../../model/server.js';
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
          toolsets: toolsets.map((toolset) => ({
            ...outlineToolset(toolset),
            tools: printLoader(`./tools/${toolset.name}.js`, 'tools'),
            schemas: printLoader(`./schemas/${toolset.name}.js`, 'schemas'),
          })),
          components: printLoader('./components.js', 'components'),
          search: printLoader('./search.js', 'search'),
          mocks: printLoader('./mocks.js', 'mocks'),
        },
      },
    ],
  );
}

function printLoader(module: string, name: string): Code {
  return new Code(`async () => (await import(${printString(module)})).${name}`);
}

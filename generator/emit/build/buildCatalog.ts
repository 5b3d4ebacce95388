import { type Server, hasSubscriptions, hasTasks, outlineToolset } from '../../model/server.js';
import { printConstant } from './printFile.js';
import { Code, printString } from './printLiteral.js';

/** `src/generated/catalog.ts`: the toolsets, each loaded when it is first needed. */
export function buildCatalog(server: Server, hasMock = true): string {
  const { resources, reference, prompts } = server;
  const toolsets = server.toolsets.map((toolset) =>
    Object.assign(outlineToolset(toolset), {
      tools: printLoader(`./tools/${toolset.name}.js`, 'tools'),
      schemas: printLoader(`./schemas/${toolset.name}.js`, 'schemas'),
    }),
  );
  return printConstant({
    name: 'catalog',
    type: 'Catalog',
    imports: [{ namedImports: ['api'], moduleSpecifier: './api.js' }],
    comment: 'All that the server offers. Toolsets and schemas load when they are first needed.',
    value: {
      api: new Code('api'),
      toolsets,
      components: printLoader('./components.js', 'components'),
      search: printLoader('./search.js', 'search'),
      ...(hasMock && { mocks: printLoader('./mocks.js', 'mocks') }),
      ...((resources ?? reference) && { resources: printLoader('./resources.js', 'resources') }),
      ...(prompts && { prompts: printLoader('./prompts.js', 'prompts') }),
      ...(hasTasks(server) && { tasks: true }),
      ...(hasSubscriptions(server) && { subscriptions: true }),
    },
  });
}

function printLoader(module: string, name: string): Code {
  return new Code(`async () => (await import(${printString(module)})).${name}`);
}

import { type Server, hasSubscriptions, hasTasks, outlineToolset } from '../../model/server.js';
import { printConstant } from './printFile.js';
import { Code, printString } from './printLiteral.js';

/** What of the data not every project has. */
interface Held {
  mocks: boolean;
  search: boolean;
}

/** `src/generated/catalog.ts`: the toolsets, each loaded when it is first needed. */
export function buildCatalog(server: Server, holds: Held = { mocks: true, search: true }): string {
  const { resources, reference, prompts } = server;
  const toolsets = server.toolsets.map((toolset) =>
    Object.assign(outlineToolset(toolset), {
      tools: printLoader(`./tools/${toolset.name}.js`, 'tools'),
      schemas: printLoader(`./schemas/${toolset.name}.js`, 'schemas'),
    }),
  );
  return printConstant({
    name: 'catalog',
    type: 'GeneratedCatalog',
    imports: [{ namedImports: ['api'], moduleSpecifier: './api.js' }],
    comment: 'All that the server offers. Toolsets and schemas load when they are first needed.',
    value: {
      api: new Code('api'),
      toolsets,
      components: printLoader('./components.js', 'components'),
      ...(holds.search && { search: printLoader('./search.js', 'search') }),
      ...(holds.mocks && { mocks: printLoader('./mocks.js', 'mocks') }),
      ...((resources ?? reference) && { resources: printLoader('./resources.js', 'resources') }),
      ...(prompts && { prompts: printLoader('./prompts.js', 'prompts') }),
      ...(hasTasks(server) && { tasks: true }),
      ...(hasSubscriptions(server) && { subscriptions: true }),
      ...(server.choices?.telemetry && { telemetry: true }),
      ...(server.choices?.skills && { skills: true }),
    },
  });
}

function printLoader(module: string, name: string): Code {
  return new Code(`async () => (await import(${printString(module)})).${name}`);
}

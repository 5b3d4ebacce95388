import { type Config, configName, configSchemaPath, runtimePackage } from '../model/config.js';
import type { Owner } from '../model/file.js';
import { keptPath, namesPath } from '../model/names.js';
import { listFormer } from '../model/requests.js';
import { promisesPath } from '../model/server.js';
import type { Mocks, Server } from '../model/server.js';
import { type Pins, composePackage } from './composePackage.js';
import { type Parts, type Transports, chooseParts, isFetchAlone } from './features.js';
import { describeCard } from './describeCard.js';
import { format } from './format.js';
import { printConfig, printKept, printNames, printPromises } from './printConfig.js';
import { printConfigSchema } from './printConfigSchema.js';
import { copyTemplate, render } from './render.js';
import { composeViews, describeRuntime } from './composeViews.js';

/** All that a file may be made of. */
interface Context {
  server: Server;
  mocks: Mocks;
  templates: ReadonlyMap<string, string>;
  pins: Pins;
  config: Config;
  /** Files that the user deleted from the project. */
  deleted?: ReadonlySet<string>;
}

/** One emitted file. */
interface Row {
  path: string;
  owner: Owner;
  content: () => string | Promise<string>;
  /** What it is made from, where that is the file as it was. */
  replaces?: string;
  /** Whether it is a record that only we write. */
  isRecord?: true;
  /** Whether it says things in the order of the document. */
  isOrdered?: true;
}

/** Tools of a project whose data is code that the compiler checks; with more, a check would take gigabytes. */
const mostTyped = 3_000;

const runtimeReadme = 'src/runtime/README.md';

/** What src/custom.ts imports, wherever the runtime comes from. */
const customizePath = 'src/runtime/customize.ts';
const passOn = `/** What src/custom.ts imports; the runtime itself is the package ${runtimePackage}. */
export * from '#runtime/customize.js';
`;

/** What sends requests, where there is nothing but `fetch`. */
const clientPath = 'src/runtime/http/createClient.ts';
const passOnClient = `/** The client towards the API: this server runs where there is \`fetch\`, and no socket. */
export * from './clientOverFetch.js';
`;

/**
 * Every file of an emitted project.
 *
 * A file that is copied stands in templates/project at the path that it is emitted to. The exceptions are
 * `.gitignore` and `.gitattributes`, which npm would leave out of our package or act upon: their templates
 * have no dot; and the page on the runtime, which leaves out the folders that are not emitted.
 */
export function plan({ server, mocks, templates, pins, config, deleted = new Set() }: Context): Row[] {
  const copied = (path: string, owner: Owner, template = path): Row => ({
    path,
    owner,
    content: () => copyTemplate(templates, template),
  });
  const parts = chooseParts(server, deleted);
  const { transports } = parts;
  const isPackaged = config.runtime.package !== '';
  const runtime = isPackaged ? [] : listRuntime(templates, parts);
  const { readme, env } = composeViews(server, parts);
  return [
    { path: 'package.json', owner: 'shared', content: () => composePackage(server, pins, parts, config) },
    {
      path: 'README.md',
      owner: 'shared',
      content: () => format(render(copyTemplate(templates, 'README.md.hbs'), readme), 'markdown'),
      isOrdered: true,
    },
    {
      path: '.env.example',
      owner: 'generated',
      content: () => render(copyTemplate(templates, 'env.example.hbs'), env),
      isOrdered: true,
    },
    {
      path: namesPath,
      owner: 'generated',
      content: () => printNames(server.names),
      ...(server.names.text === undefined ? {} : { replaces: server.names.text }),
    },
    ...when(server.names.kept !== undefined, () => ({
      path: keptPath,
      owner: 'generated',
      content: () => printKept(server.names.kept ?? { variables: {}, forms: {} }),
      ...(server.names.kept?.text === undefined ? {} : { replaces: server.names.kept.text }),
    })),
    ...when(server.promises !== undefined, () => ({
      path: promisesPath,
      owner: 'generated',
      content: () => printPromises(server.promises ?? { shared: {}, answers: {} }),
      isRecord: true,
    })),
    { path: configName, owner: 'yours', content: () => printConfig(config) },
    { path: configSchemaPath, owner: 'generated', content: printConfigSchema },
    copied('.gitattributes', 'shared', 'gitattributes'),
    { path: '.gitignore', owner: 'shared', content: () => listIgnored(templates, config) },
    copied('build.js', 'shared'),
    copied('generate.js', 'shared'),
    copied('tsconfig.json', 'shared'),
    copied('src/custom.ts', 'yours'),
    copied('src/program.ts', 'shared'),
    copied('src/server.ts', 'shared'),
    ...planEntries(transports, deleted).map((path) => copied(path, 'shared')),
    copied('test/callTools.ts', 'shared'),
    copied('test/custom.test.ts', 'yours'),
    copied('test/server.test.ts', 'shared'),
    ...runtime.filter((path) => path !== runtimeReadme).map((path) => copied(path, 'vendored')),
    isPackaged
      ? { path: customizePath, owner: 'vendored', content: () => passOn }
      : {
          path: runtimeReadme,
          owner: 'vendored',
          content: () => format(describeRuntime(copyTemplate(templates, runtimeReadme), runtime), 'markdown'),
        },
    ...when(isFetchAlone(transports) && !isPackaged, () => ({
      path: clientPath,
      owner: 'vendored',
      content: () => passOnClient,
    })),
    ...planData(server, mocks, parts),
  ];
}

/** The files of the runtime that a project has. */
function listRuntime(templates: Context['templates'], { unneeded }: Parts): string[] {
  const left = unneeded.map((path) => `src/runtime/${path}`);
  return [...templates.keys()]
    .filter((path) => path.startsWith('src/runtime/'))
    .filter((path) => !left.some((one) => (one.endsWith('/') ? path.startsWith(one) : path === one)))
    .toSorted();
}

/** What is started, or called by a platform, and what bundles that; of what the owner deleted it is known that it was there. */
function planEntries(transports: Transports, deleted: ReadonlySet<string>): string[] {
  const entries = Object.entries(transports).map(([name, isChosen]) => [`src/${name}.ts`, isChosen] as const);
  return [
    ...(transports.worker || transports.lambda ? ['bundle.js'] : []),
    ...entries.filter(([path, isChosen]) => isChosen || deleted.has(path)).map(([path]) => path),
  ];
}

/** The files that are made of data. */
function planData(server: Server, mocks: Mocks, { features, absent }: Parts): Row[] {
  const { toolsets } = server;
  const count = toolsets.reduce((sum, { tools }) => sum + tools.length, 0);
  const layout = count > mostTyped ? 'json' : 'code';
  const has = (part: string) => features.some(({ name }) => name.includes(part));
  const holds = { mocks: has('mock'), search: has('dynamic') };
  // What is searched for may be listed where a client is offered less of it, unless the owner wants it searched for.
  const mode: Pick<Server['api'], 'mode'> = !holds.search
    ? { mode: 'list' }
    : server.choices?.mode === 'dynamic'
      ? { mode: 'dynamic' }
      : {};
  const formerNames = listFormer(server);
  const card = has('card') && { card: describeCard(server) };
  const api = { ...server.api, ...mode, ...card, ...(formerNames && { formerNames }) };
  return [
    generated('api', async () => (await import('./build/data.js')).buildApi(api, absent)),
    generated('arguments', async () =>
      (await import('./build/buildArguments.js')).buildArguments(toolsets, server.components, layout),
    ),
    generated('catalog', async () => (await import('./build/buildCatalog.js')).buildCatalog(server, holds)),
    generated('components', async () =>
      (await import('./build/data.js')).buildComponents(server.components, layout),
    ),
    generated('features', async () => (await import('./build/buildFeatures.js')).buildFeatures(features)),
    ...when(holds.mocks, () =>
      generated('mocks', async () => (await import('./build/data.js')).buildMocks(mocks, layout)),
    ),
    ...when(server.prompts !== undefined, () =>
      generated('prompts', async () => (await import('./build/data.js')).buildPrompts(server.prompts ?? [])),
    ),
    ...when(server.resources !== undefined || server.reference !== undefined, () =>
      generated('resources', async () =>
        (await import('./build/data.js')).buildResources(server.resources, server.reference),
      ),
    ),
    ...when(holds.search, () =>
      generated('search', async () => (await import('./build/data.js')).buildSearch(toolsets, layout)),
    ),
    ...toolsets.flatMap(({ name, tools }) => [
      generated(`schemas/${name}`, async () => (await import('./build/data.js')).buildSchemas(tools, layout)),
      generated(`tools/${name}`, async () =>
        (await import('./build/buildTools.js')).buildTools(tools, layout),
      ),
    ]),
  ];
}

function when(isNeeded: boolean, makeRow: () => Row): Row[] {
  return isNeeded ? [makeRow()] : [];
}

/** A file that is made of data; the code that prints it takes a while to load. */
function generated(name: string, content: Row['content']): Row {
  return { path: `src/generated/${name}.ts`, owner: 'generated', content, isOrdered: true };
}

/** What git ignores: bundles as well, where they are packed. */
function listIgnored(templates: Context['templates'], { publish }: Config): string {
  return copyTemplate(templates, 'gitignore') + (publish.to?.includes('mcpb') === true ? '*.mcpb\n' : '');
}

import type { Recipe } from '../../templates/project/src/runtime/tool.js';
import { canPage, listSchemes } from '../model/requests.js';
import { type FeatureChoices, transports as allTransports } from '../model/config.js';
import {
  type Schema,
  type Server,
  decideMode,
  hasSubscriptions,
  hasTasks,
  listCallable,
} from '../model/server.js';
import { readsSeveralWays } from '../regex/bound.js';
import { holdsFile, holdsPacked } from '../schema/mediaTypes.js';
import { type Keywords, listSubschemas } from '../schema/subschemas.js';

type Codec = NonNullable<Recipe['body']>['codec'];
type Kind = Server['api']['auth'][string]['kind'];

/** A part of the runtime that not every API needs. */
export interface Feature {
  /** Where it stands in `Features` (src/runtime/features.ts): its member, and the key in that. */
  name: readonly [member: string, key?: string];
  isNeeded: (server: Server) => boolean;
  /** Its files, below src/runtime/; the first of them is imported. */
  files: readonly [first: string, ...others: string[]];
  /** What is imported of it; all of it where nothing is said. */
  exported?: string;
  /** The packages that only it imports. */
  packages?: readonly string[];
  /** The entries that alone serve it: without one of them, it is not emitted. */
  entries?: readonly Entry[];
  /** How an owner has it whose document does not need it. */
  choice?: Choice;
}

/** What an owner writes for a part that was left out, and what an operator is refused without it. */
interface Choice {
  /** What stands under `features:` in mcpwright.yaml, such as `mock: true`. */
  line: string;
  /** What it is, after "without": `answers from the document`. */
  words: string;
  /** The environment variables that ask for it; of one that does by a certain value alone, with that: `MCP_MODE=dynamic`. */
  variables: readonly string[];
  /** Variables that say nothing without those: nobody is refused for them. */
  others?: readonly string[];
}

/** The entries that serve clients over HTTP. */
const overHttp: readonly Entry[] = ['src/http.ts', 'src/worker.ts', 'src/lambda.ts'];
/** Those that run where there are disks, sockets and other programs. */
const withDisk: readonly Entry[] = ['src/stdio.ts', 'src/http.ts', 'src/lambda.ts'];
/** Those that a user starts. */
const programs: readonly Entry[] = ['src/stdio.ts', 'src/http.ts'];

/** The client towards the API where there is nothing but `fetch`, and what only the other imports. */
const fetchClient = 'http/clientOverFetch.ts';
const ofSockets = ['http/createClient.ts', 'http/decompress.ts'];

/** The optional parts of the runtime. A file that no row names is emitted for every API. */
export const features: readonly Feature[] = [
  codec('json', 'writeJson'),
  codec('form', 'writeForm', 'bodies/checkMembers.ts', 'bodies/flattenPaths.ts'),
  codec('multipart', 'writeMultipart', 'bodies/checkMembers.ts', 'bodies/json.ts', 'bodies/flattenPaths.ts'),
  codec('lines', 'writeLines'),
  { ...codec('xml', 'writeXml', 'bodies/layOutXml.ts'), packages: ['fast-xml-builder'] },
  codec('text', 'writeText'),
  codec('binary', 'writeBinary'),
  credential('api-key', 'apiKey'),
  credential('basic', 'basic'),
  credential('bearer', 'bearer'),
  {
    ...credential(
      'oauth2',
      'oauth2',
      'auth/oauth/oauthClient.ts',
      'auth/oauth/tokenSource.ts',
      'auth/oauth/tokenStore.ts',
    ),
    packages: ['oauth4webapi'],
  },
  {
    ...credential('session', 'session'),
    files: ['auth/session/session.ts', 'auth/session/logIn.ts', 'auth/session/cookies.ts', 'auth/apiKey.ts'],
  },
  credential('client-certificate', 'clientCertificate'),
  {
    name: ['login'],
    isNeeded: hasLogin,
    files: [
      'auth/login/logIn.ts',
      'auth/login/logInByBrowser.ts',
      'auth/login/logInByDevice.ts',
      'auth/login/loginOptions.ts',
    ],
    entries: programs,
  },
  {
    name: ['users'],
    isNeeded: isChosen('users'),
    files: ['auth/users/createUserCredentials.ts'],
    entries: overHttp,
    choice: {
      line: 'users: true',
      words: 'credentials of users over HTTP',
      variables: [
        'MCP_FORWARD_HEADERS',
        'MCP_EXCHANGE',
        'MCP_EXCHANGE_URL',
        'MCP_EXCHANGE_CLIENT_ID',
        'MCP_EXCHANGE_CLIENT_SECRET',
        'MCP_EXCHANGE_CLIENT_SECRET_FILE',
        'MCP_EXCHANGE_AUDIENCE',
        'MCP_EXCHANGE_RESOURCE',
        'MCP_EXCHANGE_SCOPE',
      ],
    },
  },
  {
    name: ['auth'],
    isNeeded: isChosen('auth'),
    files: ['door/openDoor.ts', 'door/claims.ts', 'door/createVerifier.ts', 'door/readDoorSettings.ts'],
    packages: ['jose'],
    entries: overHttp,
    choice: {
      line: 'auth: true',
      words: 'tokens of an authorization server over HTTP',
      variables: [
        'MCP_AUTH_ISSUER',
        'MCP_AUTH_JWKS_URL',
        'MCP_AUTH_INTROSPECTION_URL',
        'MCP_AUTH_CLIENT_ID',
        'MCP_AUTH_CLIENT_SECRET',
        'MCP_AUTH_CLIENT_SECRET_FILE',
        'MCP_AUTH_AUDIENCE',
        'MCP_AUTH_ALGORITHMS',
        'MCP_AUTH_CLOCK_SKEW',
        'MCP_AUTH_SCOPES',
        'MCP_AUTH_API_SCOPES',
        'MCP_AUTH_SCOPE_MAP',
      ],
    },
  },
  {
    name: ['sessions'],
    isNeeded: isChosen('sessions'),
    files: ['transport/http/session.ts'],
    exported: 'createSessions',
    entries: ['src/http.ts'],
    choice: { line: 'sessions: true', words: 'sessions over HTTP', variables: ['MCP_SESSIONS'] },
  },
  {
    name: ['limits'],
    isNeeded: isChosen('limits', ({ choices }) => choices?.auth === true),
    files: ['transport/http/limitClients.ts'],
    exported: 'limitClients',
    entries: overHttp,
    choice: {
      line: 'limits: true',
      words: 'limits for each client over HTTP',
      variables: ['MCP_RATE_LIMIT', 'MCP_CLIENT_CONCURRENCY'],
    },
  },
  {
    name: ['others', 'page'],
    isNeeded: isChosen('page'),
    files: [
      'transport/pages/servePage.ts',
      'transport/pages/renderPage.ts',
      'transport/pages/renderForm.ts',
      'transport/pages/clients.ts',
      'transport/pages/markup.ts',
      'transport/pages/style.ts',
      'transport/pages/script.ts',
      'transport/pages/findUrl.ts',
    ],
    exported: 'servePage',
    entries: overHttp,
    choice: { line: 'page: true', words: 'a page for browsers over HTTP', variables: [] },
  },
  {
    name: ['others', 'card'],
    isNeeded: isChosen('card'),
    files: ['transport/pages/serveCard.ts', 'transport/pages/findUrl.ts'],
    exported: 'serveCard',
    entries: overHttp,
    choice: { line: 'card: true', words: 'a server card over HTTP, which is experimental', variables: [] },
  },
  {
    name: ['proof'],
    isNeeded: isProven,
    files: ['call/createProver.ts', 'auth/credentials.ts', 'call/describeProof.ts', 'auth/readSecret.ts'],
  },
  {
    name: ['signing'],
    isNeeded: isChosen('signing'),
    files: ['call/signRequests.ts'],
    exported: 'signRequests',
    choice: { line: 'signing: true', words: 'beforeSend of src/custom.ts', variables: [] },
  },
  {
    name: ['telemetry'],
    isNeeded: isChosen('telemetry'),
    files: [
      'telemetry/serveTelemetry.ts',
      'telemetry/watchTransport.ts',
      'telemetry/describeRequest.ts',
      'telemetry/watchExchange.ts',
      'telemetry/operations.ts',
      'telemetry/measureDuration.ts',
    ],
    packages: ['@opentelemetry/api'],
    choice: {
      line: 'telemetry: true',
      words: 'OpenTelemetry and logs of requests',
      variables: ['MCP_LOG_FORMAT'],
    },
  },
  {
    name: ['secrets'],
    isNeeded: (server) =>
      isProven(server) ||
      server.choices?.signing === true ||
      usesProxies(server) ||
      server.choices?.auth === true ||
      server.choices?.commands === true,
    files: ['secrets/redactor.ts', 'secrets/encodings.ts'],
  },
  {
    name: ['files'],
    isNeeded: (server) => hasBody(server, 'binary') || hasBody(server, 'multipart'),
    files: ['request/files.ts', 'request/guessMediaType.ts', 'request/readFileArgument.ts'],
  },
  {
    name: ['pagination'],
    isNeeded: (server) =>
      toolsOf(server).some(({ request }) => request.nextPage !== undefined || canPage(request)),
    files: ['result/pagination.ts'],
    exported: 'describeNextPage',
  },
  {
    name: ['unpack'],
    isNeeded: (server) => toolsOf(server).some(({ request }) => request.accept.some(holdsPacked)),
    files: ['result/unpack.ts'],
    exported: 'unpack',
  },
  {
    name: ['nextPage'],
    isNeeded: (server) => toolsOf(server).some(({ request }) => request.nextPage !== undefined),
    files: ['request/followLink.ts'],
    exported: 'followLink',
  },
  {
    name: ['links'],
    isNeeded: (server) => toolsOf(server).some(({ request }) => request.links !== undefined),
    files: ['result/tellLinks.ts'],
    exported: 'tellLinks',
  },
  {
    name: ['polling'],
    isNeeded: (server) => toolsOf(server).some(({ request }) => request.poll === true),
    files: ['result/polling.ts', 'result/findReader.ts', 'auth/credentials.ts'],
  },
  {
    name: ['routing'],
    isNeeded: ({ api }) => api.routing === true,
    files: ['server/findMismatch.ts'],
    exported: 'findMismatch',
  },
  {
    name: ['resources'],
    isNeeded: hasResources,
    files: [
      'resources/serveResources.ts',
      'resources/compileTemplate.ts',
      'resources/readContents.ts',
      'resources/answerLegacyCodes.ts',
    ],
    exported: 'serveResources',
  },
  {
    name: ['reference'],
    isNeeded: ({ reference }) => reference !== undefined,
    files: ['resources/makeReference.ts'],
    exported: 'makeReference',
  },
  {
    name: ['skills'],
    isNeeded: isChosen('skills'),
    files: ['resources/serveSkills.ts'],
    exported: 'serveSkills',
    entries: programs,
    choice: { line: 'skills: true', words: 'Agent Skills over MCP', variables: [] },
  },
  {
    name: ['prompts'],
    isNeeded: hasPrompts,
    files: ['prompts/servePrompts.ts', 'resources/answerLegacyCodes.ts'],
    exported: 'servePrompts',
  },
  {
    name: ['completions'],
    isNeeded: ({ resources = [], prompts = [], own }) =>
      own?.prompts === true ||
      resources.some(({ resource }) => resource.completions !== undefined) ||
      prompts.some((prompt) => prompt.arguments.some(({ completion }) => completion !== undefined)),
    files: ['completion/serveCompletions.ts'],
    exported: 'serveCompletions',
  },
  {
    name: ['tasks'],
    isNeeded: hasTasks,
    files: [
      'tasks/serveTasks.ts',
      'tasks/taskId.ts',
      'tasks/followJob.ts',
      'tasks/followOwn.ts',
      'tasks/createFollow.ts',
      'tasks/handOver.ts',
      'result/polling.ts',
      'result/findReader.ts',
      'auth/credentials.ts',
    ],
  },
  {
    name: ['subscriptions'],
    isNeeded: hasSubscriptions,
    files: ['resources/serveSubscriptions.ts', 'resources/createBoard.ts'],
    exported: 'serveSubscriptions',
  },
  {
    name: ['listening'],
    isNeeded: (server) => hasSubscriptions(server) || hasTasks(server),
    files: ['extend/serveListening.ts'],
    exported: 'serveListening',
  },
  {
    name: ['extensions'],
    isNeeded: hasMore,
    files: ['extend/loadExtensions.ts', 'extend/extensions.ts'],
  },
  {
    name: ['select'],
    isNeeded: (server) => toolsOf(server).some((tool) => tool.select === true),
    files: ['select/readSelector.ts', 'select/createSelector.ts', 'select/boundWork.ts'],
    exported: 'readSelector',
    packages: ['@jmespath-community/jmespath'],
  },
  {
    name: ['outputs'],
    isNeeded: (server) => toolsOf(server).some((tool) => tool.typed !== undefined),
    files: ['result/fitValue.ts'],
  },
  {
    name: ['adjust'],
    isNeeded: (server) => toolsOf(server).some((tool) => tool.adjust !== undefined),
    files: ['call/callAdjusted.ts'],
    exported: 'callAdjusted',
  },
  {
    name: ['former'],
    isNeeded: (server) => toolsOf(server).some((tool) => tool.former !== undefined),
    files: ['arguments/renameFormer.ts'],
    exported: 'renameFormer',
  },
  {
    name: ['reshape'],
    isNeeded: (server) => toolsOf(server).some((tool) => tool.shown !== undefined),
    files: ['select/reshape.ts'],
    exported: 'reshape',
  },
  {
    name: ['consent'],
    isNeeded: isAsking,
    files: ['interact/obtainConsent.ts'],
  },
  {
    name: ['dynamic'],
    isNeeded: (server) => (server.mode ?? decideMode(server)) === 'dynamic',
    files: [
      'dynamic/serveDynamic.ts',
      'dynamic/createMetaCaller.ts',
      'dynamic/describeTool.ts',
      'dynamic/boundSchema.ts',
      'dynamic/cutWords.ts',
      'dynamic/writeSignature.ts',
      'dynamic/listMetaTools.ts',
      'dynamic/searchTools.ts',
      'dynamic/tellSources.ts',
      'search/createSearch.ts',
      'search/readQuery.ts',
      'search/vocabulary.ts',
      'search/terms.ts',
    ],
    choice: {
      line: 'mode: dynamic',
      words: 'search for tools',
      variables: ['MCP_MODE=dynamic'],
      others: ['MCP_MODE'],
    },
  },
  {
    name: ['patterns'],
    isNeeded: isChosen('patterns', hasChoices),
    files: ['patterns/prepareBounded.ts', 'patterns/createWalker.ts', 'patterns/parsePattern.ts'],
    exported: 'prepareBounded',
  },
  {
    name: ['unions'],
    isNeeded: hasWideUnions,
    files: ['validate/sortBranches.ts'],
    exported: 'sortBranches',
  },
  {
    name: ['downloads'],
    isNeeded: isChosen('downloads', returnsFiles),
    files: ['result/saveFile.ts'],
    exported: 'saveFile',
    entries: programs,
    choice: { line: 'downloads: true', words: 'files saved in a folder', variables: ['MCP_DOWNLOAD_DIR'] },
  },
  {
    name: ['commands'],
    isNeeded: isChosen('commands', hasLogin),
    files: [
      'transport/runCommand.ts',
      'call/createProver.ts',
      'auth/credentials.ts',
      'call/describeProof.ts',
      'auth/readSecret.ts',
    ],
    entries: programs,
    choice: { line: 'commands: true', words: 'the command status', variables: [] },
  },
  {
    name: ['proxies'],
    isNeeded: usesProxies,
    files: ['http/createWays.ts', 'http/openWays.ts', 'http/proxies.ts', 'auth/readSecret.ts'],
    entries: withDisk,
    choice: {
      line: 'proxies: true',
      words: 'proxies and certificates',
      variables: [
        'HTTP_PROXY',
        'HTTPS_PROXY',
        'http_proxy',
        'https_proxy',
        'MCP_CA_FILE',
        'MCP_CLIENT_CERT_FILE',
        'MCP_CLIENT_KEY_FILE',
        'MCP_CLIENT_KEY_PASSPHRASE',
        'MCP_CLIENT_CERT_FOR_TOKENS',
      ],
      others: ['NO_PROXY'],
    },
  },
  {
    name: ['questions'],
    isNeeded: isChosen(
      'questions',
      (server) =>
        hasTasks(server) ||
        server.own?.resources === true ||
        server.own?.prompts === true ||
        isAsking(server),
    ),
    files: [
      'interact/createAsking.ts',
      'interact/createDialogue.ts',
      'interact/createSealer.ts',
      'auth/readSecret.ts',
    ],
    choice: { line: 'questions: true', words: 'questions to users', variables: ['MCP_STATE_KEYS'] },
  },
  {
    name: ['mock'],
    isNeeded: isChosen('mock'),
    files: ['mock/createMock.ts'],
    exported: 'createMock',
    choice: { line: 'mock: true', words: 'answers from the document', variables: ['MCP_MOCK'] },
  },
];

/** Where the subject of a file of earlier versions went, below src/runtime/. */
const moved: Readonly<Record<string, string>> = {
  'layers.ts': 'secrets/encodings.ts',
  'server/serveListening.ts': 'extend/serveListening.ts',
};

/**
 * Where the subject of a file of the runtime is, which a project has no longer: in another file, or in none until the
 * owner chooses it; nothing where the document alone decides.
 *
 * @param path - of the project, such as `src/runtime/mock/createMock.ts`
 */
export function findSubject(path: string): { file?: string; line?: string } {
  const file = path.replace('src/runtime/', '');
  const to = moved[file];
  if (to !== undefined) return { file: `src/runtime/${to}` };
  const choice = features.find(({ files, choice: one }) => files.includes(file) && one !== undefined)?.choice;
  if (choice !== undefined) return { line: choice.line };
  const entry = Object.entries(partsOfEntries).find(([, { folders }]) =>
    folders.some((one) => file.startsWith(one)),
  );
  return entry === undefined ? {} : { line: `transports: [stdio, ${entry[0].slice(4, -3)}]` };
}

/** What some entries need, and others do not. */
interface EntryParts {
  /** Folders of the runtime, each as its path ends. */
  folders: readonly string[];
  /** Files of the runtime that no other entry needs, in these folders and outside. */
  own?: readonly string[];
  /** Files outside these that others may need as well. */
  files?: readonly string[];
  packages: readonly string[];
}

const ofHttp = { folders: ['door/', 'transport/http/', 'transport/pages/'], files: ['auth/readSecret.ts'] };

/** The parts of a project that certain entries need: where its owner wants none of those, they are not emitted. */
export const partsOfEntries: Readonly<Record<Entry, EntryParts>> = {
  'src/http.ts': {
    ...ofHttp,
    own: ['transport/http/runHttp.ts'],
    packages: ['@modelcontextprotocol/node'],
  },
  'src/stdio.ts': { folders: ['transport/stdio/'], packages: [] },
  'src/worker.ts': {
    ...ofHttp,
    folders: [...ofHttp.folders, 'transport/web/'],
    own: ['transport/web/serveFetch.ts', fetchClient],
    packages: [],
  },
  'src/lambda.ts': {
    ...ofHttp,
    folders: [...ofHttp.folders, 'transport/web/', 'transport/lambda/'],
    packages: [],
  },
};

/** How a server can be reached: the user may delete what is not needed, or choose what is. */
export type Transports = Record<(typeof allTransports)[number], boolean>;

type Entry = `src/${keyof Transports}.ts`;

/** What is emitted of all that there is. */
export interface Parts {
  transports: Transports;
  features: readonly Feature[];
  /** Files of the runtime that are not emitted, and folders, which end with `/`: below `src/runtime/`. */
  unneeded: readonly string[];
  /** Packages that only what is left out imports. */
  packages: ReadonlySet<string>;
  /** By what to write under `features:` in mcpwright.yaml: the environment variables that are then read. */
  absent: Readonly<Record<string, string>>;
  /** The parts that an owner could have besides. */
  choices: readonly Choice[];
  /** The environment variables of these. */
  unread: ReadonlySet<string>;
}

/**
 * What a project is made of: what its document needs, and what its owner has chosen.
 *
 * @param deleted - files that the owner has deleted from the project: an entry that is gone counts as not chosen
 */
export function chooseParts(server: Server, deleted: ReadonlySet<string> = new Set()): Parts {
  const { transports: chosen = ['stdio', 'http'] } = server.choices ?? {};
  const transports = Object.fromEntries(
    allTransports.map((name) => [name, chosen.includes(name) && !deleted.has(`src/${name}.ts`)]),
  ) as unknown as Transports;
  const served = entriesOf(transports);
  const gone = entries.filter((entry) => !served.includes(entry));
  const isServed = (feature: Feature) => isServedBy(feature, served);
  const needed = features.filter((feature) => isServed(feature) && feature.isNeeded(server));
  const left = features.filter((feature) => !needed.includes(feature));
  const folders = new Set(served.flatMap((entry) => partsOfEntries[entry].folders));
  const kept = new Set([
    ...needed.flatMap(({ files }) => files),
    ...served.flatMap((entry) => partsOfEntries[entry].files ?? []),
  ]);
  const choices = left.filter(isServed).flatMap(({ choice }) => choice ?? []);
  const imported = new Set(needed.flatMap(({ packages = [] }) => packages));
  return {
    transports,
    features: needed,
    unneeded: [
      ...left.flatMap(({ files }) => files.filter((file) => !kept.has(file))),
      ...gone.flatMap((entry) => partsOfEntries[entry].own ?? []),
      ...gone.flatMap((entry) => partsOfEntries[entry].folders).filter((one) => !folders.has(one)),
      ...(isFetchAlone(transports) ? ofSockets : []),
    ],
    packages: new Set(
      [
        ...left.flatMap(({ packages = [] }) => packages),
        ...gone.flatMap((entry) => partsOfEntries[entry].packages),
      ].filter((name) => !imported.has(name)),
    ),
    absent: Object.fromEntries(
      choices
        .filter(({ variables }) => variables.length > 0)
        .map(({ variables, line }) => [line, variables.join(' ')]),
    ),
    choices,
    unread: new Set(
      left.flatMap(({ choice: { variables = [], others = [] } = {} }) => variables.concat(others)),
    ),
  };
}

/** The parts that the owner wants, and that only serve entries that the project has not; and what those are. */
export function listUnserved(
  { choices = {} }: Pick<Server, 'choices'>,
  { transports }: Pick<Parts, 'transports'>,
): { name: string; serves: string }[] {
  const served = entriesOf(transports);
  return features
    .filter((feature) => feature.choice !== undefined && !isServedBy(feature, served))
    .map(({ name: [member, name = member], entries: own = [] }) => {
      const serves = own.includes('src/stdio.ts') ? 'needs a program of Node' : 'serves clients over HTTP';
      return { name, serves };
    })
    .filter(({ name }) => choices[name as Switch] === true);
}

const entries = Object.keys(partsOfEntries) as Entry[];

function entriesOf(transports: Transports): Entry[] {
  return allTransports.filter((name) => transports[name]).map((name): Entry => `src/${name}.ts`);
}

/** A project without any entry has one of its owner's own, which may be any but an HTTP server. */
function isServedBy({ entries: own }: Feature, served: readonly Entry[]): boolean {
  const all: readonly Entry[] = served.length === 0 ? ['src/stdio.ts'] : served;
  return own === undefined || own.some((entry) => all.includes(entry));
}

/** Whether `fetch` is all that requests to the API can be sent with. */
export function isFetchAlone({ worker, ...others }: Transports): boolean {
  return worker && !Object.values(others).some((one) => one);
}

/** Whether the owner wants a part, or where nothing is said, whether the document needs it. */
function isChosen(name: Switch, byDocument: Feature['isNeeded'] = () => false): Feature['isNeeded'] {
  return (server) => server.choices?.[name] ?? byDocument(server);
}

/** The choices that are yes or no. */
type Switch = Exclude<keyof FeatureChoices, 'transports' | 'mode'>;

function codec(name: Codec, exported: string, ...others: string[]): Feature {
  return {
    name: ['bodies', name],
    isNeeded: (server) => hasBody(server, name),
    files: [`bodies/${name}.ts`, ...others],
    exported,
  };
}

function credential(kind: Kind, exported: string, ...others: string[]): Feature {
  return {
    name: ['credentials', kind],
    isNeeded: ({ api }) => Object.values(listSchemes(api)).some((scheme) => scheme.kind === kind),
    files: [`auth/${exported}.ts`, ...others],
    exported,
  };
}

/** Whether users log in to the API. */
function hasLogin({ api }: Server): boolean {
  return Object.values(listSchemes(api)).some(
    (scheme) => scheme.kind === 'oauth2' && scheme.login !== undefined,
  );
}

/** Whether the API answers with what is neither JSON nor text, pictures nor sounds: these are handed on as they are. */
function returnsFiles(server: Server): boolean {
  return toolsOf(server).some(({ request }) => request.accept.some(holdsFile));
}

function hasBody(server: Server, name: Codec): boolean {
  return toolsOf(server).some(({ request }) => request.body?.codec === name);
}

function hasResources({ resources, reference, own, choices }: Server): boolean {
  const isServed = own?.resources === true || choices?.skills === true;
  return resources !== undefined || reference !== undefined || isServed;
}

function hasPrompts({ prompts, own }: Server): boolean {
  return prompts !== undefined || own?.prompts === true;
}

/** Whether calls are proven to the API. */
function isProven({ api, choices }: Server): boolean {
  return choices?.users === true || Object.keys(listSchemes(api)).length > 0;
}

function usesProxies({ api, choices }: Server): boolean {
  const isCertified = Object.values(listSchemes(api)).some(({ kind }) => kind === 'client-certificate');
  return choices?.proxies ?? isCertified;
}

/** Whether there is something besides tools. */
function hasMore(server: Server): boolean {
  return (
    hasResources(server) ||
    hasPrompts(server) ||
    hasTasks(server) ||
    hasSubscriptions(server) ||
    server.choices?.telemetry === true
  );
}

/** Whether the user is asked before some tool is called. */
function isAsking(server: Server): boolean {
  return toolsOf(server).some((tool) => tool.consent !== undefined);
}

function toolsOf(server: Server) {
  return listCallable(server).map(({ tool }) => tool);
}

/** Whether a pattern that calls are held to can be read in several ways: an engine that goes back could take it long. */
function hasChoices(server: Server): boolean {
  return listEnforced(server).some(({ pattern, patternProperties = {} }) =>
    [pattern, ...Object.keys(patternProperties as object)].some(
      (source) => typeof source === 'string' && readsSeveralWays(source),
    ),
  );
}

/** Branches of a union from which on they are sorted, so that a value is not held to each. */
const fewestBranches = 12;

function hasWideUnions(server: Server): boolean {
  return listEnforced(server).some((schema) =>
    ['anyOf', 'oneOf'].some((keyword) => {
      const branches = schema[keyword];
      return Array.isArray(branches) && branches.length >= fewestBranches;
    }),
  );
}

/** All schemas that calls are held to, those within others among them, each once. */
function listEnforced(server: Server): Keywords[] {
  const found = new Set<Schema>([
    ...Object.values(server.components),
    ...listCallable(server).map(({ enforced }) => enforced),
  ]);
  for (const schema of found) for (const child of listSubschemas(schema)) found.add(child);
  return [...found].filter((schema) => typeof schema === 'object');
}

import type { Admission, Guard, Refusal } from './guard.js';
import type { IncomingMessage } from 'node:http';
import type { Principal } from '../customize.js';
import { SetupError } from '../errors.js';
import type { App, Scope } from '../extensions.js';
import { isObject } from '../json.js';
import type { WaysPart } from '../http/createNetwork.js';
import { importOnce, loadPart, memoize, once } from '../memo.js';
import { metaNames, type Offer, type OfferedTool } from '../offer/createOffer.js';
import type { Environment } from '../settings.js';
import type { Requirement, Toolset } from '../tool.js';
import {
  createFetchObject,
  createIntrospector,
  type ReadClaims,
  readPrincipal,
  RefusedError,
} from './claims.js';
import {
  admitOperator,
  createComparison,
  nameOf,
  readBearer,
  retryAfter,
  unchecked,
  UnavailableError,
  wholeScope,
} from './guardByToken.js';
import {
  type ChallengeParts,
  type Challenges,
  createChallenges,
  type DoorSettings,
  readDoorSettings,
  withoutSlash,
} from './readDoorSettings.js';

export { issuerVariables as variables } from './readDoorSettings.js';

/**
 * Opens the door of a server to those who have a token of an authorization server, or the one of the operator; nothing
 * where nobody has to prove who they are.
 *
 * @throws SetupError where it is not set up right.
 */
export async function openDoor(
  app: App,
  isLocal: boolean,
  urls: () => readonly URL[],
  log: (line: string) => void,
): Promise<Guard | undefined> {
  const { api, env } = app;
  const settings = readDoorSettings(env);
  if (settings === undefined) return undefined;
  const { issuer, publicUrl, apiScopes: isByScopes } = settings;
  const { proxies } = await app.features();
  const ways = proxies && (await loadPart(proxies, 'proxies'));
  if (issuer !== undefined && publicUrl === undefined && !isLocal)
    throw new SetupError(
      'MCP_PUBLIC_URL must be set: the URL by which clients reach the server, such as https://mcp.example.com/mcp. Tokens are made for it.',
    );
  const apiScopes = isByScopes && issuer !== undefined ? await listScopes(app.offer) : [];
  if (apiScopes.length > 0)
    log(
      `Tools are offered by the scopes of a token: the API's document names ${apiScopes.length}. Set MCP_AUTH_API_SCOPES=false if your tokens do not hold them.`,
    );
  const { stepUp, ...door } = await createDoor({
    settings,
    env,
    ways,
    title: api.title,
    apiScopes,
    urls,
    log,
  });
  return {
    ...door,
    publicHost: publicUrl?.hostname,
    findStepUp: (admission, body) => findStepUp(stepUp, admission, app, body),
  };
}

/** What messages are answered with of which one calls a tool that its sender would need more scopes for. */
async function findStepUp(
  stepUp: Challenges['stepUp'],
  { scope, host }: Admission,
  { offer, api: { formerNames = {} } }: Pick<App, 'offer' | 'api'>,
  body: unknown,
): Promise<Refusal | undefined> {
  const missing: string[] = [];
  for (const called of [body].flat().flatMap(namesOfCalled)) {
    const isFormer = Object.hasOwn(formerNames, called) && (await offer.find(called)) === undefined;
    missing.push(...(await scope.missing(offer, (isFormer && formerNames[called]) || called)));
  }
  return missing.length === 0 ? undefined : stepUp(missing, host);
}

/** The tools that a message calls: by their names, or by way of a tool that calls others. */
function namesOfCalled(message: unknown): string[] {
  if (!isObject(message) || message['method'] !== 'tools/call' || !isObject(message['params'])) return [];
  const { name, arguments: args } = message['params'];
  const isMeta = metaNames.some((meta) => meta === name);
  const called = isMeta ? isObject(args) && args['name'] : name;
  return typeof called === 'string' ? [called] : [];
}

/** What a door is made with. */
interface DoorParts extends ChallengeParts {
  env: Environment;
  /** What knows of proxies and certificates. */
  ways: WaysPart | undefined;
  /** The URLs of the server on this machine, by each of its names; the first where nothing else says which. */
  urls: () => readonly URL[];
  /** Writes a line for the operator. */
  log: (line: string) => void;
}

/** For how long what cannot be checked is not told again, whoever asks how often. */
const quietMs = 60_000;

/** Guards the HTTP endpoint as a resource server of OAuth 2.1 (MCP, Authorization). */
async function createDoor(
  parts: DoorParts,
): Promise<Pick<Guard, 'admit' | 'metadata'> & Pick<Challenges, 'stepUp'>> {
  const { settings, env, urls, log } = parts;
  const { hasToken, publicUrl, scopes, implied } = settings;
  const resources = publicUrl === undefined ? urls : () => [publicUrl];
  const readClaims = await loadReader(settings, resources, parts);
  const { refuse, stepUp, metadata } = createChallenges(parts, resources);
  const isOperator = createComparison(env);

  let told = { line: '', until: 0 };

  function tell(line: string): void {
    if (line === told.line && Date.now() < told.until) return;
    told = { line, until: Date.now() + quietMs };
    log(line);
  }

  async function readToken(token: string, from: string, mayGuess: boolean): Promise<Principal> {
    if (readClaims === undefined) throw new RefusedError('The token is not the one of this server');
    return readPrincipal(await readClaims(token, { from, mayGuess }));
  }

  async function admit(request: IncomingMessage, mayGuess = true): Promise<Admission | Refusal> {
    const { host } = request.headers;
    const token = readBearer(request);
    if (typeof token !== 'string') return refuse(host, token);
    try {
      if (hasToken && (await isOperator(token, mayGuess))) return admitOperator(token, host);
      const principal = await readToken(token, request.socket.remoteAddress ?? '', mayGuess);
      const granted = expandScopes(principal.scopes, implied);
      if (listMissing(scopes, granted).length > 0) return stepUp(scopes, host);
      const { issuer, subject, clientId } = principal;
      const key = nameOf(issuer, subject, clientId);
      const scope = settings.apiScopes ? createScope(granted) : wholeScope;
      const until = (Number(principal.claims['exp']) + settings.skew) * 1_000;
      return { principal, token, key, user: nameOf(issuer, subject), scope, host, until };
    } catch (error) {
      if (error instanceof RefusedError)
        return refuse(host, { error: 'invalid_token', message: error.message });
      if (!(error instanceof UnavailableError)) throw error;
      tell(`Tokens cannot be checked: ${error.message}.`);
      return { status: 503, message: unchecked, retryAfter };
    }
  }

  return { admit, stepUp, ...(metadata && { metadata }) };
}

const loadVerifier = importOnce(() => import('./createVerifier.js'));

/** Loads what reads the claims of tokens, where an issuer is named. */
async function loadReader(
  settings: DoorSettings,
  resources: () => readonly URL[],
  { env, ways }: Pick<DoorParts, 'env' | 'ways'>,
): Promise<ReadClaims | undefined> {
  const { issuer, audiences: named, introspectionUrl } = settings;
  const audiences = () =>
    named.length > 0 ? named : resources().flatMap(({ href }) => [href, withoutSlash(href)]);
  if (issuer === undefined) return undefined;
  const fetch = createFetchObject(env, ways);
  if (introspectionUrl === undefined)
    return (await loadVerifier()).createVerifier(settings, audiences, fetch);
  return createIntrospector(settings, audiences, env, fetch);
}

/** What somebody gets to see by the scopes that they are granted. */
function createScope(granted: ReadonlySet<string>): Scope {
  return {
    // A list, which no two sets of scopes share, and which is another key than that of who sees everything.
    key: JSON.stringify([...granted].toSorted()),
    narrow: (offer) => narrowOffer(offer, granted),
    missing: async (offer, name) => {
      const offered = await offer.find(name);
      return offered === undefined ? [] : listLacking(offered, granted);
    },
  };
}

/** The scopes with those that they stand for. */
function expandScopes(
  scopes: readonly string[],
  implied: ReadonlyMap<string, readonly string[]>,
): ReadonlySet<string> {
  const granted = new Set(scopes);
  // What is added is looked at in its turn.
  for (const scope of granted) for (const one of implied.get(scope) ?? []) granted.add(one);
  return granted;
}

/** Those of some scopes that are not granted. */
function listMissing(needed: readonly string[], granted: ReadonlySet<string>): readonly string[] {
  return needed.filter((scope) => !granted.has(scope));
}

/** The scopes that a tool asks for besides those that are granted, by the way that lacks fewest. */
function listLacking(offered: OfferedTool, granted: ReadonlySet<string>): readonly string[] {
  if ('own' in offered) return listMissing(offered.own.scopes ?? [], granted);
  const ways = scopesOf(offered.tool.request.security).map((way) => listMissing(way, granted));
  return ways.toSorted((a, b) => a.length - b.length)[0] ?? [];
}

/**
 * The scopes of each way to be let in by the API. A way without any says nothing of who may call: by a key of this server
 * everybody could.
 */
function scopesOf(security: readonly Requirement[]): readonly string[][] {
  return security.map((requirement) => Object.values(requirement).flat()).filter((way) => way.length > 0);
}

/** All scopes that tools, and resources and prompts of `custom.ts`, ask for, in alphabetical order. */
async function listScopes({ toolsets, toolsOf, own, ownScopes }: Offer): Promise<string[]> {
  const tools = await Promise.all(toolsets.map(async (toolset) => [...(await toolsOf(toolset)).values()]));
  const scopes = [...tools.flat(), ...own.values()].flatMap((one) =>
    'tool' in one ? scopesOf(one.tool.request.security).flat() : (one.own.scopes ?? []),
  );
  return [...new Set([...scopes, ...ownScopes])].toSorted();
}

/** What is left of an offer for who is granted some scopes. */
function narrowOffer(offer: Offer, granted: ReadonlySet<string>): Offer {
  const isFor = (offered: OfferedTool) => listLacking(offered, granted).length === 0;

  const toolsOf = memoize(async (toolset: Toolset) => {
    const all = await offer.toolsOf(toolset);
    return new Map([...all].filter(([, offered]) => isFor(offered)));
  });
  const names = once(async () => {
    const tools = await Promise.all(offer.toolsets.map(toolsOf));
    return new Set(tools.flatMap((some) => Array.from(some.keys())));
  });
  const entries = once(async () => {
    const mine = await names();
    return (await offer.entries()).filter(({ name }) => mine.has(name));
  });

  return {
    ...offer,
    isFor,
    grants: (scopes) => listMissing(scopes, granted).length === 0,
    toolsOf,
    own: new Map([...offer.own].filter(([, offered]) => isFor(offered))),
    entries,
    search: async () => {
      const [search, mine] = await Promise.all([offer.search(), names()]);
      return (query, isWanted = () => true) =>
        search(query, (entry) => mine.has(entry.name) && isWanted(entry));
    },
    find: async (name) => {
      const offered = await offer.find(name);
      return offered !== undefined && isFor(offered) ? offered : undefined;
    },
    countOf: async (toolset) => {
      const tools = [...(await toolsOf(toolset)).values()];
      return {
        tools: tools.length,
        reads: tools.filter(({ listed }) => listed.annotations.readOnlyHint === true).length,
      };
    },
    tokensOf: async (toolset) => {
      const [tokens, all, mine] = await Promise.all([
        offer.tokensOf(toolset),
        offer.toolsOf(toolset),
        toolsOf(toolset),
      ]);
      return all.size === 0 ? 0 : Math.round((tokens * mine.size) / all.size);
    },
  };
}

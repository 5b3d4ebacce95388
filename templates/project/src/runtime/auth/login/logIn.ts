import { readSecret } from '../readSecret.js';
import { spawn } from 'node:child_process';
import { platform } from 'node:os';
import { setTimeout as delay } from 'node:timers/promises';
import { processRevocationResponse, revocationRequest } from 'oauth4webapi';
import { SetupError } from '../../errors.js';
import { redact } from '../../secrets/redactor.js';
import type { Environment } from '../../settings.js';
import { echo, listSome } from '../../text.js';
import type { LoginWay } from '../../tool.js';
import { type Login, type LoginParts } from '../credentials.js';
import { OAuthClient, type OAuthScheme } from '../oauth/oauthClient.js';
import { ownerOf, toSavedToken } from '../oauth/tokenSource.js';
import { type SavedToken, openTokenStore } from '../oauth/tokenStore.js';
import { readRegistration } from '../oauth2.js';
import { logInByBrowser } from './logInByBrowser.js';
import { logInByDevice } from './logInByDevice.js';
import type { Clock, LoginOptions } from './loginOptions.js';

/** The scopes that let a login last (OpenID Connect Core, section 11). */
const lasting = ['openid', 'offline_access'];

const systemClock: Clock = {
  now: () => Date.now(),
  wait: (ms, signal) => delay(ms, undefined, signal && { signal }),
};

/** Lets a user log in, and saves the tokens. @returns what to tell the user. */
export async function logIn(
  { name, scheme, env, means }: LoginParts,
  way: LoginWay | undefined,
  options: Partial<LoginOptions> & Pick<LoginOptions, 'log'>,
): Promise<string> {
  const client = await openClient({ name, scheme, env, means });
  const store = openTokenStore(means.server, env);
  try {
    const { scopes_supported: supported, ...server } = await client.findServer();
    const chosen = way ?? chooseWay(scheme, server.authorization_endpoint === undefined);
    const scopes = new Set(scheme.scopes);
    // Of a server that is described it is known what it takes to be given a refresh token.
    for (const one of scheme.isExact ? [] : lasting)
      if (supported?.includes(one) || scheme.lasting?.includes(one)) scopes.add(one);
    const run = chosen === 'device' ? logInByDevice : logInByBrowser;
    const response = await run(client, [...scopes], {
      browser: true,
      openBrowser: (url) => openBrowser(url, env),
      port: 0,
      clock: systemClock,
      ...options,
      // A server could repeat in a URL what it was sent.
      log: (line) => options.log(redact(line, [...client.secrets])),
    });
    const owner = ownerOf(name, scheme, client.registration.clientId);
    const saved = toSavedToken(response);
    await store.update(owner, () => Promise.resolve(saved));
    return describeLogin(name, saved, scheme.scopes, store.file);
  } catch (error) {
    throw client.explain(error, 'Run the command again, or look at what is registered there.');
  }
}

function chooseWay({ login = [] }: OAuthScheme, lacksBrowser: boolean): LoginWay {
  const [first = 'browser'] = login;
  return first === 'browser' && lacksBrowser && login.includes('device') ? 'device' : first;
}

async function openClient({ name, scheme, env, means }: LoginParts): Promise<OAuthClient> {
  const registration = await readRegistration(scheme, env);
  if (registration === undefined) {
    throw new SetupError(
      `Set ${scheme.env.clientId} first: the ID under which this program is registered at the authorization server of ${JSON.stringify(name)}.`,
    );
  }
  return new OAuthClient(scheme, registration, means);
}

function describeLogin(
  name: string,
  { scope, refreshToken, endsAt, savedAt }: SavedToken,
  asked: readonly string[],
  file: string,
): string {
  const granted = new Set(scope?.split(' '));
  const refused = scope === undefined ? [] : asked.filter((one) => !granted.has(one));
  const minutes = Math.round(((endsAt ?? 0) - savedAt) / 60_000);
  const ends = endsAt === undefined ? '' : ` It ends in ${minutes} minutes, and cannot be renewed.`;
  return [
    `Logged in to ${echo(name)}.${refreshToken === undefined ? ends : ''}`,
    ...(refused.length > 0 ? [`Not allowed: ${listSome(refused.map((one) => echo(one)))}.`] : []),
    `The tokens are in ${file}.`,
  ].join('\n');
}

/**
 * Forgets the tokens of a user, and has the authorization server forget them: those of the client that is configured, or
 * of all where none is. @returns whether there were any.
 */
export async function logOut({ name, scheme, env, means }: LoginParts): Promise<boolean> {
  const store = openTokenStore(means.server, env);
  const given = await readRegistration(scheme, env);
  const clientSecret = given?.clientSecret;
  const ids = given === undefined ? await store.clientsOf(ownerOf(name, scheme, '')) : [given.clientId];
  let isFound = false;
  for (const clientId of ids) {
    let before: SavedToken | undefined;
    await store.update(ownerOf(name, scheme, clientId), (saved) => {
      before = saved;
      return Promise.resolve(undefined);
    });
    isFound ||= before !== undefined;
    await revoke(new OAuthClient(scheme, { clientId, clientSecret }, means), before);
  }
  return isFound;
}

/** RFC 7009, where the server says that it can; what is forgotten here is of no use to this server, whether it can or not. */
async function revoke(own: OAuthClient, saved: SavedToken | undefined): Promise<void> {
  const token = saved?.refreshToken ?? saved?.accessToken;
  if (token === undefined) return;
  own.hide(token);
  try {
    const { revocation_endpoint: endpoint } = await own.findServer();
    if (endpoint === undefined) return;
    await own.ask(async (server, client, proof, options) =>
      processRevocationResponse(
        await revocationRequest(server, client, proof, token, { ...options, additionalParameters: {} }),
      ),
    );
  } catch {
    // It ends by itself.
  }
}

/** How a user is logged in. */
export async function readLogin({ name, scheme, env, means }: LoginParts): Promise<Login> {
  const { file, read } = openTokenStore(means.server, env);
  const clientId = await readSecret(env, scheme.env.clientId);
  const saved = clientId === undefined ? undefined : await read(ownerOf(name, scheme, clientId));
  if (saved === undefined) return { file, isLoggedIn: false };
  const { endsAt, refreshToken, scope } = saved;
  return {
    file,
    isLoggedIn: refreshToken !== undefined || Date.now() < (endsAt ?? Infinity),
    ...(endsAt !== undefined && { endsAt: new Date(endsAt).toISOString() }),
    isRenewed: refreshToken !== undefined,
    ...(scope !== undefined && { scope }),
  };
}

/** What opens a URL with the user's browser; no shell reads the URL. */
const openers: Partial<Record<NodeJS.Platform, readonly [program: string, ...args: string[]]>> = {
  darwin: ['open'],
  win32: ['rundll32', 'url.dll,FileProtocolHandler'],
};

/** The program that opens a URL on a system, and what it is given: the URL as one argument, whatever it holds. */
export function nameOpener(
  system: NodeJS.Platform,
  { href }: URL,
): readonly [program: string, ...args: string[]] {
  return [...(openers[system] ?? (['xdg-open'] as const)), href];
}

/** Opens a URL where there is a browser; where there is none, the user opens it elsewhere. */
function openBrowser(url: URL, env: Environment): void {
  const [program, ...args] = nameOpener(platform(), url);
  const opener = spawn(program, args, { env, stdio: 'ignore', detached: true });
  opener.once('error', () => undefined);
  opener.unref();
}

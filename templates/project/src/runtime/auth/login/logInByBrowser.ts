import { once } from 'node:events';
import { type IncomingMessage, type Server, type ServerResponse, createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import {
  type AuthorizationServer,
  type TokenEndpointResponse,
  authorizationCodeGrantRequest,
  calculatePKCECodeChallenge,
  generateRandomCodeVerifier,
  generateRandomState,
  processAuthorizationCodeResponse,
  validateAuthResponse,
} from 'oauth4webapi';
import { CallError, SetupError } from '../../errors.js';
import { parseUrl } from '../../text.js';
import { type OAuthClient, checkAddress } from '../oauth/oauthClient.js';
import type { LoginOptions } from './loginOptions.js';

/** How long a user may take to log in. */
const mostMs = 300_000;
/** Where the browser is sent back to, on a port of this machine (RFC 8252, section 7.3). */
const path = '/callback';

/** Lets a user log in with a browser: the authorization code flow with PKCE (RFC 6749, section 4.1; RFC 7636). */
export async function logInByBrowser(
  client: OAuthClient,
  scopes: readonly string[],
  options: LoginOptions,
): Promise<TokenEndpointResponse> {
  const server = await client.findServer();
  const { authorization_endpoint: endpoint } = server;
  if (endpoint === undefined) {
    throw new SetupError('The authorization server does not say where users log in with a browser.');
  }
  const state = generateRandomState();
  const verifier = generateRandomCodeVerifier();
  client.hide(verifier);
  const callback = await openCallback(client, server, state, options.port);
  try {
    const redirectUri = `http://127.0.0.1:${callback.port}${path}`;
    const url = checkAddress(endpoint);
    const parameters = {
      // OpenID Connect Core, section 11: without it no refresh token is given.
      ...(scopes.includes('offline_access') && { prompt: 'consent' }),
      ...client.scheme.authorizationParameters,
      response_type: 'code',
      client_id: client.registration.clientId,
      redirect_uri: redirectUri,
      state,
      code_challenge: await calculatePKCECodeChallenge(verifier),
      code_challenge_method: 'S256',
      ...(scopes.length > 0 && { scope: scopes.join(' ') }),
    };
    for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value);
    options.log(`To log in, open this URL in a browser on this machine:\n${url.href}`);
    if (options.browser) options.openBrowser(url);
    const expired = new CallError('Nobody logged in within 5 minutes. Run the command again.');
    const patience = options.clock.wait(mostMs, options.signal).then(() => Promise.reject(expired));
    const parameter = await Promise.race([callback.received, patience]);
    return await client.ask(async (own, registered, proof, asking) =>
      processAuthorizationCodeResponse(
        own,
        registered,
        await authorizationCodeGrantRequest(own, registered, proof, parameter, redirectUri, verifier, asking),
      ),
    );
  } finally {
    callback.close();
  }
}

interface Callback {
  port: number;
  /** What the authorization server has the browser bring. */
  received: Promise<URLSearchParams>;
  close: () => void;
}

/** Listens on this machine for the browser that comes back. What does not know the state is refused, and waited on. */
async function openCallback(
  client: OAuthClient,
  server: AuthorizationServer,
  state: string,
  wanted: number,
): Promise<Callback> {
  const listener = createServer({ requestTimeout: 10_000 });
  const received = new Promise<URLSearchParams>((resolve, reject) => {
    listener.on('request', (request, response) => {
      const found = readCallback(request, portOf(listener));
      if (found === undefined) return respond(response, 404, 'There is nothing here.');
      const [given, ...more] = found.getAll('state');
      if (given !== state || more.length > 0) {
        return respond(response, 400, 'This is not the login that was begun: start again from the terminal.');
      }
      client.hide(found.get('code'));
      try {
        const known = { ...server, issuer: issuerOf(server, found, client) };
        const registered = { client_id: client.registration.clientId };
        const parameters = validateAuthResponse(known, registered, found, state);
        respond(response, 200, 'You can close this page: the login goes on in the terminal.');
        resolve(parameters);
      } catch (error) {
        respond(response, 400, 'The login failed: the terminal says why.');
        reject(error as Error);
      }
    });
  });
  // It may come before it is waited for.
  received.catch(() => undefined);
  try {
    await once(listener.listen(wanted, '127.0.0.1'), 'listening');
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new SetupError(`Cannot listen on 127.0.0.1, port ${wanted}, for the browser (${code}).`);
  }
  const close = () => {
    listener.close();
    listener.closeAllConnections();
  };
  return { port: portOf(listener), received, close };
}

function portOf(listener: Server): number {
  return (listener.address() as AddressInfo).port;
}

/** The parameters of a request that a browser makes on its way back; undefined for any other request. */
function readCallback(
  { method, url = '', headers }: IncomingMessage,
  port: number,
): URLSearchParams | undefined {
  const target = parseUrl(url, `http://127.0.0.1:${port}`);
  const isOurs = headers.host === `127.0.0.1:${port}` && target?.pathname === path && method === 'GET';
  return isOurs ? target.searchParams : undefined;
}

/**
 * RFC 9207: the issuer must be the one that was asked. Where no description says what it is called, it is at least of the
 * origin that users were sent to, or that gives tokens.
 */
function issuerOf(server: AuthorizationServer, found: URLSearchParams, { scheme }: OAuthClient): string {
  const issuer = found.get('iss');
  if (issuer === null || scheme.discoveryUrl !== undefined) return server.issuer;
  const origins = [server.authorization_endpoint, server.token_endpoint].map(
    (url) => parseUrl(url ?? '')?.origin,
  );
  return origins.includes(parseUrl(issuer)?.origin) ? issuer : server.issuer;
}

/** A page that holds nothing of the request. */
function respond(response: ServerResponse, status: number, words: string): void {
  response
    .writeHead(status, {
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': "default-src 'none'",
      'referrer-policy': 'no-referrer',
      'cache-control': 'no-store',
      connection: 'close',
    })
    .end(`<!doctype html><meta charset="utf-8"><title>Login</title><p>${words}</p>\n`);
}

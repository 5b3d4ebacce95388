import {
  AuthorizationResponseError,
  type AuthorizationServer,
  type Client,
  type ClientAuth,
  ClientSecretBasic,
  ClientSecretPost,
  None,
  ResponseBodyError,
  allowInsecureRequests,
  customFetch,
} from 'oauth4webapi';
import { CallError, NoResponseError, SetupError, networkCode, notSent } from '../../errors.js';
import { parseJson } from '../../json.js';
import { redact } from '../../secrets/redactor.js';
import { HeaderMap } from '../../request/outgoing.js';
import { isExposed, readBaseUrl } from '../../request/servers.js';
import { echo, parseUrl } from '../../text.js';
import type { AuthScheme } from '../../tool.js';
import type { FetchMeans } from '../credentials.js';

export type OAuthScheme = Extract<AuthScheme, { kind: 'oauth2' }>;

/** What the operator has registered at the authorization server; public clients have no secret. */
export interface Registration {
  clientId: string;
  clientSecret: string | undefined;
}

type LibraryFetch = (
  url: string,
  init: { method: string; headers: Record<string, string>; body?: unknown },
) => Promise<Response>;

/** What the library asks with. */
interface AskOptions {
  [customFetch]: LibraryFetch;
  [allowInsecureRequests]: true;
  /** What else is sent with requests for tokens. */
  additionalParameters: Record<string, string>;
}

/** One request of the library, and what it makes of the response. */
type Ask<T> = (
  server: AuthorizationServer,
  client: Client,
  proof: ClientAuth,
  options: AskOptions,
) => Promise<T>;

/** One client of one authorization server: what is known of the server, how it is asked, and what no text may show. */
export class OAuthClient {
  /** The secrets that it was given, and those that the server has given. */
  readonly secrets = new Set<string>();
  private server: AuthorizationServer | undefined;
  /** How the client proves who it is; some servers take it in the body only. */
  private proof: ((secret: string) => ClientAuth) | undefined;

  constructor(
    readonly scheme: OAuthScheme,
    readonly registration: Registration,
    private readonly means: Pick<FetchMeans, 'send' | 'isProven' | 'program'>,
  ) {
    this.hide(registration.clientSecret);
  }

  /** Whether it can prove who it is: by a secret, or by the certificate of the connection (RFC 8705, 2). */
  get isConfidential(): boolean {
    return this.registration.clientSecret !== undefined || this.means.isProven;
  }

  /** The script of the program that runs. */
  get program(): string | undefined {
    return this.means.program;
  }

  /** Keeps values out of every text. */
  hide(...values: readonly unknown[]): void {
    for (const value of values) if (typeof value === 'string' && value !== '') this.secrets.add(value);
  }

  /** Asks the server; one that does not take the secret in a header gets it in the body. */
  async ask<T>(run: Ask<T>): Promise<T> {
    const server = await this.findServer();
    const { clientId, clientSecret } = this.registration;
    const client: Client = { client_id: clientId, use_mtls_endpoint_aliases: this.means.isProven };
    const options: AskOptions = {
      [customFetch]: (url, init) => this.send(url, init),
      // What may be read on its way is refused before.
      [allowInsecureRequests]: true,
      additionalParameters: this.scheme.tokenParameters ?? {},
    };
    if (clientSecret === undefined) return run(server, client, None(), options);
    const supported = server.token_endpoint_auth_methods_supported;
    const isPosted = supported?.includes('client_secret_post') && !supported.includes('client_secret_basic');
    const proof = this.proof ?? (isPosted ? ClientSecretPost : ClientSecretBasic);
    try {
      return await run(server, client, proof(clientSecret), options);
    } catch (error) {
      const isUnproved = error instanceof ResponseBodyError && error.error === 'invalid_client';
      if (!isUnproved || proof === ClientSecretPost) throw error;
      const response = await run(server, client, ClientSecretPost(clientSecret), options).catch(() => {
        throw error;
      });
      this.proof = ClientSecretPost;
      return response;
    }
  }

  /** What is known of the authorization server: what the document says, or what it says of itself. */
  async findServer(): Promise<AuthorizationServer> {
    if (this.server !== undefined) return this.server;
    const { tokenUrl, authorizationUrl, deviceUrl, discoveryUrl } = this.scheme;
    if (discoveryUrl !== undefined) return (this.server = await this.discover(checkAddress(discoveryUrl)));
    const { origin, href } = checkAddress(tokenUrl ?? '');
    this.server = {
      issuer: origin,
      token_endpoint: href,
      ...(authorizationUrl !== undefined && { authorization_endpoint: checkAddress(authorizationUrl).href }),
      ...(deviceUrl !== undefined && { device_authorization_endpoint: checkAddress(deviceUrl).href }),
    };
    return this.server;
  }

  private async discover(url: URL): Promise<AuthorizationServer> {
    const headers = new HeaderMap([['accept', 'application/json']]);
    const { status, body } = await this.means.send({ method: 'GET', url, headers });
    const value = parseJson(Buffer.from(body).toString());
    const said = typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
    const { issuer, token_endpoint: endpoint } = said;
    if (status !== 200 || typeof endpoint !== 'string') {
      throw new CallError(
        `${url.href} does not say where tokens come from${notSent}. Ask the user to check it.`,
      );
    }
    if (!isDescribedAt(issuer, url))
      throw new CallError(
        `${url.href} describes another authorization server (${echo(JSON.stringify(issuer) ?? 'nobody’s')})${notSent}. Ask the user to check it; where the server is meant, its tokenUrl can be named under credentials in mcpwright.yaml.`,
      );
    return { ...said, issuer, token_endpoint: checkAddress(endpoint).href };
  }

  /** Sends a request of the library; who the user is does not matter here, so that no identity is looked at. */
  private async send(url: string, { method, headers, body }: Parameters<LibraryFetch>[1]): Promise<Response> {
    const sent = body === undefined || body === null ? {} : { body: String(body) };
    const request = {
      method: method as 'POST',
      url: checkAddress(url),
      headers: new HeaderMap(new Headers(headers)),
      ...sent,
    };
    const response = await this.means.send(request);
    const { origin } = request.url;
    if (response.status >= 500)
      throw new CallError(
        `The authorization server at ${origin} failed with status ${response.status}${notSent}. Calling again later is safe.`,
      );
    const value = parseJson(Buffer.from(response.body).toString());
    if (typeof value !== 'object' || value === null) {
      return new Response(response.status === 204 ? null : Buffer.from(response.body), {
        status: response.status,
      });
    }
    const { id_token: _, ...members } = { token_type: 'bearer', ...value } as Record<string, unknown>;
    this.hide(members['access_token'], members['refresh_token'], members['device_code']);
    // RFC 6749, section 7.1: what is bound to a key would be worth nothing without it, or less than was meant.
    const type = members['token_type'];
    if (members['access_token'] !== undefined && !(typeof type === 'string' && /^bearer$/i.test(type)))
      throw new CallError(
        `The authorization server at ${origin} gave a token of another type than Bearer${notSent}.`,
      );
    // RFC 6749, appendix A.12. It would be kept, and every call fail with it.
    if (typeof members['access_token'] === 'string' && !/^[\x20-\x7e]*$/.test(members['access_token']))
      throw new CallError(
        `The authorization server at ${origin} gave a token that no header can hold${notSent}. Calling again later is safe.`,
      );
    // The error in the body says more than a challenge in a header.
    return Response.json(members, { status: response.status });
  }

  /** What went wrong at the authorization server, in words; `advice` says what the user can do, if it refused. */
  explain(error: unknown, advice: string): CallError | SetupError {
    if (error instanceof CallError || error instanceof SetupError) return error;
    const { origin } = new URL(this.scheme.tokenUrl ?? this.scheme.discoveryUrl ?? 'about:blank');
    if (error instanceof NoResponseError) {
      const code = networkCode(error) || error.kind;
      return new CallError(
        `The authorization server at ${origin} could not be reached (${echo(code)})${notSent}. Calling again later is safe.`,
      );
    }
    // Secrets are taken out before it is cut: a part of one would not be known any more.
    const reason = redact(reasonOf(error), [...this.secrets]);
    return new CallError(
      `The authorization server at ${origin} gave no token (${echo(reason)})${notSent}. ${reason.startsWith('invalid_scope') ? scopeAdvice : advice}`,
    );
  }
}

/**
 * Whether an issuer is the one whose description a URL has: else somebody else's could be put in its place (OpenID Connect
 * Discovery 1.0, 4.3; RFC 8414, 3.3). Where the URL does not say whose it is, the issuer is at least of its origin.
 */
function isDescribedAt(issuer: unknown, { origin, pathname }: URL): issuer is string {
  const named = typeof issuer === 'string' ? parseUrl(issuer) : undefined;
  if (named === undefined || named.search !== '' || named.hash !== '') return false;
  const [, before = '', behind = ''] = /^(.*)\/\.well-known\/[^/]+(.*)$/.exec(pathname) ?? [];
  const isSaid = pathname.includes('/.well-known/');
  return (
    named.origin === origin && (!isSaid || withoutSlash(named.pathname) === withoutSlash(before + behind))
  );
}

function withoutSlash(path: string): string {
  return path.replace(/\/$/, '');
}

/** RFC 6749, section 4.1.2.1 and 5.2, `invalid_scope`. */
const scopeAdvice =
  'Ask the user to write which scopes it may be asked for under "scopes" of the scheme, in credentials of mcpwright.yaml, and to generate this server again.';

/** Whether the server says that what was shown to it is worth nothing any more: RFC 6749, section 5.2. */
export function isSpent(error: unknown): boolean {
  return error instanceof ResponseBodyError && error.error === 'invalid_grant';
}

function reasonOf(error: unknown): string {
  if (error instanceof ResponseBodyError || error instanceof AuthorizationResponseError) {
    return [error.error, error.error_description].filter(Boolean).join(': ');
  }
  return 'its answer is none that the specification knows';
}

/** An address that secrets may be sent to: nobody can read them on their way. */
export function checkAddress(text: string): URL {
  const [, variable] = /^\{(\w+)\}/.exec(text) ?? [];
  if (variable !== undefined)
    throw new CallError(
      `The address of the authorization server begins with the base URL of the API, which is not known${notSent}. Ask the user to set the environment variable ${variable} to it.`,
    );
  const read = readBaseUrl(text);
  const problem = typeof read === 'string' ? read : isExposed(read.href) ? 'is not encrypted' : undefined;
  if (typeof read !== 'string' && problem === undefined) return read;
  throw new CallError(
    `The address of the authorization server ${problem}${notSent}. Ask the user to generate this server again with another one.`,
  );
}

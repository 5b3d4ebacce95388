import {
  type AuthorizationServer,
  type Client,
  type ClientAuth,
  ClientSecretBasic,
  ClientSecretPost,
  None,
  ResponseBodyError,
  type TokenEndpointResponse,
  allowInsecureRequests,
  clientCredentialsGrantRequest,
  customFetch,
  processClientCredentialsResponse,
  processRefreshTokenResponse,
  refreshTokenGrantRequest,
} from 'oauth4webapi';
import { CallError, NoResponseError, networkCode, notSent } from '../errors.js';
import { parseJson } from '../json.js';
import { isExposed, readBaseUrl } from '../request/servers.js';
import { type Environment, readSecret } from '../settings.js';
import { echo } from '../text.js';
import type { AuthScheme } from '../tool.js';
import { type AuthKind, type Credential, type FetchMeans, setHeader } from './credential.js';

type OAuth = Extract<AuthScheme, { kind: 'oauth2' }>;

/** OpenAPI 3.2, Security Scheme Object, `type: oauth2` and `openIdConnect`: RFC 6749, sections 4.4 and 6. */
export const oauth2: AuthKind<OAuth> = {
  read: async (scheme, env, means) => {
    const given = await readSecret(env, scheme.env.token);
    if (given !== undefined) return toBearer(given, scheme);
    const client = await readRegistration(scheme, env);
    if (client === undefined) return undefined;
    const { clientId, clientSecret = '', refreshToken = '' } = client;
    const key = JSON.stringify([scheme.tokenUrl, scheme.discoveryUrl, clientId, clientSecret, refreshToken]);
    const source =
      (means.known.get(key) as TokenSource | undefined) ?? new TokenSource(scheme, client, means);
    means.known.set(key, source);
    return {
      secrets: [clientSecret, refreshToken].filter((one) => one !== ''),
      apply: () => {},
      obtain: async (refused) => toBearer(await source.take(refused?.secrets[0]), scheme, source.secrets()),
    };
  },
};

/** What the operator has registered at the authorization server. */
interface Registration {
  clientId: string;
  clientSecret: string | undefined;
  refreshToken: string | undefined;
}

/** What is configured, where it suffices to get a token. */
async function readRegistration(
  { env: names, clientCredentials }: OAuth,
  env: Environment,
): Promise<Registration | undefined> {
  const [clientId, clientSecret, refreshToken] = await Promise.all(
    [names.clientId, names.clientSecret, names.refreshToken].map((name) => readSecret(env, name)),
  );
  const isEnough = refreshToken !== undefined || (clientCredentials && clientSecret !== undefined);
  return clientId !== undefined && isEnough ? { clientId, clientSecret, refreshToken } : undefined;
}

/** A token comes first among the secrets: it is compared with those that are refused. */
function toBearer(token: string, { env }: OAuth, others: readonly string[] = []): Credential {
  return {
    secrets: [token, ...others],
    apply: (request) => setHeader(request, 'authorization', `Bearer ${token}`, env.token),
  };
}

/** Seconds before its end at which a token is renewed; of one that lasts shortly, a tenth of its time. */
const early = 60;

interface Held {
  value: string;
  /** When it is renewed, and when it ends, as `Date.now()` says it. */
  renewAt: number;
  endsAt: number;
}

/** Gets the tokens of one client, and keeps them as long as they hold: one request is under way at a time. */
class TokenSource {
  private held: Held | undefined;
  private pending: Promise<string> | undefined;
  private server: AuthorizationServer | undefined;
  /** How the client proves who it is; some servers take it in the body only. */
  private proof: ((secret: string) => ClientAuth) | undefined;
  private rotated: string | undefined;

  constructor(
    private readonly scheme: OAuth,
    private readonly client: Registration,
    private readonly means: FetchMeans,
  ) {}

  /** What no text may show. */
  secrets(): string[] {
    return [this.client.clientSecret, this.client.refreshToken, this.rotated].filter(
      (one) => one !== undefined,
    );
  }

  /** A token that holds, and that is not the one that was refused. */
  async take(refused?: string): Promise<string> {
    if (this.held?.value === refused) this.held = undefined;
    const { held } = this;
    const now = Date.now();
    if (held !== undefined && now < held.renewAt) return held.value;
    this.pending ??= this.renew().finally(() => {
      this.pending = undefined;
    });
    try {
      return await this.pending;
    } catch (error) {
      // It was renewed early: the old one may do for now.
      if (held !== undefined && now < held.endsAt) return held.value;
      throw error;
    }
  }

  private async renew(): Promise<string> {
    const response = await this.explain(async () => this.ask(await this.findServer()));
    const lasts = response.expires_in ?? Number.POSITIVE_INFINITY;
    const endsAt = Date.now() + lasts * 1000;
    const renewAt = endsAt - Math.min(early, lasts / 10) * 1000;
    this.rotated = response.refresh_token ?? this.rotated;
    this.held = { value: response.access_token, endsAt, renewAt: Number.isNaN(renewAt) ? endsAt : renewAt };
    return response.access_token;
  }

  /** Asks for a token; a server that does not take the secret in a header gets it in the body. */
  private async ask(server: AuthorizationServer): Promise<TokenEndpointResponse> {
    const { clientSecret } = this.client;
    const supported = server.token_endpoint_auth_methods_supported;
    const isPosted = supported?.includes('client_secret_post') && !supported.includes('client_secret_basic');
    const proof = this.proof ?? (isPosted ? ClientSecretPost : ClientSecretBasic);
    try {
      return await this.request(server, clientSecret === undefined ? None() : proof(clientSecret));
    } catch (error) {
      const isUnproved = error instanceof ResponseBodyError && error.error === 'invalid_client';
      if (!isUnproved || proof === ClientSecretPost || clientSecret === undefined) throw error;
      const response = await this.request(server, ClientSecretPost(clientSecret)).catch(() => {
        throw error;
      });
      this.proof = ClientSecretPost;
      return response;
    }
  }

  private async request(server: AuthorizationServer, proof: ClientAuth): Promise<TokenEndpointResponse> {
    const client: Client = { client_id: this.client.clientId };
    const refreshToken = this.rotated ?? this.client.refreshToken;
    const options = {
      [customFetch]: (
        url: string,
        init: { method: string; headers: Record<string, string>; body?: unknown },
      ) => this.send(url, init),
      // What may not be read on its way is refused before.
      [allowInsecureRequests]: true,
    };
    if (refreshToken !== undefined) {
      const response = await refreshTokenGrantRequest(server, client, proof, refreshToken, options);
      return processRefreshTokenResponse(server, client, response);
    }
    const scope = this.scheme.scopes.join(' ');
    const parameters = new URLSearchParams(scope === '' ? {} : { scope });
    const response = await clientCredentialsGrantRequest(server, client, proof, parameters, options);
    return processClientCredentialsResponse(server, client, response);
  }

  /** Sends a request of the library; who the user is does not matter here, so that no identity is looked at. */
  private async send(
    url: string,
    { method, headers, body }: { method: string; headers: Record<string, string>; body?: unknown },
  ): Promise<Response> {
    const sent = body === undefined || body === null ? {} : { body: String(body) };
    const request = {
      method: method as 'POST',
      url: checkAddress(url),
      headers: new Headers(headers),
      ...sent,
    };
    const response = await this.means.send(request);
    const value = parseJson(Buffer.from(response.body).toString());
    if (typeof value !== 'object' || value === null) {
      return new Response(Buffer.from(response.body), { status: response.status });
    }
    const { id_token: _, ...members } = { token_type: 'bearer', ...value } as Record<string, unknown>;
    // The error in the body says more than a challenge in a header.
    return Response.json(members, { status: response.status });
  }

  /** What is known of the authorization server: what the document says, or what it says of itself. */
  private async findServer(): Promise<AuthorizationServer> {
    if (this.server !== undefined) return this.server;
    const { tokenUrl, discoveryUrl } = this.scheme;
    if (discoveryUrl === undefined) {
      const { origin, href } = checkAddress(tokenUrl ?? '');
      this.server = { issuer: origin, token_endpoint: href };
      return this.server;
    }
    const url = checkAddress(discoveryUrl);
    const headers = new Headers({ accept: 'application/json' });
    const { status, body } = await this.means.send({ method: 'GET', url, headers });
    const value = parseJson(Buffer.from(body).toString());
    const said = typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
    const { issuer, token_endpoint: endpoint } = said;
    if (status !== 200 || typeof endpoint !== 'string') {
      throw new CallError(
        `${url.href} does not say where tokens come from${notSent}. Ask the user to check it.`,
      );
    }
    const { href, origin } = checkAddress(endpoint);
    this.server = { ...said, issuer: typeof issuer === 'string' ? issuer : origin, token_endpoint: href };
    return this.server;
  }

  /** Puts what goes wrong at the authorization server into words. */
  private async explain<T>(run: () => Promise<T>): Promise<T> {
    try {
      return await run();
    } catch (error) {
      if (error instanceof CallError) throw error;
      const { origin } = new URL(this.scheme.tokenUrl ?? this.scheme.discoveryUrl ?? 'about:blank');
      const { clientId, clientSecret, refreshToken } = this.scheme.env;
      const other = this.client.refreshToken === undefined ? clientSecret : refreshToken;
      if (error instanceof NoResponseError) {
        const code = networkCode(error) || error.kind;
        throw new CallError(
          `The authorization server at ${origin} could not be reached (${echo(code)})${notSent}. Calling again later is safe.`,
        );
      }
      const reason =
        error instanceof ResponseBodyError
          ? [error.error, error.error_description].filter(Boolean).join(': ')
          : 'its answer is none that the specification knows';
      throw new CallError(
        `The authorization server at ${origin} gave no token (${echo(reason)})${notSent}. Ask the user to check ${clientId} and ${other}.`,
      );
    }
  }
}

/** An address that secrets may be sent to: nobody can read them on their way. */
function checkAddress(text: string): URL {
  const read = readBaseUrl(text);
  const problem = typeof read === 'string' ? read : isExposed(read.href) ? 'is not encrypted' : undefined;
  if (typeof read !== 'string' && problem === undefined) return read;
  throw new CallError(
    `The address of the authorization server ${problem}${notSent}. Ask the user to generate this server again with another one.`,
  );
}

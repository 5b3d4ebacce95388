import {
  type TokenEndpointResponse,
  clientCredentialsGrantRequest,
  processClientCredentialsResponse,
  processRefreshTokenResponse,
  refreshTokenGrantRequest,
} from 'oauth4webapi';
import { CallError, notSent } from '../../errors.js';
import { nameLogin } from '../credentials.js';
import { type OAuthClient, type OAuthScheme, isSpent } from './oauthClient.js';
import type { SavedToken, TokenOwner, TokenStore } from './tokenStore.js';

/** Seconds before its end at which a token is renewed; of one that lasts shortly, a tenth of its time. */
const early = 60;

/** Seconds that a token lasts, at most: a hundred years. */
const mostSeconds = 3_155_760_000;

/** What is kept of a response of a token endpoint. */
export function toSavedToken(response: TokenEndpointResponse, before?: Partial<SavedToken>): SavedToken {
  const now = Date.now();
  const lasts = response.expires_in && Math.min(response.expires_in, mostSeconds);
  const refreshToken = response.refresh_token ?? before?.refreshToken;
  const scope = response.scope ?? before?.scope;
  const times = lasts !== undefined && {
    renewAt: now + (lasts - Math.min(early, lasts / 10)) * 1000,
    endsAt: now + lasts * 1000,
  };
  return {
    accessToken: response.access_token,
    ...(refreshToken !== undefined && { refreshToken }),
    ...times,
    ...(scope !== undefined && { scope }),
    savedAt: now,
  };
}

/** Whose tokens a scheme has where a user has logged in. */
export function ownerOf(name: string, scheme: OAuthScheme, clientId: string): TokenOwner {
  return { scheme: name, source: [scheme.tokenUrl, scheme.discoveryUrl], clientId };
}

interface SourceParts {
  client: OAuthClient;
  store: TokenStore;
  /** The name of the scheme. */
  name: string;
  /** The refresh token of the environment. */
  refreshToken: string | undefined;
}

/** Gets the tokens of one client, and keeps them as long as they hold: one request is under way at a time. */
export class TokenSource {
  private held: SavedToken | undefined;
  private pending: Promise<string> | undefined;
  private readonly owner: TokenOwner;
  /** When the tokens of the user who is logged in were saved; undefined while nobody is. */
  private savedAt: number | undefined;

  constructor(private readonly parts: SourceParts) {
    const { client, name, refreshToken } = parts;
    client.hide(refreshToken);
    this.owner = { ...ownerOf(name, client.scheme, client.registration.clientId), origin: refreshToken };
  }

  /** What no text may show. */
  secrets(): string[] {
    return [...this.parts.client.secrets];
  }

  /** Whether there is something to get tokens with; a user may have logged in, or out, meanwhile. */
  async isConfigured(): Promise<boolean> {
    const { client, store, refreshToken } = this.parts;
    if (refreshToken !== undefined) return true;
    const { login, clientCredentials } = client.scheme;
    if (login !== undefined) {
      const saved = await store.read(this.owner);
      if (saved?.savedAt !== this.savedAt) this.adopt(saved);
      this.savedAt = saved?.savedAt;
    }
    const isOwn = clientCredentials === true && client.isConfidential;
    return this.savedAt !== undefined || isOwn;
  }

  /** A token that holds, and that is not the one that was refused. */
  async take(refused?: string): Promise<string> {
    const { held } = this;
    const now = Date.now();
    if (held !== undefined && held.accessToken !== refused && now < (held.renewAt ?? Infinity))
      return held.accessToken;
    this.pending ??= this.renew(held?.accessToken ?? refused).finally(() => {
      this.pending = undefined;
    });
    try {
      return await this.pending;
    } catch (error) {
      // It was renewed early: the old one may do for now.
      const isGood = held !== undefined && held.accessToken !== refused && this.held === held;
      if (isGood && now < (held.endsAt ?? Infinity)) return held.accessToken;
      throw error;
    }
  }

  private adopt(saved: SavedToken | undefined): void {
    this.parts.client.hide(saved?.accessToken, saved?.refreshToken);
    this.held = saved;
  }

  private async renew(stale: string | undefined): Promise<string> {
    const { client, refreshToken } = this.parts;
    const { clientId, clientSecret } = client.scheme.env;
    const isOwn = refreshToken === undefined && this.savedAt === undefined;
    try {
      const token = isOwn ? toSavedToken(await this.grantOwn()) : await this.refreshSaved(stale);
      this.adopt(token);
      if (this.savedAt !== undefined) this.savedAt = token.savedAt;
      return token.accessToken;
    } catch (error) {
      throw client.explain(
        error,
        isOwn ? `Ask the user to check ${clientId} and ${clientSecret}.` : this.adviseRefresh(),
      );
    }
  }

  private adviseRefresh(): string {
    const { client, name, refreshToken } = this.parts;
    const { clientId, refreshToken: variable } = client.scheme.env;
    return refreshToken === undefined
      ? `Ask the user to check ${clientId}, or to log in again: ${nameLogin(name, client.program)}.`
      : `Ask the user to check ${clientId} and ${variable}.`;
  }

  /** RFC 6749, section 4.4: the client itself is let in. */
  private grantOwn(): Promise<TokenEndpointResponse> {
    const { client: own } = this.parts;
    const { scopes, tokenParameters } = own.scheme;
    const scope = scopes.length > 0 && { scope: scopes.join(' ') };
    return own.ask(async (server, client, proof, options) => {
      const parameters = new URLSearchParams({ ...tokenParameters, ...scope });
      const response = await clientCredentialsGrantRequest(server, client, proof, parameters, options);
      return processClientCredentialsResponse(server, client, response);
    });
  }

  /**
   * RFC 6749, section 6. Refresh tokens may be good for one use only: while one process uses it the others wait, and
   * take what that one got.
   */
  private async refreshSaved(stale: string | undefined): Promise<SavedToken> {
    const { client, store, refreshToken: given } = this.parts;
    let got: SavedToken | undefined;
    let problem: Error | undefined;
    await store.update(this.owner, async (saved) => {
      client.hide(saved?.accessToken, saved?.refreshToken);
      const isFresh = saved !== undefined && Date.now() < (saved.renewAt ?? Infinity);
      if (isFresh && saved.accessToken !== stale) return (got = saved);
      const refreshToken = saved?.refreshToken ?? given;
      if (refreshToken === undefined) {
        problem = saved && endLogin(this.parts, 'it cannot be renewed');
        return undefined;
      }
      try {
        got = toSavedToken(await this.exchange(refreshToken), { ...saved, refreshToken });
        // One that is not replaced need not be kept: the environment has it.
        return saved === undefined && got.refreshToken === given ? saved : got;
      } catch (error) {
        if (!isSpent(error)) throw error;
        // What is refused once is refused for good.
        problem =
          given === undefined
            ? endLogin(this.parts, 'invalid_grant')
            : client.explain(error, this.adviseRefresh());
        return undefined;
      }
    });
    if (got !== undefined) return got;
    this.savedAt = undefined;
    this.adopt(undefined);
    throw problem ?? endLogin(this.parts, 'the user has logged out');
  }

  private exchange(refreshToken: string): Promise<TokenEndpointResponse> {
    const { client: own } = this.parts;
    const { refreshUrl } = own.scheme;
    own.hide(refreshToken);
    return own.ask(async (server, client, proof, options) => {
      const there = refreshUrl === undefined ? server : { ...server, token_endpoint: refreshUrl };
      const response = await refreshTokenGrantRequest(there, client, proof, refreshToken, options);
      return processRefreshTokenResponse(there, client, response);
    });
  }
}

function endLogin({ name, client }: SourceParts, reason: string): CallError {
  return new CallError(
    `The login to ${JSON.stringify(name)} has ended (${reason})${notSent}. Ask the user to log in again: ${nameLogin(name, client.program)}.`,
  );
}

import type { Credential } from './proof.js';
import { readSecret } from './readSecret.js';
import type { Environment } from '../settings.js';
import { type AuthKind, setHeader } from './credentials.js';
import { OAuthClient, type OAuthScheme, type Registration } from './oauth/oauthClient.js';
import { TokenSource } from './oauth/tokenSource.js';
import { openTokenStore } from './oauth/tokenStore.js';

/** OpenAPI 3.2, Security Scheme Object, `type: oauth2` and `openIdConnect`. */
export const oauth2: AuthKind<OAuthScheme> = {
  read: async (scheme, env, means, name) => {
    const given = await readSecret(env, scheme.env.token);
    if (given !== undefined) return toBearer(given, scheme);
    const registration = await readRegistration(scheme, env);
    if (registration === undefined) return undefined;
    const refreshToken = await readSecret(env, scheme.env.refreshToken);
    const { clientId, clientSecret } = registration;
    const key = JSON.stringify([
      name,
      scheme.tokenUrl,
      scheme.discoveryUrl,
      clientId,
      clientSecret,
      refreshToken,
    ]);
    const known = means.known.get(key) as TokenSource | undefined;
    const source =
      known ??
      new TokenSource({
        client: new OAuthClient(scheme, registration, means),
        store: openTokenStore(means.server, env),
        name,
        refreshToken,
      });
    means.known.set(key, source);
    if (!(await source.isConfigured())) return undefined;
    return {
      secrets: source.secrets(),
      apply: () => {},
      obtain: async (refused) => toBearer(await source.take(refused?.secrets[0]), scheme, source.secrets()),
    };
  },
};

/** What the operator has registered at the authorization server, if it is said. */
export async function readRegistration(
  { env: names }: OAuthScheme,
  env: Environment,
): Promise<Registration | undefined> {
  const clientId = await readSecret(env, names.clientId);
  if (clientId === undefined) return undefined;
  return { clientId, clientSecret: await readSecret(env, names.clientSecret) };
}

/** A token comes first among the secrets: it is compared with those that are refused. */
function toBearer(token: string, { env }: OAuthScheme, others: readonly string[] = []): Credential {
  return {
    secrets: [token, ...others],
    apply: (request) => setHeader(request, 'authorization', `Bearer ${token}`, env.token),
  };
}

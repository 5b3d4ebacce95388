import { CallError, notSent } from '../errors.js';
import { loadPart } from '../memo.js';
import type { Outgoing } from '../request/outgoing.js';
import type { Environment } from '../settings.js';
import type { ApiInfo, Requirement } from '../tool.js';
import type { AuthKind, AuthKinds, Credential, FetchMeans } from './credential.js';
import { describeLogin, waysOf } from './listVariables.js';

/** The credentials that are configured, by the name of their scheme. */
export type Credentials = ReadonlyMap<string, Credential>;

/** Reads every credential that is configured. */
export async function readCredentials(
  auth: ApiInfo['auth'],
  env: Environment,
  kinds: AuthKinds,
  means: FetchMeans,
): Promise<Credentials> {
  const found = new Map<string, Credential>();
  for (const [name, scheme] of Object.entries(auth)) {
    if (scheme.kind === 'unsupported') continue;
    const kind = await loadPart<AuthKind<never>>(kinds[scheme.kind], scheme.kind);
    const credential = await kind.read(scheme as never, env, means, name);
    if (credential !== undefined) found.set(name, credential);
  }
  return found;
}

/**
 * Adds the credentials that an operation asks for: those of the first requirement of which all are configured.
 * This is the last step before sending, so that no argument can take their place.
 */
export function applyCredentials(
  request: Outgoing,
  security: readonly Requirement[],
  auth: ApiInfo['auth'],
  credentials: Credentials,
): void {
  if (security.length === 0) return;
  const met = chooseRequirement(security, auth, credentials);
  if (met === undefined)
    throw new CallError(
      lack(
        security.map((requirement) => Object.keys(requirement)),
        auth,
      ),
    );
  for (const name of met) credentials.get(name)?.apply(request);
}

/**
 * The credentials with those in place that an operation is sent with and that have to be fetched. Where the API has
 * `refused` what was fetched before, they are fetched anew; nothing where that would change nothing.
 */
export async function obtainCredentials(
  security: readonly Requirement[],
  auth: ApiInfo['auth'],
  credentials: Credentials,
  refused?: Credentials,
): Promise<Credentials | undefined> {
  const met = chooseRequirement(security, auth, credentials) ?? [];
  const fetched = new Map(credentials);
  let isChanged = refused === undefined;
  for (const name of met) {
    const obtain = credentials.get(name)?.obtain;
    if (obtain === undefined) continue;
    const before = refused?.get(name);
    const now = await obtain(before);
    isChanged ||= now.secrets[0] !== before?.secrets[0];
    fetched.set(name, now);
  }
  return isChanged ? fetched : undefined;
}

/** What of these credentials the body is written with. */
export function bodyMembersOf(
  security: readonly Requirement[],
  auth: ApiInfo['auth'],
  credentials: Credentials,
): ReadonlyMap<string, string> {
  const met = chooseRequirement(security, auth, credentials) ?? [];
  const members = met.map((name) => credentials.get(name)?.member).filter((one) => one !== undefined);
  return new Map(members.map(({ name, value }) => [name, value]));
}

/** The schemes of the first requirement that is met. */
export function chooseRequirement(
  security: readonly Requirement[],
  auth: ApiInfo['auth'],
  credentials: Credentials,
): readonly string[] | undefined {
  const isMet = (name: string) => credentials.has(name) || !Object.hasOwn(auth, name);
  // An empty requirement says that no credential is needed; one that is configured is sent all the same.
  return security
    .map((requirement) => Object.keys(requirement))
    .filter((names) => names.every(isMet))
    .toSorted((a, b) => Number(b.length > 0) - Number(a.length > 0))[0];
}

/** Of each scheme one of its ways: all ways to meet them together. */
function combineWays(schemes: readonly string[][]): string[] {
  return schemes.reduce(
    (ways, next) => ways.flatMap((way) => next.map((one) => (way === '' ? one : `${way} and ${one}`))),
    [''],
  );
}

function lack(wishes: readonly string[][], auth: ApiInfo['auth']): string {
  const ways = wishes.flatMap((names) => {
    if (names.some((name) => auth[name]?.kind === 'unsupported')) return [];
    return combineWays(names.map((name) => waysOf(name, auth))).filter((way) => way !== '');
  });
  const reasons = wishes.flat().flatMap((name) => {
    const scheme = auth[name];
    return scheme?.kind === 'unsupported' ? [scheme.reason] : [];
  });
  const logins = wishes.flat().flatMap((name) => describeLogin(name, auth) ?? []);
  const login = [...new Set(logins)].map((one) => `log in by ${one}, or to `).join('');
  const problem =
    ways.length === 0
      ? `This tool cannot be used yet${notSent}.`
      : `This call needs credentials that are not configured${notSent}. Ask the user to ${login}set ${ways.join(ways.some((way) => way.includes(' and ')) ? ', or ' : ' or ')} in the environment of this server, and to start it again.`;
  return [problem, ...new Set(reasons)].join(' ');
}

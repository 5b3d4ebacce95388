import { CallError, notSent } from '../errors.js';
import { loadPart } from '../memo.js';
import type { Outgoing } from '../request/outgoing.js';
import type { Environment } from '../settings.js';
import type { ApiInfo, Requirement } from '../tool.js';
import type { AuthKind, AuthKinds, Credential } from './credential.js';
import { variablesOf } from './listVariables.js';

/** The credentials that are configured, by the name of their scheme. */
export type Credentials = ReadonlyMap<string, Credential>;

/** Reads every credential that is configured. */
export async function readCredentials(
  auth: ApiInfo['auth'],
  env: Environment,
  kinds: AuthKinds,
): Promise<Credentials> {
  const found = new Map<string, Credential>();
  for (const [name, scheme] of Object.entries(auth)) {
    if (scheme.kind === 'unsupported') continue;
    const kind = await loadPart<AuthKind<never>>(kinds[scheme.kind], scheme.kind);
    const credential = await kind.read(scheme as never, env);
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
function chooseRequirement(
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

function lack(wishes: readonly string[][], auth: ApiInfo['auth']): string {
  const ways = wishes.flatMap((names) => {
    const variables = names.flatMap((name) => variablesOf([{ [name]: [] }], auth));
    return variables.length > 0 && !names.some((name) => auth[name]?.kind === 'unsupported')
      ? [variables.join(' and ')]
      : [];
  });
  const reasons = wishes.flat().flatMap((name) => {
    const scheme = auth[name];
    return scheme?.kind === 'unsupported' ? [scheme.reason] : [];
  });
  const problem =
    ways.length === 0
      ? `This tool cannot be used yet${notSent}.`
      : `This call needs credentials that are not configured${notSent}. Ask the user to set ${ways.join(ways.some((way) => way.includes(' and ')) ? ', or ' : ' or ')} in the environment of this server, and to start it again.`;
  return [problem, ...new Set(reasons)].join(' ');
}

import type { DoorSettings } from './readDoorSettings.js';

/** What a request is answered with that is not let in. */
export interface Refusal {
  status: number;
  message: string;
  /** The value of `WWW-Authenticate`. */
  challenge?: string;
  /** Seconds after which to come again. */
  retryAfter?: number;
  /** Set where a token was shown that is none of ours. */
  isFailure?: true;
}

/** What is wrong with how a request shows who sends it; no error where it shows nothing. */
export interface Fault {
  error: 'invalid_request' | 'invalid_token' | '';
  message: string;
}

/** What challenges are made of. */
export interface ChallengeParts {
  settings: DoorSettings;
  title: string;
  /** The scopes that operations of the API ask for. */
  apiScopes: readonly string[];
}

/** What is told to who is not let in; `host` is the name by which they came. */
export interface Challenges {
  refuse: (host: string | undefined, fault: Fault) => Refusal;
  /** What a call is answered with whose scopes are not granted. */
  stepUp: (missing: readonly string[], host?: string) => Refusal;
  /** What clients are told of the server before they have a token (RFC 9728). */
  describe: (host: string | undefined) => object;
  /** The paths at which they are; none where no issuer is named. */
  metadataPaths: readonly string[];
}

const wellKnown = '/.well-known/oauth-protected-resource';

/** Makes what tells clients how to be let in (RFC 6750, 3; RFC 9728, 3 and 5.1). */
export function createChallenges(
  { settings, title, apiScopes }: ChallengeParts,
  resources: () => readonly URL[],
): Challenges {
  const { issuer, publicUrl, scopes, implied } = settings;
  const ofApi = settings.apiScopes ? nameDoorScopes(apiScopes) : [];
  const asked = (scopes.length > 0 ? scopes : ofApi).join(' ');
  const supported = [...new Set([...scopes, ...ofApi])];

  /** The scopes that a client can ask for, by which those of the API are granted. */
  function nameDoorScopes(some: readonly string[]): readonly string[] {
    const names = some.map((one) => [...implied].find(([, meant]) => meant.includes(one))?.[0] ?? one);
    return [...new Set(names)].toSorted();
  }

  /** The URL of the server by the name that a client reached it by. */
  function resourceFor(host: string | undefined): URL {
    const all = resources();
    return all.find((one) => one.host === host) ?? all[0]!;
  }

  function challenge(host: string | undefined, values: Record<string, string>): string {
    const { origin, pathname } = resourceFor(host);
    const where: Record<string, string> =
      issuer === undefined
        ? { realm: title }
        : { resource_metadata: `${origin}${wellKnown}${withoutSlash(pathname)}` };
    const given = Object.entries({ ...values, ...where }).filter(([, value]) => value !== '');
    return `Bearer ${given.map(([name, value]) => `${name}="${quote(value)}"`).join(', ')}`;
  }

  const paths = ['/mcp', ...(publicUrl === undefined ? [] : [publicUrl.pathname])];
  return {
    refuse: (host, { error, message }) => {
      const told: Record<string, string> = error === '' ? {} : { error, error_description: message };
      return {
        status: error === 'invalid_request' ? 400 : 401,
        message: `${message}.`,
        challenge: challenge(host, { ...told, scope: asked }),
        ...(error === 'invalid_token' && { isFailure: true as const }),
      };
    },
    stepUp: (missing, host) => {
      const scope = [...new Set([...scopes, ...nameDoorScopes(missing)])].join(' ');
      const message = 'The token does not grant what this needs';
      const values = { error: 'insufficient_scope', error_description: message, scope };
      return { status: 403, message: `${message}: ${scope}.`, challenge: challenge(host, values) };
    },
    describe: (host) => ({
      resource: withoutSlash(resourceFor(host).href),
      authorization_servers: [issuer],
      ...(supported.length > 0 && { scopes_supported: supported }),
      bearer_methods_supported: ['header'],
      resource_name: title,
    }),
    metadataPaths:
      issuer === undefined ? [] : [wellKnown, ...paths.map((path) => wellKnown + withoutSlash(path))],
  };
}

/** The same path or URL without a slash at its end. */
export function withoutSlash(text: string): string {
  return text.replace(/\/$/, '');
}

/** What may stand between the quotes of a challenge (RFC 9110, 5.6.4; RFC 6750, 3). */
function quote(text: string): string {
  return text.replaceAll(/[^\x20-\x7e]|["\\]/g, '_');
}

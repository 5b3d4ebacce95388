import type { Api, ApiScheme, Operation } from '../../model/api.js';
import type { Report } from '../../model/diagnostic.js';
import type { ApiInfo } from '../../model/server.js';
import { hashText } from '../../text/hash.js';
import { showText } from '../advertised/showPlainly.js';
import { envName } from '../envName.js';

type AuthScheme = ApiInfo['auth'][string];
/** The names of environment variables for the parts of a credential. */
type Env = (part: string) => string;

/**
 * How each security scheme that operations ask for is served, and the environment variables of its
 * credential: `<PREFIX>_API_KEY` and the like, with the scheme's name where several schemes are in use.
 */
export function planAuth(
  { schemes }: Api,
  operations: readonly Operation[],
  prefix: string,
  report: Report,
): Record<string, AuthScheme> {
  const asked = new Set(operations.flatMap(({ security }) => security.flatMap((one) => Object.keys(one))));
  const used = Object.entries(schemes).filter(([name]) => asked.has(name));
  const served = used.filter(([, scheme]) => reasonAgainst(scheme) === undefined);
  const named = served.filter(([, scheme]) => scheme.type !== 'mutualTLS');
  const taken = named.map(([name]) => namesOf([prefix, name]));
  const isShared = (name: string): boolean => {
    const own = namesOf([prefix, name]);
    return taken.filter((names) => names.some((one) => own.includes(one))).length > 1;
  };
  const auth = used.map(([name, scheme]) => {
    const reason = reasonAgainst(scheme);
    if (reason !== undefined) {
      report('scheme-unsupported', '#/components/securitySchemes', { name, reason });
      return [
        name,
        {
          kind: 'unsupported',
          reason: showText(`The security scheme "${name}" cannot be served: ${reason}.`),
        },
      ] as const;
    }
    // Names that differ only in what cannot be in the name of a variable are told apart by a hash.
    const parts = named.length === 1 ? [prefix] : [prefix, name];
    const hash = isShared(name) ? `_${envName(hashText(name))}` : '';
    return [name, serve(scheme, (part) => `${envName(...parts, part)}${hash}`)] as const;
  });
  return Object.fromEntries(auth);
}

/** What the variables of a scheme may be called. */
function namesOf(parts: readonly string[]): string[] {
  return ['API_KEY', 'TOKEN'].map((part) => envName(...parts, part));
}

function serve(scheme: ApiScheme, env: Env): AuthScheme {
  if (scheme.type === 'mutualTLS') return { kind: 'client-certificate' };
  if (scheme.type === 'apiKey') {
    const { in: place, name, prefix } = scheme;
    const before = prefix === undefined ? {} : { prefix: writePrefix(prefix) };
    return { kind: 'api-key', in: place, name, ...before, env: env('API_KEY') };
  }
  if (scheme.type === 'http' && scheme.scheme === 'basic') {
    return { kind: 'basic', env: { username: env('USERNAME'), password: env('PASSWORD') } };
  }
  return { kind: 'bearer', env: env('TOKEN') };
}

/** A word and the key are two words, `Bot abc`; `key=` and the key are one. */
function writePrefix(prefix: string): string {
  return /[\p{L}\p{N}]$/u.test(prefix) ? `${prefix} ` : prefix;
}

/** Why a scheme cannot be served, if it cannot: half a sentence. */
function reasonAgainst(scheme: ApiScheme): string | undefined {
  if (scheme.type !== 'http' || scheme.scheme === 'basic' || scheme.scheme === 'bearer') return undefined;
  return `HTTP ${JSON.stringify(scheme.scheme)} authentication is not supported`;
}

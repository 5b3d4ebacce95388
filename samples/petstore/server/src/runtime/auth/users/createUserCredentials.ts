import type { SchemeValues } from '../../customize.js';
import { CallError, notSent } from '../../errors.js';
import type { Environment } from '../../settings.js';
import type { ApiInfo, AuthScheme, Requirement } from '../../tool.js';
import {
  type Credential,
  type ReadUserCredentials,
  type UserParts,
  type Visitor,
  setHeader,
} from '../credential.js';
import { type Credentials, chooseRequirement, readCredentials } from '../credentials.js';
import { type Exchange, createExchange } from './createExchange.js';
import { readUserSettings } from './readUserSettings.js';

type SchemeValue = NonNullable<SchemeValues[string]>;

/** Looks at the settings of users' credentials, so that a wrong one is noticed at the start. */
export function checkUserSettings(api: ApiInfo, env: Environment): void {
  readUserSettings(api, env);
}

/**
 * Makes what finds the credentials of a user's call: what `custom.ts` gives, or else, of each scheme, what the header
 * holds that is named for it, what the user's token is exchanged for, or the server's own.
 */
export function createUserCredentials(parts: UserParts): ReadUserCredentials {
  const { env, credentialsOf, readOwn, means } = parts;
  const { auth } = parts.api;
  const { headers: named, exchange: settings } = readUserSettings(parts.all, env);
  const headers = new Map([...named].filter(([scheme]) => Object.hasOwn(auth, scheme)));
  const exchange = settings && createExchange(settings, env, means);

  /** Credentials of these values, and of no others. */
  async function fromValues(values: ReadonlyMap<string, SchemeValue>): Promise<Credentials> {
    const schemes = Object.fromEntries(
      [...values.keys()].flatMap((name) => {
        const scheme = Object.hasOwn(auth, name) ? auth[name] : undefined;
        return scheme === undefined ? [] : [[name, scheme]];
      }),
    );
    const own = { ...env };
    for (const [name, value] of values) Object.assign(own, variablesFor(schemes[name], value));
    return readCredentials(schemes, own, parts.kinds, means);
  }

  async function find(visitor: Visitor): Promise<Credentials> {
    const found = new Map(headers.size === Object.keys(auth).length ? [] : await readOwn());
    if (exchange !== undefined)
      for (const [name, scheme] of Object.entries(auth))
        if (scheme.kind === 'oauth2' || scheme.kind === 'bearer')
          found.set(name, toExchanged(exchange, visitor));
    const given = new Map<string, string>();
    for (const [scheme, header] of headers) {
      found.delete(scheme);
      const value = visitor.header(header)?.trim();
      if (value) given.set(scheme, value);
    }
    for (const [name, credential] of await fromValues(given)) found.set(name, credential);
    return found;
  }

  return async (tool, visitor, signal, isTrusted) => {
    const { principal, header } = visitor;
    const context = { tool: tool.name, signal, header, ...(principal !== undefined && { principal }) };
    const values = await credentialsOf?.(context);
    if (values !== undefined) return fromValues(listGiven(values));
    const found = await find(visitor);
    const { security } = tool.request;
    if (isTrusted && security.length > 0 && chooseRequirement(security, auth, found) === undefined)
      refuseWithout(security, headers);
    return found;
  };
}

function listGiven(values: SchemeValues): ReadonlyMap<string, SchemeValue> {
  const given = Object.entries(values).filter(
    (entry): entry is [string, SchemeValue] => entry[1] !== undefined,
  );
  return new Map(given);
}

/** The variables that stand for a credential of one call, as if the operator had set them. */
function variablesFor(scheme: AuthScheme | undefined, value: SchemeValue): Environment {
  if (scheme?.kind === 'basic') {
    const { username, password } = typeof value === 'string' ? splitPair(value) : value;
    return setOnly([
      [scheme.env.username, username],
      [scheme.env.password, password],
    ]);
  }
  const text = typeof value === 'string' ? value : value.password;
  if (scheme?.kind === 'api-key') return setOnly([[scheme.env, text]]);
  const token = text.replace(/^Bearer +/i, '');
  if (scheme?.kind === 'bearer') return setOnly([[scheme.env, token]]);
  if (scheme?.kind === 'oauth2') return setOnly([[scheme.env.token, token]]);
  return {};
}

function setOnly(values: readonly (readonly [name: string, value: string])[]): Environment {
  return Object.fromEntries(
    values.flatMap(([name, value]) => [
      [name, value],
      [`${name}_FILE`, undefined],
    ]),
  );
}

/** `name:password`, as it is or as it stands in `Authorization` (RFC 7617). */
function splitPair(text: string): { username: string; password: string } {
  const encoded = /^Basic +(\S+)$/i.exec(text)?.[1];
  const pair = encoded === undefined ? text : Buffer.from(encoded, 'base64').toString();
  const [, username = pair, password = ''] = /^([^:]*):(.*)$/s.exec(pair) ?? [];
  return { username, password };
}

/** What is exchanged only where a call needs it, and anew where the API does not accept it. */
function toExchanged(exchange: Exchange, visitor: Visitor): Credential {
  return {
    secrets: [],
    apply: () => undefined,
    obtain: async (refused) => {
      const token = await exchange(visitor, refused?.secrets[0]);
      return {
        secrets: [token],
        apply: (request) => setHeader(request, 'authorization', `Bearer ${token}`, 'MCP_EXCHANGE'),
      };
    },
  };
}

function refuseWithout(security: readonly Requirement[], headers: ReadonlyMap<string, string>): void {
  const names = security
    .flatMap((requirement) => Object.keys(requirement))
    .flatMap((name) => headers.get(name) ?? []);
  if (names.length === 0) return;
  throw new CallError(
    `This call needs credentials of the user, which the request did not bring${notSent}. Ask the user to have their client send the header ${[...new Set(names)].join(' or ')}.`,
  );
}

import type { Api, ApiScheme, ApiSession, Operation } from '../../model/api.js';
import { type Config, type SessionChoice, quoteYaml } from '../../model/config.js';
import { InputError, type Report } from '../../model/diagnostic.js';
import { joinPointer } from '../../model/document.js';
import { operationKey } from '../names/legal.js';
import { findByKey, findPlace, guessKey } from './choices.js';

type Operations = Pick<Api, 'operations' | 'leftOut' | 'skipped'>;

/** The operations that log in, as the user says under `credentials`, whether they are offered or not. */
export function listLogins(
  { operations, leftOut }: Pick<Api, 'operations' | 'leftOut'>,
  { credentials }: Pick<Config, 'credentials'>,
): ReadonlySet<Operation> {
  const keys = credentials.flatMap((one) => (typeof one === 'string' ? [] : (one.session?.login ?? [])));
  return new Set(keys.flatMap((key) => findByKey([...operations, ...leftOut], key)));
}

/** Whether the user wants an operation that logs in as a tool, too. */
function isWanted(operation: Operation, { tools }: Pick<Config, 'tools'>): boolean {
  return operation.choice.enabled === true && findPlace(tools, operation, 'enabled') !== undefined;
}

/** The API with the operations that log in among those that are left out, unless the user wants one as a tool. */
export function setLoginsAside(api: Api, config: Config): Api {
  const logins = listLogins(api, config);
  const aside = api.operations.filter((operation) => logins.has(operation) && !isWanted(operation, config));
  if (aside.length === 0) return api;
  const operations = api.operations.filter((operation) => !aside.includes(operation));
  return { ...api, operations, leftOut: [...api.leftOut, ...aside] };
}

/** Where a session is said, and of which scheme. */
interface Place {
  name: string;
  scheme: ApiScheme;
  /** The entry under `credentials`. */
  pointer: string;
}

/**
 * The session of a scheme, as the user says it.
 *
 * @throws InputError where there is no such operation, or the scheme is sent in a way that no login gives.
 */
export function settleSession(
  choice: SessionChoice,
  { name, scheme, pointer }: Place,
  api: Operations,
  config: Config,
  report: Report,
): ApiSession {
  const at = joinPointer(pointer, 'session');
  const operation = findLogin(choice.login, joinPointer(at, 'login'), api);
  const reason = reasonAgainst(scheme, choice.token === undefined);
  if (reason !== undefined)
    throw new InputError(
      `The scheme ${JSON.stringify(name)} cannot have a session: ${reason.what}.`,
      reason.hint,
      undefined,
      at,
    );
  if (!isWanted(operation, config)) {
    const key = operation.operationId || operationKey(operation);
    const line = `tools: { ${quoteYaml(key)}: true }`;
    report('login-not-offered', at, { operation: operationKey(operation), name, line });
  }
  return {
    login: operationKey(operation),
    arguments: choice.arguments ?? {},
    ...(choice.token !== undefined && { token: choice.token.split('.') }),
    pointer: at,
  };
}

function findLogin(key: string, pointer: string, { operations, leftOut, skipped }: Operations): Operation {
  const all = [...operations, ...leftOut];
  const found = findByKey(all, key);
  const [first, second] = found;
  if (first !== undefined && second === undefined) return first;
  const refuse = (what: string, hint: string) => new InputError(what, hint, undefined, pointer);
  if (first !== undefined)
    throw refuse(
      `${JSON.stringify(key)} is the operationId of several operations: ${found.map(operationKey).join(', ')}.`,
      `Name the one that logs in as ${JSON.stringify(operationKey(first))}.`,
    );
  if (findByKey(skipped, key).length > 0)
    throw refuse(
      `The operation ${JSON.stringify(key)}, which is to log in, cannot be read.`,
      'What is wrong with it is said when the session is left out.',
    );
  const meant = guessKey([...all, ...skipped], key);
  throw refuse(
    `The document has no operation ${JSON.stringify(key)} that could log in${meant === undefined ? '.' : `; did you mean ${JSON.stringify(meant)}?`}`,
    'Name it by its operationId, or by method and path, such as "POST /login".',
  );
}

/** Why a login cannot give what a scheme sends. */
function reasonAgainst(scheme: ApiScheme, isByCookie: boolean): { what: string; hint: string } | undefined {
  if (isByCookie && !(scheme.type === 'apiKey' && scheme.in === 'cookie'))
    return {
      what: 'what it sends is no cookie, and "token" does not say where in the response it is',
      hint: 'Say with "token:" which members of the response lead to it, such as data.access_token; or, where the API sets a cookie, its name with "cookie:" beside "scheme:".',
    };
  const isBearer = scheme.type === 'http' && scheme.scheme === 'bearer';
  if (isBearer || scheme.type === 'oauth2' || scheme.type === 'openIdConnect') return undefined;
  if (scheme.type === 'apiKey' && scheme.in !== 'body') return undefined;
  return {
    what: 'it is sent in a way in which no token is',
    hint: 'Write "type: bearer" beside "scheme:", or say with "header:" where the token goes.',
  };
}

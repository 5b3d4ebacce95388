import { createHash } from 'node:crypto';
import { CallError, notSent } from '../../errors.js';
import { isObject, parseJson } from '../../json.js';
import { type Environment, isProvided } from '../../settings.js';
import { apiKey } from '../apiKey.js';
import type { AuthKind, FetchMeans } from '../credentials.js';
import type { Credential } from '../proof.js';
import { readSecret } from '../readSecret.js';
import { setCookies } from './cookies.js';
import { checkCookies, type Login, logIn, RefusedLogin, type SessionScheme } from './logIn.js';

/** Logins that are kept; beyond it, the one that was not used for longest is forgotten. */
const mostKept = 1_000;
/** Milliseconds after which one that nobody uses is forgotten, and for which one that was refused is not tried again. */
const idleMs = 30 * 60_000;
const refusedMs = 30_000;

/** A credential that an operation of the API gives that logs in: its cookies, or a token of its answer. */
export const session: AuthKind<SessionScheme> = {
  read: async (scheme, env, means, name) => {
    const given = means.given?.values.get(name);
    const isGiven = given !== undefined;
    if (!isGiven && isProvided(env, scheme.given)) return apiKey.read(asKey(scheme), env, means, name);
    const values = isGiven ? readGiven(scheme, given) : await readOwnValues(scheme, env);
    if (values === undefined) return undefined;
    const known = (means.known.get('sessions') as Logins | undefined) ?? new Logins();
    means.known.set('sessions', known);
    const key = hashValues([scheme.by, [...values], isGiven ? identifyVisit(means) : []]);
    const secrets = listSecrets(values);
    return {
      secrets,
      apply: () => {},
      obtain: async (refused, others) => {
        const login = await known.take(key, {
          refused: refused && made.get(refused),
          until: isGiven ? endOfVisit(means) : Number.POSITIVE_INFINITY,
          logIn: () => logIn({ scheme, values, means, others, isGiven }),
        });
        const credential = await toCredential(scheme, login, secrets);
        made.set(credential, login);
        return credential;
      },
    };
  },
};

/** The login that a credential was made of. */
const made = new WeakMap<Credential, Login>();

/** What makes a login of a user another one: their token and their session, with which it ends. */
function identifyVisit({ given }: FetchMeans): unknown[] {
  const visitor = given?.visitor;
  return [visitor?.token, visitor?.principal?.subject, visitor?.header('mcp-session-id')];
}

function endOfVisit({ given }: FetchMeans): number {
  const end = given?.visitor.principal?.claims['exp'];
  return typeof end === 'number' ? end * 1000 : Number.POSITIVE_INFINITY;
}

function hashValues(value: unknown): string {
  return createHash('sha256').update(JSON.stringify(value)).digest('base64');
}

/** The values of the operator; undefined unless there are all. */
async function readOwnValues({ env: names }: SessionScheme, env: Environment) {
  const values = new Map<string, string>();
  for (const [argument, variable] of Object.entries(names)) {
    const value = await readSecret(env, variable);
    if (value === undefined) return undefined;
    values.set(argument, value);
  }
  return values;
}

/** What a user has given: a JSON object by the names of the arguments, `name:password` for two, the value of one. */
function readGiven({ env }: SessionScheme, given: string | object): ReadonlyMap<string, string> {
  const names = Object.keys(env);
  const json = typeof given === 'string' ? parseJson(given) : given;
  const texts = isObject(json) ? Object.values(json).map(String) : splitGiven(String(given), names.length);
  const named = isObject(json) && names.every((name) => Object.hasOwn(json, name));
  if (named) return new Map(names.map((name) => [name, String(json[name])]));
  if (texts.length === names.length) return new Map(names.map((name, index) => [name, texts[index] ?? '']));
  throw new CallError(
    `The credential of the user holds other values than those that the login takes: ${names.join(', ')}${notSent}. Ask the user to have their client send a JSON object with them${names.length === 2 ? `, or ${names.join(':')}` : ''}.`,
  );
}

/** RFC 7617 has two values divided by a colon, in base64 behind `Basic`. */
function splitGiven(text: string, many: number): string[] {
  if (many === 1) return [text];
  const encoded = /^Basic +(\S+)$/i.exec(text)?.[1];
  const pair = encoded === undefined ? text : Buffer.from(encoded, 'base64').toString();
  return /^([^:]*):(.*)$/s.exec(pair)?.slice(1) ?? [];
}

/** Arguments that say who logs in: answers are full of them, and they are no secret. */
const naming = /user|e-?mail|login|name|account|phone|tenant|client_?id|realm|domain|org|company|scope/i;

/** The values that no text may show. */
function listSecrets(values: ReadonlyMap<string, string>): string[] {
  return [...values]
    .filter(([name]) => !naming.test(name) || /pass|secret|token/i.test(name))
    .map(([, value]) => value);
}

/** How a token, or what the operator has given, is sent. */
function asKey({ by, given }: SessionScheme) {
  return { kind: 'api-key', ...by.put, env: given } as const;
}

/** Cookies that are too short for a secret, such as a language, are words that any text may hold. */
const shortest = 12;

async function toCredential(
  scheme: SessionScheme,
  login: Login,
  known: readonly string[],
): Promise<Credential> {
  const { token, cookies } = login;
  const { cookie: wanted } = scheme.by;
  const more = [...known, ...login.hidden];
  if (token !== undefined) {
    const credential = await apiKey.read(asKey(scheme), { [scheme.given]: token }, {} as FetchMeans, '');
    return { apply: () => {}, ...credential, secrets: [...(credential?.secrets ?? []), ...more] };
  }
  const first = cookies.filter(({ name }) => name === wanted);
  const others = cookies.filter(({ name, value }) => name !== wanted && value.length >= shortest);
  return {
    secrets: [...first, ...others].map(({ value }) => value).concat(more),
    apply: (request) => {
      checkCookies(scheme, cookies, request.url);
      const sendTo = (url: URL) => setCookies(request, cookies, url, Date.now());
      sendTo(request.url);
      const { sign: signBefore } = request;
      // Where a read is led on, what may go there is another matter.
      request.sign = (url) => {
        signBefore?.(url);
        sendTo(url);
      };
    },
  };
}

/** How a login is made that is not there, or was refused. */
interface Taking {
  refused: Login | undefined;
  /** When it ends in any case. */
  until: number;
  logIn: () => Promise<Login>;
}

interface Kept {
  login?: Login;
  pending?: Promise<Login>;
  /** Why there is none, and until when it is not tried again. */
  refusal?: { error: RefusedLogin; until: number };
  until: number;
  usedAt: number;
}

/** The logins of one API, by the digests of what they are made with; the one that was used last stands last. */
class Logins {
  readonly #kept = new Map<string, Kept>();

  /** A login that holds, and that is not the one that was refused; one is under way at a time. */
  async take(key: string, { refused, until, logIn: begin }: Taking): Promise<Login> {
    const now = Date.now();
    const kept = this.#use(key, until, now);
    const { login, refusal } = kept;
    if (login !== undefined && login !== refused && now < Math.min(login.endsAt, kept.until)) return login;
    if (refusal !== undefined && now < refusal.until) throw refusal.error;
    kept.pending ??= begin()
      .then((got) => {
        delete kept.refusal;
        return (kept.login = got);
      })
      .catch((error: unknown) => {
        delete kept.login;
        if (error instanceof RefusedLogin) kept.refusal = { error, until: Date.now() + refusedMs };
        throw error;
      })
      .finally(() => delete kept.pending);
    return kept.pending;
  }

  /** The entry of a key, as the one that was used last; those are forgotten that nobody used for long, or are too many. */
  #use(key: string, until: number, now: number): Kept {
    const kept = this.#kept.get(key) ?? { until, usedAt: now };
    this.#kept.delete(key);
    for (const [other, { usedAt, until: end }] of this.#kept) {
      if (this.#kept.size < mostKept && usedAt + idleMs > now) break;
      if (this.#kept.size >= mostKept || usedAt + idleMs <= now || end <= now) this.#kept.delete(other);
    }
    if (kept.usedAt + idleMs <= now) delete kept.login;
    this.#kept.set(key, Object.assign(kept, { usedAt: now }));
    return kept;
  }
}

import { createHash } from 'node:crypto';
import { CallError, NoResponseError, networkCode, notSent } from '../../errors.js';
import { isObject, parseJson } from '../../json.js';
import { percentEncode } from '../../request/serialize.js';
import { type Environment, readSecret } from '../../settings.js';
import { echo } from '../../text.js';
import type { FetchMeans, Visitor } from '../credential.js';
import type { ExchangeSettings } from './readUserSettings.js';

/** Gives a token for the API that stands for a user; another than one that was refused. */
export type Exchange = (visitor: Visitor, refused?: string) => Promise<string>;

/** Users whose tokens are kept; beyond it, the one who was not seen for longest is asked for anew. */
const mostKept = 1_000;
/** Seconds that a token holds whose issuer does not say, and before its end at which it is exchanged anew. */
const usualSeconds = 300;
const earlySeconds = 30;

const names = 'urn:ietf:params:oauth:';

interface Held {
  value: string;
  until: number;
}

/** Makes what exchanges tokens of the door for tokens of the API. */
export function createExchange(settings: ExchangeSettings, env: Environment, means: FetchMeans): Exchange {
  /** By the digests of what is exchanged; the one that was used last stands last. */
  const known = new Map<string, Held>();
  const pending = new Map<string, Promise<Held>>();
  const { origin } = settings.url;

  async function request(token: string): Promise<Held> {
    const secret = (await readSecret(env, 'MCP_EXCHANGE_CLIENT_SECRET')) ?? '';
    const headers = new Headers({
      accept: 'application/json',
      'content-type': 'application/x-www-form-urlencoded',
      authorization: `Basic ${Buffer.from(`${percentEncode(settings.clientId)}:${percentEncode(secret)}`).toString('base64')}`,
    });
    const body = writeRequest(settings, token).toString();
    const response = await means
      .send({ method: 'POST', url: settings.url, headers, body })
      .catch((error: unknown) => {
        if (!(error instanceof NoResponseError)) throw error;
        throw new CallError(
          `The authorization server at ${origin} could not be reached (${echo(networkCode(error) || error.kind)})${notSent}. Calling again later is safe.`,
        );
      });
    const said = parseJson(Buffer.from(response.body).toString());
    const { access_token: value, token_type: type, expires_in: lasts, error } = isObject(said) ? said : {};
    if (response.status !== 200 || typeof value !== 'string' || value === '')
      throw new CallError(
        `The authorization server at ${origin} gave no token for the user (${echo(String(error ?? response.status))})${notSent}. Ask the user to check that they may use the API, and the operator to check MCP_EXCHANGE.`,
      );
    if (String(type).toLowerCase() !== 'bearer')
      throw new CallError(
        `The authorization server at ${origin} gave a token of another type than Bearer${notSent}.`,
      );
    const seconds = typeof lasts === 'number' && lasts > 0 ? lasts : usualSeconds;
    const early = Math.min(earlySeconds, seconds / 10);
    return { value, until: Date.now() + (seconds - early) * 1_000 };
  }

  return async ({ token, principal }, refused) => {
    if (token === undefined || principal?.issuer === undefined)
      throw new CallError(
        `This call needs a token of the user, and the client showed none that can be exchanged${notSent}.`,
      );
    if (settings.way === 'on-behalf-of') checkAssertion(principal.claims['aud'], settings.clientId);
    const key = createHash('sha256').update(token).digest('base64');
    const held = known.get(key);
    known.delete(key);
    if (held !== undefined && held.value !== refused && Date.now() < held.until) {
      known.set(key, held);
      return held.value;
    }
    const asked = pending.get(key) ?? request(token).finally(() => pending.delete(key));
    pending.set(key, asked);
    const got = await asked;
    known.set(key, got);
    const [oldest = ''] = known.keys();
    if (known.size > mostKept) known.delete(oldest);
    return got.value;
  };
}

function writeRequest({ way, asked }: ExchangeSettings, token: string): URLSearchParams {
  const form = new URLSearchParams(
    way === 'token-exchange'
      ? {
          grant_type: `${names}grant-type:token-exchange`,
          subject_token: token,
          subject_token_type: `${names}token-type:access_token`,
          requested_token_type: `${names}token-type:access_token`,
        }
      : {
          grant_type: `${names}grant-type:jwt-bearer`,
          assertion: token,
          requested_token_use: 'on_behalf_of',
        },
  );
  for (const [name, value] of Object.entries(asked)) if (value !== undefined) form.set(name, value);
  return form;
}

const guid = /[\da-f]{8}-(?:[\da-f]{4}-){3}[\da-f]{12}/i;

/**
 * The audience of what is exchanged has to be the application that exchanges it (Entra, on-behalf-of): its client ID, or
 * its URI, which has no other application's ID in it.
 */
function checkAssertion(audience: unknown, clientId: string): void {
  const isOurs = (one: unknown) => {
    if (typeof one !== 'string') return false;
    const id = guid.exec(one)?.[0];
    return id === undefined
      ? one === clientId || one.includes(':')
      : id.toLowerCase() === clientId.toLowerCase();
  };
  if ([audience].flat().some(isOurs)) return;
  throw new CallError(
    `The token of the user was made for another application than MCP_EXCHANGE_CLIENT_ID, and cannot be exchanged${notSent}. Ask the operator to let clients ask for a token of this application.`,
  );
}

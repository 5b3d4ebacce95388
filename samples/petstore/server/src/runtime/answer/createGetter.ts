import { applyCredentials, type Credentials } from '../credentials.js';
import type { Outgoing } from '../request/outgoing.js';
import { NoAnswer, send, type Answer, type SendOptions } from './send.js';
import type { ApiInfo, Requirement } from '../tool.js';

/** What addresses are read with. */
export interface GetterParts extends SendOptions {
  auth: ApiInfo['auth'];
  credentials: Credentials;
  security: readonly Requirement[];
}

/** Reads an address of the API. */
export type Get = (address: URL) => Promise<Answer | NoAnswer>;

/** Headers that are about the body of a request, or about when it is to be carried out. */
const own = /^(?:content-|if-|expect$|idempotency-key$|prefer$|range$)/;

/** Makes what reads addresses of the API with the credentials of a call, and with the headers that are not of it alone. */
export function createGetter({ headers }: Pick<Outgoing, 'headers'>, parts: GetterParts): Get {
  const { security, auth, credentials } = parts;
  const kept = [...headers].filter(([name]) => !own.test(name));
  const accepted = headers.get('accept');
  return async (address) => {
    const request: Outgoing = { method: 'GET', url: new URL(address), headers: new Headers(kept) };
    // How the work stands may come in another form than the result.
    if (accepted !== null) request.headers.set('accept', `${accepted}, */*;q=0.1`);
    applyCredentials(request, security, auth, credentials);
    try {
      return await send(request, parts);
    } catch (error) {
      if (error instanceof NoAnswer) return error;
      throw error;
    }
  };
}

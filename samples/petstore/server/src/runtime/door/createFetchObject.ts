import { createAnonymousNetwork } from '../http/createNetwork.js';
import { Stop } from '../http/network.js';
import { isObject, parseJson } from '../json.js';
import { networkCode } from '../errors.js';
import type { Outgoing } from '../request/outgoing.js';
import type { Environment } from '../settings.js';

/** What is asked of the authorization server cannot be had; the message is for the operator. */
export class UnavailableError extends Error {
  override name = 'UnavailableError';
}

/** Asks an authorization server for a JSON object. */
export type FetchObject = (
  request: Omit<Outgoing, 'headers'> & { headers?: Headers },
) => Promise<Record<string, unknown>>;

/** How long one answer may take, and how many bytes it may have, decompressed. */
const answerMs = 5_000;
const mostBytes = 512 * 1024;

/** Makes what asks authorization servers. A redirect is not followed: it would choose whom to trust. */
export function createFetchObject(env: Environment, timeoutMs = answerMs): FetchObject {
  const { exchange } = createAnonymousNetwork(env);
  return async (request) => {
    const fail = (why: string) => new UnavailableError(`${request.url.origin}${request.url.pathname} ${why}`);
    const stop = new Stop();
    const timer = setTimeout(() => stop.now(fail(`did not answer within ${timeoutMs} ms`)), timeoutMs);
    const headers = new Headers({ accept: 'application/json' });
    request.headers?.forEach((value, name) => headers.set(name, value));
    try {
      const reply = await exchange({ ...request, headers }, stop);
      const pieces: Uint8Array[] = [];
      let size = 0;
      if (reply.status !== 200) {
        reply.drop();
        throw fail(
          `answered with status ${reply.status}${reply.status >= 300 && reply.status < 400 ? ', and redirects are not followed' : ''}`,
        );
      }
      await reply.read((piece) => {
        size += piece.length;
        if (size > mostBytes) stop.now(fail(`answered with more than ${mostBytes} bytes`));
        else pieces.push(piece);
        return undefined;
      });
      const value = parseJson(Buffer.concat(pieces).toString());
      if (!isObject(value)) throw fail('did not answer with a JSON object');
      return value;
    } catch (error) {
      if (stop.reason !== undefined) throw stop.reason;
      if (error instanceof UnavailableError) throw error;
      throw fail(`could not be reached (${networkCode(error)})`);
    } finally {
      clearTimeout(timer);
    }
  };
}

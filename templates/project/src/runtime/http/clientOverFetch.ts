import { CallError, notSent } from '../errors.js';
import { type Content, type Exchange, HeaderMap, isPayload, type Outgoing } from '../request/outgoing.js';
import { exchangeOver } from './exchangeOver.js';

/** There is but one way: the platform looks after connections. */
export function createDirectWay(): undefined {
  return undefined;
}

/**
 * The client towards the API on a platform that has `fetch` and no sockets: it stands in for that of createClient.ts.
 * What `fetch` does not send is refused; other bodies are held in memory.
 *
 * @param agent - what it calls itself
 */
export function createClient(_way: undefined, agent = 'node'): Exchange {
  const exchange = exchangeOver((...asked) => globalThis.fetch(...asked), refuseBeyondFetch);
  return async (request, stop) => {
    const { body } = request;
    const headers = new HeaderMap(request.headers);
    if (!headers.has('accept')) headers.set('accept', '*/*');
    if (!headers.has('user-agent')) headers.set('user-agent', agent);
    return exchange({ ...request, headers, ...(body !== undefined && { body: await holdBody(body) }) }, stop);
  };
}

function refuseBeyondFetch({ method }: Outgoing): never {
  const what = method === 'TRACE' ? 'TRACE' : `${method} with a body`;
  throw new CallError(`This platform does not send ${what}${notSent}. Tell the user.`);
}

async function holdBody(body: Content): Promise<string | Uint8Array<ArrayBuffer>> {
  if (!isPayload(body)) return body;
  const pieces: Uint8Array[] = [];
  for await (const piece of body.read()) pieces.push(piece);
  return new Uint8Array(Buffer.concat(pieces));
}

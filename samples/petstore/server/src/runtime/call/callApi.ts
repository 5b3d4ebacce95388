import type { CallToolResult } from '@modelcontextprotocol/server';
import { type Credentials, applyCredentials, bodyMembersOf, obtainCredentials } from '../auth/credentials.js';
import { bareKeysOf, variablesOf } from '../auth/listVariables.js';
import { NoResponseError } from '../errors.js';
import { type Features, takeSelector } from '../features.js';
import type { Share } from '../http/createRoom.js';
import { type RetryOptions, retry } from '../http/retry.js';
import type { HttpResponse, SendOptions } from '../http/send.js';
import { loadPart } from '../memo.js';
import { type Arguments, buildRequest } from '../request/buildRequest.js';
import { type Outgoing, checkUpload, sizeOf } from '../request/outgoing.js';
import { type Failed, noResponseResult, refusalResult, unshownResult } from '../result/failure.js';
import type { FindReader } from '../result/received.js';
import { toResult } from '../result/result.js';
import { redactResult } from '../result/toolResult.js';
import type { ApiInfo, Requirement, Tool } from '../tool.js';

/** What a call carries for distributed tracing (W3C Trace Context and Baggage), as headers. */
export type Trace = Readonly<Record<string, string>>;

/** What a call needs besides its tool and arguments. */
interface CallParts extends SendOptions, Omit<RetryOptions, 'end'> {
  features: Features;
  /** Where the responses of this call are kept; it is closed at the end. */
  share: Share;
  auth: ApiInfo['auth'];
  /** The URL under which the API's paths lie. */
  base: URL;
  /** Whether the credentials of the API may go there; where they may not, the call is made without. */
  isTrusted: boolean;
  credentials: Credentials;
  trace: Trace;
  /** What no text may show; what is fetched on the way is added. */
  secrets: string[];
  /** Tokens of an answer that are shown. */
  answerTokens?: number | undefined;
  /** The folder that files are saved in. */
  downloads?: string | undefined;
  /** The first wait for the result of work that the API has only accepted; it grows. */
  pollMs?: number | undefined;
  /** The folders that files to be sent may be read from. */
  fileRoots?: readonly string[] | undefined;
  /** Megabytes that one request may send. */
  uploadMb?: number | undefined;
  /** Finds the tool that reads an address. */
  findReader?: FindReader | undefined;
  /** Told what the API answered. */
  onAnswer?: ((answer: Pick<HttpResponse, 'status' | 'headers'>) => void) | undefined;
}

/** Makes the HTTP request of a tool, and turns what comes back into a result. */
export async function callApi(tool: Tool, args: Arguments, parts: CallParts): Promise<CallToolResult> {
  try {
    return await callWithin(tool, args, parts);
  } finally {
    parts.share.close();
  }
}

async function callWithin(tool: Tool, args: Arguments, parts: CallParts): Promise<CallToolResult> {
  const { features, auth, base, credentials, secrets, trace, answerTokens, downloads, fileRoots, uploadMb } =
    parts;
  const { method } = tool.request;
  const security = parts.isTrusted ? tool.request.security : [];
  const { selector, sent } = await takeSelector(tool, args, features);
  const supplied = bodyMembersOf(security, auth, credentials);
  const request = await buildRequest(tool, sent, base, {
    bodies: features.bodies,
    roots: fileRoots,
    supplied,
  });
  checkUpload(request, uploadMb);
  const { url } = request;
  for (const [name, value] of Object.entries(trace)) request.headers.set(name, value);
  const plain = tool.request.poll && { headers: new Headers(request.headers) };
  const { result, tries, fetched } = await sendProven(request, security, parts);
  const failed = (): Failed => ({
    method,
    origin: url.origin,
    variables: variablesOf(security, auth),
    bareKeys: bareKeysOf(security, auth),
    isWithheld: !parts.isTrusted && variablesOf(tool.request.security, auth).length > 0,
    tries,
    size: request.body === undefined ? 0 : sizeOf(request.body),
  });
  if (result instanceof NoResponseError) return noResponseResult(result, failed());
  parts.onAnswer?.(result);
  const isFine = result.status < 300 || result.status === 304;
  const canSelect = tool.select === true;
  const asked = {
    recipe: tool.request,
    args,
    url,
    secrets,
    answerTokens,
    downloads,
    canSelect,
    isPromised: tool.outputSchema !== undefined,
    selector,
    pagination: () => loadPart(features.pagination, 'pagination'),
    share: parts.share,
  };
  const finish = async () => {
    if (!plain) return toResult(result, asked);
    const { pollForResult } = await loadPart(features.polling, 'polling');
    return pollForResult(result, asked, plain, {
      ...parts,
      credentials: fetched,
      security,
      failed: failed(),
    });
  };
  try {
    return redactResult(isFine ? await finish() : refusalResult(result, failed(), secrets), secrets);
  } catch (error) {
    if (parts.signal.aborted) throw error;
    // It has been sent: whether it may be sent again must not be left open.
    return redactResult(unshownResult(result, failed(), error), secrets);
  }
}

/**
 * Sends a request with its credentials. Where the API refuses what an authorization server gave, that is asked once for
 * another.
 */
async function sendProven(
  request: Outgoing,
  security: readonly Requirement[],
  parts: CallParts,
): Promise<Awaited<ReturnType<typeof retry>> & { fetched: Credentials }> {
  const { auth, credentials, secrets } = parts;
  const prove = async (refused?: Credentials): Promise<Credentials | undefined> => {
    const fetched = await obtainCredentials(security, auth, credentials, refused);
    if (fetched === undefined) return undefined;
    for (const one of fetched.values())
      secrets.push(...one.secrets.filter((secret) => !secrets.includes(secret)));
    applyCredentials(request, security, auth, fetched);
    return fetched;
  };
  const fetched = (await prove()) ?? credentials;
  const { result, tries } = await retry(request, parts);
  if (result instanceof NoResponseError || result.status !== 401) return { result, tries, fetched };
  const renewed = await prove(fetched);
  if (renewed === undefined) return { result, tries, fetched };
  const second = await retry(request, parts);
  return { result: second.result, tries: tries + second.tries, fetched: renewed };
}

import type { CallToolResult } from '@modelcontextprotocol/server';
import { NoResponseError, PendingError } from '../errors.js';
import { type Features, readPromise, takeSelector } from '../features.js';
import type { Share } from '../http/limits.js';
import { type HttpResponse, type OnAnswer, retry } from '../http/send.js';
import { loadPart } from '../memo.js';
import { redact } from '../redact.js';
import { type Arguments, buildRequest } from '../request/buildRequest.js';
import { checkUpload, HeaderMap, sizeOf } from '../request/outgoing.js';
import { noResponseResult, refusalResult, unshownResult } from '../result/failure.js';
import type { Asked, Downloads, Failed, FindReader, HandOver } from '../result/received.js';
import { toResult } from '../result/result.js';
import { redactResult } from '../result/toolResult.js';
import type { Tool } from '../tool.js';
import { type CallerParts, loadProof, type ProvenParts, type Trace } from './callerParts.js';

/** What it has of what all calls share. */
type Shared = {
  [Name in 'answerTokens' | 'pollMs' | 'fileRoots' | 'uploadMb']: CallerParts[Name] | undefined;
};

/** What a call needs besides its tool and arguments. */
export interface CallParts extends ProvenParts, Shared {
  features: Features;
  /** Where files are saved. */
  downloads: Downloads | undefined;
  /** Where the responses of this call are kept; it is closed at the end. */
  share: Share;
  /** The URL under which the API's paths lie. */
  base: URL;
  trace: Trace;
  /** Finds the tool that reads an address. */
  findReader?: FindReader | undefined;
  /** Tells the tools that an answer leads to. */
  links?: Asked['links'];
  /** Hands work that the API has accepted to the client. */
  handOver?: HandOver | undefined;
  /** Told what the API answered. */
  onAnswer?: OnAnswer | undefined;
  /** What says how long a request may take, where its tool has a limit of its own. */
  limit?: string;
}

/** Makes a call within the limits that its tool has. */
type Adjust = (tool: Tool, parts: CallParts, call: Call) => Promise<CallToolResult>;
type Call = (parts: CallParts) => Promise<CallToolResult>;

/** Makes the HTTP request of a tool, and turns what comes back into a result. */
export async function callApi(tool: Tool, args: Arguments, parts: CallParts): Promise<CallToolResult> {
  try {
    if (tool.adjust === undefined) return await callWithin(tool, args, parts);
    const adjust = (await loadPart(parts.features.adjust, 'adjust')) as Adjust;
    return await adjust(tool, parts, (within) => callWithin(tool, args, within));
  } finally {
    parts.share.close();
  }
}

async function callWithin(tool: Tool, args: Arguments, parts: CallParts): Promise<CallToolResult> {
  const { features, auth, base, security, credentials, secrets, trace, answerTokens, downloads } = parts;
  const { fileRoots, uploadMb } = parts;
  const { method, redirects = [] } = tool.request;
  const { selector, sent, follow } = await takeSelector(tool, args, features);
  const proof = await loadProof(features);
  const supplied = proof?.bodyMembersOf(security, auth, credentials) ?? noMembers;
  const request = await buildRequest(tool, sent, base, {
    bodies: features.bodies,
    roots: fileRoots,
    supplied,
  });
  follow?.(request.url);
  checkUpload(request, uploadMb);
  const { url } = request;
  for (const [name, value] of Object.entries(trace)) request.headers.set(name, value);
  const plain = tool.request.poll && { headers: new HeaderMap(request.headers) };
  const { result, tries, fetched } = proof
    ? await proof.sendProven(request, parts)
    : { ...(await retry(request, parts)), fetched: credentials };
  const failed = (answer?: HttpResponse): Failed => ({
    method,
    origin: url.origin,
    ...proof?.describeProof(parts, tool.request.security, url.origin, answer),
    tries,
    size: request.body === undefined ? 0 : sizeOf(request.body),
    limit: parts.limit,
  });
  if (result instanceof NoResponseError) return noResponseResult(result, failed());
  parts.onAnswer?.(result, (text) => redact(text, secrets));
  const isFine = result.status < 300 || result.status === 304 || redirects.includes(result.status);
  const canSelect = tool.select === true;
  const asked = {
    recipe: tool.request,
    args,
    url,
    secrets,
    answerTokens,
    downloads,
    canSelect,
    ...(await readPromise(tool, features)),
    selector,
    pagination: features.pagination,
    share: parts.share,
    unpack: features.unpack,
    links: parts.links,
  };
  const finish = async () => {
    if (!plain) return toResult(result, asked);
    const { pollForResult } = await loadPart(features.polling, 'polling');
    const means = { ...parts, credentials: fetched, failed: failed() };
    return pollForResult(result, asked, plain, means);
  };
  try {
    return redactResult(isFine ? await finish() : refusalResult(result, failed(result), secrets), secrets);
  } catch (error) {
    if (parts.signal.aborted || error instanceof PendingError) throw error;
    // It has been sent: whether it may be sent again must not be left open.
    return redactResult(unshownResult(result, failed(), error), secrets);
  }
}

const noMembers: ReadonlyMap<string, string> = new Map();

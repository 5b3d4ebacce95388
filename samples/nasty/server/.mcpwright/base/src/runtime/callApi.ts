import type { CallToolResult } from '@modelcontextprotocol/server';
import { noAnswerResult, refusalResult, type Failed } from './answer/failure.js';
import { redactResult } from './answer/redactResult.js';
import { toResult } from './answer/result.js';
import { NoAnswer, send, type SendOptions } from './answer/send.js';
import { applyCredentials, variablesOf, type Credentials } from './credentials.js';
import type { Trace } from './readTrace.js';
import { buildRequest, type Arguments } from './request/buildRequest.js';
import type { ApiInfo, Tool } from './tool.js';

/** What a call needs besides its tool and arguments. */
export interface CallParts extends SendOptions {
  auth: ApiInfo['auth'];
  /** The URL under which the API's paths lie. */
  base: URL;
  credentials: Credentials;
  trace: Trace;
  /** What no text may show. */
  secrets: readonly string[];
}

/** Makes the one HTTP request of a tool, and turns what comes back into a result. */
export async function callApi(tool: Tool, args: Arguments, parts: CallParts): Promise<CallToolResult> {
  const { auth, base, credentials, secrets, timeoutMs, trace } = parts;
  const { method, security } = tool.request;
  const request = await buildRequest(tool, args, base);
  const { origin, pathname } = request.url;
  for (const [name, value] of Object.entries(trace)) request.headers.set(name, value);
  applyCredentials(request, security, auth, credentials);
  const failed = (): Failed => ({ method, origin, variables: variablesOf(security, auth), timeoutMs });
  try {
    const answer = await send(request, parts);
    const isFine = answer.status < 300 || answer.status === 304;
    const result = isFine
      ? toResult(answer, origin + pathname, secrets)
      : refusalResult(answer, failed(), secrets);
    return redactResult(result, secrets);
  } catch (error) {
    if (error instanceof NoAnswer) return noAnswerResult(error, failed());
    throw error;
  }
}

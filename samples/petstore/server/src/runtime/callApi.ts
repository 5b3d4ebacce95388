import type { CallToolResult } from '@modelcontextprotocol/server';
import { noAnswerResult, refusalResult, type Failed } from './answer/failure.js';
import { redactResult } from './answer/redactResult.js';
import { toResult } from './answer/result.js';
import { retry, type RetryOptions } from './answer/retry.js';
import { NoAnswer } from './answer/send.js';
import { applyCredentials, variablesOf, type Credentials } from './credentials.js';
import type { Trace } from './readTrace.js';
import { buildRequest, type Arguments } from './request/buildRequest.js';
import type { ApiInfo, Tool } from './tool.js';

/** What a call needs besides its tool and arguments. */
export interface CallParts extends RetryOptions {
  auth: ApiInfo['auth'];
  /** The URL under which the API's paths lie. */
  base: URL;
  credentials: Credentials;
  trace: Trace;
  /** What no text may show. */
  secrets: readonly string[];
  /** Tokens of an answer that are shown. */
  answerTokens?: number | undefined;
  /** The folder that files are saved in. */
  downloads?: string | undefined;
}

/** Makes the HTTP request of a tool, and turns what comes back into a result. */
export async function callApi(tool: Tool, args: Arguments, parts: CallParts): Promise<CallToolResult> {
  const { auth, base, credentials, secrets, trace, answerTokens, downloads } = parts;
  const { method, security } = tool.request;
  const request = await buildRequest(tool, args, base);
  const { url } = request;
  for (const [name, value] of Object.entries(trace)) request.headers.set(name, value);
  applyCredentials(request, security, auth, credentials);
  const { result, tries } = await retry(request, parts);
  const failed = (): Failed => ({
    method,
    origin: url.origin,
    variables: variablesOf(security, auth),
    tries,
  });
  if (result instanceof NoAnswer) return noAnswerResult(result, failed());
  const isFine = result.status < 300 || result.status === 304;
  const asked = { recipe: tool.request, args, url, secrets, answerTokens, downloads };
  return redactResult(
    isFine ? await toResult(result, asked) : refusalResult(result, failed(), secrets),
    secrets,
  );
}

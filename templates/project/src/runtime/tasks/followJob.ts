import { applyCredentials, describeSent, obtainCredentials } from '../auth/credentials.js';
import type { TaskState } from '../customize.js';
import { CallError, NoResponseError } from '../errors.js';
import { type Features, readPromise, takeSelector } from '../features.js';
import { send } from '../http/send.js';
import { HeaderMap, type Outgoing, trimPath } from '../request/outgoing.js';
import { type FollowUpMeans, type Job, type JobState, lookAtJob } from '../result/polling.js';
import type { Downloads } from '../result/received.js';
import { redactResult } from '../result/toolResult.js';
import type { Tool } from '../tool.js';
import type { TaskRequest } from './followOwn.js';

/** What it takes to look at a job: what its call was made with, so far as it is the same for all calls of its tool. */
interface JobParts extends Omit<FollowUpMeans, 'failed'> {
  base: URL;
  trace: Readonly<Record<string, string>>;
  secrets: string[];
  answerTokens?: number | undefined;
  downloads?: Downloads | undefined;
}

/** What follows a job of one tool up. */
interface Following {
  tool: Tool;
  job: Job;
  parts: JobParts & { features: Pick<Features, 'select' | 'outputs'> };
}

/**
 * Does what a client wants of work that the API has accepted: looks at it once, or asks the API to end it.
 *
 * @throws CallError where the API does not let the caller see it.
 */
export async function followJob(
  tool: Tool,
  work: unknown,
  { action }: Pick<TaskRequest, 'action'>,
  parts: Following['parts'],
): Promise<TaskState> {
  const following = { tool, job: work as Job, parts };
  const { security, auth, credentials, secrets } = parts;
  const obtain = async (refused?: typeof credentials) => {
    const fetched = await obtainCredentials(security, auth, credentials, refused);
    for (const one of fetched?.values() ?? [])
      secrets.push(...one.secrets.filter((secret) => !secrets.includes(secret)));
    return fetched;
  };
  const first = (await obtain()) ?? credentials;
  if (action === 'cancel') return cancel(following, first);
  if (action === 'update') return { status: 'working' };
  const state = await lookAs(following, first);
  if (state.status !== 'unreadable') return state;
  const renewed = state.answered === 401 ? await obtain(first) : undefined;
  const second = renewed === undefined ? state : await lookAs(following, renewed);
  if (second.status === 'unreadable') throw new CallError(second.message);
  return second;
}

async function lookAs(
  { tool, job, parts }: Following,
  credentials: JobParts['credentials'],
): Promise<JobState> {
  const { request, select: canSelect = false } = tool;
  const { auth, base, features, secrets, answerTokens, downloads, share } = parts;
  const { selector } = await takeSelector(tool, { _select: job.select }, features);
  const asked = {
    recipe: request,
    args: {},
    url: base,
    secrets,
    answerTokens,
    downloads,
    canSelect,
    ...(await readPromise(tool, features)),
    selector,
    share,
  };
  const failed = {
    method: 'GET',
    origin: base.origin,
    tries: 1,
    certificate: describeSent(parts, auth).certificate,
  } as const;
  const state = await lookAtJob(
    job,
    asked,
    { headers: writeHeaders(tool, job, parts) },
    {
      ...parts,
      credentials,
      failed,
    },
  );
  if (state.status !== 'completed' || typeof state.result === 'string') return state;
  return { ...state, result: redactResult(state.result, secrets) };
}

/** What the API makes of it, the next look says; where it offers no way to end its work, nothing is done. */
async function cancel(
  { tool, job, parts }: Following,
  credentials: JobParts['credentials'],
): Promise<TaskState> {
  const { cancel: way } = tool.request;
  const url = way && toCancelAddress(new URL(parts.base.origin + job.at), parts.base, way.path);
  if (way === undefined || url === undefined) return { status: 'working' };
  const request: Outgoing = { method: way.method, url, headers: writeHeaders(tool, job, parts) };
  applyCredentials(request, parts.security, parts.auth, credentials);
  try {
    await send(request, parts);
  } catch (error) {
    if (!(error instanceof NoResponseError)) throw error;
  }
  return { status: 'working' };
}

function writeHeaders({ request: { accept } }: Tool, job: Job, { trace }: JobParts): HeaderMap {
  const headers = new HeaderMap(Object.entries(job.headers ?? {}));
  if (accept.length > 0) headers.set('accept', accept.join(', '));
  for (const [name, value] of Object.entries(trace)) headers.set(name, value);
  return headers;
}

/**
 * Where work is ended whose state is read at an address: the address itself, or one with fixed segments behind it. Nothing
 * where the path is of something else.
 */
export function toCancelAddress(address: URL, base: URL, path: string): URL | undefined {
  const wanted = `${trimPath(base.pathname)}${path}`.split('/');
  const given = address.pathname.split('/');
  const segments = wanted.map((segment, index) => (/^\{[^{}]+\}$/.test(segment) ? given[index] : segment));
  const isOfIt =
    given.length <= wanted.length && given.every((segment, index) => segment === segments[index]);
  if (!isOfIt || segments.includes(undefined)) return undefined;
  const url = new URL(address);
  url.pathname = segments.join('/');
  return url;
}

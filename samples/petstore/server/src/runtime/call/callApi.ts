import type { CallToolResult } from '@modelcontextprotocol/server';
import { spellLarge } from '../arguments/largeIntegers.js';
import {
  applyCredentials,
  bodyMembersOf,
  type Credentials,
  describeSent,
  obtainCredentials,
} from '../auth/credentials.js';
import type { AnyContext } from '../customize.js';
import { CallError, NoResponseError, PendingError } from '../errors.js';
import { type Features, readPromise, takeSelector } from '../features.js';
import type { Share } from '../http/limits.js';
import { type OnAnswer, retry, type RetryOptions, type SendOptions } from '../http/send.js';
import type { Client, Dialogue, Sealer, DialoguePart } from '../interact/dialogue.js';
import { parseJson } from '../json.js';
import { loadPart, memoize, once } from '../memo.js';
import { redact } from '../redact.js';
import { type Arguments, buildRequest } from '../request/buildRequest.js';
import { checkUpload, HeaderMap, type Outgoing, sizeOf } from '../request/outgoing.js';
import { noResponseResult, refusalResult, unshownResult } from '../result/failure.js';
import type { Downloads, Failed, FindReader, HandOver } from '../result/received.js';
import { toResult } from '../result/result.js';
import { redactResult } from '../result/toolResult.js';
import { variablesOf } from '../settings.js';
import { escapeHidden, longestQuestion, shorten } from '../text.js';
import type { ApiInfo, FormField, ObjectSchema, Requirement, Tool } from '../tool.js';

/** What a call carries for distributed tracing (W3C Trace Context and Baggage), as headers. */
export type Trace = Readonly<Record<string, string>>;

/** What a call needs besides its tool and arguments. */
export interface CallParts extends SendOptions, Omit<RetryOptions, 'end'> {
  features: Features;
  /** Where the responses of this call are kept; it is closed at the end. */
  share: Share;
  auth: ApiInfo['auth'];
  /** The script of the program that runs. */
  program: string | undefined;
  /** The URL under which the API's paths lie. */
  base: URL;
  /** The requirements of the operation that count; none where credentials of the API may not go there. */
  security: readonly Requirement[];
  credentials: Credentials;
  /** The schemes whose credentials are those of the user; of each, the header that it comes in, or nothing. */
  ofUser?: ReadonlyMap<string, string> | undefined;
  trace: Trace;
  /** What no text may show; what is fetched on the way is added. */
  secrets: string[];
  /** Tokens of an answer that are shown. */
  answerTokens?: number | undefined;
  /** The folder that files are saved in. */
  downloads?: Downloads | undefined;
  /** The first wait for the result of work that the API has only accepted; it grows. */
  pollMs?: number | undefined;
  /** The folders that files to be sent may be read from. */
  fileRoots?: readonly string[] | undefined;
  /** Megabytes that one request may send. */
  uploadMb?: number | undefined;
  /** Finds the tool that reads an address. */
  findReader?: FindReader | undefined;
  /** Hands work that the API has accepted to the client. */
  handOver?: HandOver | undefined;
  /** Told what the API answered. */
  onAnswer?: OnAnswer | undefined;
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
  const { features, auth, base, security, credentials, secrets, trace, answerTokens, downloads } = parts;
  const { fileRoots, uploadMb } = parts;
  const { method, redirects = [] } = tool.request;
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
  const plain = tool.request.poll && { headers: new HeaderMap(request.headers) };
  const { result, tries, fetched } = await sendProven(request, parts);
  const failed = (): Failed => ({
    method,
    origin: url.origin,
    ...describeSent(parts, auth, parts.program),
    isWithheld: security.length === 0 && variablesOf(tool.request.security, auth).length > 0,
    tries,
    size: request.body === undefined ? 0 : sizeOf(request.body),
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
    ...readPromise(tool, features),
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
      failed: failed(),
    });
  };
  try {
    return redactResult(isFine ? await finish() : refusalResult(result, failed(), secrets), secrets);
  } catch (error) {
    if (parts.signal.aborted || error instanceof PendingError) throw error;
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
  parts: CallParts,
): Promise<Awaited<ReturnType<typeof retry>> & { fetched: Credentials }> {
  const { security, auth, credentials, secrets } = parts;
  const prove = async (refused?: Credentials): Promise<Credentials | undefined> => {
    const fetched = await obtainCredentials(security, auth, credentials, refused);
    if (fetched === undefined) return undefined;
    for (const one of fetched.values())
      secrets.push(...one.secrets.filter((secret) => !secrets.includes(secret)));
    applyCredentials(request, security, auth, fetched, parts.program);
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

/** What the code of one call is given. */
interface ContextParts {
  /** The tool whose code it is. */
  tool: string;
  signal: AbortSignal;
  client: Client | undefined;
  /** Who calls, as the HTTP request that brought the call says. */
  visitor: (Pick<AnyContext, 'header'> & { principal?: AnyContext['principal'] | undefined }) | undefined;
  secrets: readonly string[];
  dialogueOf: (client: Client) => Promise<Dialogue>;
  /** Calls a generated tool as clients do. */
  callTool: (name: string, args: unknown) => Promise<CallToolResult>;
  /** Checks what the user has filled in. */
  checkForm: (schema: ObjectSchema, content: unknown) => Arguments;
}

/** Makes what the code of `custom.ts` is given besides the arguments of a call. */
export function createContext(parts: ContextParts): AnyContext {
  const { tool, signal, client, visitor, secrets, dialogueOf, callTool, checkForm } = parts;
  const clean = (text: string) => redact(text, secrets);
  let questions = 0;
  let last = Number.NEGATIVE_INFINITY;

  return {
    signal,
    ...(visitor?.principal && { principal: visitor.principal }),
    ...(visitor?.header && { header: visitor.header }),
    canAsk: client?.canAsk === true,
    ask: async (message, fields) => {
      if (client === undefined) throw new CallError('There is nobody who could be asked.');
      questions += 1;
      const properties = fields as unknown as Record<string, FormField>;
      const required = Object.keys(properties);
      const { action, content } = (await dialogueOf(client)).ask(`question-${questions}`, {
        message: escapeHidden(shorten(clean(message), longestQuestion), '\n'),
        fields: properties,
        required,
      });
      if (action !== 'accept') return undefined;
      return checkForm({ type: 'object', properties, required }, content) as never;
    },
    capabilities: client?.capabilities ?? {},
    request: async (requests) => {
      if (client === undefined) throw new CallError('There is no client that could be asked.');
      return (await dialogueOf(client)).request(requests);
    },
    call: async (name, args) => {
      const result = await callTool(name, args);
      if (result.isError !== true) return result;
      const texts = result.content.flatMap((block) => (block.type === 'text' ? [block.text] : []));
      throw new CallError(texts.join('\n'));
    },
    progress: async (progress, total, message) => {
      // Progress only grows (MCP, Progress).
      if (client?.progressToken === undefined || !(progress > last)) return;
      last = progress;
      const { progressToken } = client;
      const words = message !== undefined && { message: clean(message) };
      const params = { progressToken, progress, ...(total !== undefined && { total }), ...words };
      // A client that has gone away is told nothing.
      await client.notify({ method: 'notifications/progress', params }).catch(() => undefined);
    },
    log: async (level, data) => {
      const text = clean(JSON.stringify(data) ?? 'null');
      await client?.log(level, parseJson(text) ?? text, tool).catch(() => undefined);
    },
  };
}

/** Checks the arguments of a tool; those that come `later` may be missing. */
type CheckFor<Offered> = (offered: Offered, args: unknown, later?: readonly string[]) => Promise<Arguments>;

/** What is needed to ask the users of one server. */
interface AskingParts {
  server: string;
  sealer: () => Promise<Sealer>;
  features: Pick<Features, 'consent' | 'questions'>;
}

/** What asks the users of one server. */
export interface Asking<Offered> {
  /** The arguments of a tool that a call can do without before the user was asked. */
  listLater: (tool: Tool) => Promise<readonly string[]>;
  /** The arguments of a call, checked, and agreed to by the user where the tool asks for that. */
  prepare: (
    offered: Offered,
    args: unknown,
    client: Client | undefined,
    secrets: readonly string[],
  ) => Promise<Arguments>;
  dialogueOf: (client: Client) => Promise<Dialogue>;
}

/** Loads what asks users and clients. @throws CallError where it was not built in. */
export async function loadQuestions({ questions }: Pick<Features, 'questions'>): Promise<DialoguePart> {
  if (questions !== undefined) return loadPart(questions, 'questions');
  throw new CallError(
    'This server was built without questions to users and clients: write "features: { questions: true }" into mcpwright.yaml and run npm run generate.',
  );
}

/** Makes what asks the users of one server, and is given their answers. */
export function createAsking<Offered extends { tool: Tool }>(
  { server, sealer, features }: AskingParts,
  check: CheckFor<Offered>,
): Asking<Offered> {
  const spent = new Set<string>();
  const load = once(async () => {
    const [{ createDialogue }, seal] = await Promise.all([loadQuestions(features), sealer()]);
    return (client: Client) => createDialogue(client, server, seal, spent);
  });
  const dialogueOf = memoize(async (client: Client) => (await load())(client));

  const loadConsent = () => loadPart(features.consent, 'consent');
  const listLater = async (tool: Tool) =>
    tool.consent === undefined ? [] : (await loadConsent()).listLater(tool);

  return {
    listLater,
    prepare: async (offered, args, client, secrets) => {
      const { tool } = offered;
      if (tool.consent === undefined) return check(offered, args);
      const { obtainConsent } = await loadConsent();
      const draft = spellLarge(await check(offered, args, await listLater(tool)));
      const clean = (text: string) => redact(text, secrets);
      return check(offered, await obtainConsent(tool, draft, { client, clean, dialogueOf }));
    },
    dialogueOf,
  };
}

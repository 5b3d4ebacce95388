import type { CallToolResult } from '@modelcontextprotocol/server';
import { spellLarge } from '../arguments/largeIntegers.js';
import type { AnyContext } from '../customize.js';
import { CallError } from '../errors.js';
import { type Asking, type Features, fitResult, type Lazy, type Mock, type MockParts } from '../features.js';
import { loadPart, once } from '../memo.js';
import type { OfferedTool } from '../offer/createOffer.js';
import { comparePatternsWith } from '../patterns/compilePattern.js';
import { redact, redactWith } from '../redact.js';
import type { Arguments } from '../request/buildRequest.js';
import { boundResult, ensureStructuredContent, memberForText, textResult } from '../result/toolResult.js';
import type { Catalog, Tool } from '../tool.js';
import { sortBranchesBy } from '../validate/validate.js';
import type { CallerParts, CallOptions, GeneratedTool, OwnedTool } from './callerParts.js';
import { createChecks } from './createChecks.js';
import { createContext, createToolFinder } from './createContext.js';
import { createToolCaller, type HandOverFor, type ToolCaller } from './createToolCaller.js';
import { explainFailures } from './explainFailure.js';

/** Carries out a call. What goes wrong becomes a result in words; only a call that was cancelled throws. */
export interface Call {
  (offered: OfferedTool, args: unknown, circumstances: CallOptions): Promise<CallToolResult>;
  /** What calls are made with, for parts that do something else with it. */
  means: CallMeans;
}

/** What calls are made with. */
interface CallMeans extends Pick<ToolCaller, 'known' | 'open'> {
  loadAsking: Lazy<Asking>;
  /** What the code of `custom.ts` is given. */
  contextOf: (tool: string, options: CallOptions, secrets: string[]) => AnyContext;
}

/** Makes the function that carries out the calls of one server. */
export async function createCaller(parts: CallerParts): Promise<Call> {
  const { catalog, features } = parts;
  if (features.secrets !== undefined) redactWith(await loadPart(features.secrets, 'secrets'));
  if (features.unions !== undefined) sortBranchesBy(await loadPart(features.unions, 'unions'));
  if (features.patterns !== undefined) comparePatternsWith(await loadPart(features.patterns, 'patterns'));
  const ways = features.proxies && (await loadPart(features.proxies, 'proxies'));
  const watch = features.telemetry && (await loadPart(features.telemetry, 'telemetry')).watchExchange;
  const mock = parts.mock ? await loadMock(catalog, parts) : undefined;
  const loadAsking = createLoader(parts);
  const { checkDraft, prepare, checkOwn } = createChecks(await catalog.components(), parts, loadAsking);
  const handOver: HandOverFor = (tool, { client, visitor, isPart }) => {
    if (features.tasks === undefined || isPart || client?.takesTasks !== true) return undefined;
    return async (work) =>
      (await loadPart(features.tasks, 'tasks')).handOver({ tool, work, visitor }, client, loadAsking);
  };
  const { known, open, callTool } = createToolCaller({ ...parts, ways, watch }, prepare, handOver);
  const findTool = createToolFinder(parts);

  const contextOf: CallMeans['contextOf'] = (tool, options, secrets) =>
    createContext({
      tool,
      options,
      secrets,
      loadAsking,
      mayAsk: features.questions !== undefined,
      checkForm: (inputSchema, content) =>
        checkOwn({ listed: { name: 'the form of the user', inputSchema } }, content),
      callTool: async (name, args) => callBare(await findTool(name), args, asPart(options), secrets),
    });

  /** Without what `custom.ts` does around it. */
  function callBare(offered: GeneratedTool, args: unknown, options: CallOptions, secrets: string[]) {
    const { tool } = offered;
    return explainFailures(tool.name, options.signal, secrets, async () => {
      if (mock === undefined) return finishFor(tool)(await callTool(offered, args, options, secrets));
      const clean = (text: string) => redact(text, secrets);
      return mock.answer(tool, await prepare(offered, args, { client: options.client, clean }), {
        finish: finishFor(tool),
        answerTokens: parts.answerTokens ?? options.answerTokens,
      });
    });
  }

  /** With what `custom.ts` does around it. */
  async function callGenerated(
    offered: GeneratedTool,
    args: unknown,
    options: CallOptions,
    secrets: string[],
  ) {
    const { tool, wrap } = offered;
    if (wrap === undefined) return callBare(offered, args, options, secrets);
    const next = (given: unknown) => callBare(offered, given, { ...options, isPart: true }, secrets);
    return explainFailures(tool.name, options.signal, secrets, async () => {
      const context = contextOf(tool.name, options, secrets);
      const result = await wrap(await checkDraft(offered, args), next, context);
      const fitted = await fitResult(tool, result, features);
      return boundResult(finishFor(tool)(fitted), tool.name);
    });
  }

  async function call(offered: OfferedTool, args: unknown, options: CallOptions): Promise<CallToolResult> {
    const secrets = [...known];
    if ('own' in offered)
      return explainFailures(offered.listed.name, options.signal, secrets, () =>
        callOwn(offered, checkOwn(offered, args), contextOf(offered.listed.name, options, secrets), {
          give: handOver(offered.listed.name, options),
          client: options.isPart ? undefined : options.client,
          tasks: features.tasks,
        }),
      );
    const result = await callGenerated(offered, args, options, secrets);
    return mock === undefined ? result : mock.mark(result);
  }

  return Object.assign(call, { means: { known, open, loadAsking, contextOf } });
}

/** What makes a task of a call. */
interface TaskMeans {
  tasks: Features['tasks'];
  /** Set where the client takes one. */
  give: ReturnType<HandOverFor>;
  client: CallOptions['client'];
}

/** Calls code of `custom.ts` with checked arguments. */
async function callOwn(
  { own, listed }: OwnedTool,
  args: Arguments,
  context: AnyContext,
  { give, client, tasks }: TaskMeans,
): Promise<CallToolResult> {
  const given = spellLarge(args);
  if (own.task !== undefined && give !== undefined) {
    // Nothing is begun that could not be given to the client.
    await loadPart(tasks, 'tasks');
    await give(await own.task.begin(given, context));
  }
  if (own.call === undefined) throw (await loadPart(tasks, 'tasks')).refuseTaskless(listed.name, client);
  const result = await own.call(given, context);
  return boundResult(typeof result === 'string' ? textResult(result) : result, listed.name);
}

/** What goes with a call within another one. */
function asPart(options: CallOptions): CallOptions {
  return { ...options, onProgress: undefined, answerTokens: undefined, isPart: true };
}

/** Makes what loads the part that asks clients, once for a server. */
function createLoader({ catalog, features, env }: CallerParts): Lazy<Asking> {
  return once(async () => {
    if (features.questions !== undefined)
      return (await loadPart(features.questions, 'questions')).createAsking(catalog.api.name, env);
    throw new CallError(
      'This server was built without questions to users and clients: write "features: { questions: true }" into mcpwright.yaml and run npm run generate.',
    );
  });
}

/** Finishes the results of a tool: where its output schema promises a value, there is one. */
export function finishFor(tool: Tool): (result: CallToolResult) => CallToolResult {
  if (tool.outputSchema === undefined) return (result) => result;
  return (result) => ensureStructuredContent(result, memberForText(tool));
}

async function loadMock(catalog: Catalog, parts: MockParts): Promise<Mock> {
  const [createMock, mocks] = await Promise.all([loadPart(parts.features.mock, 'mock'), catalog.mocks?.()]);
  return createMock(mocks ?? {}, parts);
}

import {
  type CallToolResult,
  type JSONRPCMessage,
  ProtocolError,
  ProtocolErrorCode,
  type Server,
  type StandardSchemaV1,
  type Transport,
} from '@modelcontextprotocol/server';
import type { TaskState } from '../customize.js';
import { CallError, notSent } from '../errors.js';
import type { Extension, Listen, FullExtend } from '../extend/extensions.js';
import { isObject } from '../json.js';
import { textResult } from '../result/toolResult.js';
import { createFollow } from './createFollow.js';
import type { FollowOptions } from './createFollow.js';
import type { TaskRequest } from './followOwn.js';
import { describeTask, extensionName, lacksTasks } from './taskId.js';

export { handOver, refuseTaskless } from './handOver.js';

/** Serves what clients of protocol 2026-07-28 want of tasks that their calls have become (extension Tasks). */
export const serveTasks: Extension = async (parts) => {
  const follow = createFollow(parts);
  const { readSender } = parts;

  async function answer(
    server: Server,
    request: TaskRequest,
    options: FollowOptions,
  ): Promise<Record<string, unknown>> {
    if (!options.takesTasks) throw lacksTasks();
    const followed = await follow(request, options).catch(toProtocolError);
    if (followed === undefined)
      throw new ProtocolError(ProtocolErrorCode.InvalidParams, 'Unknown task, or one that has expired');
    if (request.action !== 'get') return { resultType: 'complete' };
    const { state, createdAt } = followed;
    const { pollMs } = { pollMs: undefined, ...state };
    const task = describeTask(request.taskId, createdAt, Date.now(), pollMs);
    return { resultType: 'complete', ...task, ...writeState(state, server) };
  }

  const extend: FullExtend = (server, { isModern } = {}) => {
    if (!isModern) return;
    server.registerCapabilities({ extensions: { [extensionName]: {} } });
    leaveOutContent(server);
    for (const action of ['get', 'update', 'cancel'] as const)
      server.setRequestHandler(`tasks/${action}`, { params: taskParams }, ({ taskId }, { mcpReq, http }) => {
        const sender = readSender(mcpReq['_meta'], http, mcpReq.envelope);
        const request = { taskId, action, answers: mcpReq.inputResponses };
        return answer(server, request, { ...sender, signal: mcpReq.signal });
      });
  };
  return Object.assign(extend, { listen });
};

/** What becomes of work, clients ask for: to listen to it without taking tasks is refused all the same (Tasks, Notifications). */
const listen: Listen = async ({ taskIds = [] }, { takesTasks }) => {
  if (taskIds.length > 0 && !takesTasks) throw lacksTasks();
  return {};
};

/** The parameters of all that is asked of tasks, as the SDK wants them to be checked. */
const taskParams: StandardSchemaV1<unknown, { taskId: string }> = {
  '~standard': {
    version: 1,
    vendor: 'mcpwright',
    validate: (params) =>
      isObject(params) && typeof params['taskId'] === 'string'
        ? { value: { taskId: params['taskId'] } }
        : { issues: [{ message: 'taskId must be a text', path: ['taskId'] }] },
  },
};

/** What cannot be seen of work is an error of the request, and says nothing of the work. */
function toProtocolError(error: unknown): never {
  if (!(error instanceof CallError)) throw error;
  throw new ProtocolError(ProtocolErrorCode.InternalError, error.message.replace(notSent, ''));
}

/** The part of a task that goes with its state (Tasks, DetailedTask). */
function writeState(state: TaskState, server: Server): object {
  const { status, message } = { message: undefined, ...state };
  const said = { status, ...(message !== undefined && { statusMessage: message }) };
  switch (state.status) {
    case 'completed':
      return {
        ...said,
        result: {
          ...server.projectCallToolResult(asResult(state.result), undefined),
          resultType: 'complete',
        },
      };
    case 'failed':
      return { ...said, error: { code: ProtocolErrorCode.InternalError, message: state.message } };
    case 'input_required':
      return { ...said, inputRequests: writeQuestions(state.questions) };
    default:
      return said;
  }
}

function asResult(result: CallToolResult | string): CallToolResult {
  return typeof result === 'string' ? textResult(result) : result;
}

type Questions = Extract<TaskState, { status: 'input_required' }>['questions'];

function writeQuestions(questions: Questions): object {
  return Object.fromEntries(
    Object.entries(questions).map(([key, { message, fields }]) => {
      const requestedSchema = { type: 'object', properties: fields, required: Object.keys(fields) };
      return [key, { method: 'elicitation/create', params: { mode: 'form', message, requestedSchema } }];
    }),
  );
}

/** Takes out what the SDK adds to every result of a call: a task is none. */
function leaveOutContent(server: Server): void {
  const connect = server.connect.bind(server);
  server.connect = async (transport: Transport) => {
    const send = transport.send.bind(transport);
    transport.send = (message, options) => send(withoutContent(message), options);
    await connect(transport);
  };
}

function withoutContent(message: JSONRPCMessage): JSONRPCMessage {
  if (!('result' in message) || message.result.resultType !== 'task') return message;
  const { content: _content, ...result } = message.result;
  return { ...message, result };
}

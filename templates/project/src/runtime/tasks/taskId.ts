import { MissingRequiredClientCapabilityError } from '@modelcontextprotocol/server';
import type { Sealer } from '../interact/createSealer.js';

/** The name of the extension (https://github.com/modelcontextprotocol/ext-tasks). */
export const extensionName = 'io.modelcontextprotocol/tasks';

/** How long a task can be asked for. */
const taskSeconds = 24 * 60 * 60;
/** Characters of an id: clients send it in a header, `Mcp-Name`. */
const longestId = 1_024;
/** How often clients are to look, where the API does not say it. */
const usualPollMs = 1_000;

/** What a tool has begun, and what finds it again. */
interface Work {
  tool: string;
  work: unknown;
}

/** Work that was begun at a time, in milliseconds since 1970. */
interface OpenedWork extends Work {
  createdAt: number;
}

/** Whose tasks they are. */
export interface TaskOwner {
  server: string;
  principal: string;
}

/** What a call is answered with in place of its result (Tasks, CreateTaskResult); nothing where its id would be too long. */
export function createTask(
  { tool, work }: Work,
  owner: TaskOwner,
  sealer: Sealer,
  now = Date.now(),
): object | undefined {
  const createdAt = Math.floor(now / 1000) * 1000;
  const taskId = sealer.seal([tool, createdAt / 1000, work], bindTo(owner), taskSeconds);
  if (taskId.length > longestId) return undefined;
  return { resultType: 'task', status: 'working', ...describeTask(taskId, createdAt, now) };
}

/** The work that an id stands for; nothing where it was not made for this owner, has expired, or was changed. */
export function openTask(taskId: string, owner: TaskOwner, sealer: Sealer): OpenedWork | undefined {
  const opened = taskId.length > longestId ? undefined : sealer.open(taskId, bindTo(owner));
  if (!Array.isArray(opened)) return undefined;
  const [tool, created, work] = opened as [string, number, unknown];
  return { tool, work, createdAt: created * 1000 };
}

/** What is said of a task whatever its state. */
export function describeTask(taskId: string, createdAt: number, now: number, pollMs = usualPollMs): object {
  return {
    taskId,
    createdAt: new Date(createdAt).toISOString(),
    lastUpdatedAt: new Date(now).toISOString(),
    ttlMs: taskSeconds * 1000,
    pollIntervalMs: Math.max(1, Math.round(pollMs)),
  };
}

/** The tool is in the value, and cannot be changed there. */
function bindTo({ server, principal }: TaskOwner) {
  return { purpose: 'task', server, tool: '', digest: '', principal };
}

/** What is told of a request whose client has not said that it takes tasks. */
export function lacksTasks(): Error {
  return new MissingRequiredClientCapabilityError(
    { requiredCapabilities: { extensions: { [extensionName]: {} } } },
    `This needs a client that takes tasks: it has to declare the extension ${extensionName} with the request`,
  );
}

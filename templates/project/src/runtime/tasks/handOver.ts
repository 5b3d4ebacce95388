import type { Principal } from '../customize.js';
import { CallError, PendingError } from '../errors.js';
import type { Begun, Client } from '../features.js';
import type { FullAsking } from '../interact/createAsking.js';
import { createTask, lacksTasks, type TaskOwner } from './taskId.js';

/** Gives work to the client in place of a result, and ends the call; it only comes back where its id would be too long. */
export async function handOver(
  { tool, work, visitor }: Begun,
  client: Client,
  loadAsking: () => Promise<FullAsking>,
): Promise<void> {
  const { server, sealer } = await loadAsking();
  const owner = nameOwner(server, { principal: client.principal, visitor });
  const task = createTask({ tool, work }, owner, await sealer());
  if (task === undefined) return;
  client.outcome = task;
  throw new PendingError(`${tool} goes on as a task`);
}

/** Why a tool that only clients with tasks can call was not called: to be thrown. */
export function refuseTaskless(tool: string, client: Client | undefined): Error {
  if (client?.takesTasks === false) {
    client.outcome = lacksTasks();
    return new PendingError(tool);
  }
  return new CallError(
    `${tool} can only be called by clients that take tasks (the extension io.modelcontextprotocol/tasks of protocol 2026-07-28). Tell the user.`,
  );
}

/** Who a task belongs to: the user, and the client by which they began it. */
export function nameOwner(
  server: string,
  { principal, visitor }: { principal: string; visitor?: Visited },
): TaskOwner {
  return { server, principal: JSON.stringify([principal, visitor?.principal?.clientId]) };
}

type Visited = { principal: Principal | undefined } | undefined;

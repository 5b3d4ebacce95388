import type { CallOptions } from '../call/callerParts.js';
import { finishFor } from '../call/createCaller.js';
import { explainFailure } from '../call/explainFailure.js';
import type { TaskState } from '../customize.js';
import { CallError } from '../errors.js';
import type { ExtensionParts } from '../extend/extensions.js';
import type { Claims } from '../features.js';
import type { FullAsking } from '../interact/createAsking.js';
import { redact } from '../redact.js';
import { followJob } from './followJob.js';
import { followOwn, type TaskRequest } from './followOwn.js';
import { nameOwner } from './handOver.js';
import { openTask } from './taskId.js';

/** How work stands that was begun at a time. */
interface Followed {
  state: TaskState;
  createdAt: number;
}

/** Who wants something of a task. */
export interface FollowOptions extends Claims {
  signal: AbortSignal;
}

/**
 * Makes what does what a client wants of a task that it was given; it gives nothing where there is no such task for it.
 *
 * @throws CallError where nothing of it can be seen.
 */
export function createFollow({ caller, find }: Pick<ExtensionParts, 'caller' | 'find'>) {
  return async (request: TaskRequest, claims: FollowOptions): Promise<Followed | undefined> => {
    const { known, open, contextOf, loadAsking } = (await caller()).means;
    const options = claims as CallOptions & FollowOptions;
    const { server, sealer } = (await loadAsking()) as FullAsking;
    const opened = openTask(request.taskId, nameOwner(server, options), await sealer());
    const offered = opened && (await find(opened.tool));
    if (opened === undefined || offered === undefined) return undefined;
    const { name } = offered.listed;
    const secrets = [...known];
    const { work, createdAt } = opened;
    try {
      if ('own' in offered) {
        const { task } = offered.own;
        if (task === undefined) return undefined;
        const state = await followOwn(task, work, request, contextOf(name, options, secrets));
        return { state, createdAt };
      }
      const means = (await open(offered, options, secrets))();
      const followed = followJob(offered.tool, work, request, means);
      const state = await followed.finally(() => means.share.close());
      if (state.status !== 'completed' || typeof state.result === 'string') return { state, createdAt };
      return { state: { ...state, result: finishFor(offered.tool)(state.result) }, createdAt };
    } catch (error) {
      if (options.signal.aborted) throw error;
      throw new CallError(redact(explainFailure(error, name), secrets));
    }
  };
}

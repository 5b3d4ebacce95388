import type { Notification, ProgressToken } from '@modelcontextprotocol/server';
import type { OnProgress } from './answer/send.js';
import { describeSize } from './answer/describeSize.js';

/** Sends a notification to the client that made the call. */
export type Notify = (notification: Notification) => Promise<void>;

/** The least time between two notifications, and before the first: most answers have come by then. */
const usualPauseMs = 500;

/** Tells the client that asked for it how much of an answer has come. */
export function createProgress(
  progressToken: ProgressToken,
  notify: Notify,
  pauseMs = usualPauseMs,
): OnProgress {
  let last = performance.now();
  let most = 0;
  return (received, total) => {
    const now = performance.now();
    // Progress only grows (MCP, Progress), also where a request is sent again.
    if (now - last < pauseMs || received <= most) return;
    last = now;
    most = received;
    const of = total === undefined ? '' : ` of ${describeSize(total)}`;
    const message = `${describeSize(received)}${of} received`;
    const params = { progressToken, progress: received, ...(total !== undefined && { total }), message };
    // A client that has gone away is told nothing.
    notify({ method: 'notifications/progress', params }).catch(() => undefined);
  };
}

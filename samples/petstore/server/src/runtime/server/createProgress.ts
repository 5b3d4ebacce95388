import type { Notification, ProgressToken } from '@modelcontextprotocol/server';
import type { OnProgress } from '../http/send.js';
import { describeSize } from '../text.js';

/** Sends a notification to the client that made the call. */
type Notify = (notification: Notification) => Promise<void>;

/** The least time between two notifications, and before the first: most answers have come by then. */
const usualPauseMs = 500;

/**
 * Tells the client that asked for it how much of a request has gone, and then of its answer has come, or how the work on
 * it goes.
 */
export function createProgress(
  progressToken: ProgressToken,
  notify: Notify,
  pauseMs = usualPauseMs,
): OnProgress {
  let last = performance.now();
  let most = 0;
  let sent = 0;
  return (bytes, total, words, isSent = false) => {
    const now = performance.now();
    if (isSent) sent = Math.max(sent, bytes);
    const before = isSent ? 0 : sent;
    // Progress only grows (MCP, Progress), also where a request is sent again; to have waited is progress as well.
    const progress = words === undefined ? before + bytes : most + 1;
    if (now - last < pauseMs || progress <= most) return;
    last = now;
    most = progress;
    const of = total === undefined ? '' : ` of ${describeSize(total)}`;
    const message = words ?? `${describeSize(bytes)}${of} ${isSent ? 'sent' : 'received'}`;
    const whole = total !== undefined && { total: before + total };
    const params = { progressToken, progress, ...whole, message };
    // A client that has gone away is told nothing.
    notify({ method: 'notifications/progress', params }).catch(() => undefined);
  };
}

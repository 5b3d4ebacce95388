import { describeSize } from '../answer/describeSize.js';
import { CallError, notSent } from '../callError.js';
import type { Outgoing } from './outgoing.js';
import { sizeOf } from './payload.js';

/** Refuses a request whose body has more megabytes than one may send. */
export function checkUpload({ body }: Outgoing, mostMb = Number.POSITIVE_INFINITY): void {
  const size = body === undefined ? 0 : sizeOf(body);
  const most = mostMb * 1024 * 1024;
  if (size <= most) return;
  throw new CallError(
    `The body of this request has ${describeSize(size)}, and this server sends at most ${describeSize(most)} at once${notSent}. Send less, or ask the user to raise MCP_UPLOAD_MB.`,
  );
}

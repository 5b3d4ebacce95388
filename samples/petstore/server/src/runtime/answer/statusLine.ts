import { STATUS_CODES } from 'node:http';
import type { Answer } from './send.js';

const longestReason = 100;

/** `404 Not Found`: the API's own reason unless it is long, or the usual one. */
export function statusLine({ status, reason }: Answer): string {
  const words = reason !== '' && reason.length <= longestReason ? reason : STATUS_CODES[status];
  return `${status} ${words ?? ''}`.trim();
}

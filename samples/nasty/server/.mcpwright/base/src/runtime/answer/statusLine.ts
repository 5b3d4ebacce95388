import { STATUS_CODES } from 'node:http';
import type { Answer } from './send.js';

/** `404 Not Found`: the API's own reason, or the usual one. */
export function statusLine({ status, reason }: Answer): string {
  return `${status} ${reason || (STATUS_CODES[status] ?? '')}`.trim();
}

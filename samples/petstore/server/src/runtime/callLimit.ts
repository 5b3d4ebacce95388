/** Most clients give up after 60 s. */
const usualMs = 55_000;

/** How long a call may take with all its redirects and repetitions, where one request may take `timeoutMs`. */
export function callLimit(timeoutMs: number): number {
  return Math.max(timeoutMs, usualMs);
}

/**
 * The milliseconds that an API asks to wait (RFC 9110, Retry-After: a number of seconds or a date); nothing where it
 * does not, or says what is neither.
 */
export function readWait(headers: Headers): number | undefined {
  const asked = headers.get('retry-after')?.trim() ?? '';
  if (/^\d+(\.\d+)?$/.test(asked)) return Number(asked) * 1000;
  // JavaScript takes `-5` for a date as well.
  if (!/^(?:(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun)|\d{4}-\d\d-\d\d)/.test(asked)) return undefined;
  const waitMs = Date.parse(asked) - Date.now();
  return Number.isNaN(waitMs) ? undefined : Math.max(0, waitMs);
}

import { isObject } from '../isObject.js';

/** Whether a message, or one of a batch, asks to be told how it goes (MCP, Progress). */
export function asksForProgress(body: unknown): boolean {
  if (Array.isArray(body)) return body.some(asksForProgress);
  const params = isObject(body) ? body['params'] : undefined;
  const meta = isObject(params) ? params['_meta'] : undefined;
  return isObject(meta) && meta['progressToken'] !== undefined;
}

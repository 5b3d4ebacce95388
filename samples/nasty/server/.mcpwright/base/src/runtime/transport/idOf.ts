import type { RequestId } from '@modelcontextprotocol/server';
import { isObject } from '../isObject.js';

/** The id under which a message is to be answered, whatever else is wrong with it. */
export function idOf(message: unknown): RequestId | null {
  const id = isObject(message) ? message['id'] : undefined;
  return typeof id === 'string' || typeof id === 'number' ? id : null;
}

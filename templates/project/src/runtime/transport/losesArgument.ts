import { isObject } from '../isObject.js';

/** Whether a call has an argument that the SDK would drop in silence: it takes `__proto__` out before a handler sees it. */
export function losesArgument(message: unknown): boolean {
  const params = isObject(message) ? message['params'] : undefined;
  const args = isObject(params) ? params['arguments'] : undefined;
  return isObject(args) && Object.hasOwn(args, '__proto__');
}

/** What such a call is answered with. */
export const lostArgument =
  'Invalid params: "__proto__" is not allowed as the name of an argument; nothing was sent to the API';

import type { Method } from '../../../templates/project/src/runtime/tool.js';
import type { Fault } from './faults.js';

/** The name of a fault in a path or, with a method, that of its tool. */
export function nameFault({ name }: Fault, method?: Method): string {
  const words = method === undefined ? name : `${method} ${name}`;
  return words.toLowerCase().replaceAll(/[^a-z0-9]+/g, '_');
}

import type { Json } from '../model/document.js';

/** Whether a flag is set; some write it as text. */
export function isTrue(value: Json | undefined): boolean {
  return value === true || (typeof value === 'string' && value.trim().toLowerCase() === 'true');
}

/** Whether a value is a flag, be it written as text. */
export function isFlag(value: Json | undefined): boolean {
  return typeof value === 'boolean' || (typeof value === 'string' && /^(?:true|false)$/i.test(value.trim()));
}

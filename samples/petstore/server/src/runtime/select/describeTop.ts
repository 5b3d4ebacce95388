import { clip } from '../arguments/clip.js';
import { isObject } from '../isObject.js';
import { listSome } from '../listSome.js';

/** Members that are named. */
const most = 40;

/** What an answer has at its top, for who looked elsewhere. */
export function describeTop(answer: unknown): string {
  if (Array.isArray(answer)) {
    const [first] = answer as unknown[];
    const item = first === undefined ? '' : `, the first of which is ${describe(first)}`;
    return `the answer is a list of ${answer.length} items${item}`;
  }
  return `the answer is ${describe(answer)}`;
}

function describe(value: unknown): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'a list';
  if (!isObject(value)) return `a ${typeof value === 'string' ? 'text' : typeof value}`;
  const names = Object.keys(value).map((name) => clip(name, 60));
  return names.length === 0 ? 'an object without members' : `an object with ${listSome(names, most)}`;
}

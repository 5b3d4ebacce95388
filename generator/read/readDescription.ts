import type { Json } from '../model/document.js';
import { asText } from './asObject.js';

/** Real descriptions have up to 31,000 characters, of which a model is shown far fewer. */
const longest = 50_000;

/** A description; `tell` is told where it is so long that it is cut. */
export function readDescription(value: Json | undefined, tell: (what: string, done: string) => void): string {
  const text = asText(value);
  if (text.length <= longest) return text;
  const [length, kept] = [text.length, longest].map((count) => count.toLocaleString('en'));
  tell(`A description has ${length} characters`, `the first ${kept} are read`);
  return text.slice(0, longest).replace(/[\uD800-\uDBFF]$/, '');
}

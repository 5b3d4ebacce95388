import type { Arguments } from '../request/buildRequest.js';
import { mapLarge } from './mapLarge.js';

/** The arguments as code of the project gets them: integers beyond 2^53 as strings of their digits. */
export function spellLarge(args: Arguments): Arguments {
  return mapLarge(args, String) as Arguments;
}

import type { RequestId } from '@modelcontextprotocol/server';

const id = String.raw`"id"\s*:\s*("(?:[^"\\]|\\.)*"|-?\d+)`;
const version = String.raw`"jsonrpc"\s*:\s*"2\.0"`;
/** Clients write it at either end, beside the version. */
const places = [
  new RegExp(String.raw`^\s*\{\s*(?:${version}\s*,\s*)?${id}\s*,`),
  new RegExp(String.raw`${id}\s*(?:,\s*${version}\s*)?\}\s*$`),
];

/** The id of a message of which only the beginning and the end are known; null where neither has it. */
export function findId(text: string): RequestId | null {
  const [found] = places.flatMap((place) => place.exec(text)?.[1] ?? []);
  return found === undefined ? null : (JSON.parse(found) as RequestId);
}

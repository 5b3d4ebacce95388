/** What Claude Code takes for a tool, with the `mcp__` and `__` that it puts around the server's name. */
const room = 64 - 'mcp____'.length;

/** Names are still told apart at this length; who gives a server a longer name pays for it. */
const least = 32;

/**
 * Most characters in the name of a tool. Clients count the server's name too: Cursor takes 60 characters for
 * both together, Claude Code writes `mcp__<server>__<tool>` in 64.
 */
export function longestName(serverName: string): number {
  return Math.max(least, room - serverName.length);
}

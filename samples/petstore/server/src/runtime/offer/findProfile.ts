/** What is known of clients. */
interface ClientProfile {
  /** Tokens of a result that it shows, where that is less than others do. */
  answerTokens?: number;
  /** Whether it keeps tools out of its context until they are searched for: to search here as well would cost a turn. */
  searches?: boolean;
}

/**
 * Clients by the names that they give themselves. What is longer, Codex cuts in its middle (10,000 of its own tokens, of
 * 4 bytes, once quotes are escaped), and Claude Code puts it into a file (50,000 characters); tools of servers, that loads
 * when they are needed.
 */
const profiles: readonly (readonly [name: RegExp, profile: ClientProfile])[] = [
  [/^codex\b/, { answerTokens: 8_000 }],
  [/^claude-code\b/, { answerTokens: 11_000, searches: true }],
];

/** What is known of a client by its name. */
export function findProfile(name = ''): ClientProfile {
  const lower = name.toLowerCase();
  return profiles.find(([known]) => known.test(lower))?.[1] ?? {};
}

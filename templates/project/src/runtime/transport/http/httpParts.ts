import type { McpHttpHandler } from '@modelcontextprotocol/server';
import type { Admission, AuthPart, FindOther, Refusal } from '../../door/guard.js';
import type { App, ServerFeatures, View } from '../../extensions.js';
import type { Lazy } from '../../features.js';
import type { Environment } from '../../settings.js';
import type { ApiInfo } from '../../tool.js';

/** The optional parts of serving over HTTP, as `src/generated/features.ts` names them. */
export interface HttpFeatures extends ServerFeatures {
  auth?: Lazy<AuthPart>;
  users?: Lazy<UserSettings>;
  sessions?: Lazy<() => Sessions>;
  limits?: Lazy<(env: Environment, isOpen: boolean) => ClientLimiter>;
  others?: Readonly<Record<string, Lazy<(app: App) => FindOther>>>;
}

/** What reads how the API is told who calls. */
interface UserSettings {
  /** The environment variables that say how. */
  variables: readonly string[];
  /** @throws SetupError where the settings are wrong. */
  checkUserSettings: (api: ApiInfo, env: Environment) => void;
}

/** What keeps a server for each client of protocol 2025-11-25 or before. */
export interface Sessions {
  /** Answers a request in its session, or in a new one; a request that needs none is left to others. */
  answer: (request: Request, address: Address, body?: unknown) => Promise<Response> | undefined;
  close: () => Promise<void>;
}

/** Where clients connect to. */
export interface Address {
  /** The same for every way to write the address. */
  key: string;
  view: View;
  /** Answers what needs no session. */
  mcp: McpHttpHandler;
  /** Who asks there, where they have proved it. */
  admission?: Admission;
  /** Aborted when the server closes. */
  closing: AbortSignal;
  /** What messages are answered with that call what their sender may not. */
  stepUp?: (body: unknown) => Promise<Refusal | undefined>;
  /** Whether who asks would still be let in, with the same rights; nothing where that cannot be said now. */
  recheck?: () => Promise<boolean | undefined>;
}

/** Lets requests of clients in, or says after how many seconds to come again. */
export interface ClientLimiter {
  enter: (client: string) => { leave: () => void } | { retryAfter: number };
  /** Counts what is no token of ours. */
  fail: (client: string) => { retryAfter: number } | undefined;
  /** Whether a client may still show what is no token of ours. */
  mayGuess: (client: string) => boolean;
}

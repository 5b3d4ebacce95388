import { type LoggingLevel, type Notification, type ProgressToken } from '@modelcontextprotocol/server';

import type { Arguments } from '../request/buildRequest.js';
import type { Environment } from '../settings.js';
import type { FormField, Tool } from '../tool.js';

/** What a call knows of the client that made it, and what is to be answered besides a result. */
export interface Client {
  /** The tool that was called, and its arguments as they came. */
  tool: string;
  args: unknown;
  /** Who called, where they had to prove who they are; else empty. */
  principal: string;
  /** Whether the client can show its user a form. */
  canAsk: boolean;
  /** What the client says that it can do. */
  capabilities: Readonly<Record<string, unknown>>;
  /** Whether the client takes a task in place of a result; undefined where its protocol knows none. */
  takesTasks: boolean | undefined;
  /** What the user has answered, by the keys of the questions; from the client, and so not to be trusted. */
  responses: Readonly<Record<string, unknown>> | undefined;
  /** What this server gave the client to bring back with that; not to be trusted either. */
  state: string | undefined;
  /** How the client asked to be told of progress. */
  progressToken: ProgressToken | undefined;
  notify: (notification: Notification) => Promise<void>;
  log: (level: LoggingLevel, data: unknown, logger?: string) => Promise<void>;
  /** Set once something was sent that may change what the API holds. */
  hasActed?: boolean;
  /** Set where the call is answered with this in place of its result; an error is thrown. */
  outcome?: object;
}

/** What the user is asked: words, and the fields of a form. */
interface Question {
  message: string;
  fields: Record<string, FormField>;
  /** Those that they have to fill in. */
  required: readonly string[];
}

/** What the user has answered. */
export interface Answer {
  action: 'accept' | 'decline' | 'cancel';
  content: Readonly<Record<string, unknown>>;
}

/** What is asked of the user of one call, and what was answered. */
export interface Dialogue {
  /**
   * The answer to a question. Where there is none yet, the call ends, and the client makes it anew with the answer.
   *
   * @throws PendingError
   */
  ask: (key: string, question: Question) => Answer;
  /**
   * What the client answers to requests in the words of the protocol. Where answers are missing, the call ends, and the
   * client makes it anew with them.
   *
   * @throws PendingError
   */
  request: (requests: Readonly<Record<string, object>>) => Record<string, Readonly<Record<string, unknown>>>;
  /** A text that stands for this call and nothing else, the same each time the client makes it with answers. */
  mark: (purpose: string) => string;
  /** Has the answers count once: says whether they have not been acted upon in this process. */
  spend: (purpose: string) => boolean;
}

/** What asks the user before a call is made. */
export interface ConsentPart {
  /** The arguments that a call can do without before the user was asked. */
  listLater: (tool: Tool) => string[];
  obtainConsent: (tool: Tool, args: Arguments, asking: Asking) => Promise<Arguments>;
}

/** Whom to ask, and how. */
export interface Asking {
  client: Client | undefined;
  dialogueOf: (client: Client) => Promise<Dialogue>;
  /** Takes secrets out of a text. */
  clean: (text: string) => string;
}

/** What a sealed value is bound to: where any of it differs, the value is not opened. */
export interface Binding {
  /** What it is for: `consent`, `task`. */
  purpose: string;
  /** The name of this server. */
  server: string;
  /** The tool that was called; empty where the value itself names one. */
  tool: string;
  /** The digest of its arguments; empty where none are given again. */
  digest: string;
  /** Who called; empty where nobody has to prove who they are. */
  principal: string;
}

/** Hands values to clients that only this server, or one with the same keys, can read or make. */
export interface Sealer {
  /** A text of letters, digits, `-` and `_`, which is opened for so many seconds. */
  seal: (value: unknown, binding: Binding, seconds: number) => string;
  /** The value; undefined where the text was not made for this, has expired, or was changed. */
  open: (text: string, binding: Binding) => unknown;
}

/** What asks users and clients, and seals what clients bring back. */
export interface DialoguePart {
  createDialogue: (client: Client, server: string, sealer: Sealer, spent: Set<string>) => Dialogue;
  createSealer: (keys: readonly string[]) => Sealer;
  /** @throws SetupError where a key is too short. */
  readKeys: (env: Environment) => Promise<string[]>;
  /** @throws SetupError where a key is too short, or cannot be read. */
  checkKeys: (env: Environment) => Promise<void>;
}

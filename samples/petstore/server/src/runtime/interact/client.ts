import type { LoggingLevel, Notification, ProgressToken } from '@modelcontextprotocol/server';
import type { Arguments } from '../request/buildRequest.js';
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
  /** Whether the client takes a task in place of a result. */
  takesTasks: boolean;
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

import type { CallToolResult, LoggingLevel, PromptMessage } from '@modelcontextprotocol/server';
import type { Annotations, PromptText, Schema } from './tool.js';

/** What `custom.ts` changes. `Tools` holds the type of each tool's arguments by the tool's name. */
export interface Customization<Tools extends object> {
  /** Changes to generated tools. */
  tools?: { [Name in keyof Tools]?: ToolChanges<Tools[Name], Tools> };
  /** Tools of your own, by name. */
  add?: Record<string, OwnTool<Tools>>;
  /** Resources of your own, by URI: `notes://today`, or with variables, `notes://days/{day}`. */
  resources?: Record<string, OwnResource>;
  /** Prompts of your own, by name. */
  prompts?: Record<string, OwnPrompt>;
  /** Whose credentials a call over HTTP is sent with; those of the server where it gives nothing. */
  credentials?: ReadCredentials;
  /**
   * Runs before each request to the API, also one that is repeated, after all else, and gives headers to add or replace: a
   * signature. mcpwright.yaml has to say `features: { signing: true }`.
   */
  beforeSend?: BeforeSend;
}

/** Gives headers of a request; within 10 s, and none that belong to the connection. */
export type BeforeSend = (request: ApiRequest) => SetHeaders | Promise<SetHeaders>;
type SetHeaders = Readonly<Record<string, string>> | undefined;

/** A request as it goes out, with its credentials. */
export interface ApiRequest {
  method: string;
  url: URL;
  /** By their names in lower case. */
  headers: Readonly<Record<string, string>>;
  /** The bytes of the body; nothing where there is none, or where it has over 1 MiB. */
  body?: Uint8Array;
  /** Aborted when there is no more time for it. */
  signal: AbortSignal;
  /** Keeps a text out of all that this server says. */
  hide: (secret: string) => void;
}

/**
 * Gives the credentials of a call, by the names of the security schemes in the API's document: a key or token, or a user
 * name and a password. The schemes that it leaves out are not used.
 */
export type ReadCredentials = (
  context: CredentialContext,
) => SchemeValues | undefined | Promise<SchemeValues | undefined>;

/** What is known of a call before it is made. */
export interface CredentialContext {
  tool: string;
  /** Aborted when the client cancels the call or goes away. */
  signal: AbortSignal;
  /** Who calls; nobody where nobody has to prove who they are. */
  principal?: Principal;
  /** A header of the HTTP request, but for those that hold the client's own credentials. */
  header: (name: string) => string | undefined;
}

export type SchemeValues = Readonly<
  Record<string, string | { username: string; password: string } | undefined>
>;

/** Changes to one tool. */
export interface ToolChanges<Args, Tools extends object = Record<string, unknown>> {
  title?: string;
  description?: string;
  annotations?: Partial<Annotations>;
  /** Takes the tool out of the list; it cannot be called either. */
  hidden?: boolean;
  /** Runs in place of the call, with checked arguments; `next` checks what it is given and makes the call. */
  wrap?: (
    args: Args,
    next: (args: Args) => Promise<CallToolResult>,
    context: CallContext<Tools>,
  ) => CallToolResult | Promise<CallToolResult>;
}

/** A hand-written tool. Its arguments are checked against `inputSchema` before `call` sees them. */
export interface OwnTool<Tools extends object = never> {
  title: string;
  description: string;
  /** JSON Schema of the arguments; `properties` may be left out. Others are refused unless `additionalProperties` lets them in. */
  inputSchema: { type: 'object'; properties?: Record<string, Schema>; [keyword: string]: unknown };
  annotations?: Partial<Annotations>;
  /** What a token has to grant for it to be offered, where clients prove who they are; as operations of the API say it. */
  scopes?: readonly string[];
  /** Left out where the tool is only for clients that take tasks. */
  call?: (
    args: Record<string, unknown>,
    context: CallContext<Tools>,
  ) => CallToolResult | string | Promise<CallToolResult | string>;
  /** How clients that take tasks are served, in place of `call`; mcpwright.yaml has to say `ownTasks: true`. */
  task?: OwnTask<Tools>;
}

/**
 * Work that goes on after its call. This server keeps nothing of it: the client is given what `begin` gives, sealed, and
 * brings it back each time it asks. Any server with the same keys can answer.
 */
export interface OwnTask<Tools extends object = never> {
  /** Begins the work; gives what finds it again, as a short value of JSON. */
  begin: (args: Record<string, unknown>, context: CallContext<Tools>) => unknown;
  /** Says how it stands. Once it is completed, failed or cancelled, it stays so. */
  look: (handle: unknown, context: CallContext<Tools>) => TaskState | Promise<TaskState>;
  /** Takes answers to questions of `look`, by their keys; some may come later, and some twice. */
  answer?: (handle: unknown, answers: Record<string, TaskAnswer>, context: CallContext<Tools>) => unknown;
  /** Ends it, if that is still possible. */
  cancel?: (handle: unknown, context: CallContext<Tools>) => unknown;
}

/** How work stands. */
export type TaskState =
  | { status: 'working'; message?: string; pollMs?: number }
  | { status: 'input_required'; questions: Record<string, TaskQuestion>; message?: string; pollMs?: number }
  | { status: 'completed'; result: CallToolResult | string; message?: string }
  /** Where it did not come to a result; one that says what went wrong is a result with `isError`. */
  | { status: 'failed'; message: string }
  | { status: 'cancelled'; message?: string };

/** What the user is asked while work goes on; its key stays the same until it is answered. */
export interface TaskQuestion {
  message: string;
  fields: FormFields;
}

export interface TaskAnswer {
  action: 'accept' | 'decline' | 'cancel';
  content: Readonly<Record<string, unknown>>;
}

/** A hand-written resource; mcpwright.yaml has to say `resources: { own: true }`. */
export interface OwnResource {
  /** Its URI where it is not said. */
  name?: string;
  title: string;
  description?: string;
  mimeType?: string;
  /** What a token has to grant for it to be there, where clients prove who they are. */
  scopes?: readonly string[];
  /** Gets the values of the variables, percent-decoded; nothing is given where there is no such resource. */
  read: (variables: Record<string, string>, context: ReadContext) => Readable | Promise<Readable>;
  /**
   * A short text that is another with each change, so that clients can subscribe to it: it is asked for as often as
   * `MCP_WATCH_SECONDS` says while one does. Nothing is given where there is no such resource. mcpwright.yaml has to say
   * `resources: { own: true, subscribe: true }`.
   */
  version?: (variables: Record<string, string>, context: ReadContext) => Version | Promise<Version>;
}
type Version = string | undefined;
type Readable = string | Uint8Array | undefined;

/** A hand-written prompt; mcpwright.yaml has to say `ownPrompts: true`. */
export interface OwnPrompt {
  title: string;
  description?: string;
  arguments?: Record<string, OwnPromptArgument>;
  /** What a token has to grant for it to be there, where clients prove who they are. */
  scopes?: readonly string[];
  /** Gives the text that the user begins with, or several messages. */
  get: (args: Record<string, string>, context: PromptContext) => Prompted | Promise<Prompted>;
}
type Prompted = string | (PromptText | PromptMessage)[];

export interface OwnPromptArgument {
  description?: string;
  required?: boolean;
  /** The values that begin with what the user has typed; 100 are shown at most. */
  complete?: (typed: string, context: ReadContext) => string[] | Promise<string[]>;
}

/** What a prompt knows besides its arguments. */
interface PromptContext extends ReadContext {
  /** Asks the client itself; only those of protocol 2026-07-28, and those in sessions or over stdio, can be asked. */
  request: AskClient;
}

/** What a reading knows besides what is asked for. */
interface ReadContext {
  /** Aborted when the client cancels it or goes away. */
  signal: AbortSignal;
}

/**
 * Asks a client several things at once, by keys, in the words of MCP: `elicitation/create`, or `sampling/createMessage` and
 * `roots/list` of clients that still have them. What it answers is given as it comes: check it.
 */
export type AskClient = (
  requests: Readonly<Record<string, { method: string; params?: object }>>,
) => Promise<Record<string, Readonly<Record<string, unknown>>>>;

/** What a call knows besides its arguments, and what it can do. */
interface CallContext<Tools extends object> {
  /** Aborted when the client cancels the call or goes away. */
  signal: AbortSignal;
  /** Who calls; nobody over stdio, and where nobody has to prove who they are. */
  principal?: Principal;
  /** A header of the HTTP request that brought the call, but for those that hold the client's own credentials. */
  header?: (name: string) => string | undefined;
  /** Whether the client can ask its user. */
  canAsk: boolean;
  /**
   * Asks the user, with a form of these fields; nothing where they decline. Ask before you call what changes anything:
   * many clients make the call anew with the answer, and your code then runs from its beginning. Never ask for secrets.
   *
   * @throws where the client cannot ask.
   */
  ask: <Fields extends FormFields>(message: string, fields: Fields) => Promise<Filled<Fields> | undefined>;
  /** What the client says that it can do, as MCP writes it (ClientCapabilities). */
  capabilities: Readonly<Record<string, unknown>>;
  /** Asks the client itself, as {@link AskClient} says; what holds for `ask` holds here too. */
  request: AskClient;
  /**
   * Calls a generated tool, without the code that this file puts around it; one that is hidden can be called too. Its
   * value is the result's `structuredContent`.
   *
   * @throws where the call fails, with the words of its result.
   */
  call: <Name extends keyof Tools & string>(tool: Name, args: Tools[Name]) => Promise<CallToolResult>;
  /** Tells the client how far the call is, if it wants to know: each time more. */
  progress: (progress: number, total?: number, message?: string) => Promise<void>;
  /** Tells the client something for its log, if it wants to know. */
  log: (level: LoggingLevel, data: unknown) => Promise<void>;
}

/** Who calls over HTTP, as their token says that was verified. */
export interface Principal {
  /** The same for each token of a user: `sub`, or the client where there is no user. */
  subject: string;
  issuer?: string;
  clientId?: string;
  scopes: readonly string[];
  /** All that the token says. */
  claims: Readonly<Record<string, unknown>>;
}

/** The fields of a form by name: a text, a number, true or false, or a choice (MCP, Elicitation). */
type FormFields = Record<
  string,
  FieldWords & (TextField | NumberField | { type: 'boolean'; default?: boolean } | ChoicesField)
>;

interface FieldWords {
  title?: string;
  description?: string;
}

interface TextField {
  type: 'string';
  enum?: readonly string[];
  minLength?: number;
  maxLength?: number;
  format?: 'email' | 'uri' | 'date' | 'date-time';
  default?: string;
}

interface NumberField {
  type: 'number' | 'integer';
  minimum?: number;
  maximum?: number;
  default?: number;
}

interface ChoicesField {
  type: 'array';
  items: { type: 'string'; enum: readonly string[] };
  minItems?: number;
  maxItems?: number;
}

/** What the user has filled in. */
type Filled<Fields extends FormFields> = { [Name in keyof Fields]: ValueOf<Fields[Name]['type']> };
type ValueOf<Type> = Type extends 'string'
  ? string
  : Type extends 'boolean'
    ? boolean
    : Type extends 'array'
      ? string[]
      : number;

/** The context whatever the tools are. */
export type AnyContext = CallContext<Record<string, unknown>>;

/** A customization whatever the tools are. */
export type AnyCustomization = Customization<Record<string, unknown>>;

/** Checks a customization against the tools' types. */
export function customize<Tools extends object>(customization: Customization<Tools>): AnyCustomization {
  return customization as unknown as AnyCustomization;
}

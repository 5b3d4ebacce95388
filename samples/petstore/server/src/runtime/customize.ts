import type { CallToolResult, LoggingLevel } from '@modelcontextprotocol/server';
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
  call: (
    args: Record<string, unknown>,
    context: CallContext<Tools>,
  ) => CallToolResult | string | Promise<CallToolResult | string>;
}

/** A hand-written resource; mcpwright.yaml has to say `resources: { own: true }`. */
export interface OwnResource {
  /** Its URI where it is not said. */
  name?: string;
  title: string;
  description?: string;
  mimeType?: string;
  /** Gets the values of the variables, percent-decoded; nothing is given where there is no such resource. */
  read: (variables: Record<string, string>, context: ReadContext) => Readable | Promise<Readable>;
}
type Readable = string | Uint8Array | undefined;

/** A hand-written prompt; mcpwright.yaml has to say `ownPrompts: true`. */
export interface OwnPrompt {
  title: string;
  description?: string;
  arguments?: Record<string, OwnPromptArgument>;
  /** Gives the text that the user begins with, or several messages. */
  get: (args: Record<string, string>, context: ReadContext) => Prompted | Promise<Prompted>;
}
type Prompted = string | PromptText[];

export interface OwnPromptArgument {
  description?: string;
  required?: boolean;
  /** The values that begin with what the user has typed; 100 are shown at most. */
  complete?: (typed: string, context: ReadContext) => string[] | Promise<string[]>;
}

/** What a reading knows besides what is asked for. */
interface ReadContext {
  /** Aborted when the client cancels it or goes away. */
  signal: AbortSignal;
}

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

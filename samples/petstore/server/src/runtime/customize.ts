import type { CallToolResult } from '@modelcontextprotocol/server';
import type { Annotations, Schema } from './tool.js';

/** What `custom.ts` changes. `Tools` holds the type of each tool's arguments by the tool's name. */
export interface Customization<Tools extends object> {
  /** Changes to generated tools. */
  tools?: { [Name in keyof Tools]?: ToolChanges<Tools[Name]> };
  /** Tools of your own, by name. */
  add?: Record<string, OwnTool>;
}

/** Changes to one tool. */
export interface ToolChanges<Args> {
  title?: string;
  description?: string;
  annotations?: Partial<Annotations>;
  /** Takes the tool out of the list; it cannot be called either. */
  hidden?: boolean;
  /** Runs in place of the call, with checked arguments; `next` checks what it is given and makes the call. */
  wrap?: (
    args: Args,
    next: (args: Args) => Promise<CallToolResult>,
    context: CallContext,
  ) => CallToolResult | Promise<CallToolResult>;
}

/** A hand-written tool. Its arguments are checked against `inputSchema` before `call` sees them. */
export interface OwnTool {
  title: string;
  description: string;
  /** JSON Schema of the arguments; `properties` may be left out. Others are refused unless `additionalProperties` lets them in. */
  inputSchema: { type: 'object'; properties?: Record<string, Schema>; [keyword: string]: unknown };
  annotations?: Partial<Annotations>;
  /** What a token has to grant for it to be offered, where clients prove who they are; as operations of the API say it. */
  scopes?: readonly string[];
  call: (
    args: Record<string, unknown>,
    context: CallContext,
  ) => CallToolResult | string | Promise<CallToolResult | string>;
}

/** What a call knows besides its arguments. */
export interface CallContext {
  /** Aborted when the client cancels the call or goes away. */
  signal: AbortSignal;
  /** Who calls; nobody over stdio, and where nobody has to prove who they are. */
  principal?: Principal;
  /** A header of the HTTP request that brought the call, but for those that hold the client's own credentials. */
  header?: (name: string) => string | undefined;
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

/** A customization whatever the tools are. */
export type AnyCustomization = Customization<Record<string, unknown>>;

/** Checks a customization against the tools' types. */
export function customize<Tools extends object>(customization: Customization<Tools>): AnyCustomization {
  return customization as AnyCustomization;
}

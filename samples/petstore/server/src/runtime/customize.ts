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
  call: (
    args: Record<string, unknown>,
    context: CallContext,
  ) => CallToolResult | string | Promise<CallToolResult | string>;
}

/** What a call knows besides its arguments. */
export interface CallContext {
  /** Aborted when the client cancels the call or goes away. */
  signal: AbortSignal;
}

/** A customization whatever the tools are. */
export type AnyCustomization = Customization<Record<string, unknown>>;

/** Checks a customization against the tools' types. */
export function customize<Tools extends object>(customization: Customization<Tools>): AnyCustomization {
  return customization as AnyCustomization;
}

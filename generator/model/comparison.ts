import type { ApiInfo, ObjectSchema, Prompt, Resource, Schema, Tool } from './server.js';

/** What is known of a server by its document or by its project. */
export interface Snapshot {
  api: ApiInfo;
  toolsets: { name: string; title: string; description: string }[];
  tools: ToolSnapshot[];
  /** What can be read by a URI, and the prompts; none where nothing is said. */
  resources?: readonly Resource[];
  prompts?: readonly Prompt[];
  /** The enforced schemas that tools share. */
  components: Record<string, Schema>;
}

export interface ToolSnapshot {
  tool: Tool;
  toolset: string;
  /** What calls are held to. */
  enforced: ObjectSchema;
  /** The operation by which the names file remembers it: `GET /pets`. */
  operation: string;
  operationId?: string;
  /** What it takes in the list, without its output schema (o200k). */
  tokens: number;
}

/**
 * What a change means for those who call: calls that were fine fail or do another thing, may do so, go on as before,
 * or no more than words have changed.
 */
export const impacts = ['breaking', 'possibly-breaking', 'compatible', 'words'] as const;
export type Impact = (typeof impacts)[number];

/** What can change of a server, and what part of it that is of. */
type ChangeKind =
  | 'tool-added'
  | 'tool-removed'
  | 'tool-renamed'
  | 'tool-operation'
  | 'tool-toolset'
  | 'tool-words'
  | 'tool-annotations'
  | 'tool-request'
  | 'tool-credentials'
  | 'argument-added'
  | 'argument-removed'
  | 'argument-renamed'
  | 'argument-required'
  | 'argument-optional'
  | 'argument-narrowed'
  | 'argument-widened'
  | 'argument-changed'
  | 'argument-default'
  | 'argument-words'
  | 'output-added'
  | 'output-removed'
  | 'output-changed'
  | 'output-words'
  | 'api-words'
  | 'base-url'
  | 'credential-added'
  | 'credential-removed'
  | 'credential-changed'
  | 'toolset-added'
  | 'toolset-removed'
  | 'toolset-words'
  | 'resource-added'
  | 'resource-removed'
  | 'resource-changed'
  | 'prompt-added'
  | 'prompt-removed'
  | 'prompt-changed';

/** One thing that changed for models and callers. */
export interface ServerChange {
  kind: ChangeKind;
  impact: Impact;
  /** The tool that it is about, by its new name; that of a removed tool is its old one. */
  tool?: string;
  /** The argument, field of the result, toolset or credential that it is about. */
  subject?: string;
  /** What happened, in a few words: `maximum 100 → 50`. */
  summary: string;
  before?: unknown;
  after?: unknown;
}

/** A tool that is not as it was. */
export interface ToolChange {
  name: string;
  /** Its former name, where that was another. */
  was?: string;
  state: 'added' | 'removed' | 'changed';
  impact: Impact;
  operation: string;
  /** What it takes in the list; undefined where it is not there. */
  tokensBefore?: number;
  tokensAfter?: number;
}

export interface ComparedSide {
  title: string;
  version: string;
  tools: number;
  /** Of all tools in the list. */
  tokens: number;
}

/** How two servers differ for models and callers. */
export interface Comparison {
  old: ComparedSide;
  new: ComparedSide;
  /** The worst of all changes; undefined where there is none. */
  impact?: Impact;
  counts: Record<Impact, number>;
  /** In the order of the list, new tools among the others; what is about the whole server comes first. */
  changes: ServerChange[];
  tools: ToolChange[];
}

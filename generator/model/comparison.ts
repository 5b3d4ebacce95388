import type { ApiInfo, Mode, ObjectSchema, Prompt, Resource, Schema, Tool } from './server.js';
import type { Made } from './file.js';
import type { Promises } from './server.js';

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
  /** How the tools are met: all in a list, or searched for; absent where that is not known. */
  mode?: Mode;
  /** What the API promises of its answers; absent where that is not known. */
  promises?: Promises;
  /** What made it; absent where that is not known, as of a document alone. */
  maker?: Maker;
  /** Operations that the API has, and that are left out: `GET /pets`, and why: `by exclude …`. */
  leftOut?: Readonly<Record<string, string>>;
}

/** What made a project. */
export interface Maker {
  /** The version of mcpwright. */
  version: string;
  /** Identifies it, and the documents, choices and names that it was made from; absent where an earlier version did not say. */
  made?: Made;
}

export interface ToolSnapshot {
  tool: Tool;
  toolset: string;
  /** What calls are held to. */
  enforced: ObjectSchema;
  /** Set where the document says that it is deprecated. */
  deprecated?: boolean;
  /** When it ends, or what takes its place, in words; absent where nothing is said. */
  ends?: string;
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

/** What a change of a kind is, and what it can mean for callers. */
interface KindRow {
  words: string;
  impacts: readonly Impact[];
}

const either = ['breaking', 'possibly-breaking'] as const;
const possibly = ['possibly-breaking'] as const;
const compatible = ['compatible'] as const;
const words = ['words'] as const;

/** What can change of a server: the first word of a kind is the part that it is of. */
export const changeKinds = {
  'tool-added': { words: 'an operation is offered that was not', impacts: compatible },
  'tool-removed': { words: 'an operation is gone from the API', impacts: ['breaking'] },
  'tool-left-out': {
    words: 'an operation is left out by a choice of the owner, or since it cannot be read any more',
    impacts: ['breaking'],
  },
  'tool-renamed': {
    words: 'a tool has another name; it can be called by the old one still: possibly breaking',
    impacts: either,
  },
  'tool-name-dropped': {
    words: 'a tool cannot be called any more by a name that it had before',
    impacts: ['breaking'],
  },
  'tool-operation': {
    words: 'the path of an operation is another: compatible; its method as well: possibly breaking',
    impacts: ['possibly-breaking', 'compatible'],
  },
  'tool-toolset': { words: 'a tool is in another toolset', impacts: possibly },
  'tool-deprecated': {
    words: 'an operation is deprecated, or is so no longer; when it ends, and what takes its place',
    impacts: compatible,
  },
  'tool-words': { words: 'title or description', impacts: words },
  'tool-annotations': {
    words:
      'what a tool may do unasked: read, destroy, repeat; whether it reaches the world outside: compatible',
    impacts: ['possibly-breaking', 'compatible'],
  },
  'tool-consent': { words: 'whether the user is asked before a call, and what for', impacts: possibly },
  'tool-request': {
    words:
      'what is sent for the same arguments: a constant, a default, a place, a style, a server; what is accepted: compatible',
    impacts: ['possibly-breaking', 'compatible'],
  },
  'tool-credentials': {
    words:
      'credentials that calls need: one more way, or none needed: compatible; a way that is gone: breaking; scopes: possibly breaking',
    impacts: ['breaking', 'possibly-breaking', 'compatible'],
  },
  'argument-added': {
    words: 'an argument is new; it is required: breaking',
    impacts: ['breaking', 'possibly-breaking', 'compatible'],
  },
  'argument-removed': {
    words: 'an argument is gone; where it is still taken: compatible',
    impacts: ['breaking', 'possibly-breaking', 'compatible'],
  },
  'argument-form': {
    words: 'the body is one argument, or its members are arguments of their own',
    impacts: ['breaking'],
  },
  'argument-renamed': {
    words: 'an argument has another name; it can be given by the old one still: compatible',
    impacts: ['breaking', 'compatible'],
  },
  'argument-name-dropped': {
    words: 'an argument cannot be given any more by a name that it had before',
    impacts: ['breaking'],
  },
  'argument-required': { words: 'an argument is required now', impacts: either },
  'argument-optional': { words: 'an argument is not required any more', impacts: compatible },
  'argument-narrowed': { words: 'an argument takes less', impacts: either },
  'argument-widened': { words: 'an argument takes more', impacts: compatible },
  'argument-changed': {
    words: 'an argument takes other values, as by another pattern',
    impacts: ['breaking', 'possibly-breaking', 'compatible'],
  },
  'argument-default': { words: 'what is meant where an argument is left out', impacts: possibly },
  'argument-words': { words: 'what models read of an argument', impacts: words },
  'output-added': { words: 'a field of the result is new', impacts: compatible },
  'output-removed': { words: 'a field of the result is gone', impacts: possibly },
  'output-changed': {
    words: 'a field of the result has another type, or the result is wrapped',
    impacts: possibly,
  },
  'output-optional': { words: 'a field of the result may be missing or null now', impacts: possibly },
  'output-promised': {
    words: 'a field of the result is always there, or never null, now',
    impacts: compatible,
  },
  'output-values': { words: 'the values that a field of the result may have', impacts: compatible },
  'output-unknown': { words: 'the results of one side are not known', impacts: words },
  'output-words': {
    words: 'what models read of the result, where the API promises the same',
    impacts: words,
  },
  'list-mode': {
    words: 'tools are searched for in place of being listed, or listed again',
    impacts: ['breaking', 'compatible'],
  },
  'api-words': {
    words: 'title, version and instructions; the name of the server: possibly breaking',
    impacts: ['possibly-breaking', 'words'],
  },
  'base-url': {
    words: 'where the API is, or the variable that says so; one more to choose: compatible',
    impacts: ['possibly-breaking', 'compatible'],
  },
  'credential-added': { words: 'a security scheme is new', impacts: compatible },
  'credential-removed': { words: 'a security scheme is gone', impacts: compatible },
  'credential-renamed': {
    words: 'a security scheme has another name: words; it is read from other variables: possibly breaking',
    impacts: ['possibly-breaking', 'words'],
  },
  'credential-changed': {
    words:
      'the kind of a credential: breaking; how it is sent, its variables, addresses or scopes: possibly breaking; fewer scopes alone: compatible',
    impacts: ['breaking', 'possibly-breaking', 'compatible'],
  },
  'toolset-added': { words: 'a toolset is new', impacts: compatible },
  'toolset-removed': { words: 'a toolset is gone', impacts: possibly },
  'toolset-renamed': { words: 'a toolset has another name', impacts: possibly },
  'toolset-words': { words: 'title or description of a toolset', impacts: words },
  'resource-added': { words: 'a resource is new', impacts: compatible },
  'resource-removed': { words: 'a resource is gone', impacts: ['breaking'] },
  'resource-changed': {
    words: 'how a resource is read; its words alone: words',
    impacts: ['possibly-breaking', 'words'],
  },
  'prompt-added': { words: 'a prompt is new', impacts: compatible },
  'prompt-removed': { words: 'a prompt is gone', impacts: ['breaking'] },
  'prompt-changed': {
    words: 'the arguments of a prompt; its words alone: words',
    impacts: ['possibly-breaking', 'words'],
  },
} as const satisfies Record<string, KindRow>;

type ChangeKind = keyof typeof changeKinds;

/** One thing that changed for models and callers. */
export interface ServerChange {
  kind: ChangeKind;
  impact: Impact;
  /** The tool that it is about, by its new name; that of a removed tool is its old one. */
  tool?: string;
  /** The tools that it is about, where the same happened to several. */
  tools?: readonly string[];
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

/** Another version of mcpwright, or another build of one. */
export interface ProgramChange {
  old: string;
  new: string;
  /** Whether the API, the choices and the names are as they were: then all that changed is its doing. */
  isAlone: boolean;
}

/** How two servers differ for models and callers. */
export interface Comparison {
  old: ComparedSide;
  new: ComparedSide;
  /** The worst of all changes; undefined where there is none. */
  impact?: Impact;
  counts: Record<Impact, number>;
  /** Set where both sides have tools, and none is on both: these may be two APIs. */
  isUnrelated?: true;
  /** Set where another mcpwright made the new side. */
  program?: ProgramChange;
  /** In the order of the list, new tools among the others; what is about the whole server comes first. */
  changes: ServerChange[];
  tools: ToolChange[];
}

import type {
  ApiAccess,
  ApiInfo,
  Body,
  MockResponse,
  Mocks,
  ObjectSchema,
  Prompt,
  Reference,
  Resource,
  Schema,
  SearchEntry,
  Size,
  Tool,
  Toolset,
} from '../../templates/project/src/runtime/tool.js';
import type { FeatureChoices } from './config.js';
import type { NameLock } from './names.js';

/** What the emitted server offers: the API after selection, naming and the profile's limits. Plain JSON. */
export interface Server {
  api: ApiInfo;
  /** One line on the API for a package registry and the top of the README. */
  summary: string;
  /** The document's own words for its security schemes, each in a sentence or two. */
  schemeWords?: Record<string, string>;
  toolsets: ToolsetEntry[];
  /** What can be read by a URI; absent where nothing can. */
  resources?: ResourceEntry[];
  /** What can be read of each API; absent where nothing is chosen. */
  reference?: Reference[];
  /** Absent where there are none. */
  prompts?: Prompt[];
  /** The parts that the user wants, or does not want; nothing where nothing is said. */
  choices?: FeatureChoices;
  /** What the MCP registry calls it, where the owner says so: `com.example/petstore`. */
  registryName?: string;
  /** Whether tools are listed or searched for, as it was decided; where it is not said, by what a list may hold. */
  mode?: Mode;
  /** What src/custom.ts has, as the user says. */
  own?: { resources?: true; prompts?: true; tasks?: true; subscriptions?: true };
  /** The enforced schemas that tools share; a `$ref` is a bare name of this table. */
  components: Record<string, Schema>;
  /** How the document's own examples fare by the enforced schemas. */
  evidence: Figures;
  /** The names of the tools, for the next run to keep. */
  names: NameLock;
  /** What the API promises of its answers, for the next run to compare with. */
  promises?: Promises;
}

/** How the examples of requests that a document declares fare. */
export interface Figures {
  /** Examples of parameters and bodies. */
  examples: number;
  /** Those that fit the schemas as they were derived. */
  acceptedBefore: number;
  /** Those that fit them after what they contradict was relaxed. */
  acceptedAfter: number;
  /** Constraints that were relaxed. */
  relaxed: number;
}

export interface ToolsetEntry {
  /** `^[a-z][a-z0-9_]*$`, unique; the name of its files. */
  name: string;
  title: string;
  description: string;
  /** The document that it is of, where there are several. */
  source?: string;
  tools: ToolEntry[];
}

/** A resource, and the tool that reads it; where that is offered as well, it is one of a toolset. */
export interface ResourceEntry {
  resource: Resource;
  entry: ToolEntry;
}

/** All that calls the API: the tools, and what reads resources under no name of a tool. */
export function listCallable({
  toolsets,
  resources = [],
}: Pick<Server, 'toolsets' | 'resources'>): ToolEntry[] {
  const unlisted = resources.filter(({ resource }) => resource.tool !== undefined).map(({ entry }) => entry);
  return [...toolsets.flatMap(({ tools }) => tools), ...unlisted];
}

/** Whether calls may become tasks: where the API only accepts some, or src/custom.ts has such tools. */
export function hasTasks(server: Pick<Server, 'toolsets' | 'resources' | 'own'>): boolean {
  return server.own?.tasks === true || listCallable(server).some(({ tool }) => tool.request.poll === true);
}

/** Whether clients can subscribe to something that they read by a URI. */
export function hasSubscriptions({ resources = [], own }: Pick<Server, 'resources' | 'own'>): boolean {
  return own?.subscriptions === true || resources.some(({ resource }) => resource.subscribe === true);
}

/** A tool, and what only the generator knows of it. */
export interface ToolEntry {
  tool: Tool;
  /** Checked before anything is sent. */
  enforced: ObjectSchema;
  /** The arguments as the server's own code sees them, where the advertised schema says less or in another way. */
  plain?: ObjectSchema;
  /** Arguments of which parts are shown as stubs: the budget has no room for them. */
  stubbed?: string[];
  /** Arguments that may be null although the advertised schema does not say so. */
  nullable: string[];
  /** Where the document says this: `#/paths/~1pets/get`. */
  pointer: string;
  /** Why it must not be offered: what the document asks for before a call cannot be had. */
  unusable?: string;
  /** What it takes in the list. */
  cost: Cost;
  /** Set where it can be read by a URI, too or instead. */
  kind?: 'resource' | 'both';
  /** Whether it is listed even where others have to be searched for. */
  pinned: boolean;
  /** What it is found by. */
  search: SearchEntry;
}

/** What a tool takes in the list, in tokens (o200k), and what was left out so that it does not take more. */
export interface Cost {
  /** With every schema of the request written out in full and no text cut, the rest being as it is listed. */
  naive: number;
  /** As `tools/list` answers it, without its output schema: that is what clients show to models. */
  tokens: number;
  /** The schema of its answers, written out in full. */
  naiveOutput: number;
  /** Its output schema, as `tools/list` answers it. */
  output: number;
  /** How far down the ladder of `docs/budgets.md` it had to go; on rung 0 nothing is lost. */
  rung: number;
  /** What was left out, in words; empty where nothing was. */
  lost: string[];
  /** Set where arguments are listed by their names: those that there is no room for. */
  unnamed?: string[];
}

export type {
  ApiAccess,
  ApiInfo,
  Body,
  MockResponse,
  Mocks,
  ObjectSchema,
  Prompt,
  Reference,
  Resource,
  Schema,
  SearchEntry,
  Tool,
};

/**
 * What an API promises of its answers, by the schemas of its document. Plain JSON, and small: a project keeps it, so that
 * the answers of two versions can be compared and not the texts that models are shown of them.
 */
export interface Promises {
  /** What several answers hold, by the names of the document's components. */
  shared: Readonly<Record<string, Shape>>;
  /** What success is answered with, by the names of tools. */
  answers: Readonly<Record<string, Shape>>;
  /** The tools whose operations are deprecated. */
  deprecated?: readonly string[];
  /** When some of them end, or what takes their place, in words, by the names of their tools. */
  ends?: Readonly<Record<string, string>>;
}

/**
 * A type in words, as `string` or `integer or string`, with the values that it lists, as `string: open, closed`; `#Pet` is
 * what is shared under that name; `any` is what the document says nothing of.
 */
export type Shape = string | ListShape | ObjectShape | UnionShape;

interface ListShape {
  items: Shape;
}

export interface ObjectShape {
  /** What is shared of which it has all fields, too: references. */
  from?: readonly string[];
  fields: Readonly<Record<string, Shape>>;
  /** Fields that are always there. */
  always?: readonly string[];
  /** What fields of other names hold. */
  others?: Shape;
}

/** One of several; `null` among them is what may be null. */
interface UnionShape {
  any: readonly Shape[];
}

/** Where a project keeps them. */
export const promisesPath = '.mcpwright/responses.json';

/** How the tools of a server are met: all in a list, or searched for. */
export type Mode = 'list' | 'dynamic';

/** How far a list may grow beyond its limits before tools that were listed have to be searched for. */
const growth = 1.5;

/**
 * Decides how the tools of a server are met. A project keeps the way that it has: what is listed leaves the list only far
 * beyond its limits, since every prompt and every list of allowed tools goes by the names in it; what is searched for is
 * listed as soon as a list may hold it.
 *
 * @param before - how the project has met them so far; nothing where there is none
 */
export function decideMode(
  { api, toolsets, choices }: Pick<Server, 'api' | 'toolsets' | 'choices'>,
  before?: Mode,
): Mode {
  if (choices?.mode === 'list' || choices?.mode === 'dynamic') return choices.mode;
  const { tools, tokens } = sizeOf(toolsets.flatMap((toolset) => toolset.tools));
  const factor = before === 'list' ? growth : 1;
  const { listLimit } = api;
  return tools > listLimit.tools * factor || tokens > listLimit.tokens * factor ? 'dynamic' : 'list';
}

/** How many tools there are, and the tokens that they take in a list. */
export function sizeOf(tools: readonly ToolEntry[]): Size {
  return { tools: tools.length, tokens: tools.reduce((sum, { cost }) => sum + cost.tokens, 0) };
}

/** What is known of a toolset before its tools are loaded. */
export function outlineToolset({
  name,
  title,
  description,
  source,
  tools,
}: ToolsetEntry): Omit<Toolset, 'tools' | 'schemas'> {
  const pinned = tools.filter((entry) => entry.pinned).map(({ tool }) => tool.name);
  return {
    name,
    title,
    description,
    ...(source === undefined ? {} : { source }),
    size: sizeOf(tools),
    readOnly: sizeOf(tools.filter(({ tool }) => tool.annotations.readOnlyHint)),
    ...(pinned.length === 0 ? {} : { pinned }),
  };
}

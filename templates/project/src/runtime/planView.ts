import type { Implementation, ServerCapabilities } from '@modelcontextprotocol/server';
import { SetupError } from './errors.js';
import type { DynamicPart } from './extensions.js';
import type { CountedToolset, Offer } from './offer/createOffer.js';
import { nameSetting, type Settings } from './settings.js';
import type { ApiInfo, Size, Toolset } from './tool.js';

/** How the tools of a view are served. */
export interface Plan {
  /** What has tools searched for; where it is absent, all are listed. */
  dynamic?: DynamicPart;
  /** One line on it for the operator. */
  summary: string;
  /** The toolsets of which something is offered. */
  toolsets: readonly CountedToolset[];
}

/** Decides how the tools of some toolsets are served; `dynamic` is what can have them searched for, if anything can. */
export async function planView(
  offer: Offer,
  selected: readonly Toolset[],
  { mode, toolsets: chosen, readOnly, exclude, mock }: Settings,
  { limit, mayBeEmpty, dynamic }: { limit: Size; mayBeEmpty: boolean; dynamic: DynamicPart | undefined },
): Promise<Plan> {
  const counted = await Promise.all(
    selected.map(async (toolset) => ({ toolset, ...(await offer.countOf(toolset)) })),
  );
  const toolsets = counted.filter(({ tools }) => tools > 0);
  const tools = toolsets.reduce((sum, one) => sum + one.tools, 0);
  const isLess = chosen !== undefined || readOnly || exclude.length > 0;
  if (isLess && !mayBeEmpty && tools + offer.own.size === 0)
    throw new SetupError(
      `There is no tool to offer: see ${nameSetting('MCP_TOOLSETS')}, ${nameSetting('MCP_READ_ONLY')} and ${nameSetting('MCP_EXCLUDE')}.`,
    );
  const reason = mode === 'auto' ? await dynamic?.findExcess(offer, toolsets, limit) : undefined;
  const isDynamic = tools > 0 && (mode === 'dynamic' || reason !== undefined);
  const total = countTools(tools + offer.own.size);
  const how = isDynamic ? `${total} to search for${reason ?? ''}` : total;
  const summary = mock ? `${how}; as a mock: results are made up, and nothing is sent to the API` : how;
  return { ...(isDynamic && dynamic && { dynamic }), summary, toolsets };
}

/** A number of tools in words. */
export function countTools(tools: number): string {
  return `${tools.toLocaleString('en-US')} ${tools === 1 ? 'tool' : 'tools'}`;
}

/** Bytes of the instructions: some clients cut them at 2 KB. */
const longest = 1900;

/** What a model is told of a server that sends nothing. */
export const mockNotice =
  'This is a mock: results are generated from the examples and schemas of the API, and nothing is sent to it.';

/** What a model is told of the server (MCP, Server instructions): the API, and what is offered of it and how. */
export function writeInstructions(about: string, plan: Plan, mayEnable: boolean): string {
  const explained = plan.dynamic?.explainSearch(plan.toolsets, mayEnable);
  const opening = explained === undefined ? about : `${about} ${explained}`;
  return `${opening}${nameToolsets(plan, longest - Buffer.byteLength(opening))}`;
}

/** What a server says of itself to a client that connects, apart from what else than tools it has. */
export function introduce(
  { name, title, version, icons }: ApiInfo,
  { instructions, mayEnable, logs }: { instructions: string; mayEnable: boolean; logs: boolean },
): { serverInfo: Implementation; capabilities: ServerCapabilities; instructions: string } {
  return {
    serverInfo: { name, title, version, ...(icons && { icons }) },
    capabilities: { tools: mayEnable ? { listChanged: true } : {}, ...(logs && { logging: {} }) },
    instructions,
  };
}

/** The names of the toolsets, with titles where they all fit, or as many names as do. */
function nameToolsets({ toolsets, dynamic }: Plan, room: number): string {
  if (toolsets.length < 2) return '';
  const titled = writeNames(toolsets.map((one) => nameToolset(one, dynamic !== undefined)));
  if (Buffer.byteLength(titled) <= room) return titled;
  const names = toolsets.map((one) => nameToolset(one, false));
  for (let shown = names.length; shown > 0; shown -= 1) {
    const text = writeNames(names.slice(0, shown), names.length - shown);
    if (Buffer.byteLength(text) <= room) return text;
  }
  return '';
}

function writeNames(names: readonly string[], more = 0): string {
  return ` Toolsets: ${names.join(', ')}${more === 0 ? '' : ` and ${more} more`}.`;
}

function nameToolset({ toolset, tools }: CountedToolset, isTitled: boolean): string {
  const adds = isTitled && foldTitle(toolset.title) !== foldTitle(toolset.name);
  return adds ? `${toolset.name} (${toolset.title}, ${tools})` : `${toolset.name} (${tools})`;
}

function foldTitle(text: string): string {
  return text.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, '');
}

/** What is known of clients. */
interface ClientProfile {
  /** Tokens of a result that it shows, where that is less than others do. */
  answerTokens?: number;
  /** Whether it keeps tools out of its context until they are searched for: to search here as well would cost a turn. */
  searches?: boolean;
}

/**
 * Clients by the names that they give themselves. What is longer, Codex cuts in its middle (10,000 of its own tokens, of
 * 4 bytes, once quotes are escaped), and Claude Code puts it into a file (50,000 characters); tools of servers, that loads
 * when they are needed.
 */
const profiles: readonly (readonly [name: RegExp, profile: ClientProfile])[] = [
  [/^codex\b/, { answerTokens: 8_000 }],
  [/^claude-code\b/, { answerTokens: 11_000, searches: true }],
];

/** What is known of a client by its name. */
export function findProfile(name = ''): ClientProfile {
  const lower = name.toLowerCase();
  return profiles.find(([known]) => known.test(lower))?.[1] ?? {};
}

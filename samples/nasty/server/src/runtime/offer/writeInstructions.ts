import type { CountedToolset, Plan } from './planView.js';

/** Bytes of the instructions: some clients cut them at 2 KB. */
const longest = 1900;

/** What a model is told of a server that sends nothing. */
export const mockNotice =
  'This is a mock: answers are made of the examples and schemas of the API, and nothing is sent to it.';

/** What a model is told of the server (MCP, Server instructions): the API, and what is offered of it and how. */
export function writeInstructions(about: string, plan: Plan, mayEnable: boolean): string {
  const opening = plan.isDynamic ? `${about} ${explainSearch(plan, mayEnable)}` : about;
  return `${opening}${nameToolsets(plan, longest - Buffer.byteLength(opening))}`;
}

function explainSearch({ toolsets }: Plan, mayEnable: boolean): string {
  const total = toolsets.reduce((sum, { tools }) => sum + tools, 0);
  const writes = toolsets.some(({ tools, reads }) => reads < tools);
  const calls = writes ? 'call_read_tool, or call_write_tool where it changes something' : 'call_read_tool';
  const enabling = mayEnable ? ' enable_toolset puts the tools of a toolset into the list.' : '';
  return `The ${total.toLocaleString('en-US')} tools are not listed: find them with search_tools, read their arguments with describe_tools, and call them with ${calls}.${enabling}`;
}

/** The names of the toolsets, with titles where they all fit, or as many names as do. */
function nameToolsets({ toolsets, isDynamic }: Plan, room: number): string {
  if (toolsets.length < 2) return '';
  const titled = writeNames(toolsets.map((one) => name(one, isDynamic)));
  if (Buffer.byteLength(titled) <= room) return titled;
  const names = toolsets.map((one) => name(one, false));
  for (let shown = names.length; shown > 0; shown -= 1) {
    const text = writeNames(names.slice(0, shown), names.length - shown);
    if (Buffer.byteLength(text) <= room) return text;
  }
  return '';
}

function writeNames(names: readonly string[], more = 0): string {
  return ` Toolsets: ${names.join(', ')}${more === 0 ? '' : ` and ${more} more`}.`;
}

function name({ toolset, tools }: CountedToolset, isTitled: boolean): string {
  const adds = isTitled && foldTitle(toolset.title) !== foldTitle(toolset.name);
  return adds ? `${toolset.name} (${toolset.title}, ${tools})` : `${toolset.name} (${tools})`;
}

function foldTitle(text: string): string {
  return text.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, '');
}

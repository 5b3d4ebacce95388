import type { Budget, BudgetTool, BudgetToolset } from '../../templates/report/data.js';
import { argumentsOf } from '../model/argumentsOf.js';
import { type Config, mostListed } from '../model/config.js';
import type { Selection } from '../model/selection.js';
import type { Server, ToolEntry, ToolsetEntry } from '../model/server.js';

/** What a client gets when it connects to a server. */
export interface Connected {
  instructions: string;
  /** As `tools/list` answers them. */
  tools: readonly { name: string }[];
  /** The server's own words on what it offers, and how. */
  summary: string;
}

/** What was read, as far as the report tells of it. */
interface Origin {
  source: string;
  openapi: string;
  operations: number;
  selection: Selection;
}

/** How many times the tokens that o200k counts Claude counts: from and to. */
const claudeCounts = [1.2, 1.55] as const;

/** Works out what the tools of a server take of a model's context. */
export function measure(
  { source, openapi, operations, selection }: Origin,
  { api, toolsets: entries }: Server,
  config: Config,
  connected: Connected,
  countTokens: (text: string) => number,
): Budget {
  const tools = entries.flatMap((entry) => entry.tools.map((tool) => toBudgetTool(tool, entry, config)));
  const toolsets = entries.map((entry) => toBudgetToolset(entry, tools));
  const known = new Set(tools.map(({ name }) => name));
  const texts = [connected.instructions, ...connected.tools.map((tool) => JSON.stringify(tool))];
  const connect = sum(texts, countTokens);
  const isListed = connected.tools.every(({ name }) => known.has(name));
  return {
    source,
    openapi,
    operations,
    unselected: selection.operations - selection.offered,
    server: { name: api.name, title: api.title, version: api.version },
    mode: isListed ? 'list' : 'dynamic',
    reason: isListed ? `${connected.summary}, ${describeLimits(config)}` : connected.summary,
    tokens: {
      naive: sum(tools, ({ naive }) => naive),
      list: sum(tools, ({ tokens }) => tokens),
      connect,
    },
    claude: [Math.round(connect * claudeCounts[0]), Math.round(connect * claudeCounts[1])],
    budget: { tool: config.budget, total: config.total, tools: mostListed },
    parametersLost: sum(tools, ({ parametersLost }) => parametersLost),
    over: tools.filter(({ over }) => over).map(({ name }) => name),
    toolsetsOver: toolsets.filter(({ tokens }) => tokens > config.total).map(({ name }) => name),
    toolsets,
    tools,
  };
}

function describeLimits({ total }: Config): string {
  return `within ${mostListed} tools and ${total.toLocaleString('en')} tokens`;
}

function toBudgetTool(
  { tool, cost, pinned, pointer }: ToolEntry,
  toolset: ToolsetEntry,
  config: Config,
): BudgetTool {
  const { properties } = tool.inputSchema;
  const lostArguments = argumentsOf(tool.request).filter((name) => !Object.hasOwn(properties, name));
  return {
    name: tool.name,
    title: tool.title,
    toolset: toolset.name,
    method: tool.request.method,
    path: tool.request.path,
    readOnly: tool.annotations.readOnlyHint,
    pinned,
    naive: cost.naive,
    tokens: cost.tokens,
    rung: cost.rung,
    lost: cost.lost,
    parametersLost: lostArguments.length,
    lostArguments,
    over: cost.tokens > config.budget,
    pointer,
  };
}

function toBudgetToolset({ name, title }: ToolsetEntry, all: readonly BudgetTool[]): BudgetToolset {
  const tools = all.filter(({ toolset }) => toolset === name);
  const lost = new Map<string, number>();
  for (const what of tools.flatMap((tool) => [...new Set(tool.lost.map(toKind))])) {
    lost.set(what, (lost.get(what) ?? 0) + 1);
  }
  return {
    name,
    title,
    tools: tools.length,
    naive: sum(tools, ({ naive }) => naive),
    tokens: sum(tools, ({ tokens }) => tokens),
    rung: Math.max(0, ...tools.map(({ rung }) => rung)),
    lost: [...lost]
      .map(([what, count]) => ({ what, tools: count }))
      .toSorted((a, b) => b.tools - a.tools || (a.what < b.what ? -1 : 1)),
  };
}

/** A loss without names and numbers: `words of 3 arguments cut: a, b, c` is `words of arguments cut`. */
function toKind(loss: string): string {
  return loss
    .replace(/:.*$/s, '')
    .replace(/\d+ ((?:optional |required )?\w+?)s?\b/, '$1s')
    .replace('a stub', 'stubs');
}

function sum<T>(values: readonly T[], measureOne: (value: T) => number): number {
  return values.reduce((total, value) => total + measureOne(value), 0);
}

import type { Budget, BudgetFailure, BudgetTool, BudgetToolset } from '../../templates/report/data.js';
import { argumentsOf } from '../model/api.js';
import { type Config, mostListed } from '../model/config.js';
import type { Diagnostic } from '../model/diagnostic.js';
import { unescapeSegment } from '../model/document.js';
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
  diagnostics: readonly Diagnostic[];
}

/** How many times the tokens that o200k counts Claude counts: from and to. */
const claudeCounts = [1.2, 1.55] as const;

/** Works out what the tools of a server take of a model's context. */
export function measure(
  { source, openapi, operations, diagnostics }: Origin,
  { api, toolsets: entries }: Server,
  config: Config,
  connected: Connected,
  countTokens: (text: string) => number,
): Budget {
  const tools = entries.flatMap((entry) => entry.tools.map((tool) => toBudgetTool(tool, entry, config)));
  const toolsets = entries.map((entry) => toBudgetToolset(entry, tools));
  const failed = listFailed(diagnostics);
  const known = new Set(tools.map(({ name }) => name));
  const texts = [connected.instructions, ...connected.tools.map(writeShown)];
  const connect = sum(texts, countTokens);
  const isListed = connected.tools.every(({ name }) => known.has(name));
  return {
    source,
    openapi,
    operations,
    unselected: Math.max(0, operations - tools.length - failed.length),
    failed,
    server: { name: api.name, title: api.title, version: api.version },
    mode: isListed ? 'list' : 'dynamic',
    reason: isListed ? `${connected.summary}, ${describeLimits(config)}` : connected.summary,
    tokens: {
      naive: sum(tools, ({ naive }) => naive),
      list: sum(tools, ({ tokens }) => tokens),
      connect,
      naiveOutput: sum(tools, ({ naiveOutput }) => naiveOutput),
      output: sum(tools, ({ output }) => output),
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

/** Operations that are wanted and became no tool, each once. */
function listFailed(diagnostics: readonly Diagnostic[]): BudgetFailure[] {
  const failed = new Map<string, BudgetFailure>();
  for (const { code, pointer, message, location } of diagnostics) {
    if ((code === 'operation-skipped' || code === 'tool-quarantined') && !failed.has(pointer))
      failed.set(pointer, {
        operation: nameOperation(pointer),
        pointer,
        ...(location && { location }),
        why: message,
      });
  }
  return [...failed.values()];
}

/** `#/paths/~1pets/get` is `GET /pets`, and so is `#/billing/paths/~1pets/get` of several documents. */
function nameOperation(pointer: string): string {
  const segments = pointer.split('/').map(unescapeSegment);
  const [path = '', method = ''] = segments.slice(segments.indexOf('paths') + 1);
  return [method.toUpperCase(), path].filter(Boolean).join(' ') || pointer;
}

/** A tool as clients show it to models: few of them pass on what it answers. */
function writeShown(tool: object): string {
  return JSON.stringify({ ...tool, outputSchema: undefined });
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
  const lostArguments =
    cost.unnamed ?? argumentsOf(tool.request).filter((name) => !Object.hasOwn(properties, name));
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
    naiveOutput: cost.naiveOutput,
    output: cost.output,
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
    naiveOutput: sum(tools, (tool) => tool.naiveOutput),
    output: sum(tools, (tool) => tool.output),
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

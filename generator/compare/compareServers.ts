import {
  type ComparedSide,
  type Comparison,
  type Impact,
  type ProgramChange,
  type ServerChange,
  type Snapshot,
  type ToolChange,
  type ToolSnapshot,
  impacts,
} from '../model/comparison.js';
import { listSentNames } from '../model/requests.js';
import { compareApis } from './compareApis.js';
import { renameSchemes } from './compareCredentials.js';
import { comparePromises } from './promises/comparePromises.js';
import { compareReadings } from './compareReadings.js';
import { compareTools } from './compareTools.js';
import { type ToolPair, matchTools } from './matchTools.js';
import { canonicalText } from './schemas/meanings.js';
import { createBothNarrowers } from './schemas/relateTold.js';

/** Finds what changed between two servers for the models and programs that call them. */
export function compareServers(old: Snapshot, now: Snapshot): Comparison {
  const narrowers = createBothNarrowers(old.components, now.components);
  const pairs = matchTools(renameSchemes(old, now), now.tools);
  const found = pairs.flatMap((pair) =>
    compareOne(pair, now, (before, after) => [
      ...compareTools(before, after, narrowers).map((change) => settleRenamed(change, after, now)),
      ...compareFormer(after.tool.name, old, now),
      ...compareFormerArguments(before, after),
    ]),
  );
  const all: ServerChange[] = [
    ...compareLists(old, now),
    ...compareApis(old, now),
    ...compareReadings(old, now),
    ...groupChanges([...found, ...compareAnswers(old, now, pairs)]),
  ];
  const changes = dropDerived(uniteToolsets(all));
  const byTool = indexByTool(changes);
  const tools = pairs.flatMap((pair): ToolChange[] => {
    const own = byTool.get((pair.new ?? pair.old)?.tool.name ?? '');
    return own === undefined ? [] : [summarizeTool(pair, worstOf(own) ?? 'words')];
  });
  const impact = worstOf(changes);
  const program = compareMakers(old, now);
  const hasBoth = old.tools.length > 0 && now.tools.length > 0;
  const isUnrelated = hasBoth && pairs.every((pair) => pair.old === undefined || pair.new === undefined);
  return {
    old: sideOf(old),
    new: sideOf(now),
    ...(isUnrelated && { isUnrelated }),
    ...(program && { program }),
    ...(impact === undefined ? {} : { impact }),
    counts: Object.fromEntries(
      impacts.map((one) => [one, changes.filter((change) => change.impact === one).length]),
    ) as Record<Impact, number>,
    changes,
    tools,
  };
}

/** Whether another mcpwright made the new side; one that did not say from what it made the old one is an earlier one. */
function compareMakers({ maker: old }: Snapshot, { maker: now }: Snapshot): ProgramChange | undefined {
  if (old === undefined || now === undefined) return undefined;
  if (old.made !== undefined && old.made.program === now.made?.program) return undefined;
  const isAlone = old.made !== undefined && old.made.inputs === now.made?.inputs;
  return now.made ? { old: old.version, new: now.version, isAlone } : undefined;
}

/** The worst impact of changes; undefined where there is none. */
function worstOf(changes: readonly ServerChange[]): Impact | undefined {
  return impacts.find((impact) => changes.some((change) => change.impact === impact));
}

/** The changes of each tool, those that it shares with others among them. */
function indexByTool(changes: readonly ServerChange[]): Map<string, ServerChange[]> {
  const found = new Map<string, ServerChange[]>();
  for (const change of changes)
    for (const tool of change.tools ?? (change.tool === undefined ? [] : [change.tool]))
      found.set(tool, [...(found.get(tool) ?? []), change]);
  return found;
}

/**
 * What can be called by its old name still is only listed by another: lists of allowed tools may lack that of a tool; who
 * gives an argument by the old one is understood.
 */
function settleRenamed(
  change: ServerChange,
  now: ToolSnapshot,
  { api: { formerNames = {} } }: Snapshot,
): ServerChange {
  const { kind, before, after } = change;
  const isOfTool = kind === 'tool-renamed';
  if ((!isOfTool && kind !== 'argument-renamed') || typeof before !== 'string') return change;
  const kept = isOfTool ? new Map(Object.entries(formerNames)) : listUnderstood(now);
  if (kept.get(before) !== after) return change;
  const summary = `renamed: ${before} → ${after}, the old name still works`;
  return { ...change, impact: isOfTool ? 'possibly-breaking' : 'compatible', summary };
}

/** Names that arguments may be given by besides their own, each with that. */
function listUnderstood({ tool: { request, former = {} }, enforced }: ToolSnapshot): Map<string, string> {
  return new Map([...listSentNames(request, enforced), ...Object.entries(former)]);
}

/** Names that arguments had before, by which they could be given, and cannot any more. */
function compareFormerArguments({ tool: old }: ToolSnapshot, now: ToolSnapshot): ServerChange[] {
  const kept = new Set([...Object.keys(now.enforced.properties), ...listUnderstood(now).keys()]);
  return Object.entries(old.former ?? {}).flatMap(([name, of]): ServerChange[] =>
    kept.has(name)
      ? []
      : [
          {
            kind: 'argument-name-dropped',
            impact: 'breaking',
            subject: of,
            summary: `cannot be given as ${name} any more`,
            tool: now.tool.name,
            before: name,
          },
        ],
  );
}

/** Names that a tool had before, by which it could be called, and cannot any more. */
function compareFormer(tool: string, { api: old }: Snapshot, { api: now }: Snapshot): ServerChange[] {
  const { formerNames: kept = {} } = now;
  return Object.entries(old.formerNames ?? {}).flatMap(([name, of]): ServerChange[] =>
    of !== tool || name === tool || Object.hasOwn(kept, name)
      ? []
      : [
          {
            kind: 'tool-name-dropped',
            impact: 'breaking',
            summary: `cannot be called as ${name} any more`,
            tool,
            before: name,
          },
        ],
  );
}

/** Whether the tools are met in another way: names that are listed no more are in no list of allowed tools that works. */
function compareLists({ mode: old }: Snapshot, { mode: now }: Snapshot): ServerChange[] {
  if (old === undefined || now === undefined || old === now) return [];
  return [
    now === 'dynamic'
      ? {
          kind: 'list-mode',
          impact: 'breaking',
          summary:
            'tools are searched for now, and not listed any more: prompts and lists of allowed tools that name them do not work with it (features: { mode: list } keeps them listed)',
          before: old,
          after: now,
        }
      : {
          kind: 'list-mode',
          impact: 'compatible',
          summary: 'tools are listed now, and not searched for any more',
          before: old,
          after: now,
        },
  ];
}

/** What the API promises of its answers, on both sides; the texts of output schemas alone are words. */
function compareAnswers(old: Snapshot, now: Snapshot, pairs: readonly ToolPair[]): ServerChange[] {
  const both = pairs.flatMap(({ old: before, new: after }) =>
    before === undefined || after === undefined ? [] : [[before.tool, after.tool] as const],
  );
  const { promises: left } = old;
  const { promises: right } = now;
  if (left === undefined || right === undefined) {
    if (both.length === 0) return [];
    const side = left === undefined ? 'before' : 'now';
    const summary = `what results held ${side} is not known: its .mcpwright/responses.json is missing, as in projects of an earlier version, or cannot be read`;
    return [{ kind: 'output-unknown', impact: 'words', summary }];
  }
  const found = comparePromises(
    left,
    right,
    both.map(([before, after]) => ({ was: before.name, name: after.name })),
  );
  const told = indexByTool(found);
  const words = both.flatMap(([before, after]): ServerChange[] => {
    const isSame = canonicalText(before.outputSchema) === canonicalText(after.outputSchema);
    if (isSame || told.has(after.name)) return [];
    const summary = 'what is said of the result changed';
    return [{ kind: 'output-words', impact: 'words', tool: after.name, summary }];
  });
  return [...found, ...words];
}

/** A toolset that is gone, and one that is new and has the tools of it, are one that has another name. */
function uniteToolsets(changes: readonly ServerChange[]): ServerChange[] {
  const namesOf = (wanted: ServerChange['kind']) =>
    new Set(changes.flatMap(({ kind, subject = '' }) => (kind === wanted ? [subject] : [])));
  const [gone, fresh] = [namesOf('toolset-removed'), namesOf('toolset-added')];
  const moves = changes.filter(({ kind }) => kind === 'tool-toolset');
  const renamed = moves.filter(
    ({ before, after }) =>
      gone.has(String(before)) &&
      fresh.has(String(after)) &&
      moves.filter((one) => one.before === before || one.after === after).length === 1,
  );
  const [left, right] = [renamed.map(({ before }) => before), renamed.map(({ after }) => after)];
  return changes.flatMap((change): ServerChange[] => {
    const { kind, subject, before, after, summary: _summary, ...rest } = change;
    if (kind === 'toolset-removed' && left.includes(subject)) return [];
    if (kind === 'toolset-added' && right.includes(subject)) return [];
    if (!renamed.includes(change)) return [change];
    const told = {
      kind: 'toolset-renamed',
      subject: String(after),
      summary: `renamed from ${String(before)}`,
    } as const;
    return [{ ...rest, ...told, before, after }];
  });
}

/**
 * Without the scopes that a credential asks for, where changes of tools say as much: which those are is made from what the
 * tools need.
 */
function dropDerived(changes: readonly ServerChange[]): ServerChange[] {
  const needs = changes.filter(({ kind }) => kind === 'tool-credentials');
  const isLess = changes.some(({ kind }) =>
    ['tool-credentials', 'tool-removed', 'tool-left-out'].includes(kind),
  );
  const told = new Set(needs.flatMap(({ after }) => scopesOf(after)));
  return changes.filter(({ kind, before, after }) => {
    if (kind !== 'credential-changed') return true;
    const [left, right] = [before, after].map((side) => Object(side) as Record<string, unknown>);
    const [was, is] = [left, right].map((side) => (side?.['scopes'] ?? []) as string[]);
    const isOther = canonicalText({ ...left, scopes: [] }) !== canonicalText({ ...right, scopes: [] });
    const added = (is ?? []).filter((scope) => was?.includes(scope) !== true);
    const isTold = added.length === 0 ? isLess : added.every((scope) => told.has(scope));
    return isOther || !isTold;
  });
}

/** All scopes that some ways to prove who calls ask for. */
function scopesOf(ways: unknown): string[] {
  return Array.isArray(ways)
    ? ways.flatMap((way) => Object.values(way as Record<string, string[]>).flat())
    : [];
}

/** One change where the same happened to several tools. */
function groupChanges(changes: readonly ServerChange[]): ServerChange[] {
  const groups = new Map<string, ServerChange[]>();
  for (const change of changes) {
    const { kind, impact, subject, summary, tool } = change;
    const key = tool === undefined ? canonicalText(change) : JSON.stringify([kind, impact, subject, summary]);
    groups.set(key, [...(groups.get(key) ?? []), change]);
  }
  return [...groups.values()].map(unify);
}

/** What happened to several tools as one change; what happened to one stays as it is. */
function unify(group: readonly ServerChange[]): ServerChange {
  const [first, second] = group as [ServerChange, ServerChange?];
  if (second === undefined) return first;
  const { tool: _tool, before, after, ...shared } = first;
  // Both sides are shown where they are the same for all of them.
  const isSame = group.every(
    (one) => canonicalText([one.before, one.after]) === canonicalText([before, after]),
  );
  return { ...shared, tools: group.flatMap(({ tool }) => tool ?? []), ...(isSame && { before, after }) };
}

function compareOne(
  { old, new: now }: ToolPair,
  { leftOut = {} }: Snapshot,
  compare: (old: ToolSnapshot, now: ToolSnapshot) => ServerChange[],
): ServerChange[] {
  if (old !== undefined && now !== undefined) return compare(old, now);
  if (now !== undefined)
    return [
      { kind: 'tool-added', impact: 'compatible', tool: now.tool.name, summary: `added: ${now.operation}` },
    ];
  if (old === undefined) return [];
  const { operation } = old;
  const tool = old.tool.name;
  const why = Object.hasOwn(leftOut, operation) ? leftOut[operation] : undefined;
  if (why !== undefined)
    return [{ kind: 'tool-left-out', impact: 'breaking', tool, summary: `left out ${why}: ${operation}` }];
  return [{ kind: 'tool-removed', impact: 'breaking', tool, summary: `removed: ${operation}` }];
}

function summarizeTool({ old, new: now }: ToolPair, impact: Impact): ToolChange {
  const name = (now ?? old)?.tool.name ?? '';
  return {
    name,
    ...(old === undefined || old.tool.name === name ? {} : { was: old.tool.name }),
    state: old === undefined ? 'added' : now === undefined ? 'removed' : 'changed',
    impact,
    operation: (now ?? old)?.operation ?? '',
    ...(old === undefined ? {} : { tokensBefore: old.tokens }),
    ...(now === undefined ? {} : { tokensAfter: now.tokens }),
  };
}

function sideOf({ api, tools }: Snapshot): ComparedSide {
  return {
    title: api.title,
    version: api.version,
    tools: tools.length,
    tokens: tools.reduce((sum, { tokens }) => sum + tokens, 0),
  };
}

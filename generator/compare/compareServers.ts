import {
  type ComparedSide,
  type Comparison,
  type Impact,
  type ServerChange,
  type Snapshot,
  type ToolChange,
  type ToolSnapshot,
  impacts,
} from '../model/comparison.js';
import { compareApis } from './compareApis.js';
import { compareReadings } from './compareReadings.js';
import { compareTools } from './compareTools.js';
import { type ToolPair, matchTools } from './matchTools.js';
import { createBothNarrowers } from './schemas/relateTold.js';

/** Finds what changed between two servers for the models and programs that call them. */
export function compareServers(old: Snapshot, now: Snapshot): Comparison {
  const narrowers = createBothNarrowers(old.components, now.components);
  const changes: ServerChange[] = [...compareApis(old, now), ...compareReadings(old, now)];
  const tools: ToolChange[] = [];
  for (const pair of matchTools(old.tools, now.tools)) {
    const found = compareOne(pair, (before, after) => compareTools(before, after, narrowers));
    if (found.length === 0) continue;
    changes.push(...found);
    tools.push(summarizeTool(pair, worstOf(found) ?? 'words'));
  }
  const impact = worstOf(changes);
  return {
    old: sideOf(old),
    new: sideOf(now),
    ...(impact === undefined ? {} : { impact }),
    counts: Object.fromEntries(
      impacts.map((one) => [one, changes.filter((change) => change.impact === one).length]),
    ) as Record<Impact, number>,
    changes,
    tools,
  };
}

/** The worst impact of changes; undefined where there is none. */
function worstOf(changes: readonly ServerChange[]): Impact | undefined {
  return impacts.find((impact) => changes.some((change) => change.impact === impact));
}

function compareOne(
  { old, new: now }: ToolPair,
  compare: (old: ToolSnapshot, now: ToolSnapshot) => ServerChange[],
): ServerChange[] {
  if (old !== undefined && now !== undefined) return compare(old, now);
  if (now !== undefined)
    return [
      { kind: 'tool-added', impact: 'compatible', tool: now.tool.name, summary: `added: ${now.operation}` },
    ];
  if (old !== undefined)
    return [
      { kind: 'tool-removed', impact: 'breaking', tool: old.tool.name, summary: `removed: ${old.operation}` },
    ];
  return [];
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

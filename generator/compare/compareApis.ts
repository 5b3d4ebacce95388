import type { ServerChange, Snapshot } from '../model/comparison.js';
import type { ApiAccess } from '../model/server.js';
import { compareCredentials, indexApis } from './compareCredentials.js';
import { spellValue } from './describeDifference.js';
import { canonicalText } from './schemas/meanings.js';

/** What changed of a server as a whole: what it says of itself, where the API is, and its credentials. */
export function compareApis(old: Snapshot, now: Snapshot): ServerChange[] {
  return [...compareWords(old, now), ...compareSources(old, now), ...compareToolsets(old, now)];
}

function compareWords({ api: old }: Snapshot, { api: now }: Snapshot): ServerChange[] {
  const found: ServerChange[] = [];
  if (old.name !== now.name)
    found.push({
      kind: 'api-words',
      impact: 'possibly-breaking',
      summary: `name of the server ${old.name} → ${now.name}`,
      before: old.name,
      after: now.name,
    });
  for (const key of ['title', 'version', 'instructions'] as const)
    if (old[key] !== now[key])
      found.push({
        kind: 'api-words',
        impact: 'words',
        summary: key === 'instructions' ? 'instructions changed' : `${key} ${old[key]} → ${now[key]}`,
        before: old[key],
        after: now[key],
      });
  return found;
}

/** The addresses and credentials of each API; of several, each change says of which. */
function compareSources({ api: old }: Snapshot, { api: now }: Snapshot): ServerChange[] {
  const [before, after] = [indexApis(old), indexApis(now)];
  return [...new Set([...before.keys(), ...after.keys()])].flatMap((source) => {
    const [left, right] = [before, after].map((apis) => apis.get(source) ?? none) as [ApiAccess, ApiAccess];
    const found = compareUrls(left, right).concat(compareCredentials(left, right));
    return source === ''
      ? found
      : found.map((one) => Object.assign(one, { summary: `${source}: ${one.summary}` }));
  });
}

/** An API that the server does not offer. */
const none: ApiAccess = { title: '', servers: [], baseUrlEnv: '', auth: {} };

function compareUrls(old: ApiAccess, now: ApiAccess): ServerChange[] {
  const found: ServerChange[] = [];
  if (canonicalText(old.servers) !== canonicalText(now.servers)) {
    const [before, after] = [old, now].map(
      ({ servers }) => servers.map(({ url }) => url).join(', ') || 'none',
    );
    // What is called stays the first, and one more can be chosen.
    const { length } = old.servers;
    const isMore = length > 0 && canonicalText(now.servers.slice(0, length)) === canonicalText(old.servers);
    const more = now.servers.slice(length).map(({ url }) => url);
    found.push({
      kind: 'base-url',
      impact: isMore ? 'compatible' : 'possibly-breaking',
      summary:
        before === after
          ? `variables of the base URL: ${listChangedVariables(old.servers, now.servers)}`
          : isMore
            ? `base URL also ${more.join(', ')}`
            : `base URL ${before} → ${after}${Object.keys(now.auth).length > 0 ? ', where credentials go now' : ''}`,
      before: old.servers,
      after: now.servers,
    });
  }
  if (old.baseUrlEnv !== now.baseUrlEnv)
    found.push({
      kind: 'base-url',
      impact: 'possibly-breaking',
      summary: `variable for the base URL ${old.baseUrlEnv || 'none'} → ${now.baseUrlEnv || 'none'}`,
      before: old.baseUrlEnv,
      after: now.baseUrlEnv,
    });
  return found;
}

/** The variables of servers that differ, and how their default does: `region "eu" → "us"`. */
function listChangedVariables(old: ApiAccess['servers'], now: ApiAccess['servers']): string {
  const [before, after] = [old, now].map(
    (servers) =>
      Object.assign({}, ...servers.toReversed().map(({ variables }) => variables)) as NonNullable<
        ApiAccess['servers'][number]['variables']
      >,
  );
  const changed = Object.keys({ ...before, ...after }).filter(
    (name) => canonicalText(before?.[name]) !== canonicalText(after?.[name]),
  );
  const told = changed.map((name) => {
    const [was, is] = [before?.[name]?.default, after?.[name]?.default];
    return was === is ? `other values of ${name}` : `${name} ${spellValue(was)} → ${spellValue(is)}`;
  });
  return told.join(', ') || 'in another order';
}

function compareToolsets({ toolsets: old }: Snapshot, { toolsets: now }: Snapshot): ServerChange[] {
  const before = new Map(old.map((toolset) => [toolset.name, toolset]));
  const after = new Map(now.map((toolset) => [toolset.name, toolset]));
  return [...new Set([...before.keys(), ...after.keys()])].flatMap((subject): ServerChange[] => {
    const [left, right] = [before.get(subject), after.get(subject)];
    if (left === undefined)
      return [{ kind: 'toolset-added', impact: 'compatible', subject, summary: 'added' }];
    // Operators choose toolsets by name.
    if (right === undefined)
      return [{ kind: 'toolset-removed', impact: 'possibly-breaking', subject, summary: 'removed' }];
    if (left.title === right.title && left.description === right.description) return [];
    return [
      {
        kind: 'toolset-words',
        impact: 'words',
        subject,
        summary: 'title or description changed',
        before: { title: left.title, description: left.description },
        after: { title: right.title, description: right.description },
      },
    ];
  });
}

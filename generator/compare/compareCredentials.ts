import type { ServerChange, Snapshot, ToolSnapshot } from '../model/comparison.js';
import type { ApiAccess, ApiInfo } from '../model/server.js';
import { spellValue } from './describeDifference.js';
import { canonicalText } from './schemas/meanings.js';

type AuthScheme = ApiAccess['auth'][string];

/** The APIs of a server by the names of their documents; of one document alone by an empty name. */
export function indexApis(api: ApiInfo): Map<string, ApiAccess> {
  return new Map(Object.entries(api.sources ?? { '': api }));
}

/** What changed of the credentials of an API: those that came, that are gone, and that are sent or read otherwise. */
export function compareCredentials(old: ApiAccess, now: ApiAccess): ServerChange[] {
  const renamed = findRenamed(old, now);
  const told = [...renamed].flatMap(([from, to]): ServerChange[] => {
    const [before, after] = [old.auth[from], now.auth[to]];
    const [was, is] = [before, after].map(tellVariables);
    const isSame = was === is;
    const summary = isSame ? `called ${from} before` : `called ${from} before: set ${is}, in place of ${was}`;
    const impact = isSame ? 'words' : 'possibly-breaking';
    return [{ kind: 'credential-renamed', impact, subject: to, summary, before: from, after: to }];
  });
  const known = new Set([...renamed].flat());
  const names = [...new Set([...Object.keys(old.auth), ...Object.keys(now.auth)])];
  const others = names.flatMap((subject): ServerChange[] => {
    const before = Object.hasOwn(old.auth, subject) ? old.auth[subject] : undefined;
    const after = Object.hasOwn(now.auth, subject) ? now.auth[subject] : undefined;
    if (canonicalText(before) === canonicalText(after) || known.has(subject)) return [];
    const common = { subject, before, after, impact: 'compatible' } as const;
    if (before === undefined)
      return [{ ...common, kind: 'credential-added', summary: describePresence('added', after) }];
    if (after === undefined)
      return [{ ...common, kind: 'credential-removed', summary: describePresence('removed', before) }];
    return [describeCredential(subject, before, after)];
  });
  return [...told, ...others];
}

/** `added (api-key, SHOP_API_KEY)`: the variable is what an operator has to set. */
function describePresence(what: string, scheme: AuthScheme | undefined): string {
  const variables = tellVariables(scheme);
  return `${what} (${[scheme?.kind, ...(variables === '' ? [] : [variables])].join(', ')})`;
}

/** The variables by which a credential is given, as a text. */
function tellVariables(scheme: AuthScheme | undefined): string {
  if (scheme === undefined || !('env' in scheme)) return '';
  const { env } = scheme;
  return typeof env === 'string' ? env : Object.values(env).join(', ');
}

/** The same server where the schemes of the older one have the names that they have in the newer: what they are did not change. */
export function renameSchemes(old: Snapshot, now: Snapshot): ToolSnapshot[] {
  const after = indexApis(now.api);
  const renamed = new Map(
    [...indexApis(old.api)].map(([source, api]) => {
      const other = after.get(source);
      return [source, other === undefined ? new Map<string, string>() : findRenamed(api, other)];
    }),
  );
  return old.tools.map((one) => {
    const source = old.api.sources === undefined ? '' : (one.operation.split(' ')[0] ?? '');
    const names = renamed.get(source);
    if (names === undefined || names.size === 0) return one;
    const security = one.tool.request.security.map((way) =>
      Object.fromEntries(Object.entries(way).map(([name, scopes]) => [names.get(name) ?? name, scopes])),
    );
    return { ...one, tool: { ...one.tool, request: { ...one.tool.request, security } } };
  });
}

/** How a credential is sent, or got. */
function wayOf(scheme: AuthScheme): string {
  return canonicalText({ ...scheme, env: '', scopes: [] });
}

/** The schemes of the same kind, sent in the same way, that have another name, by the old one. */
function findRenamed(old: ApiAccess, now: ApiAccess): Map<string, string> {
  const gone = Object.entries(old.auth).filter(([name]) => !Object.hasOwn(now.auth, name));
  const added = Object.entries(now.auth).filter(([name]) => !Object.hasOwn(old.auth, name));
  return new Map(
    gone.flatMap(([from, scheme]): [string, string][] => {
      const alike = [gone, added].map((list) => list.filter(([, one]) => wayOf(one) === wayOf(scheme)));
      const [rivals = [], found = []] = alike;
      const [to] = found;
      return to === undefined || found.length > 1 || rivals.length > 1 ? [] : [[from, to[0]]];
    }),
  );
}

/**
 * What is read from elsewhere, asked of another server, or sent in another place is no matter for callers, but the operator
 * has to look; a credential of another kind is another credential.
 */
function describeCredential(subject: string, before: AuthScheme, after: AuthScheme): ServerChange {
  const common = { kind: 'credential-changed', subject, before, after } as const;
  const variables = tellVariables(after);
  const advice = variables === '' || variables === tellVariables(before) ? '' : `: set ${variables}`;
  if (before.kind !== after.kind)
    return { ...common, impact: 'breaking', summary: `${before.kind} → ${after.kind}${advice}` };
  const [left, right] = [before, after] as unknown as [Record<string, unknown>, Record<string, unknown>];
  const changed = Object.keys({ ...left, ...right }).filter(
    (key) => canonicalText(left[key]) !== canonicalText(right[key]),
  );
  const told = changed.map((key) =>
    key === 'env'
      ? `read from ${variables}, not from ${tellVariables(before)}`
      : describeMember(key, left[key], right[key]),
  );
  const asksForLess = changed.every((key) => key === 'scopes' && isPart(right[key], left[key]));
  return { ...common, impact: asksForLess ? 'compatible' : 'possibly-breaking', summary: told.join('; ') };
}

function isPart(part: unknown, whole: unknown): boolean {
  return Array.isArray(part) && Array.isArray(whole) && part.every((one) => whole.includes(one));
}

/** A member of a scheme that is another now; of a list, what is new and what is gone. */
function describeMember(key: string, before: unknown, after: unknown): string {
  if (!Array.isArray(before) || !Array.isArray(after))
    return `${key} ${spellValue(before)} → ${spellValue(after)}`;
  const more = after.filter((one) => !before.includes(one));
  const less = before.filter((one) => !after.includes(one));
  const parts = [
    ...(more.length > 0 ? [`also ${more.join(' ')}`] : []),
    ...(less.length > 0 ? [`no longer ${less.join(' ')}`] : []),
  ];
  return `${key}: ${parts.join(', ') || 'in another order'}`;
}

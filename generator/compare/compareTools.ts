import type { ServerChange, ToolSnapshot } from '../model/comparison.js';
import type { Tool } from '../model/server.js';
import { compareArguments } from './compareArguments.js';
import { spellValue } from './describeDifference.js';
import { canonicalText } from './schemas/meanings.js';
import type { Narrowers } from './schemas/relateTold.js';

/** What changed of a tool that is on both sides. */
export function compareTools(old: ToolSnapshot, now: ToolSnapshot, narrowers: Narrowers): ServerChange[] {
  const found = [
    ...compareIdentity(old, now),
    ...compareArguments(old, now, narrowers),
    ...compareAnnotations(old.tool, now.tool),
    ...compareDeprecation(old, now),
    ...compareRequests(old.tool, now.tool),
    ...compareDescriptions(old.tool, now.tool),
  ];
  return found.map((change) => Object.assign(change, { tool: now.tool.name }));
}

function compareIdentity(old: ToolSnapshot, now: ToolSnapshot): ServerChange[] {
  const found: ServerChange[] = [];
  if (old.tool.name !== now.tool.name)
    found.push({
      kind: 'tool-renamed',
      impact: 'breaking',
      summary: `renamed from ${old.tool.name}`,
      before: old.tool.name,
      after: now.tool.name,
    });
  const [before, after] = [old, now].map(({ tool: { request } }) => `${request.method} ${request.path}`);
  if (before !== after)
    found.push({
      kind: 'tool-operation',
      // The name says what it does; what it calls for that is the business of the API.
      impact: old.tool.request.method === now.tool.request.method ? 'compatible' : 'possibly-breaking',
      summary: `operation ${before} → ${after}`,
      before,
      after,
    });
  if (old.toolset !== now.toolset)
    found.push({
      kind: 'tool-toolset',
      impact: 'possibly-breaking',
      summary: `toolset ${old.toolset} → ${now.toolset}`,
      before: old.toolset,
      after: now.toolset,
    });
  return found;
}

function compareDescriptions(old: Tool, now: Tool): ServerChange[] {
  return (['title', 'description'] as const)
    .filter((key) => old[key] !== now[key])
    .map((key) => ({
      kind: 'tool-words',
      impact: 'words',
      summary: `${key} changed`,
      before: old[key],
      after: now[key],
    }));
}

const hints = ['readOnlyHint', 'destructiveHint', 'idempotentHint', 'openWorldHint'] as const;

function compareAnnotations({ annotations: old }: Tool, { annotations: now }: Tool): ServerChange[] {
  return hints
    .filter((key) => old[key] !== now[key])
    .map((key) => ({
      kind: 'tool-annotations',
      // Calls that ran by themselves may need an approval, or those that needed one run by themselves.
      impact: key === 'openWorldHint' ? 'compatible' : 'possibly-breaking',
      summary: `${key} ${old[key]} → ${now[key]}`,
      before: old[key],
      after: now[key],
    }));
}

function compareRequests({ request: old }: Tool, { request: now }: Tool): ServerChange[] {
  return [...compareSecurity(old.security, now.security), ...compareSent(old, now)];
}

type Security = Tool['request']['security'];

/** What calls have to be proven with: each requirement is one way, and those that are configured decide. */
function compareSecurity(old: Security, now: Security): ServerChange[] {
  if (canonicalText(old) === canonicalText(now)) return [];
  const summary = `credentials ${describeSecurity(old)} → ${describeSecurity(now)}`;
  const common = { kind: 'tool-credentials', before: old, after: now } as const;
  const needsNone = (security: Security) =>
    security.length === 0 || security.some((one) => Object.keys(one).length === 0);
  if (needsNone(now)) return [{ ...common, impact: 'compatible', summary }];
  if (needsNone(old)) return [{ ...common, impact: 'breaking', summary: `${summary}: needed now` }];
  const [before, after] = [old, now].map(
    (security) => new Map(security.map((one) => [nameSchemes(one), one])),
  );
  const found: ServerChange[] = [];
  for (const { part, rest } of pairWays(before!, after!))
    found.push({
      ...common,
      impact: 'breaking',
      summary: `credentials: ${describeSecurity([rest])} needed with ${describeSecurity([part])}`,
    });
  for (const { part, rest } of pairWays(after!, before!))
    found.push({
      ...common,
      impact: 'compatible',
      summary: `credentials: ${describeSecurity([rest])} no longer needed with ${describeSecurity([part])}`,
    });
  for (const [name, ways] of after!)
    if (!before!.has(name))
      found.push({
        ...common,
        impact: 'compatible',
        summary: `credentials: also ${describeSecurity([ways])}`,
      });
  for (const [name, ways] of before!)
    if (!after!.has(name))
      found.push({
        ...common,
        impact: 'breaking',
        summary: `credentials: no longer ${describeSecurity([ways])}`,
      });
  for (const [name, ways] of after!) {
    const known = before!.get(name);
    if (known === undefined || canonicalText(known) === canonicalText(ways)) continue;
    const [left, right] = [known, ways].map((one) => new Set(Object.values(one).flat()));
    const more = [...right!].filter((scope) => !left!.has(scope));
    const less = [...left!].filter((scope) => !right!.has(scope));
    const words = [
      ...(more.length > 0 ? [`also ${more.join(' ')}`] : []),
      ...(less.length > 0 ? [`no longer ${less.join(' ')}`] : []),
    ];
    found.push({
      ...common,
      impact: more.length > 0 ? 'possibly-breaking' : 'compatible',
      summary: `scopes of ${name}: ${words.join(', ')}`,
    });
  }
  return found;
}

type Ways = Map<string, Security[number]>;

/**
 * Takes the ways out of which one is the other with a scheme more, and the same scopes of all others: what both ask for,
 * and what one asks for besides.
 */
function pairWays(fewer: Ways, more: Ways): { part: Security[number]; rest: Security[number] }[] {
  return [...fewer].flatMap(([name, part]) => {
    const found = [...more].find(
      ([other, whole]) =>
        !fewer.has(other) &&
        Object.entries(part).every(
          ([scheme, scopes]) =>
            Object.hasOwn(whole, scheme) && canonicalText(whole[scheme]) === canonicalText(scopes),
        ),
    );
    if (more.has(name) || found === undefined) return [];
    const [other, whole] = found;
    fewer.delete(name);
    more.delete(other);
    const rest = Object.entries(whole).filter(([scheme]) => !Object.hasOwn(part, scheme));
    return [{ part, rest: Object.fromEntries(rest) }];
  });
}

function nameSchemes(one: Security[number]): string {
  return Object.keys(one).toSorted().join(' and ');
}

/** What is sent for the same arguments, place by place. */
function compareSent(old: Tool['request'], now: Tool['request']): ServerChange[] {
  const [before, after] = [wireOf(old, now), wireOf(now, old)];
  return Object.keys({ ...before, ...after }).flatMap((place): ServerChange[] => {
    const [left, right] = [before[place], after[place]];
    if (canonicalText(left) === canonicalText(right)) return [];
    // That there is something to ask for, or nothing any more, the result says.
    if (place === 'accept' && [left, right].some((one) => (one as string[]).length === 0)) return [];
    return [
      {
        kind: 'tool-request',
        // What an answer may be is asked for, and what is done besides; what is sent is the same.
        impact: ['accept', 'poll', 'cancel'].includes(place) ? 'compatible' : 'possibly-breaking',
        summary: describeSent(place, left, right),
        before: left,
        after: right,
      },
    ];
  });
}

function describeSent(place: string, left: unknown, right: unknown): string {
  if (place === 'accept') return `asks for ${spellValue(right)}, not for ${spellValue(left)}`;
  if (place === 'server') return `sent to ${nameServer(left)} → ${nameServer(right)}`;
  return `${place} is sent as ${showSent(right)}, not as ${showSent(left)}`;
}

function showSent(value: unknown): string {
  if (value === undefined) return 'nothing';
  const { constant, default: usual } = value as Record<string, unknown>;
  const sent = constant === undefined ? usual : constant;
  return sent === undefined ? canonicalText(value) : spellValue(sent);
}

function nameServer(server: unknown): string {
  const url = (server as { url?: unknown } | undefined)?.url;
  return typeof url === 'string' ? url : 'the server of the API';
}

function describeSecurity(security: Tool['request']['security']): string {
  const ways = security.map((needed) => {
    const schemes = Object.entries(needed).map(([name, scopes]) =>
      scopes.length === 0 ? name : `${name} (${scopes.join(' ')})`,
    );
    return schemes.join(' and ') || 'none';
  });
  return ways.join(' or ') || 'none';
}

/** How arguments are sent that are there on both sides, and what is sent unasked; which arguments there are is told elsewhere. */
function wireOf(
  { server, parameters, body, accept, poll, cancel }: Tool['request'],
  other: Tool['request'],
): Record<string, unknown> {
  const known = new Set(other.parameters.map(({ name, in: location }) => `${location} ${name}`));
  const sent = parameters
    .filter((one) => one.constant !== undefined || known.has(`${one.in} ${one.name}`))
    .map(({ argument: _argument, ...one }) => [`${one.in} ${one.name}`, one] as const);
  return {
    server,
    accept,
    poll,
    cancel,
    ...Object.fromEntries(sent),
    ...(body !== undefined &&
      other.body !== undefined && { body: { mediaType: body.mediaType, encoding: body.encoding } }),
  };
}

function compareDeprecation(old: ToolSnapshot, now: ToolSnapshot): ServerChange[] {
  if (old.deprecated === undefined || now.deprecated === undefined || old.deprecated === now.deprecated)
    return [];
  const summary = now.deprecated ? 'deprecated' : 'not deprecated any more';
  return [
    { kind: 'tool-deprecated', impact: 'compatible', summary, before: old.deprecated, after: now.deprecated },
  ];
}

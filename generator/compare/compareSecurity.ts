import type { ServerChange } from '../model/comparison.js';
import type { Tool } from '../model/server.js';
import { canonicalText } from './schemas/meanings.js';

type Security = Tool['request']['security'];

/** What calls have to be proven with: each requirement is one way, and those that are configured decide. */
export function compareSecurity(before: Security, after: Security): ServerChange[] {
  const [old, now] = [sortWays(before), sortWays(after)];
  if (canonicalText(old) === canonicalText(now)) return [];
  if (needsNone(old) || needsNone(now)) return compareOpen(old, now);
  return compareNeeded(old, now);
}

/** Ways are alternatives, and scopes are a set: their order says nothing. No way at all is the one that needs nothing. */
function sortWays(security: Security): Security {
  const ways = security.map((one) =>
    Object.fromEntries(
      Object.entries(one)
        .map(([scheme, scopes]): [string, string[]] => [scheme, [...new Set(scopes)].toSorted()])
        .toSorted(([left], [right]) => (left < right ? -1 : 1)),
    ),
  );
  const distinct = new Map(ways.map((one) => [canonicalText(one), one]));
  const sorted = [...distinct].toSorted(([left], [right]) => (left < right ? -1 : 1));
  return sorted.length === 0 ? [{}] : sorted.map(([, one]) => one);
}

function needsNone(security: Security): boolean {
  return security.some((one) => Object.keys(one).length === 0);
}

/** The same where one side can be called without credentials. */
function compareOpen(old: Security, now: Security): ServerChange[] {
  const summary = `credentials ${describeSecurity(old)} → ${describeSecurity(now)}`;
  const isClosed = !needsNone(now);
  return [
    {
      kind: 'tool-credentials',
      impact: isClosed ? 'breaking' : 'compatible',
      summary: isClosed ? `${summary}: needed now` : summary,
      before: old,
      after: now,
    },
  ];
}

function compareNeeded(old: Security, now: Security): ServerChange[] {
  const common = { kind: 'tool-credentials', before: old, after: now } as const;
  const [before, after] = [listOther(old, now), listOther(now, old)];
  const found: ServerChange[] = [];
  for (const { part, rest } of pairWays(before, after))
    found.push({
      ...common,
      impact: 'breaking',
      summary: `credentials: ${describeSecurity([rest])} needed with ${describeSecurity([part])}`,
    });
  for (const { part, rest } of pairWays(after, before))
    found.push({
      ...common,
      impact: 'compatible',
      summary: `credentials: ${describeSecurity([rest])} no longer needed with ${describeSecurity([part])}`,
    });
  for (const [name, ways] of after)
    if (!before.has(name))
      found.push({
        ...common,
        impact: 'compatible',
        summary: `credentials: also ${describeSecurity([ways])}`,
      });
  for (const [name, ways] of before) {
    if (after.has(name)) continue;
    const less = now.find((way) => isPartOfWay(way, ways));
    const summary = `credentials: no longer ${describeSecurity([ways])}`;
    found.push({
      ...common,
      impact: less === undefined ? 'breaking' : 'compatible',
      summary: less === undefined ? summary : `${summary}: ${describeSecurity([less])} is enough`,
    });
  }
  for (const [name, ways] of after) {
    const known = before.get(name);
    if (known === undefined) continue;
    // A scope that moves from one scheme of a way to another is asked of another login.
    for (const [scheme, right] of Object.entries(ways)) {
      const left = known[scheme] ?? [];
      const more = right.filter((scope) => !left.includes(scope));
      const less = left.filter((scope) => !right.includes(scope));
      if (more.length === 0 && less.length === 0) continue;
      const words = [
        ...(more.length > 0 ? [`also ${more.join(' ')}`] : []),
        ...(less.length > 0 ? [`no longer ${less.join(' ')}`] : []),
      ];
      found.push({
        ...common,
        impact: more.length > 0 ? 'possibly-breaking' : 'compatible',
        summary: `scopes of ${scheme}: ${words.join(', ')}`,
      });
    }
  }
  return found;
}

type Ways = Map<string, Security[number]>;

/** The ways that the other side has not, by their schemes; several of the same schemes ask for other scopes each. */
function listOther(security: Security, other: Security): Ways {
  const known = new Set(other.map(canonicalText));
  const found: Ways = new Map();
  for (const one of security) {
    if (known.has(canonicalText(one))) continue;
    const name = nameSchemes(one);
    const same = [...found.values()].filter((way) => nameSchemes(way) === name).length;
    found.set(same === 0 ? name : `${name} ${same}`, one);
  }
  return found;
}

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

/** Whether who can prove the one can prove the other as well. */
function isPartOfWay(way: Security[number], other: Security[number]): boolean {
  return Object.entries(way).every(
    ([scheme, scopes]) => scopes.every((one) => other[scheme]?.includes(one)) && Object.hasOwn(other, scheme),
  );
}

function nameSchemes(one: Security[number]): string {
  return Object.keys(one).toSorted().join(' and ');
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

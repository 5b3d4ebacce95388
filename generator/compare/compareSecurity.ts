import type { ServerChange } from '../model/comparison.js';
import type { Tool } from '../model/server.js';
import { canonicalText } from './schemas/meanings.js';

type Security = Tool['request']['security'];

/** What calls have to be proven with: each requirement is one way, and those that are configured decide. */
export function compareSecurity(old: Security, now: Security): ServerChange[] {
  if (canonicalText(old) === canonicalText(now)) return [];
  const summary = `credentials ${describeSecurity(old)} → ${describeSecurity(now)}`;
  const common = { kind: 'tool-credentials', before: old, after: now } as const;
  const needsNone = (security: Security) =>
    security.length === 0 || security.some((one) => Object.keys(one).length === 0);
  if (needsNone(now)) return [{ ...common, impact: 'compatible', summary }];
  if (needsNone(old)) return [{ ...common, impact: 'breaking', summary: `${summary}: needed now` }];
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
  for (const [name, ways] of before)
    if (!after.has(name))
      found.push({
        ...common,
        impact: 'breaking',
        summary: `credentials: no longer ${describeSecurity([ways])}`,
      });
  for (const [name, ways] of after) {
    const known = before.get(name);
    if (known === undefined || canonicalText(known) === canonicalText(ways)) continue;
    const [left, right] = [known, ways].map((one) => new Set(Object.values(one).flat()));
    const more = [...right!].filter((scope) => !left!.has(scope));
    const less = [...left!].filter((scope) => !right!.has(scope));
    if (more.length === 0 && less.length === 0) continue;
    const words = [
      ...(more.length > 0 ? [`also ${more.join(' ')}`] : []),
      ...(less.length > 0 ? [`no longer ${less.join(' ')}`] : []),
    ];
    found.push({
      ...common,
      impact: more.length > 0 ? 'possibly-breaking' : 'compatible',
      summary: `scopes of ${nameSchemes(ways)}: ${words.join(', ')}`,
    });
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

import type { ServerChange } from '../model/comparison.js';
import type { Tool } from '../model/server.js';
import { spellValue } from './describeDifference.js';
import { canonicalText } from './schemas/meanings.js';

/** What is sent for the same arguments, place by place. */
export function compareSent(old: Tool['request'], now: Tool['request']): ServerChange[] {
  const [before, after] = [wireOf(old, now), wireOf(now, old)];
  const others = Object.keys({ ...before, ...after }).flatMap((place): ServerChange[] => {
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
  return [...compareDestinations(old, now), ...comparePlaces(old, now), ...others];
}

/** Arguments that take each other's place in the path: the same call is about another thing. */
function comparePlaces(old: Tool['request'], now: Tool['request']): ServerChange[] {
  const [before, after] = [listPlaces(old), listPlaces(now)];
  const taken = new Set(before.values());
  const [was, is] = [old, now].map(({ path }) => new Set(path.split('/')));
  // A path that is renamed has segments that the other has not.
  const isThere = (place: string) => was?.has(fixedOf(place)) === true && is?.has(fixedOf(place)) === true;
  const moved = [...after].flatMap(([argument, place]) => {
    const former = before.get(argument);
    if (former === undefined || former === place) return [];
    const isElsewhere = fixedOf(former) !== fixedOf(place) && isThere(former) && isThere(place);
    return taken.has(place) || isElsewhere ? [argument] : [];
  });
  if (moved.length === 0) return [];
  const summary = `${moved.join(', ')}: in another place of the path, ${old.path} → ${now.path}`;
  return [{ kind: 'tool-request', impact: 'possibly-breaking', summary, before: old.path, after: now.path }];
}

/** Whether a body without members is sent where none of its members is given. */
export function compareEmpty(before: Tool, after: Tool): ServerChange[] {
  const [old, now] = [before.request.body, after.request.body];
  if (old?.fields === undefined || now?.fields === undefined || old.required === now.required) return [];
  const { inputSchema, request } = now.required ? after : before;
  // Where some member has to be given, that is told.
  const needed = (inputSchema.required ?? []) as string[];
  if (needed.some((key) => Object.hasOwn(request.body?.fields ?? {}, key))) return [];
  const summary = now.required
    ? 'an empty body is sent where no member of it is given, and not none'
    : 'no body is sent where no member of it is given, and not an empty one';
  return [{ kind: 'tool-request', impact: 'possibly-breaking', summary }];
}

/** The fixed segment of a place. */
function fixedOf(place: string): string {
  return place.split(' ')[0] ?? '';
}

/** Behind which fixed part of the path each argument goes, and as which: `pets 1`. */
function listPlaces({ path, parameters }: Tool['request']): Map<string, string> {
  const segments = path.split('/');
  return new Map(
    parameters.flatMap(({ argument, name, in: location }): [string, string][] => {
      const index = location === 'path' ? segments.findIndex((one) => one.includes(`{${name}}`)) : -1;
      if (index === -1) return [];
      const fixed = segments.findLastIndex((one, at) => at < index && !one.includes('{'));
      const within = segments[index]?.split(`{${name}}`)[0]?.split('{').length;
      return [[argument, `${segments[fixed] ?? ''} ${index - fixed} ${within}`]];
    }),
  );
}

/** Arguments that go to another place of the request by the same name; one in the path has a place by its position. */
function compareDestinations(old: Tool['request'], now: Tool['request']): ServerChange[] {
  const [before, after] = [listDestinations(old), listDestinations(now)];
  return [...after].flatMap(([argument, right]): ServerChange[] => {
    const left = before.get(argument);
    const isSame =
      left === undefined || left === right || [left, right].every((one) => one.startsWith('path '));
    if (isSame) return [];
    const summary = `${argument} is sent as ${right}, not as ${left}`;
    return [{ kind: 'tool-request', impact: 'possibly-breaking', summary, before: left, after: right }];
  });
}

/** Where each argument goes: `query limit`, `body name`. */
function listDestinations({ parameters, body }: Tool['request']): Map<string, string> {
  const asked = parameters.filter(({ argument }) => argument !== '');
  return new Map([
    ...asked.map(({ argument, in: location, name }): [string, string] => [
      argument,
      positionOf(location, name),
    ]),
    ...Object.entries(body?.fields ?? {}).map(([argument, name]): [string, string] => [
      argument,
      `body ${name}`,
    ]),
  ]);
}

/** A place of the request; names of headers are the same in any case. */
function positionOf(location: string, name: string): string {
  return `${location} ${location === 'header' ? name.toLowerCase() : name}`;
}

function describeSent(place: string, left: unknown, right: unknown): string {
  if (place === 'accept') return `asks for ${spellValue(right)}, not for ${spellValue(left)}`;
  if (place === 'server') return `sent to ${nameServer(left)} → ${nameServer(right)}`;
  const [before, after] = [left, right].map((side) => Object(side) as Record<string, unknown>);
  const changed = Object.keys({ ...before, ...after }).filter(
    (key) => canonicalText(before?.[key]) !== canonicalText(after?.[key]),
  );
  const isSentUnasked = changed.some((key) => key === 'constant' || key === 'default');
  if (left === undefined) return `${place} is sent now, as ${showSent(right)}`;
  if (right === undefined) return `${place} is not sent any more; it was ${showSent(left)}`;
  if (isSentUnasked) return `${place} is sent as ${showSent(right)}, not as ${showSent(left)}`;
  const told = changed.map((key) => {
    const [was, is] = [before?.[key], after?.[key]].map((value) =>
      value === undefined ? 'the usual' : typeof value === 'string' ? value : spellValue(value),
    );
    return `${namesOfMembers[key] ?? key} ${was} → ${is}`;
  });
  return `${place} is sent otherwise: ${told.join(', ')}`;
}

/** What members of a recipe are called to people. */
const namesOfMembers: Readonly<Record<string, string>> = { mediaType: 'media type' };

function showSent(value: unknown): string {
  if (value === undefined) return 'nothing';
  const { constant, default: usual } = value as Record<string, unknown>;
  const sent = constant === undefined ? usual : constant;
  return sent === undefined ? 'what is given' : spellValue(sent);
}

function nameServer(server: unknown): string {
  const url = (server as { url?: unknown } | undefined)?.url;
  return typeof url === 'string' ? url : 'the server of the API';
}

/** How arguments are sent that are there on both sides, and what is sent unasked; which arguments there are is told elsewhere. */
function wireOf(
  { server, parameters, body, accept, poll, cancel }: Tool['request'],
  other: Tool['request'],
): Record<string, unknown> {
  const known = new Set(other.parameters.map(({ name, in: location }) => positionOf(location, name)));
  const sent = parameters
    .map(({ argument: _argument, ...one }) => [positionOf(one.in, one.name), one] as const)
    .filter(([place, { constant }]) => constant !== undefined || known.has(place))
    .map(([place, one]) => [place, one.in === 'header' ? { ...one, name: one.name.toLowerCase() } : one]);
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

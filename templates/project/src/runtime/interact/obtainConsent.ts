import { CallError, notSent } from '../errors.js';
import type { ConsentCall } from '../features.js';
import { isObject } from '../json.js';
import type { Arguments } from '../request/buildRequest.js';
import { clip, escapeHidden, longestQuestion, shorten } from '../text.js';
import type { FormField, ObjectSchema, Schema, Tool } from '../tool.js';
import type { FullAsking } from './createAsking.js';
import { digestOf } from './createDialogue.js';

/** Headers by which an API knows a request that it has got before (draft-ietf-httpapi-idempotency-key-header). */
const idempotencyHeader = /^(?:x-)?idempotency-key$/i;

/** Characters that are shown of one value; and of each, where those of all do not fit into the question. */
const longestValue = 200;
const lengths = [longestValue, 150, 100, 70, 50, 30, 20, 10, 0];
/** Characters of one text within a longer value. */
const longestText = 50;
/** Characters of the names of members that one value hides, from the most to the least that is tried. */
const roomsForNames = [longestQuestion, 2_000, 1_000, 500, 200, 100, 0];

const drafts = new WeakMap<ObjectSchema, ObjectSchema>();

/** The schema of arguments of which some are still to come: those that only the user knows, and the key of the call. */
export function draftSchema(tool: Tool, schema: ObjectSchema): ObjectSchema {
  const key = findKeyArgument(tool);
  const later = [...Object.keys(tool.consent?.ask ?? {}), ...(key === undefined ? [] : [key])];
  if (later.length === 0) return schema;
  const draft = drafts.get(schema) ?? omitRequired(schema, later);
  drafts.set(schema, draft);
  return draft;
}

function omitRequired<T extends object>(schema: T, later: readonly string[]): T {
  const { required, allOf } = schema as { required?: string[]; allOf?: Schema[] };
  return {
    ...schema,
    ...(required && { required: required.filter((name) => !later.includes(name)) }),
    ...(allOf && { allOf: allOf.map((part) => (isObject(part) ? omitRequired(part, later) : part)) }),
  };
}

/**
 * Asks the user whether a call may be made, and for the arguments that only they know.
 *
 * @returns the arguments with theirs, and with a key by which the API knows the call if it comes again.
 * @throws PendingError where there is no answer yet, CallError where the call is not to be made.
 */
export async function obtainConsent(
  tool: Tool,
  args: Arguments,
  { client, clean, loadAsking }: ConsentCall & { loadAsking: () => Promise<FullAsking> },
): Promise<Arguments> {
  const { confirm, ask = {}, required = [], otherwise } = tool.consent ?? { otherwise: 'allow' };
  if (client?.canAsk !== true) {
    if (otherwise === 'allow') return args;
    throw new CallError(explainMute(tool));
  }
  const given = Object.keys(ask).filter((name) => Object.hasOwn(args, name));
  if (given.length > 0)
    throw new CallError(
      `Leave out ${given.join(', ')}${notSent}: the user is asked for it when ${tool.name} is called.`,
    );
  const dialogue = await (await loadAsking()).dialogueOf(client);
  const key = `confirm-${digestOf([tool.name, args]).slice(0, 16)}`;
  const yes = Object.hasOwn(ask, 'confirm') ? 'confirm_call' : 'confirm';
  const answer = dialogue.ask(key, {
    message: writeQuestion(tool, withDefaults(tool, args), clean),
    fields: { ...ask, ...(confirm && { [yes]: confirmField }) },
    required: [...required, ...(confirm ? [yes] : [])],
  });
  if (answer.action !== 'accept' || (confirm && answer.content[yes] !== true))
    throw new CallError(explainRefusal(tool, answer.action));
  const keyArgument = findKeyArgument(tool);
  if (confirm && keyArgument === undefined && !dialogue.spend(key))
    throw new CallError(
      `This confirmation of ${tool.name} has been used${notSent} again. Call it once more to ask the user anew.`,
    );
  const theirs = Object.keys(ask).flatMap((name): [string, unknown][] => {
    const value = Object.hasOwn(answer.content, name) ? answer.content[name] : undefined;
    return value === undefined || value === null || value === '' ? [] : [[name, value]];
  });
  return {
    ...(keyArgument !== undefined && { [keyArgument]: toUuid(dialogue.mark(key)) }),
    ...args,
    ...Object.fromEntries(theirs),
  };
}

const confirmField: FormField = { type: 'boolean', title: 'Yes, go ahead', default: false };

/** The arguments, and those that are sent though nobody has given them. */
function withDefaults({ request: { parameters, body } }: Tool, args: Arguments): Arguments {
  const usual = parameters.filter((one) => one.constant === undefined && one.default !== undefined);
  const all = { ...Object.fromEntries(usual.map((one) => [one.argument, one.default])), ...args };
  const { argument = '', fields, defaults = {}, required } = body ?? {};
  if (fields === undefined) {
    const whole = Object.hasOwn(args, argument) ? args[argument] : undefined;
    return isObject(whole) ? { ...all, [argument]: { ...defaults, ...whole } } : all;
  }
  const isParameter = (name: string) => parameters.some((one) => one.argument === name);
  if (!required && Object.keys(args).every(isParameter)) return all;
  const nameOf = (member: string) => Object.keys(fields).find((name) => fields[name] === member) ?? member;
  const members = Object.entries(defaults).map(([member, value]) => [nameOf(member), value]);
  return { ...Object.fromEntries(members), ...all };
}

/** A value as it is shown, on one line: none can pass for another argument. */
interface Shown {
  /** All of it. */
  text: string;
  /** Of an object or a list, as many parts as a question can show, with long texts cut; `size` is what each takes whole. */
  parts: { text: string; size: number }[];
  /** Its members that hold no others, by their paths, and the part that shows each; as many as a question can name. */
  members: { path: string; part: number }[];
  /** How many members there are. */
  count: number;
}

/**
 * The words of the form: what would be called, and with which arguments. Every name is there, and so are those of members
 * that a long value would hide, as long as they fit. Values are shortened until all fits, long ones first; where no part
 * of the long ones has a place, the shortest stand alone.
 *
 * @throws CallError where the names alone do not fit.
 */
function writeQuestion(tool: Tool, args: Arguments, clean: (text: string) => string): string {
  const { confirm, ask = {} } = tool.consent ?? {};
  const { method, path } = tool.request;
  const names = Object.keys(args).map((name) => showName(clean(name)));
  const needed = Object.keys(ask).map(showName).join(', ');
  const opening = confirm ? 'Allow this call?' : `${needed} is needed for this call.`;
  const called = `${clip(tool.title, longestValue)} (${tool.name}, ${method} ${path})`;
  const first = escapeHidden(clean(`${opening} ${called}`));
  const written = (lines: readonly string[]) => {
    const question = [first, ...lines].join('\n');
    return question.length <= longestQuestion ? question : undefined;
  };
  const refusal = new CallError(
    `The user cannot be asked about this call of ${tool.name}: the names of its ${names.length} arguments alone take more than the ${longestQuestion} characters of a question${notSent}. Call it with fewer arguments.`,
  );
  if (written(names) === undefined) throw refusal;
  const values = Object.values(args).map((value) => readShown(value, clean));
  for (const room of roomsForNames)
    for (const most of lengths) {
      const question = written(
        names.map((name, index) => `${name}: ${writeShown(values[index]!, most, room)}`),
      );
      if (question !== undefined) return question;
    }
  const question = writeShortest(names, values, written);
  if (question === undefined) throw refusal;
  return question;
}

/** Every name, and as many values as fit, from the shortest on; and how much is left out. */
function writeShortest(
  names: readonly string[],
  values: readonly Shown[],
  written: (lines: readonly string[]) => string | undefined,
): string | undefined {
  const lines = [...names];
  let left = values.reduce((sum, { text }) => sum + text.length, 0);
  const attempt = () => written([...lines, `(values are left out: ${left} characters)`]);
  let question = attempt();
  const byLength = [...values.entries()].toSorted(([, a], [, b]) => a.text.length - b.text.length);
  for (const [index, { text }] of byLength) {
    if (text.length > longestValue) break;
    lines[index] = `${names[index]}: ${escapeHidden(text)}`;
    left -= text.length;
    const next = attempt();
    if (next === undefined) break;
    question = next;
  }
  return question;
}

/** What is no plain name is quoted, so that it does not pass for a name and a value. */
function showName(name: string): string {
  return escapeHidden(/^[\p{L}\p{N}_.$@[\]-]+$/u.test(name) ? name : JSON.stringify(name));
}

function readShown(value: unknown, clean: (text: string) => string): Shown {
  const raw = typeof value === 'string' ? value : (JSON.stringify(value) ?? '');
  const shown: Shown = { text: clean(raw), parts: [], members: [], count: 0 };
  if (typeof value !== 'object' || value === null) return shown;
  // Where secrets were taken out, nothing stands where it stood.
  let size = shown.text === raw ? 0 : Number.POSITIVE_INFINITY;
  let room = longestQuestion;
  const add = (text: string, whole = text) => {
    if (size <= longestValue) shown.parts.push({ text, size: whole.length });
    size += text.length;
  };
  const visit = (one: unknown, before: string, path: readonly string[], isMember: boolean) => {
    const part = shown.parts.length;
    const { count } = shown;
    if (typeof one === 'object' && one !== null) {
      const isList = Array.isArray(one);
      add(before + (isList ? '[' : '{'));
      for (const [index, [key, inner]] of Object.entries(one).entries()) {
        const name = size > longestValue || isList ? '' : `${JSON.stringify(key)}:`;
        visit(inner, (index === 0 ? '' : ',') + name, room > 0 ? [...path, key] : path, !isList);
      }
      add(isList ? ']' : '}');
    } else if (size <= longestValue) {
      const short = typeof one === 'string' ? shorten(one, longestText) : one;
      add(before + JSON.stringify(short), before + JSON.stringify(one));
    }
    // What has members of its own is named with them.
    if (!isMember || shown.count > count) return;
    shown.count += 1;
    if (room <= 0) return;
    const named = path.map((name) => showName(clean(name))).join('.');
    shown.members.push({ path: named, part });
    room -= named.length;
  };
  visit(value, '', [], false);
  return shown;
}

/** A value in about so many characters; and how many more there are, with the names of members for which there is room. */
function writeShown({ text, parts, members, count }: Shown, most: number, room: number): string {
  if (text.length <= most) return escapeHidden(text);
  let kept = parts.length > 0 ? '' : text.slice(0, most).replace(/[\ud800-\udbff]$/, '');
  let size = kept.length;
  let part = 0;
  for (; part < parts.length && kept.length + parts[part]!.text.length <= most; part += 1) {
    kept += parts[part]!.text;
    size += parts[part]!.size;
  }
  const hidden = members.filter((one) => one.part >= part);
  let length = 0;
  const names = hidden.map(({ path }) => path).filter((path) => (length += path.length + 2) <= room);
  const others = count - members.length + hidden.length - names.length;
  const more = `${others}${names.length === 0 ? '' : ' more'} member${others === 1 ? '' : 's'}`;
  const words = [...(names.length === 0 ? [] : [names.join(', ')]), ...(others === 0 ? [] : [more])];
  const besides = words.length === 0 ? '' : `, with ${words.join(' and ')}`;
  const isWhole = parts.length > 0 && part === parts.length;
  const short = isWhole ? kept : `${kept}… (${text.length - size} more characters${besides})`;
  // What would save nothing is not cut.
  return escapeHidden(text.length <= Math.min(short.length, longestValue) ? text : short);
}

/** What a model is told where the user cannot be asked. */
function explainMute({ name, consent }: Tool): string {
  const what = consent?.confirm
    ? `${name} needs the consent of the user`
    : `${name} needs ${Object.keys(consent?.ask ?? {}).join(', ')}, which only the user gives`;
  return `${what}, and this client cannot ask them${notSent}. Tell the user: it takes a client with elicitation (forms), or an operator who lets the call through without it.`;
}

function explainRefusal({ name }: Tool, action: 'accept' | 'decline' | 'cancel'): string {
  const what = action === 'cancel' ? 'closed the question without an answer' : 'declined';
  return `The user ${what}: ${name} was not carried out${notSent}. Do not call it again unless they ask for it.`;
}

/** The argument that holds a key by which the API knows a request that comes again. */
function findKeyArgument({ request }: Tool): string | undefined {
  return request.parameters.find(
    ({ in: place, name, constant }) =>
      place === 'header' && constant === undefined && idempotencyHeader.test(name),
  )?.argument;
}

/** A digest in the form of a UUID, version 4: the form that most APIs ask of such keys. */
function toUuid(digest: string): string {
  const bytes = Buffer.from(digest, 'base64url').subarray(0, 16);
  bytes[6] = (bytes[6]! & 0x0f) | 0x40;
  bytes[8] = (bytes[8]! & 0x3f) | 0x80;
  return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}

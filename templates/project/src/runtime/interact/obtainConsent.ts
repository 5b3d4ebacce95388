import { CallError, notSent } from '../errors.js';
import { isObject } from '../json.js';
import type { Arguments } from '../request/buildRequest.js';
import { clip, escapeHidden, longestQuestion, shorten } from '../text.js';
import type { FormField, Tool } from '../tool.js';
import { type Asking, digestOf } from './createDialogue.js';

/** Headers by which an API knows a request that it has got before (draft-ietf-httpapi-idempotency-key-header). */
const idempotencyHeader = /^(?:x-)?idempotency-key$/i;

/** Characters that are shown of one value; and of each, where those of all do not fit into the question. */
const longestValue = 200;
const shorterValues = [100, 50, 20, 0];

/** The arguments that a call can do without before the user was asked. */
export function listLater(tool: Tool): string[] {
  const key = findKeyArgument(tool);
  return [...Object.keys(tool.consent?.ask ?? {}), ...(key === undefined ? [] : [key])];
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
  { client, dialogueOf, clean }: Asking,
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
  const dialogue = await dialogueOf(client);
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
  text: string;
  /** Of an object, its members, and where their names end in the text. */
  members: { name: string; end: number }[];
}

/**
 * The words of the form: what would be called, and with which arguments. Every name is there, and so are those of members
 * that a long object would hide, as long as they fit; values are shortened until it is.
 *
 * @throws CallError where the names alone do not fit.
 */
function writeQuestion(tool: Tool, args: Arguments, clean: (text: string) => string): string {
  const { confirm, ask = {} } = tool.consent ?? {};
  const { method, path } = tool.request;
  const entries = Object.entries(args).map(([name, value]) => ({
    name: showName(clean(name)),
    value: readShown(value, clean),
  }));
  const needed = Object.keys(ask).map(showName).join(', ');
  const opening = confirm ? 'Allow this call?' : `${needed} is needed for this call.`;
  const called = `${clip(tool.title, longestValue)} (${tool.name}, ${method} ${path})`;
  const first = escapeHidden(clean(`${opening} ${called}`));
  const fits = (lines: readonly string[]) => [first, ...lines].join('\n').length <= longestQuestion;
  for (const namesMembers of [true, false])
    for (const most of [longestValue, ...shorterValues]) {
      const lines = entries.map(({ name, value }) => `${name}: ${writeShown(value, most, namesMembers)}`);
      if (fits(lines)) return [first, ...lines].join('\n');
    }
  const left = entries.reduce((sum, { value }) => sum + value.text.length, 0);
  const names = [...entries.map(({ name }) => name), `(values are left out: ${left} characters)`];
  if (fits(names)) return [first, ...names].join('\n');
  throw new CallError(
    `The user cannot be asked about this call of ${tool.name}: the names of its ${entries.length} arguments alone take more than the ${longestQuestion} characters of a question${notSent}. Call it with fewer arguments.`,
  );
}

/** What is no plain name is quoted, so that it does not pass for a name and a value. */
function showName(name: string): string {
  return escapeHidden(/^[\p{L}\p{N}_.$@[\]-]+$/u.test(name) ? name : JSON.stringify(name));
}

function readShown(value: unknown, clean: (text: string) => string): Shown {
  const raw = typeof value === 'string' ? value : (JSON.stringify(value) ?? '');
  const text = clean(raw);
  let start = 0;
  const members = Object.entries(isObject(value) ? value : {}).flatMap(([name, member]) => {
    const written = JSON.stringify({ [name]: member });
    if (written === '{}') return [];
    const end = start + 1 + JSON.stringify(name).length;
    start += written.length - 1;
    // Where secrets were taken out, nothing stands where it stood.
    return [{ name: showName(clean(name)), end: text === raw ? end : Number.POSITIVE_INFINITY }];
  });
  return { text, members };
}

function writeShown({ text, members }: Shown, most: number, namesMembers: boolean): string {
  const hidden = members.filter(({ end }) => end > most).map(({ name }) => name);
  const words = namesMembers ? hidden.join(', ') : `${hidden.length} members`;
  const short = shorten(text, most, hidden.length === 0 ? '' : `, with ${words}`);
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

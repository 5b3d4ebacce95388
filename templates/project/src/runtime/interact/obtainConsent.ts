import { CallError, notSent } from '../errors.js';
import type { Arguments } from '../request/buildRequest.js';
import { clip, escapeHidden } from '../text.js';
import type { FormField, Tool } from '../tool.js';
import { type Asking, digestOf } from './createDialogue.js';

/** Headers by which an API knows a request that it has got before (draft-ietf-httpapi-idempotency-key-header). */
const idempotencyHeader = /^(?:x-)?idempotency-key$/i;

/** Characters that are shown of one argument, and of all. */
const longestValue = 200;
const longestValues = 2_000;

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
    message: clean(writeQuestion(tool, args)),
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

/** The words of the form: what would be called, and with which arguments. */
function writeQuestion(tool: Tool, args: Arguments): string {
  const { confirm, ask = {} } = tool.consent ?? {};
  const { method, path } = tool.request;
  const lines = Object.entries(args).map(([name, value]) => `${name}: ${writeArgument(value)}`);
  const given = lines.length === 0 ? '' : `\n${clip(lines.join('\n'), longestValues)}`;
  const opening = confirm ? 'Allow this call?' : `${Object.keys(ask).join(', ')} is needed for this call.`;
  return escapeHidden(`${opening} ${tool.title} (${tool.name}, ${method} ${path})${given}`, '\n');
}

function writeArgument(value: unknown): string {
  // On one line: no value can pass for another argument.
  return escapeHidden(clip(typeof value === 'string' ? value : (JSON.stringify(value) ?? ''), longestValue));
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

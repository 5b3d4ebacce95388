import { isObject } from '../isObject.js';

/** Where work that the API has accepted stands. */
export interface State {
  stage: 'running' | 'done' | 'failed';
  /** As the API says it: `Running, 40%`. */
  words: string;
}

/** States that are final; any other is not (Azure's guidelines for long-running operations), nor is one in `-ing`. */
const done = /^(?:partially)?(?:succe|complete|done|finish)|^(?:ready|available|ok)$/;
const failed = /^(?:fail|error|cancel|abort|reject|expire|terminated|timedout|invalid)/;

/** Members that say how much is done, by their names without case and punctuation. */
const shares = new Set(
  'percentcomplete percentcompleted percentagecomplete progresspercent progresspercentage percent percentage progress'.split(
    ' ',
  ),
);

const longest = 60;

/** Makes a text fit to be shown: before it is cut, which might leave half of a secret. */
type Clean = (text: string) => string;
const asItIs: Clean = (text) => text;

/** What the body of an answer says of the work; undefined where it says nothing. */
export function readState(body: unknown, clean = asItIs): State | undefined {
  if (!isObject(body)) return undefined;
  const { status, state, error } = body;
  if (typeof body['done'] === 'boolean') {
    const isFailed = error !== undefined && error !== null;
    if (body['done']) return { stage: isFailed ? 'failed' : 'done', words: isFailed ? 'failed' : 'done' };
    return { stage: 'running', words: withShare('running', body) };
  }
  const said = [status, state].find((member) => typeof member === 'string');
  return said === undefined ? readProvisioning(body, clean) : toState(said as string, body, clean);
}

/** What a resource says of its own making: `properties.provisioningState`. */
export function readProvisioning(body: unknown, clean = asItIs): State | undefined {
  if (!isObject(body)) return undefined;
  const { properties } = body;
  const said = [body, isObject(properties) ? properties : {}]
    .map(({ provisioningState }) => provisioningState)
    .find((state) => typeof state === 'string');
  return said === undefined ? undefined : toState(said, body, clean);
}

function toState(said: string, body: Record<string, unknown>, clean: Clean): State {
  const plain = said.toLowerCase().replaceAll(/[^a-z]/g, '');
  const words = withShare(clean(said).slice(0, longest), body);
  if (plain.endsWith('ing')) return { stage: 'running', words };
  if (failed.test(plain)) return { stage: 'failed', words };
  return { stage: done.test(plain) ? 'done' : 'running', words };
}

function withShare(words: string, body: Record<string, unknown>): string {
  const { properties, metadata } = body;
  const places = [body, properties, metadata].filter(isObject);
  const members = places.flatMap((place) => Object.entries(place));
  const found = members.find(
    ([name, member]) =>
      shares.has(name.toLowerCase().replaceAll(/[^a-z]/g, '')) && Number.isFinite(toNumber(member)),
  );
  if (found === undefined) return words;
  const share = toNumber(found[1]);
  // A fraction of 1, where it is none of 100.
  return `${words}, ${Math.round(Number.isInteger(share) || share > 1 ? share : share * 100)}%`;
}

function toNumber(member: unknown): number {
  return typeof member === 'string' && member.trim() !== ''
    ? Number(member.replace(/%$/, ''))
    : typeof member === 'number'
      ? member
      : Number.NaN;
}

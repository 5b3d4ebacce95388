import { describeSent } from '../auth/credentials.js';
import type { Sent } from '../auth/proof.js';
import type { HttpResponse } from '../http/send.js';
import type { HeaderFields } from '../request/outgoing.js';
import type { Failed } from '../result/received.js';
import { variablesOf } from '../settings.js';
import type { Requirement } from '../tool.js';
import type { ProvenParts } from './callerParts.js';

/**
 * What the credentials of a request may have to do with its failure.
 *
 * @param declared - what its operation asks for, of which nothing may have been sent
 * @param origin - the scheme, host and port that it went to
 * @param answer - what the API answered, if it did
 */
export function describeProof(
  parts: ProvenParts,
  declared: readonly Requirement[],
  origin: string,
  answer?: HttpResponse,
): Pick<Failed, 'certificate' | 'refused'> {
  const { auth, security, program } = parts;
  const sent = describeSent(parts, auth, program);
  const { certificate } = sent;
  if (answer?.status !== 401 && answer?.status !== 403) return { certificate };
  const isWithheld = security.length === 0 && variablesOf(declared, auth).length > 0;
  return { certificate, refused: isWithheld ? withheldWords(origin) : refusalWords(sent, answer) };
}

function refusalWords(sent: Sent, { status, headers }: HttpResponse): string {
  const isUnknown = status === 401;
  const words = `The credentials ${isUnknown ? 'are missing or not accepted' : 'do not allow this'}. ${askFor(sent.variables)}${isUnknown ? bareWords(sent) : ''}`;
  const start = isUnknown ? 'The API refused' : 'The API does not allow this to';
  return scopeWords(sent, headers) ?? broughtWords(sent, start) ?? words;
}

function withheldWords(origin: string): string {
  return `No credentials were sent, since ${origin} is none of the servers of the API as a whole. If they belong there, the user can add it to credentialOrigins in mcpwright.yaml, and generate this server again.`;
}

/** Characters of a challenge that are looked at; and of the scope tokens in it (RFC 6749, section 3.3) those that are shown. */
const longestChallenge = 4_000;
const mostTokens = 10;
const scopeToken = /^[\x21\x23-\x5b\x5d-\x7e]{1,100}$/;

/** The first parameter of each name in a challenge (RFC 9110, section 11.6.1): what stands within quotes is none. */
function readChallenge(headers: HeaderFields): ReadonlyMap<string, string> {
  const challenge = (headers.get('www-authenticate') ?? '').slice(0, longestChallenge);
  const parts = challenge.matchAll(/(?:([\w-]+)\s*=\s*)?(?:"((?:[^"\\]|\\.)*)(?:"|$)|([^\s,"=]+))/g);
  const found = [...parts].map(([, name = '', quoted, bare = '']): [string, string] => [
    name.toLowerCase(),
    quoted ?? bare,
  ]);
  return new Map(found.toReversed());
}

/** RFC 6750, section 3.1, `insufficient_scope`: the challenge may name the scope that the token lacks. */
function scopeWords(
  { isFetched, logins = [], variables, brought }: Sent,
  headers: HeaderFields,
): string | undefined {
  const challenge = readChallenge(headers);
  if (challenge.get('error')?.toLowerCase() !== 'insufficient_scope') return undefined;
  const tokens = (challenge.get('scope') ?? '').split(' ').filter((token) => scopeToken.test(token));
  const scope = tokens.slice(0, mostTokens).join(' ');
  const lacked = scope === '' ? 'a scope that this takes' : `the scope it takes: "${scope}"`;
  const words = `The token lacks ${lacked}.`;
  if (brought !== undefined) return `${words} Ask the user to log in with that scope.`;
  if (isFetched !== true) return `${words} ${askFor(variables)}`;
  const login = logins.length === 0 ? '' : ` Ask the user to log in again: ${logins.join(' or ')}.`;
  return `${words}${login} If tokens are not asked for with it, it belongs under "scopes" of the scheme, in credentials of mcpwright.yaml.`;
}

/** What is said of credentials that the user has brought; those of the server may be refused in their place. */
function broughtWords({ brought, variables }: Sent, start: string): string | undefined {
  if (brought === undefined) return undefined;
  const headers = brought.filter((header) => header !== '');
  const which =
    headers.length === 0 ? 'of the user' : `that the client sent in the header ${headers.join(' and ')}`;
  const others = variables.length === 0 ? 'Ask the user to check it.' : askFor(variables);
  return `${start} the credential ${which}. ${others}`;
}

function bareWords({ bareKeys = [] }: Sent): string {
  return bareKeys.length === 0
    ? ''
    : ` The value of ${bareKeys.join(' and ')} is sent in Authorization as it is: if the API wants a word before it, such as Bearer, that belongs into the variable too.`;
}

function askFor(variables: readonly string[]): string {
  return variables.length === 0
    ? 'Ask the user.'
    : `Ask the user to check the environment variables ${variables.join(', ')} of this server.`;
}

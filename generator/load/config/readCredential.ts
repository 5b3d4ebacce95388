import {
  type SchemeChoice,
  type SessionChoice,
  ownOAuthParameters,
  schemeTypes,
  variableName,
} from '../../model/config.js';
import { isObject } from '../../model/document.js';
import { isExposed, readBaseUrl } from '../../model/requests.js';
import { readHeaderName } from './readValues.js';
import {
  type Place,
  type Readers,
  readChoice,
  readList,
  readMap,
  readMembers,
  readRules,
  readSwitch,
  readText,
  showPath,
} from './readers.js';

const session: Readers<SessionChoice> = {
  login: readText,
  arguments: readMap(readVariableName),
  token: readMembersPath,
};

const scheme: Readers<SchemeChoice> = {
  scheme: readText,
  type: readChoice(schemeTypes),
  header: readHeaderName,
  query: readText,
  cookie: readText,
  prefix: readPrefix,
  tokenUrl: readTokenUrl,
  openIdConnectUrl: readTokenUrl,
  authorizationUrl: readTokenUrl,
  deviceAuthorizationUrl: readTokenUrl,
  scopes: readList(readText),
  authorizationParameters: readMap(readText, readOAuthParameter),
  tokenParameters: readMap(readText, readOAuthParameter),
  session: readSession,
  for: readRules,
  besides: readSwitch,
};

const places = ['header', 'query', 'cookie'] as const;

/** The name of a parameter or a field that is a credential, or a mapping with what is said of a scheme. */
export function readCredential(place: Place): string | SchemeChoice {
  if (!isObject(place.value)) return readText(place);
  const choice = readMembers(scheme)(place);
  const { path, refuse } = place;
  if (choice.session !== undefined) refuseMixed(choice, place);
  const said = places.filter((one) => choice[one] !== undefined);
  const [first, second] = said;
  if (second !== undefined) {
    return refuse(
      [...path, second],
      `A key is sent in the ${first} or in the ${second}`,
      'Keep one of them.',
    );
  }
  if (first !== undefined && choice.type !== undefined && choice.type !== 'apiKey') {
    return refuse(
      [...path, 'type'],
      `What is sent in the ${first} ${JSON.stringify(choice[first])} is no ${choice.type}`,
      `Leave type out, or write "type: apiKey". Without ${first}, ${choice.type} is sent as its specification says.`,
    );
  }
  if (choice.type === 'apiKey' && first === undefined && choice.scheme === undefined) {
    return refuse(
      path,
      `${showPath(path)} does not say where the key goes`,
      'Add "header: X-API-Key", or query or cookie with the name that the API asks for.',
    );
  }
  const isSent = first === 'header' || choice.type === 'bearer';
  if (choice.prefix !== undefined && !isSent && (first !== undefined || choice.type !== undefined)) {
    return refuse(
      [...path, 'prefix'],
      `Only what is sent in a header has a prefix`,
      'Write it for a key in a header, or leave it out.',
    );
  }
  const isOAuth = choice.tokenUrl !== undefined || choice.openIdConnectUrl !== undefined;
  if (choice.type === 'oauth2' && !isOAuth && choice.scheme === undefined) {
    return refuse(
      path,
      `${showPath(path)} does not say where tokens come from`,
      'Add "tokenUrl: https://id.example.com/token", or openIdConnectUrl.',
    );
  }
  if (choice.scheme === undefined && first === undefined && choice.type === undefined && !isOAuth) {
    return refuse(
      path,
      `${showPath(path)} says of no scheme how it is sent`,
      'Name one of the document with "scheme:", or make one with "type: bearer" or "header: X-API-Key".',
    );
  }
  return choice;
}

/** A credential that a login gives is not one that is given otherwise, too. */
function refuseMixed(choice: SchemeChoice, { path, refuse }: Place): void {
  const other = [
    'tokenUrl',
    'openIdConnectUrl',
    'authorizationUrl',
    'deviceAuthorizationUrl',
    'scopes',
    'authorizationParameters',
    'tokenParameters',
  ].find((key) => choice[key as keyof SchemeChoice] !== undefined);
  if (other !== undefined)
    refuse([...path, other], `A session and ${other} are two ways to one credential`, 'Keep one of them.');
  if (choice.type === 'basic' || choice.type === 'mutualTLS')
    refuse(
      [...path, 'type'],
      `A login gives a token or cookies, and ${choice.type} is neither`,
      'Write "type: bearer", or say with header, query or cookie where the token goes.',
    );
  const isCookie = choice.cookie !== undefined;
  const isSaid = choice.type !== undefined || choice.header !== undefined || choice.query !== undefined;
  if (choice.session?.token === undefined && isSaid && !isCookie && choice.type !== 'apiKey')
    refuse(
      [...path, 'session'],
      'The session has no token, and what is sent is no cookie',
      'Say with "token:" which members of the response lead to it, such as data.access_token, or with "cookie:" the name of the cookie.',
    );
}

/** The operation that logs in, and what it takes and gives. */
function readSession(place: Place): SessionChoice {
  const choice = readMembers(
    session,
    'session: { login: postLogin, arguments: { username: SHOP_USERNAME } }',
  )(place);
  const { login } = choice;
  if (login !== undefined) return { ...choice, login };
  return place.refuse(
    place.path,
    `${showPath(place.path)} does not say which operation logs in`,
    'Write "login:" in it, with an operationId or "POST /login".',
  );
}

/** The name of an environment variable. What is none may be the secret itself, and is not repeated. */
export function readVariableName({ value, path, refuse }: Place): string {
  if (typeof value === 'string' && variableName.test(value)) return value;
  return refuse(
    path,
    `${showPath(path)} is not the name of an environment variable`,
    'Write its name, such as SHOP_PASSWORD: capitals, digits and _, not beginning with MCP_ nor ending with _FILE. The value itself never stands in this file.',
  );
}

/** The members that lead to a value in JSON. */
function readMembersPath(place: Place): string {
  const text = readText(place);
  if (text.split('.').every((name) => name.trim() !== '')) return text;
  return place.refuse(
    place.path,
    `${showPath(place.path)} is not a path of members`,
    'Write their names with dots between them: data.access_token',
  );
}

/** A URL that secrets are sent to. */
function readTokenUrl(place: Place): string {
  const text = readText(place);
  const read = readBaseUrl(text);
  const problem = typeof read === 'string' ? read : isExposed(text) ? 'is not encrypted' : undefined;
  if (problem === undefined) return text;
  return place.refuse(
    place.path,
    `${showPath(place.path)} ${problem}`,
    'Secrets are sent there: only this machine may be reached without https.',
  );
}

/** The name of a parameter of OAuth that the server does not set itself. */
export function readOAuthParameter(place: Place): string {
  const name = readText(place);
  if (!ownOAuthParameters.some((one) => one === name.toLowerCase())) return name;
  return place.refuse(
    place.path,
    `${showPath(place.path)} cannot be set: OAuth says what ${name} is, and the server sends it`,
    name.toLowerCase() === 'scope'
      ? 'Write the scopes under "scopes", beside it.'
      : 'Leave it out; what is registered at the authorization server comes from environment variables.',
  );
}

/** What stands before a key. */
function readPrefix(place: Place): string {
  const text = readText(place);
  if (/^[\x20-\x7e]{1,64}$/.test(text)) return text;
  return place.refuse(
    place.path,
    `${showPath(place.path)} cannot stand in a header`,
    'Write a word, such as Bot or ApiKey.',
  );
}

import type { Operation, Schema } from '../../model/api.js';
import { quoteYaml } from '../../model/config.js';
import { isExposed, readBaseUrl } from '../../model/requests.js';
import type { Keywords } from '../../schema/subschemas.js';
import { combinedSchemas } from '../../schema/subschemas.js';
import type { Check, Find } from '../finding.js';
import type { Survey } from '../survey.js';

/** Schemas that are looked at for the members of one body. */
const mostSchemas = 50;

/** Members that hand a token out, by themselves or where callers have shown who they are. */
const tokens = /^(?:access|id|auth|bearer|session|api)_?token$/i;
const likelyTokens = /^(?:token|jwt|bearer)$/i;
const names = /^(?:user_?name|user|login|e_?mail|e-mail|account|client_?id|phone(?:_?number)?)$/i;
const secrets = /^(?:password|passwd|pass|pwd|pin|client_?secret|api_?secret)$/i;

/** Last segments of paths at which one is let in. */
const ofToken = /\/(?:(?:access|auth|jwt|api|o?auth2?|connect)[-_./]?)?tokens?\/?$/i;
const letsIn =
  /\/(?:(?:o?auth2?|account|users?|session|token)\/)?(?:log-?_?in|sign-?_?in|auth(?:enticate|orize|enticate_?user)?|sessions?)\/?$/i;

/** Finds operations that hand out tokens, in a document that does not say what tokens are for; and those that set cookies. */
export const checkLogins: Check = (survey, find) => {
  if (Object.keys(survey.about.schemes).length > 0) return findCookies(survey, find);
  for (const { operation } of survey.operations) {
    if (!handsOutTokens(operation, survey)) continue;
    const { method, path, pointer } = operation;
    const tokenUrl = isForPrograms(operation, survey) ? tokenUrlOf(operation, survey) : undefined;
    find('token-without-scheme', pointer, { operation: `${method} ${path}`, tokenUrl: tokenUrl ?? '' });
  }
};

/** Finds a scheme that is a cookie in a document with one operation that clearly logs in. */
function findCookies(survey: Survey, find: Find): void {
  const { schemes, title } = survey.about;
  const isAsked = (name: string) =>
    survey.operations.some(({ operation }) => operation.security.some((one) => Object.hasOwn(one, name)));
  const [scheme] = Object.entries(schemes).flatMap(([name, one]) =>
    one.type === 'apiKey' && one.in === 'cookie' && one.session === undefined && isAsked(name) ? [name] : [],
  );
  const logins = survey.operations.filter(
    ({ operation }) =>
      operation.method === 'POST' &&
      letsIn.test(operation.path) &&
      hasName(listAsked(operation, survey), names) &&
      hasName(listAsked(operation, survey), secrets),
  );
  const [login, second] = logins;
  if (scheme === undefined || login === undefined || second !== undefined) return;
  const { method, path, pointer, operationId } = login.operation;
  const asked = listAsked(login.operation, survey);
  const given = [names, secrets].map((pattern) => asked.find((name) => pattern.test(name)) ?? '');
  const prefix = toConstant(title.split(' ')[0] ?? '') || 'API';
  const pairs = given.map((name) => `${quoteYaml(name)}: ${prefix}_${toConstant(name)}`);
  const key = quoteYaml(operationId || `${method} ${path}`);
  const session = `session: { login: ${key}, arguments: { ${pairs.join(', ')} } }`;
  find('cookie-without-login', pointer, {
    operation: `${method} ${path}`,
    scheme,
    line: `credentials: [{ scheme: ${quoteYaml(scheme)}, ${session} }]`,
  });
}

/** As environment variables are called. */
function toConstant(text: string): string {
  return text
    .replaceAll(/[^a-zA-Z0-9]+/g, '_')
    .replaceAll(/^[\d_]+|_+$/g, '')
    .toUpperCase();
}

function hasName(list: readonly string[], pattern: RegExp): boolean {
  return list.some((name) => pattern.test(name));
}

function handsOutTokens(operation: Operation, survey: Survey): boolean {
  const { method, path, responses } = operation;
  if (method !== 'POST' && method !== 'GET' && method !== 'PUT') return false;
  const given = listAsked(operation, survey);
  const got = responses
    .filter(({ status }) => status.startsWith('2'))
    .flatMap(({ contents }) => contents.flatMap(({ schema }) => nameMembers(schema, survey, 1)));
  const isGrant = given.includes('grant_type');
  const isProven = isGrant || (hasName(given, names) && hasName(given, secrets));
  const isAbout = ofToken.test(path) || letsIn.test(path);
  if (hasName(got, tokens)) return isProven || (isAbout && method === 'POST');
  return hasName(got, likelyTokens) ? isProven : isGrant && isAbout;
}

/** Names of what callers give: parameters, and the members of the body. */
function listAsked({ parameters, bodies }: Operation, survey: Survey): string[] {
  return [
    ...parameters.map(({ name }) => name),
    ...bodies.flatMap(({ schema }) => nameMembers(schema, survey, 0)),
  ];
}

/** Names of the members of a schema, and of what it holds so many levels deeper. */
function nameMembers(schema: Schema, { component }: Survey, deeper: number): string[] {
  const seen = new Set<Schema>();
  const found: string[] = [];
  const visit = (part: Schema, levels: number): void => {
    if (typeof part === 'boolean' || seen.has(part) || seen.size >= mostSchemas) return;
    seen.add(part);
    const { $ref, properties = {} } = part as Keywords & { properties?: Record<string, Schema> };
    if (typeof $ref === 'string') visit(component($ref), levels);
    for (const one of combinedSchemas(part as Keywords)) visit(one, levels);
    for (const [name, member] of Object.entries(properties)) {
      found.push(name);
      if (levels > 0) visit(member, levels - 1);
    }
  };
  visit(schema, deeper);
  return found;
}

/** Whether a program can get a token there for itself (RFC 6749, section 4.4), by what is said of `grant_type`. */
function isForPrograms(operation: Operation, survey: Survey): boolean {
  if (!listAsked(operation, survey).includes('grant_type')) return false;
  const said = JSON.stringify([
    operation.parameters,
    operation.bodies.map(({ schema }) => deref(schema, survey)),
  ]);
  return (
    said.includes('client_credentials') || !/"(?:password|authorization_code|refresh_token)"[\],]/.test(said)
  );
}

function deref(schema: Schema, { component }: Survey): Schema {
  const ref = typeof schema === 'object' ? schema['$ref'] : undefined;
  return typeof ref === 'string' ? component(ref) : schema;
}

/** Where secrets may be sent for a token; nothing where the document does not say it in full. */
function tokenUrlOf({ path, servers }: Operation, { about }: Survey): string | undefined {
  const [server] = servers.length > 0 ? servers : about.servers;
  const url = `${server?.url.replace(/\/$/, '') ?? ''}${path}`;
  return !url.includes('{') && readBaseUrl(url) instanceof URL && !isExposed(url) ? url : undefined;
}

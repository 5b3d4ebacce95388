import { type Environment, listVariables } from '../../../templates/project/src/runtime/settings.js';
import { fillServer, listApis, locateSchemes, readBaseUrl } from '../../model/requests.js';
import { type Diagnostic, type Severity, isGrave } from '../../model/diagnostic.js';
import { type Selection, listMatches } from '../../model/selection.js';
import type { ApiAccess, ApiInfo, Figures } from '../../model/server.js';
import { escapeHidden } from '../../text/hidden.js';
import { parseUrl } from '../../text/parseUrl.js';
import { type Context, type Style, formatCount } from '../context.js';

const styles: Record<Severity, Style> = { error: 'red', warning: 'yellow', info: 'dim' };

/** How many findings of one severity are shown before the rest is only counted. */
const shown = 12;

/**
 * Findings for people, the worst last, where the eye is: `error openapi.yaml:12:5 what happened`. Of many, the worst are
 * shown, and the others counted by kind. Infos are left to --json.
 */
export function describeDiagnostics(diagnostics: readonly Diagnostic[], paint: Context['paint']): string {
  const lines: string[] = [];
  for (const severity of ['warning', 'error'] as const) {
    const found = diagnostics
      .filter((diagnostic) => diagnostic.severity === severity)
      .toSorted((a, b) => Number(isGrave(b)) - Number(isGrave(a)));
    const rest = found.slice(shown);
    if (rest.length > 0) lines.push(paint('dim', `        ${countKinds(rest, severity)}`));
    const [grave, others] = splitByReach(found.slice(0, shown));
    for (const diagnostic of [...others, ...grave]) {
      lines.push(
        `${paint(styles[severity], severity.padEnd(7))} ${escapeHidden(`${where(diagnostic)}  ${diagnostic.message}`)}`,
      );
    }
  }
  return lines.map((line) => `${line}\n`).join('');
}

/** The findings about every call, and the others. */
export function splitByReach(
  diagnostics: readonly Diagnostic[],
): [grave: readonly Diagnostic[], others: readonly Diagnostic[]] {
  return [diagnostics.filter(isGrave), diagnostics.filter((one) => !isGrave(one))];
}

/** `31 more warnings are not shown (20 schema-relaxed, 11 odd-document)`, the most frequent first. */
function countKinds(found: readonly Diagnostic[], severity: Severity): string {
  const counts = new Map<string, number>();
  for (const { code } of found) counts.set(code, (counts.get(code) ?? 0) + 1);
  const kinds = [...counts].toSorted(([, a], [, b]) => b - a);
  const listed = kinds.map(([code, count]) => `${count} ${code}`).join(', ');
  return `${formatCount(found.length, `more ${severity}`)} ${found.length === 1 ? 'is' : 'are'} not shown (${listed}); --json lists them all`;
}

function where({ location, pointer }: Diagnostic): string {
  return location === undefined ? pointer : `${location.file}:${location.line}:${location.column}`;
}

/** Of more rules, each stands on a line of its own. */
const onOneLine = 2;

/** What was selected, and by which rules. Nothing is said where everything is offered and nothing asks for less. */
export function describeSelection(selection: Selection): string[] {
  const { operations, offered, rules } = selection;
  if (rules.length === 0) return [];
  const summary = `Selected ${offered} of ${operations} operations:`;
  if (rules.length > onOneLine)
    return [summary, ...rules.map((rule) => escapeHidden(`  ${listMatches({ rules: [rule] })}`))];
  return [escapeHidden(`${summary} ${listMatches(selection)}.`)];
}

/** How a document's own examples of requests fared, in a line; none where there is nothing to tell. */
export function describeEvidence({ examples, acceptedBefore, acceptedAfter, relaxed }: Figures): string[] {
  if (examples === 0 && relaxed === 0) return [];
  if (examples === 0) {
    return [
      `${formatCount(relaxed, 'constraint')} ${relaxed === 1 ? 'was' : 'were'} relaxed, since defaults or listed values of the document itself contradict ${relaxed === 1 ? 'it' : 'them'}.`,
    ];
  }
  // Defaults and listed values relax constraints as well.
  const after =
    relaxed === 0
      ? ''
      : `, ${acceptedAfter} once ${formatCount(relaxed, 'constraint')} that examples, defaults or listed values of the document contradict ${relaxed === 1 ? 'was' : 'were'} relaxed`;
  return [
    `Of ${formatCount(examples, 'declared example')} of a request, ${acceptedBefore} could be sent as derived${after}.`,
  ];
}

/**
 * Which credentials go where, in a line: the names of variables come from the document, whose title may be any, and
 * what is set in a shell may be meant for another API.
 */
export function describeCredentials(api: ApiInfo, env: Environment): string[] {
  return listApis(api).flatMap((one) => describeAccess(one, env));
}

function describeAccess(api: ApiAccess, env: Environment): string[] {
  const isSet = (name: string) => Boolean(env[name]?.trim() || env[`${name}_FILE`]?.trim());
  const names = listVariables(withoutClients(api.auth)).filter(isSet);
  const clients = describeClients(locateSchemes(api, env), isSet);
  const override = env[api.baseUrlEnv]?.trim();
  const [server] = api.servers;
  const base = override ? readBaseUrl(override) : server && fillServer(server, env);
  const filled = override ? [] : (api.credentialServers ?? []).map((one) => fillServer(one, env));
  const origins = [base, ...filled].flatMap((one) => (one instanceof URL ? [one.origin] : []));
  if (!override) origins.push(...(api.credentialOrigins ?? []));
  if (names.length === 0 || origins.length === 0) return clients;
  return [
    `The value of ${names.join(' and ')} is sent to ${[...new Set(origins)].join(' and ')}.`,
    ...clients,
  ];
}

/** The schemes without what goes to authorization servers: tokens alone go to the API. */
function withoutClients(auth: ApiAccess['auth']): ApiAccess['auth'] {
  const sent = Object.entries(auth).map(([name, scheme]): [string, ApiAccess['auth'][string]] =>
    scheme.kind === 'oauth2' ? [name, { kind: 'bearer', env: scheme.env.token }] : [name, scheme],
  );
  return Object.fromEntries(sent);
}

/** What goes to authorization servers. */
function describeClients(auth: ApiAccess['auth'], isSet: (name: string) => boolean): string[] {
  return Object.values(auth).flatMap((scheme) => {
    if (scheme.kind !== 'oauth2') return [];
    const { clientId, clientSecret, refreshToken } = scheme.env;
    const names = [clientId, clientSecret, refreshToken].filter(isSet);
    const there = parseUrl(scheme.tokenUrl ?? scheme.discoveryUrl ?? '');
    if (names.length === 0 || there === undefined) return [];
    return [`The value of ${names.join(' and ')} is sent to ${there.origin}.`];
  });
}

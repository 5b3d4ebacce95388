import type { Api, Operation } from '../../model/api.js';
import { type Config, mostListed, quoteYaml } from '../../model/config.js';
import type { Report } from '../../model/diagnostic.js';
import { listRefusing } from '../../model/refusals.js';
import type { Kept } from '../../model/names.js';
import type { Server } from '../../model/server.js';
import { cleanText } from '../../text/clean.js';
import { clipText } from '../../text/clip.js';
import { parseUrl } from '../../text/parseUrl.js';
import { fullStop, splitPlainly } from '../../text/sentences.js';
import { toEnvName } from '../toEnvName.js';
import { nameServer } from '../names/nameServer.js';
import { profiles } from '../profiles.js';
import type { Group } from '../select/toolsets.js';
import { planAuth } from './planAuth.js';
import { nameVariables, planServers, planTrust } from './planServers.js';

const longestTitle = 80;
const longestSummary = 120;
const longestAbout = 300;
const longestWords = 120;

/** What environment variables are named by besides the name of the server. */
interface Variables {
  /** What they begin with in place of it. */
  called?: string | undefined;
  /** What was given before. */
  kept?: Kept | undefined;
}

/** What the server says of itself, and a line on the API. */
export function describeServer(
  api: Api,
  groups: readonly Group[],
  config: Config,
  report: Report,
  { called, kept }: Variables = {},
): Pick<Server, 'api' | 'summary' | 'schemeWords'> {
  const name = nameServer(api, config);
  const title = clipText(cleanText(api.title), longestTitle) || name;
  const version = clipText(cleanText(api.version), longestTitle) || '0.0.0';
  const about = dropCredentials(cleanText(openingOf(api.description)));
  const prefix = toEnvName(called ?? name);
  const operations = groups.flatMap((group) => group.operations);
  const needsCredentials = operations.some(({ security }) =>
    security.some((one) => Object.keys(one).length > 0),
  );
  const auth = planAuth(api, operations, { prefix, kept }, config, report);
  if (!needsCredentials) tellUncredentialed(api.schemes, operations, report);
  const words = Object.entries(api.schemes).flatMap(([key, scheme]) => {
    const said = clipText(cleanText(scheme.description), longestWords);
    return said === '' || !Object.hasOwn(auth, key) ? [] : [[key, said] as const];
  });
  const nameOf = nameVariables(prefix, auth);
  const { allRequired, maps } = profiles[config.profile];
  const icons = planIcons(api.logo);
  return {
    summary: clipText(about, longestSummary) || startWithThe(nameApi(title)),
    ...(words.length === 0 ? {} : { schemeWords: Object.fromEntries(words) }),
    api: {
      name,
      title,
      version,
      instructions: writeInstructions(title, clipText(about, longestAbout)),
      ...(icons === undefined ? {} : { icons }),
      listLimit: { tools: mostListed, tokens: config.total },
      servers: planServers(api, config, prefix, nameOf, needsCredentials, report),
      baseUrlEnv: toEnvName(prefix, 'BASE_URL'),
      auth,
      ...planTrust(api, config, nameOf),
      ...(allRequired ? { nullMeansAbsent: true } : {}),
      ...(maps === 'text' ? { mapsAsText: true } : {}),
      ...(config.hints === 'directory' ? { asksForHints: true } : {}),
    },
  };
}

/** Says that calls prove nothing to an API that refuses callers, with the line that changes that. */
function tellUncredentialed(schemes: Api['schemes'], operations: readonly Operation[], report: Report): void {
  const found = new Set(listRefusing(operations));
  if (found.size === 0) return;
  const [idle] = Object.keys(schemes);
  const refusing = operations.filter(
    (operation) =>
      found.has(operation) || operation.responses.some(({ status }) => status === '401' || status === '403'),
  );
  report('no-credential', '#/components/securitySchemes', {
    why:
      idle === undefined
        ? 'the document names no security scheme'
        : 'no operation asks for a security scheme',
    refusing: refusing.length.toLocaleString('en'),
    all: operations.length.toLocaleString('en'),
    line: `credentials: [{ ${idle === undefined ? 'type: bearer' : `scheme: ${quoteYaml(idle)}`} }]`,
  });
}

/** What clients take as an icon, by the end of its name (MCP, Icons). */
const imageTypes: Readonly<Record<string, string>> = {
  png: 'image/png',
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  svg: 'image/svg+xml',
  webp: 'image/webp',
};

/** Characters of the address of an icon: it goes into every result towards clients of protocol 2026-07-28. */
const longestIcon = 1_000;

/**
 * The icon of the server, where the document names one that anybody can fetch: clients refuse other schemes, and one
 * that is written out (`data:`) would go into every result.
 */
function planIcons(logo: string | undefined): Server['api']['icons'] {
  const url = logo === undefined ? undefined : parseUrl(logo);
  if (url?.protocol !== 'https:' || url.username !== '' || url.href.length > longestIcon) return undefined;
  const mimeType = imageTypes[/\.([a-z]+)$/i.exec(url.pathname)?.[1]?.toLowerCase() ?? ''];
  return [{ src: url.href, ...(mimeType === undefined ? {} : { mimeType }) }];
}

/** Titles that say that they are of an API, wherever they do, say it once. */
function nameApi(title: string): string {
  return /\bAPIs?\b/i.test(title) ? title : `${title} API`;
}

function startWithThe(name: string): string {
  return /^the\b/i.test(name) ? name : `The ${name}`;
}

/** A sentence or two for a model; the server adds what it offers and how (MCP, Server instructions). */
function writeInstructions(title: string, about: string): string {
  return `Tools for calling ${startWithThe(nameApi(title)).replace(/^The\b/, 'the')}.${about === '' ? '' : ` ${about}${fullStop(about)}`}`;
}

/** A heading of Markdown, with `#` or underlined, or of HTML, which may stand within a line. */
const heading =
  /^[ \t]{0,3}#{1,6}[ \t].*$|<h([1-6])\b[^>\n]*>.*?(?:<\/h\1\s*>|$)|(?<=^|\n[ \t]*\n|^\n)[ \t]*\S[^\n]*\n[ \t]*(?:=+|-{2,})[ \t]*$/im;

/** What a text in Markdown says before its first section: titles at its very beginning are left out. */
function openingOf(text: string): string {
  let rest = text.replaceAll(/\r\n?/g, '\n').trimStart();
  for (;;) {
    const found = heading.exec(rest);
    if (found === null) return rest;
    const before = rest.slice(0, found.index);
    if (cleanText(before) !== '') return before;
    rest = rest.slice(found.index + found[0].length).trimStart();
  }
}

/** What tells a caller to prove who it is, which the server does. */
const telling = [
  /\bAuthorization\b.*\bheader|\bheader\b.*\bAuthorization\b|\bAuthorization:|\bBearer\b/i,
  /\bauthenticat(?:e|ed|ion) (?:with|using|by|via|is required)\b/i,
  /\b(?:send|pass|include|provide|supply|use|requires?|needs?) (?:the|an?|your)\b.{0,40}\b(?:API[ -]?key|token)s?\b/i,
];

/** Leaves out the sentences of a plain text that tell how to authenticate. */
function dropCredentials(text: string): string {
  return splitPlainly(text)
    .filter((sentence) => !telling.some((one) => one.test(sentence)))
    .join(' ');
}

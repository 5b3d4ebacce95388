import type { Api } from '../model/api.js';
import type { Config } from '../model/config.js';
import type { Report } from '../model/diagnostic.js';
import type { ApiInfo } from '../model/server.js';
import { cleanText } from './cleanText.js';
import { clipText } from './clipText.js';
import { envName } from './envName.js';
import type { Group } from './groupTools.js';
import { nameServer } from './nameServer.js';
import { planAuth } from './planAuth.js';
import { planServers } from './planServers.js';
import { profiles } from './profiles.js';

const longestTitle = 80;
const longestSummary = 120;
const longestAbout = 300;
/** Bytes of the instructions: some clients cut them at 2 KB. */
const longestInstructions = 1900;

/** What the server says of itself, and a line on the API. */
export function describeServer(
  api: Api,
  groups: readonly Group[],
  config: Config,
  report: Report,
): { api: ApiInfo; summary: string } {
  const name = nameServer(api, config);
  const title = clipText(cleanText(api.title), longestTitle) || name;
  const version = clipText(cleanText(api.version), longestTitle) || '0.0.0';
  const about = cleanText(api.description);
  const prefix = envName(name);
  const operations = groups.flatMap((group) => group.operations);
  const needsCredentials = operations.some(({ security }) =>
    security.some((one) => Object.keys(one).length > 0),
  );
  const auth = planAuth(api, operations, prefix, report);
  return {
    summary: clipText(about, longestSummary) || `The ${nameApi(title)}`,
    api: {
      name,
      title,
      version,
      instructions: writeInstructions(title, clipText(about, longestAbout), groups),
      servers: planServers(api, config, prefix, needsCredentials, report),
      baseUrlEnv: envName(prefix, 'BASE_URL'),
      auth,
      ...(profiles[config.profile].allRequired ? { nullMeansAbsent: true } : {}),
    },
  };
}

function nameApi(title: string): string {
  return /\bAPI$/i.test(title) ? title : `${title} API`;
}

/** Two or three sentences for a model (MCP, Server instructions). */
function writeInstructions(title: string, about: string, groups: readonly Group[]): string {
  const opening = `Tools for calling the ${nameApi(title)}.${about === '' ? '' : ` ${about}`}`;
  const listed = groups.map(({ name, operations }) => `${name} (${operations.length})`);
  let toolsets = '';
  for (const [index, entry] of listed.entries()) {
    const next = index === 0 ? ` Toolsets: ${entry}` : `${toolsets}, ${entry}`;
    if (Buffer.byteLength(`${opening}${next}`) > longestInstructions - 30) {
      toolsets += ` and ${listed.length - index} more`;
      break;
    }
    toolsets = next;
  }
  return `${opening}${toolsets}${toolsets === '' ? '' : '.'}`;
}

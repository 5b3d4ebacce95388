import { SetupError } from '../../errors.js';
import { type Environment, listSchemes, listVariables, readSwitch } from '../../settings.js';
import type { ApiInfo } from '../../tool.js';

/** What settings ask for that a platform may not have, and what can be done instead. */
const needs = {
  sessions: 'a session needs a process that lives on: this one may end after any request. Do not set it',
  folder: 'there is no folder that outlives a request. Do not set it: files are embedded in results',
  roots: 'there is no disk. Do not set it: files are sent as base64',
  file: 'there is no disk. Set the value itself, as a secret of the platform',
  network: 'the platform makes the connections. Do not set it, or serve with Node',
  token: 'there is no disk to keep the tokens on that it is exchanged for. Set an access token instead',
};

/** Variables that say which way requests go. */
const ofNetwork = /^(?:https?_proxy|MCP_CA_FILE|(?:\w+_)?CLIENT_(?:CERT|KEY)_FILE)$/i;

/**
 * Refuses settings that ask for what a platform has not.
 *
 * @param hasDisk - whether there are files and sockets, as on Lambda
 * @throws SetupError that names the variable, and never its value.
 */
export function refuseUnfit(api: ApiInfo, env: Environment, hasDisk: boolean): void {
  const set = Object.keys(env).filter((name) => env[name]?.trim());
  if (readSwitch(env, 'MCP_SESSIONS')) throw unfit('MCP_SESSIONS', 'sessions');
  if (set.includes('MCP_DOWNLOAD_DIR')) throw unfit('MCP_DOWNLOAD_DIR', 'folder');
  if (hasDisk) return;
  if (set.includes('MCP_FILE_ROOTS')) throw unfit('MCP_FILE_ROOTS', 'roots');
  const schemes = listSchemes(api);
  const own = new Set(listVariables(schemes).map((name) => `${name}_FILE`));
  for (const name of set) {
    if (ofNetwork.test(name)) throw unfit(name, 'network');
    if (own.has(name) || /^MCP_\w+_FILE$/.test(name)) throw unfit(name, 'file');
  }
  for (const scheme of Object.values(schemes)) {
    if (scheme.kind === 'client-certificate' && set.includes(scheme.env.certificate))
      throw unfit(scheme.env.certificate, 'network');
    if (scheme.kind !== 'oauth2') continue;
    const { clientId, clientSecret, refreshToken, token } = scheme.env;
    if (set.includes(refreshToken)) throw unfit(refreshToken, 'token');
    // Nobody could log in here.
    const isOwn = set.includes(token) || (scheme.clientCredentials === true && set.includes(clientSecret));
    if (scheme.login !== undefined && set.includes(clientId) && !isOwn) throw unfit(clientId, 'token');
  }
}

function unfit(name: string, need: keyof typeof needs): SetupError {
  return new SetupError(`${name} is set, but this server cannot have it here: ${needs[need]}.`);
}

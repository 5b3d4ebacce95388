import { SetupError } from '../errors.js';
import { isObject } from '../json.js';
import { metaNames } from '../offer/offerTools.js';
import type { Offer } from '../offer/createOffer.js';
import type { App } from '../server/app.js';
import type { Refusal } from './createChallenges.js';
import { type Admission, type Door, createDoor } from './createDoor.js';
import { listScopes } from './createScope.js';
import { readDoorSettings } from './readDoorSettings.js';

/** The door of one server. */
export interface OpenDoor extends Door {
  /** The name by which clients reach the server. */
  publicHost: string | undefined;
  /** What messages are answered with that call what their sender may not. */
  findStepUp: (admission: Admission, body: unknown) => Promise<Refusal | undefined>;
}

/**
 * Opens the door of a server; nothing where nobody has to prove who they are.
 *
 * @throws SetupError where it is not set up right.
 */
export async function openDoor(
  app: App,
  isLocal: boolean,
  urls: () => readonly URL[],
  log: (line: string) => void,
): Promise<OpenDoor | undefined> {
  const { api, env } = app;
  const settings = readDoorSettings(env);
  if (settings === undefined) return undefined;
  const { issuer, publicUrl, apiScopes: isByScopes } = settings;
  if (issuer !== undefined && publicUrl === undefined && !isLocal)
    throw new SetupError(
      'MCP_PUBLIC_URL must be set: the URL by which clients reach the server, such as https://mcp.example.com/mcp. Tokens are made for it.',
    );
  const apiScopes = isByScopes && issuer !== undefined ? await listScopes(app.offer) : [];
  if (apiScopes.length > 0)
    log(
      `Tools are offered by the scopes of a token: the API's document names ${apiScopes.length}. Set MCP_AUTH_API_SCOPES=false if your tokens do not hold them.`,
    );
  const door = await createDoor({ settings, env, title: api.title, apiScopes, urls, log });
  return {
    ...door,
    publicHost: publicUrl?.hostname,
    findStepUp: (admission, body) => findStepUp(door, admission, app.offer, body),
  };
}

/** What messages are answered with of which one calls a tool that its sender would need more scopes for. */
async function findStepUp(
  door: Door,
  { scope, host }: Admission,
  offer: Offer,
  body: unknown,
): Promise<Refusal | undefined> {
  const missing: string[] = [];
  for (const name of [body].flat().flatMap(namesOfCalled))
    missing.push(...(await scope.missing(offer, name)));
  return missing.length === 0 ? undefined : door.stepUp(missing, host);
}

/** The tools that a message calls: by their names, or by way of a tool that calls others. */
function namesOfCalled(message: unknown): string[] {
  if (!isObject(message) || message['method'] !== 'tools/call' || !isObject(message['params'])) return [];
  const { name, arguments: args } = message['params'];
  const isMeta = metaNames.some((meta) => meta === name);
  const called = isMeta ? isObject(args) && args['name'] : name;
  return typeof called === 'string' ? [called] : [];
}

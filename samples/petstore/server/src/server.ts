import type { AnyCustomization } from '#runtime/customize.js';
import { SetupError } from '#runtime/errors.js';
import type { App, Scope, ServerFeatures, View } from '#runtime/extensions.js';
import { importOnce, once } from '#runtime/memo.js';
import { createOffer, loadOnce, selectToolsets } from '#runtime/offer/createOffer.js';
import { createView } from '#runtime/server/createView.js';
import { checkFolders, type Environment, findAbsent, readSettings, refuseAbsent } from '#runtime/settings.js';
import type { GeneratedCatalog } from '#runtime/tool.js';

/** What a server is made of. */
export interface AppParts {
  catalog: GeneratedCatalog;
  /** What its calls need of the runtime; what was generated for the API unless it is said. */
  features?: ServerFeatures;
  custom?: AnyCustomization;
  env: Environment;
  /** What requests to the API are sent with; what the proxies and certificates in `env` ask for unless it is said. */
  fetch?: typeof globalThis.fetch;
  /** The first wait for the result of work that the API has only accepted, in milliseconds; it grows. */
  pollMs?: number;
  /** The longest wait before a request is first sent again, in milliseconds; it doubles with each time. */
  backoffMs?: number;
}

/** Views that are kept: toolsets can be put together in more ways than could be. */
const mostViews = 100;

const loadFeatures = importOnce(() => import('./generated/features.js'));
const loadCaller = importOnce(() => import('#runtime/call/createCaller.js'));

/**
 * Puts a server together.
 *
 * @throws SetupError where a setting is wrong, or names what there is not.
 */
export function createApp(parts: AppParts): App {
  const { custom = {}, env, fetch, pollMs, backoffMs } = parts;
  const catalog = loadOnce(parts.catalog);
  refuseAbsent(catalog.api, env);
  if (custom.credentials !== undefined && findAbsent(catalog.api, 'MCP_FORWARD_HEADERS') !== undefined)
    throw new SetupError(
      'src/custom.ts has credentials of users, and this project was generated without the code that serves them: write "features: { users: true }" into mcpwright.yaml and run npm run generate.',
    );
  const settings = readSettings(env, catalog.api.mode);
  checkFolders(settings);
  const features = once(async () => parts.features ?? (await loadFeatures()).features);
  const offer = createOffer(catalog, custom, settings, features);
  const caller = once(async () => {
    const { createCaller } = await loadCaller();
    const shared = { ...settings, catalog, features: await features(), env, fetch, pollMs, backoffMs, offer };
    const { credentials: credentialsOf, beforeSend } = custom;
    return createCaller({ ...shared, credentialsOf, beforeSend });
  });
  const views = new Map<string, View>();

  function view(names?: readonly string[], scope?: Scope): View {
    const toolsets = selectToolsets(offer.toolsets, names);
    const key = JSON.stringify([toolsets.map(({ name }) => name), scope?.key]);
    const known = views.get(key);
    if (known !== undefined) return known;
    const [oldest = ''] = views.keys();
    if (views.size >= mostViews) views.delete(oldest);
    const seen = scope === undefined ? offer : scope.narrow(offer);
    const made = createView(
      { catalog, settings, offer: seen, caller, isPrivate: scope !== undefined, custom, features, env },
      toolsets,
    );
    views.set(key, made);
    return made;
  }

  const mayAsk = findAbsent(catalog.api, 'MCP_STATE_KEYS') === undefined;
  const sealsState = mayAsk && (catalog.api.sealsState === true || offer.own.size > 0);
  return { api: catalog.api, settings, env, offer, sealsState, features, view };
}

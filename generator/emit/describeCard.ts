import type { ApiInfo, Server } from '../model/server.js';
import { clipText } from '../text/clip.js';
import { parseUrl } from '../text/parseUrl.js';

/** Characters of a description, and of a name (Server Card, ServerCard). */
const longestDescription = 100;
const longestName = 200;

/** A name of several labels, the last of which is no number: no address, and nothing that one machine alone knows. */
const namedHost = /^(?:[a-z0-9](?:[a-z0-9-]*[a-z0-9])?\.)+[a-z](?:[a-z0-9-]*[a-z0-9])?$/;

/** What the server card says of a server besides what `server/discover` does. */
export function describeCard(
  server: Pick<Server, 'api' | 'summary' | 'registryName'>,
): NonNullable<ApiInfo['card']> {
  const { api, summary, registryName = nameForRegistry(api) } = server;
  return { name: registryName, description: clipText(summary, longestDescription) || api.title };
}

/**
 * What registries of servers would call it: the host of the API from its end, and the name of the server, as
 * `com.example.api/petstore`. Where there is no host that others know, or more than one, `local` stands in its place.
 */
function nameForRegistry({ name, servers, sources = {} }: ApiInfo): string {
  const apis = [{ servers }, ...Object.values(sources)];
  const hosts = new Set(apis.flatMap((api) => parseUrl(api.servers[0]?.url ?? '')?.hostname ?? []));
  const [host = ''] = hosts.size === 1 ? hosts : [];
  // Each part has at least two characters, and begins and ends with a letter or a digit.
  const bare = name.replace(/-+$/, '');
  const own = bare.length > 1 ? bare : `${bare}-api`;
  const isKnown = namedHost.test(host) && host.length + own.length < longestName;
  return `${isKnown ? host.split('.').toReversed().join('.') : 'local'}/${own}`;
}

import { type PublishFacts, findLongestMs } from '../../../model/publish/facts.js';
import type { Server } from '../../../model/server.js';
import { parseUrl } from '../../../text/parseUrl.js';
import { chooseParts } from '../../features.js';
import type { WriteContext } from '../published.js';

/** How the HTTP server runs in a container. */
export interface ContainerPlan {
  /** What it is called where names are those of DNS: `petstore`. */
  name: string;
  /** With its tag: `ghcr.io/owner/petstore:1.0.0`. */
  image: string;
  /** The program and its flags. */
  command: string[];
  /** What is no secret; empty where only the operator knows it. */
  settings: Record<string, string>;
  /** Settings and credentials that may be set besides. */
  optional: string[];
  /** Variables that hold secrets; `needed` without which nobody gets far. */
  secrets: { name: string; needed: boolean }[];
  /** The longest that one call takes, in whole seconds. */
  longestCall: number;
}

/** The port that the HTTP server listens on unless it is told another. */
export const port = 3000;

/** How the HTTP server of a project is run: what it is told, and what it waits for before it ends. */
export function planContainer({ facts, server }: Pick<WriteContext, 'facts' | 'server'>): ContainerPlan {
  const { access, variables } = facts;
  const asked = variables.filter(({ isSecret }) => !isSecret);
  return {
    name: nameResource(facts.name),
    image: imageOf(facts),
    command: ['node', 'dist/http.js', ...(access === 'none' ? ['--allow-unauthenticated'] : [])],
    settings: {
      // What its owner fills in does not stand beside what is written anew: edits of neighbouring lines exclude each other.
      ...(access === 'oauth' && { MCP_PUBLIC_URL: facts.choices.url ?? '' }),
      HOST: '0.0.0.0',
      PORT: String(port),
      ...(access === 'oauth' && { MCP_AUTH_ISSUER: '' }),
      ...Object.fromEntries(
        asked
          .filter((one) => one.isRequired && one.default === undefined)
          .map(({ name, default: value = '' }) => [name, value]),
      ),
    },
    optional: asked.filter((one) => !one.isRequired || one.default !== undefined).map(({ name }) => name),
    secrets: listContainerSecrets(facts, server),
    longestCall: Math.ceil(findLongestMs(server) / 1_000),
  };
}

/** The image by its name and the version of package.json; without a registry where none is named. */
export function imageOf({
  choices,
  name,
  version,
}: Pick<PublishFacts, 'choices' | 'name' | 'version'>): string {
  return `${choices.image ?? nameResource(name)}:${version}`;
}

/** The variables that hold secrets; paths of files are none. */
function listContainerSecrets(facts: PublishFacts, server: Server): ContainerPlan['secrets'] {
  const credentials = facts.variables.filter(({ isSecret, name }) => isSecret && !name.endsWith('_FILE'));
  const seals = !chooseParts(server).unread.has('MCP_STATE_KEYS');
  return [
    ...(facts.access === 'token' ? [{ name: 'MCP_AUTH_TOKEN', needed: true }] : []),
    ...(seals ? [{ name: 'MCP_STATE_KEYS', needed: true }] : []),
    ...credentials.map(({ name, isRequired }) => ({ name, needed: isRequired })),
  ];
}

/** A name of a service (RFC 1035, label), with room for what follows it. */
export function nameResource(name: string): string {
  const label = name
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replace(/^[^a-z]+/, '')
    .slice(0, 50)
    .replace(/-+$/, '');
  return label === '' ? 'server' : label;
}

/** The port that requests to an origin go to. */
export function portOf(origin: string): number {
  const { port: own = '', protocol } = parseUrl(origin) ?? {};
  if (own !== '') return Number(own);
  return protocol === 'http:' ? 80 : 443;
}

import type { Adjustment } from '../../../templates/project/src/runtime/call/callAdjusted.js';
import { parseUrl } from '../../text/parseUrl.js';
import { type Server, listCallable } from '../server.js';
import type { Place, PublishChoices, accessForms } from './choices.js';

/** An environment variable that a user fills in, as places ask for it. */
export interface PublishedVariable {
  /** `PETSTORE_API_KEY` */
  name: string;
  /** What it is called for people: `Petstore API key`. */
  title: string;
  /** One sentence. */
  about: string;
  isSecret: boolean;
  /** Little works without it: of credentials, those that all calls need which need any. */
  isRequired: boolean;
  /** Whether users are asked for it at once: it is required, or one of the credentials of which calls need some. */
  isAsked: boolean;
  /** What holds where it is not set; absent where nothing does. */
  default?: string;
}

/** The members of package.json that places ask for, as the project has them after its owner's edits. */
export interface PackageFacts {
  name: string;
  version: string;
  isPrivate: boolean;
  license?: string;
  author?: { name: string; email?: string; url?: string };
  homepage?: string;
  bugs?: string;
  keywords: string[];
  /** The https URL of the repository, without `git+` and `.git`, where one is named. */
  repository?: { url: string; host: 'github' | 'gitlab' | 'other'; owner: string; name: string };
  mcpName?: string;
  /** Where it is published, if it is not the public npm registry (`publishConfig.registry`). */
  publishRegistry?: string;
}

/** All that is told of a server where it is published. Plain JSON; all texts are one line unless said otherwise. */
export interface PublishFacts {
  /** What the server is called: `petstore`. */
  name: string;
  title: string;
  /** One sentence of at most 100 characters. */
  summary: string;
  /** Plain text in paragraphs, 2,000 characters at most. */
  description: string;
  /** That of package.json. */
  version: string;
  package: PackageFacts;
  places: readonly Place[];
  choices: PublishChoices;
  access: (typeof accessForms)[number];
  /** What users fill in, the needed ones first. */
  variables: readonly PublishedVariable[];
  /** The entries that the project has. */
  transports: { stdio: boolean; http: boolean; worker: boolean; lambda: boolean };
  /** Origins that the server calls, as far as they are known: `https://api.example.com`. */
  origins: readonly string[];
  /** Whether tools are searched for, and not listed. */
  isSearched: boolean;
}

/** What writers and checks of a place are given. */
export interface PublishContext {
  facts: PublishFacts;
  server: Server;
}

/** What a place would refuse, or hold against the server. */
export interface PublishFinding {
  place: Place | 'directories' | 'all';
  /** Other places that ask for the same. */
  also?: PublishFinding['place'][];
  /** `error`: it is refused there. `warning`: it is taken, but worse off. `release`: it can be known once there is a release. */
  severity: 'error' | 'warning' | 'release';
  /** The file that says it, from the project: `server.json`, `package.json`, `mcpwright.yaml`. */
  file: string;
  /** Where in that file: a JSON pointer. */
  at?: string;
  /** What is wrong: one sentence. */
  message: string;
  /** What to fill in, and where: one sentence, or lines to copy. */
  fix: string;
}

/** Whether a place is chosen. */
export function isPublishedTo({ places: chosen }: Pick<PublishFacts, 'places'>, place: Place): boolean {
  return chosen.includes(place);
}

/** The file of the MCPB bundle, by the version of package.json: `petstore-1.0.0.mcpb`. */
export function bundleName({ name, version }: Pick<PublishFacts, 'name' | 'version'>): string {
  return `${name}-${version}.mcpb`;
}

/** Where the release of a version has the bundle; the address of it has to say "mcp". Undefined without a repository. */
export function releaseOf(facts: Pick<PublishFacts, 'name' | 'version' | 'package'>): string | undefined {
  const { repository } = facts.package;
  const tag = `v${facts.version}`;
  if (repository === undefined || repository.host === 'other') return undefined;
  return repository.host === 'github'
    ? `${repository.url}/releases/download/${tag}/${bundleName(facts)}`
    : `${repository.url}/-/releases/${tag}/downloads/${bundleName(facts)}`;
}

/** How users come by the server best: its public URL, else the npm package, else the image; undefined where there is none of them. */
export function wayOf({
  choices,
  transports,
  places: chosen,
}: Pick<PublishFacts, 'choices' | 'transports' | 'places'>): 'url' | 'npm' | 'image' | undefined {
  if (choices.url !== undefined) return 'url';
  if (!transports.stdio) return undefined;
  if (chosen.includes('npm')) return 'npm';
  return chosen.includes('docker') && choices.image !== undefined ? 'image' : undefined;
}

/** What calls may take unless their limit is longer, in milliseconds (templates/project/src/runtime/settings.ts). */
const usualMs = 55_000;

/** The longest that a call of a server may take, in milliseconds. */
export function findLongestMs(server: Server): number {
  const limits = listCallable(server).map(
    ({ tool }) => (tool.adjust as Adjustment | undefined)?.timeoutMs ?? 0,
  );
  return Math.max(usualMs, ...limits);
}

/** Whether packages of a registry are those that npm finds where none is named. */
export function isPublicRegistry(registry = ''): boolean {
  return parseUrl(registry)?.hostname.split('.').includes('npmjs') === true;
}

import type { Server } from './server.js';

/**
 * Where a server can be published, and what is written so that it can be run there. What each of them wants is written
 * by `emit/publish/` and held against its rules by `publish/`.
 */
export const places = [
  'npm',
  'registry',
  'mcpb',
  'plugin',
  'skills',
  'openai',
  'docker',
  'docker-catalog',
  'kubernetes',
  'links',
  'release',
  'card',
] as const;
export type Place = (typeof places)[number];

/** A namespace that was proven, a slash and a name, 200 characters at most (MCP registry, server.json 2025-12-11, name). */
export const registryName =
  /^(?=.{3,200}$)[a-zA-Z0-9](?:[a-zA-Z0-9.-]*[a-zA-Z0-9])?\/[a-zA-Z0-9](?:[a-zA-Z0-9._-]*[a-zA-Z0-9])?$/;

/** The registry and the name of an image, in lower case and without tag or digest (OCI distribution 1.1, pulling manifests). */
export const imageName = /^[a-z0-9-]+(?:\.[a-z0-9-]+)+(?::\d+)?(?:\/[a-z0-9]+(?:(?:\.|_|__|-+)[a-z0-9]+)*)+$/;

/** The path of a picture in the project, with forward slashes. */
export const iconPath = /^\w[\w-]*(?:[./][\w-]+)*\.(?:png|svg|jpe?g|webp)$/;

/** What clients show at the public URL: nothing, a fixed token, or a token of an authorization server. */
export const accessForms = ['none', 'token', 'oauth'] as const;

/**
 * What the owner says of publishing in mcpwright.yaml. What package.json has a member for is said there: name, version,
 * license, author, homepage, repository, bugs, keywords.
 */
export interface PublishChoices {
  /** What is written; nothing unless set. */
  to?: Place[];
  /** The server's name in the MCP registry: `io.github.owner/petstore`, `com.example/petstore`. */
  name?: string;
  /** Its name for people, where the document's title does not suit. */
  title?: string;
  /** One sentence of at most 100 characters, where the document's own does not suit. */
  description?: string;
  /** Where it can be reached by everybody: `https://mcp.example.com/mcp`. */
  url?: string;
  /** What clients show there; `oauth` with `features: { auth: true }`, else `token`. */
  access?: (typeof accessForms)[number];
  /** The image of the container, without a tag: `ghcr.io/owner/petstore`. */
  image?: string;
  /** A PNG of 512 by 512 pixels in the project: `assets/icon.png`. */
  icon?: string;
  /** An https URL of the icon. */
  iconUrl?: string;
  /** What it is for, as directories sort servers: `developer-tools`. */
  category?: string;
  /** https URLs of pages for users. */
  documentation?: string;
  support?: string;
  privacy?: string;
  terms?: string;
}

/** An environment variable that a user fills in, as places ask for it. */
export interface PublishedVariable {
  /** `PETSTORE_API_KEY` */
  name: string;
  /** What it is called for people: `Petstore API key`. */
  title: string;
  /** One sentence. */
  about: string;
  isSecret: boolean;
  isRequired: boolean;
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
  place: Place | 'directories';
  /** `error`: it is refused there. `warning`: it is taken, but worse off. */
  severity: 'error' | 'warning';
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

/** Longest name and description of an Agent Skill (Agent Skills specification, frontmatter). */
export const longestSkill = { name: 64, description: 1_024 };

/** Lines and tokens that a skill's SKILL.md stays below, so that it is read as a whole (Agent Skills specification). */
export const skillRoom = { lines: 500, tokens: 5_000 };

/** What a skill must not have in its name, since it would seem to be of a vendor. */
export const reservedInSkills = /anthropic|claude/;

/** The server's name as that of a skill and of its folder: `^[a-z0-9]+(-[a-z0-9]+)*$`, 64 characters at most. */
export function nameSkill({ name }: Pick<PublishFacts, 'name'>): string {
  const parts = name
    .toLowerCase()
    .split(new RegExp(`${reservedInSkills.source}|[^a-z0-9]+`))
    .filter((part) => part !== '');
  const joined = parts.join('-').slice(0, longestSkill.name).replace(/-+$/, '');
  return reservedInSkills.test(joined) || joined === '' ? 'api' : joined;
}

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

/** Of some places, those that get what is built, with the code of packages in it, whose licences have to go with it. */
export function listHandedOn(chosen: readonly Place[]): Place[] {
  return (['npm', 'mcpb', 'docker'] as const).filter((place) => chosen.includes(place));
}

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

import type { PublishContext, PublishFacts } from '../../model/publish/facts.js';

/** One file that a place wants, by its path in the project. */
export interface PublishedFile {
  path: string;
  content: string;
}

/** What is written for a place is made of. */
export interface WriteContext extends PublishContext {
  /** The files of templates/project, by path. */
  templates: ReadonlyMap<string, string>;
}

/** JSON as it is written to a file. */
export function layOutJson(value: unknown): string {
  return `${JSON.stringify(value, undefined, 2)}\n`;
}

/** What the entry of the MCP registry and the server card say alike. */
export function describeEntry(
  { choices, package: own, title, summary, version }: PublishFacts,
  name: string | undefined,
): object {
  const { repository, homepage } = own;
  return {
    ...(name !== undefined && { name }),
    title,
    description: summary,
    version,
    ...(homepage?.startsWith('https://') && { websiteUrl: homepage }),
    ...(repository !== undefined &&
      repository.host !== 'other' && { repository: { url: repository.url, source: repository.host } }),
    ...(choices.iconUrl !== undefined && { icons: [{ src: choices.iconUrl }] }),
  };
}

/** The public URL, and what clients show there, as both have it (server.json, RemoteTransport). */
export function listRemotes({ choices: { url }, access, title }: PublishFacts): object[] {
  if (url === undefined) return [];
  const headers = [
    {
      name: 'Authorization',
      description: `Access to ${title}`,
      value: 'Bearer {token}',
      variables: {
        token: { description: 'The token that the operator gives out', isRequired: true, isSecret: true },
      },
    },
  ];
  return [{ type: 'streamable-http', url, ...(access === 'token' && { headers }) }];
}

/** The environment variable from which users take the token of the public URL: `PETSTORE_MCP_TOKEN`. */
export function nameToken({ name }: Pick<PublishFacts, 'name'>): string {
  return `${name.toUpperCase().replaceAll(/[^A-Z0-9]+/g, '_')}_MCP_TOKEN`;
}

/** A category as a directory has it: what OpenAI calls developer tools is devops in Docker's catalogue. Others are told as they are. */
export function nameCategory(place: 'openai' | 'docker-catalog', category: string): string {
  const plain = /^(?:developer-tools|devops)$/i.test(category);
  if (place === 'docker-catalog') return plain ? 'devops' : category;
  return (plain ? 'developer-tools' : category).toUpperCase().replaceAll(/[^A-Z0-9]+/g, '_');
}

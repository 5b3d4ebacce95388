import { type PublishFacts, isPublishedTo } from '../../model/publish.js';

/** How clients come by the server: at its public URL, or as a program that they start. */
export type Launch =
  | { kind: 'remote'; url: string; access: PublishFacts['access'] }
  | { kind: 'program'; command: string; args: string[] };

/**
 * The best way in which the server is published: its public URL, else the npm package, else the image. Undefined where there
 * is none of them.
 *
 * @param version - the version of the package that is started, such as `1.0.0`; without it, the newest
 */
export function chooseLaunch(facts: PublishFacts, version?: string): Launch | undefined {
  const { choices, access, package: own } = facts;
  if (choices.url !== undefined) return { kind: 'remote', url: choices.url, access };
  if (!facts.transports.stdio) return undefined;
  if (isPublishedTo(facts, 'npm') && own.name !== '')
    return {
      kind: 'program',
      command: 'npx',
      args: ['-y', version === undefined ? own.name : `${own.name}@${version}`],
    };
  if (isPublishedTo(facts, 'docker') && choices.image !== undefined)
    return {
      kind: 'program',
      command: 'docker',
      args: [
        'run',
        '-i',
        '--rm',
        ...facts.variables.filter(({ isRequired }) => isRequired).flatMap(({ name }) => ['-e', name]),
        `${choices.image}:${facts.version}`,
      ],
    };
  return undefined;
}

/** The environment variable from which users take the token of the public URL: `PETSTORE_MCP_TOKEN`. */
export function nameToken({ name }: Pick<PublishFacts, 'name'>): string {
  return `${name.toUpperCase().replaceAll(/[^A-Z0-9]+/g, '_')}_MCP_TOKEN`;
}

import { type PublishFacts, wayOf } from './facts.js';

/** How clients come by the server: at its public URL, or as a program that they start. */
export type Launch =
  | { kind: 'remote'; url: string; access: PublishFacts['access'] }
  | { kind: 'program'; command: string; args: string[] };

/**
 * What clients call or start: undefined where the server is published in no way that they have.
 *
 * @param version - the version of the npm package that is started, such as `1.0.0`; without it, the newest
 */
export function chooseLaunch(facts: PublishFacts, version?: string): Launch | undefined {
  const { choices, access, package: own } = facts;
  switch (wayOf(facts)) {
    case 'url':
      return { kind: 'remote', url: choices.url ?? '', access };
    case 'npm':
      return {
        kind: 'program',
        command: 'npx',
        args: ['-y', version === undefined ? own.name : `${own.name}@${version}`],
      };
    case 'image': {
      // A variable that is not set is not handed on: all may be named.
      const env = facts.variables.flatMap(({ name }) => ['-e', name]);
      const image = `${choices.image ?? ''}:${facts.version}`;
      return { kind: 'program', command: 'docker', args: ['run', '-i', '--rm'].concat(env, image) };
    }
    case undefined:
      return undefined;
  }
}

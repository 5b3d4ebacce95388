import { type Config, defaults, isTarball, runtimePackage } from '../model/config.js';
import { listHandedOn } from '../model/publish/choices.js';
import type { Server } from '../model/server.js';
import type { Parts } from './features.js';
import { hashText } from '../text/hash.js';
import { toLine } from '../text/markdown/escape.js';

/** Versions by package, as our own package.json has them. */
export interface Pins {
  dependencies: Record<string, string>;
  devDependencies: Record<string, string>;
}

/** What building takes, unless only features that the API does not need take it. Nothing is needed to run: what is built holds all that it uses. */
const packages = [
  '@jmespath-community/jmespath',
  '@modelcontextprotocol/node',
  '@modelcontextprotocol/server',
  '@opentelemetry/api',
  '@types/node',
  'ajv-formats',
  'esbuild',
  'fast-xml-builder',
  'jose',
  'oauth4webapi',
  'typescript',
];

/** What the project's own code and its scripts take, wherever the runtime comes from. */
const ofBuild = new Set(['@types/node', 'esbuild', 'typescript']);
const ofProject = new Set([...ofBuild, '@modelcontextprotocol/server']);

/**
 * The project's package.json.
 */
export function composePackage(
  { api, summary, choices }: Server,
  pins: Pins,
  { transports: { stdio, http, worker, lambda }, packages: unneeded }: Pick<Parts, 'transports' | 'packages'>,
  { runtime: { package: runtime }, publish }: Pick<Config, 'runtime' | 'publish'> = defaults,
): string {
  const { to = [], name: mcpName } = publish;
  const isProgram = stdio || http || !(worker || lambda);
  const bundles = [
    ...(isProgram ? ['node build.js'] : []),
    ...(worker || lambda ? ['node bundle.js'] : []),
    ...(listHandedOn(to).length > 0 ? ['node licenses.js'] : []),
  ];
  const content = {
    name: api.name,
    version: toSemver(api.version),
    // Not every reader of JSON takes half a character.
    description: toLine(summary),
    // By which the MCP registry knows that both belong to the same owner.
    ...(to.includes('registry') && mcpName !== undefined && { mcpName }),
    type: 'module',
    bin: {
      ...(stdio && { [api.name]: 'dist/stdio.js' }),
      ...(http && { [stdio ? `${api.name}-http` : api.name]: 'dist/http.js' }),
    },
    files: ['dist', ...(choices?.skills ? ['skills'] : [])],
    imports: { '#runtime/*': runtime === '' ? './src/runtime/*' : `${runtimePackage}/*` },
    engines: { node: '>=20.19' },
    scripts: {
      build: ['tsc', ...bundles].join(' && '),
      ...((stdio || http) && { start: `node dist/${stdio ? 'stdio' : 'http'}.js` }),
      ...(http && { 'start:http': 'node dist/http.js' }),
      ...(isProgram && { dev: 'node build.js --watch' }),
      generate: 'node generate.js',
      typecheck: 'tsc',
      test: 'tsc && node build.js --test',
      prepack: 'npm run build',
      ...(to.includes('mcpb') && { 'pack:mcpb': 'node pack.js' }),
    },
    devDependencies: {
      ...(runtime !== '' && { [runtimePackage]: isTarball(runtime) ? `file:${runtime}` : runtime }),
      ...Object.fromEntries(
        packages
          .filter((name) => (runtime === '' ? !unneeded.has(name) : ofProject.has(name)))
          .concat(to.includes('mcpb') ? ['fflate'] : [])
          .toSorted()
          .map((name) => [name, findPin(name, pins)]),
      ),
    },
  };
  return `${JSON.stringify(content, undefined, 2)}\n`;
}

/**
 * Identifies the types that generated code and the runtime share: where they differ, the two may not fit.
 *
 * @param templates - the files of the emitted project, by path
 */
export function identifyContract(templates: ReadonlyMap<string, string>): string {
  return hashText(
    ['tool', 'features'].map((name) => templates.get(`src/runtime/${name}.ts`) ?? '').join(),
    12,
  );
}

function findPin(name: string, { dependencies, devDependencies }: Pins): string {
  const version = dependencies[name] ?? devDependencies[name];
  if (version === undefined) throw new Error(`Our package.json names no version of ${name}.`);
  return version;
}

/** The API's version in the form that npm takes: `v2.1-beta` becomes `2.1.0-beta`. */
function toSemver(version: string): string {
  const [, numbers = '0', stage = ''] =
    /(\d{1,9}(?:\.\d{1,9}){0,2})(-[a-z][\da-z-]{0,39}(?:\.[\da-z-]{1,40}){0,3})?/i.exec(version) ?? [];
  const release = [...numbers.split('.').map(Number), 0, 0].slice(0, 3).join('.');
  // A number of a pre-release has no zeros in front.
  return release + stage.replaceAll(/\.0+(?=\d+(?:\.|$))/g, '.');
}

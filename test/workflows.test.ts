import { readFileSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { root } from './support/sources.js';

interface Step {
  uses?: string;
  run?: string;
  with?: Record<string, unknown>;
}

interface Job {
  permissions?: object;
  needs?: string;
  strategy?: object;
  steps: Step[];
}

interface Workflow {
  on: object;
  permissions: object;
  jobs: Record<string, Job>;
}

const folder = join(root, '.github/workflows');
const files = readdirSync(folder).toSorted();
const read = (file: string) => readFileSync(join(folder, file), 'utf8');
const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
  scripts: Record<string, string>;
};
const ci = parse(read('ci.yml')) as Workflow;
const release = parse(read('release.yml')) as Workflow;
const runsOf = ({ steps }: Job | undefined = { steps: [] }) => steps.flatMap(({ run = [] }) => run);

describe.each(files)('the workflow %s', (file) => {
  const { jobs } = parse(read(file)) as Workflow;
  const steps = Object.values(jobs).flatMap((job) => job.steps);

  test('uses actions of GitHub by a version', () => {
    const used = steps.flatMap(({ uses = [] }) => uses);
    expect(used.length).toBeGreaterThan(0);
    expect(used.filter((name) => !/^actions\/[a-z-]+@v\d+$/.test(name))).toEqual([]);
  });

  test('runs scripts that are there', () => {
    const runs = steps.flatMap(({ run = [] }) => run);
    const named = runs.flatMap((run) => [...run.matchAll(/\bnpm (?:run (?:-s )?)?([\w:-]+)/g)]);
    const ofNpm = new Set(['ci', 'pack', 'publish']);
    const missing = named.filter(([whole, name = '']) =>
      whole.startsWith('npm run')
        ? !Object.hasOwn(scripts, name)
        : !ofNpm.has(name) && !Object.hasOwn(scripts, name),
    );
    expect(missing.map(([whole]) => whole)).toEqual([]);
    for (const program of runs.filter((run) => run.startsWith('.')))
      expect(statSync(join(root, program)).mode & 0o111, `${program} can be run`).not.toBe(0);
  });

  test('takes no secret, and puts nothing that others choose into a command', () => {
    expect(read(file)).not.toMatch(/secrets\.|_TOKEN|_authToken/i);
    const put = [...read(file).matchAll(/\$\{\{ *(.*?) *\}\}/g)].map(([, expression]) => expression);
    const known = new Set(['matrix.package', "contains(github.ref_name, '-') && 'next' || 'latest'"]);
    expect(put.filter((expression) => !known.has(expression ?? ''))).toEqual([]);
  });
});

test('there is one workflow for changes and one for releases', () => {
  expect(files).toEqual(['ci.yml', 'release.yml']);
});

test('every change is tested by what tests it here, with leave to read', () => {
  expect(ci.on).toEqual({ push: { branches: ['**'] }, pull_request: null });
  expect(ci.permissions).toEqual({ contents: 'read' });
  expect(Object.values(ci.jobs).map(({ permissions }) => permissions)).toEqual([undefined]);
  expect(runsOf(ci.jobs['test'])).toEqual(['.ci/run']);
});

describe('a release', () => {
  const { pack, publish } = release.jobs;

  test('begins with a tag, and with nothing else', () => {
    expect(release.on).toEqual({ push: { tags: ['v*'] } });
  });

  test('may read where it tests and packs, and be trusted by npm where it publishes', () => {
    expect(release.permissions).toEqual({});
    expect(pack?.permissions).toEqual({ contents: 'read' });
    expect(publish?.permissions).toEqual({ 'id-token': 'write' });
    expect(Object.keys(release.jobs)).toEqual(['pack', 'publish']);
  });

  test('checks the tag, and runs the tests as the README says, before it packs', () => {
    const readme = readFileSync(join(root, 'README.md'), 'utf8');
    const [, command = ''] = /^(npm .*?) +# all checks$/m.exec(readme) ?? [];
    const [install = '', tests = ''] = command.split(' && ');
    const runs = runsOf(pack);
    expect(runs.slice(0, 3)).toEqual([install, 'npm run release:check -- --tag "$GITHUB_REF_NAME"', tests]);
    expect(runs.slice(3).map((run) => /npm (?:run )?(pack\S*).* (packed\/\w+)$/.exec(run)?.slice(1))).toEqual(
      [
        ['pack', 'packed/mcpwright'],
        ['pack:runtime', 'packed/runtime'],
      ],
    );
  });

  test('publishes what was packed, mcpwright first, without running anything else', () => {
    expect(publish?.needs).toBe('pack');
    expect(publish?.strategy).toEqual({ 'max-parallel': 1, matrix: { package: ['mcpwright', 'runtime'] } });
    const runs = runsOf(publish);
    expect(runs).toHaveLength(1);
    expect(runs[0]).toMatch(
      /^npm publish \.\/packed\/\$\{\{ matrix\.package \}\}\/\*\.tgz --access public --tag /,
    );
    const used = publish?.steps.map(({ uses }) => uses?.split('@')[0]).filter((name) => name !== undefined);
    expect(used).toEqual(['actions/setup-node', 'actions/download-artifact']);
    const [kept] = pack?.steps.filter(({ uses }) => uses?.startsWith('actions/upload-artifact')) ?? [];
    const [taken] = publish?.steps.filter(({ uses }) => uses?.startsWith('actions/download-artifact')) ?? [];
    expect([kept?.with?.['name'], kept?.with?.['path']]).toEqual([
      taken?.with?.['name'],
      taken?.with?.['path'],
    ]);
  });
});

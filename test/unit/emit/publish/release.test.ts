import { spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import type { Place } from '../../../../generator/model/publish/choices.js';
import { fullChoices, publishServer } from '../../../support/publishing.js';
import { tempFolder } from '../../../support/tempFolder.js';

interface Job {
  needs?: string | string[];
  permissions: Record<string, string>;
  steps: { run?: string; uses?: string }[];
}

async function readJobs(to: Place[], more: object = {}): Promise<Record<string, Job>> {
  const { files } = await publishServer({ ...fullChoices, to: [...to, 'release'], ...more });
  const workflow = parse(String(files.get('.github/workflows/release.yml'))) as {
    on: unknown;
    permissions: unknown;
    jobs: Record<string, Job>;
  };
  expect(workflow).toMatchObject({ on: { push: { tags: ['v*'] } }, permissions: {} });
  return workflow.jobs;
}

const linesOf = ({ steps }: Job) => steps.map(({ run, uses }) => run ?? uses ?? '');

test('has a job for each place, and what publishes runs no code of packages', async () => {
  const jobs = await readJobs(['npm', 'mcpb', 'docker', 'registry']);
  expect(Object.keys(jobs)).toEqual(['pack', 'npm', 'bundle', 'image', 'registry']);
  expect(jobs['registry']?.needs).toEqual(['npm', 'bundle', 'image']);
  const writing = Object.entries(jobs).filter(([, { permissions }]) =>
    Object.values(permissions).includes('write'),
  );
  for (const [name, job] of writing) {
    const ran = linesOf(job).join('\n');
    expect(ran, name).not.toMatch(/npm (?:ci|install|test|run)/);
  }
  expect(jobs['pack']?.permissions).toEqual({ contents: 'read' });
});

test('hands each job what was packed', async () => {
  const jobs = await readJobs(['npm', 'mcpb', 'registry']);
  const packed = linesOf(jobs['pack'] as Job);
  expect(packed).toEqual(
    expect.arrayContaining([
      'npm pack --pack-destination packed',
      'npm run pack:mcpb && mv *.mcpb packed',
      'mv server.json packed',
    ]),
  );
  // What is packed is moved only after the hash of the bundle was written into it.
  expect(packed.indexOf('mv server.json packed')).toBeGreaterThan(
    packed.findIndex((line) => line.includes('pack:mcpb')),
  );
});

test.each<[Place[], string[]]>([
  [['npm'], ['pack', 'npm']],
  [['mcpb'], ['pack', 'bundle']],
  [['registry'], ['pack', 'registry']],
  [[], ['pack']],
])('for %j it has the jobs %j', async (to, expected) => {
  const jobs = await readJobs(to);
  expect(Object.keys(jobs)).toEqual(expected);
  expect(linesOf(jobs['pack'] as Job).some((line) => line.startsWith('actions/upload-artifact'))).toBe(
    expected.length > 1,
  );
});

test('an image of another registry is pushed by its owner', async () => {
  expect(Object.keys(await readJobs(['docker'], { image: 'docker.io/example/petstore' }))).toEqual(['pack']);
});

/** Programs that are not here, as far as the workflow asks them: each call is written down. */
const stands = {
  npm: 'case "$1" in view) printf %s "$PUBLISHED" ;; esac',
  gh: 'case "$2" in view) test -n "$PUBLISHED" ;; esac',
  'mcp-publisher': 'test -z "$PUBLISHED" || { echo "Error: $PUBLISHED" >&2; exit 1; }',
};

/** Runs the scripts of a job that publish, as GitHub runs them with `shell: bash`: its exit code, and the calls. */
async function runJob(
  job: string,
  tag: string,
  published: string,
): Promise<{ code: number | null; calls: string[] }> {
  const folder = tempFolder();
  const bin = join(folder, 'bin');
  const packed = join(folder, 'packed');
  for (const path of [bin, packed, join(folder, 'package')]) mkdirSync(path, { recursive: true });
  for (const [name, text] of Object.entries(stands)) {
    const path = name === 'mcp-publisher' ? join(folder, name) : join(bin, name);
    writeFileSync(path, `#!/bin/sh\necho "${name} $*" >> "${join(folder, 'calls')}"\n${text}\n`);
    chmodSync(path, 0o755);
  }
  writeFileSync(join(folder, 'calls'), '');
  writeFileSync(join(packed, 'petstore.mcpb'), '');
  writeFileSync(
    join(folder, 'package/package.json'),
    JSON.stringify({ name: '@example/pets', version: tag.slice(1) }),
  );
  spawnSync('tar', ['-czf', 'packed/pets.tgz', 'package/package.json'], { cwd: folder });
  const jobs = await readJobs(['npm', 'mcpb', 'docker', 'registry']);
  const script = jobs[job]?.steps.findLast(({ run }) => run !== undefined)?.run ?? '';
  const { status } = spawnSync('bash', ['--noprofile', '--norc', '-eo', 'pipefail', '-c', script], {
    cwd: folder,
    env: {
      ...process.env,
      PATH: `${bin}:${process.env['PATH'] ?? ''}`,
      GITHUB_REF_NAME: tag,
      PUBLISHED: published,
    },
  });
  return { code: status, calls: readFileSync(join(folder, 'calls'), 'utf8').trim().split('\n') };
}

describe.skipIf(process.platform === 'win32')('a run', () => {
  test.each([
    ['v1.2.3', 'latest', 'false'],
    ['v1.2.3-beta.1', 'next', 'true'],
    ['v1.2.3+build-7', 'latest', 'false'],
  ])('of %s gives npm the tag %s', async (tag, name, early) => {
    expect(await runJob('npm', tag, '')).toEqual({
      code: 0,
      calls: [
        `npm view @example/pets@${tag.slice(1)} version`,
        `npm publish ./packed/pets.tgz --access public --tag ${name}`,
      ],
    });
    expect(await runJob('bundle', tag, '')).toEqual({
      code: 0,
      calls: [
        `gh release view ${tag}`,
        `gh release create ${tag} --verify-tag --generate-notes --prerelease=${early}`,
        `gh release upload ${tag} packed/petstore.mcpb --clobber`,
      ],
    });
  });

  test('that is repeated publishes what is not there yet', async () => {
    expect(await runJob('npm', 'v1.2.3', '1.2.3')).toEqual({
      code: 0,
      calls: ['npm view @example/pets@1.2.3 version'],
    });
    expect(await runJob('bundle', 'v1.2.3', '1.2.3')).toEqual({
      code: 0,
      calls: ['gh release view v1.2.3', 'gh release upload v1.2.3 packed/petstore.mcpb --clobber'],
    });
    const twice = 'invalid version: cannot publish duplicate version';
    expect(await runJob('registry', 'v1.2.3', twice)).toMatchObject({ code: 0 });
    expect(await runJob('registry', 'v1.2.3', '')).toMatchObject({
      code: 0,
      calls: ['mcp-publisher publish'],
    });
    expect(await runJob('registry', 'v1.2.3', 'invalid name')).toMatchObject({ code: 1 });
  });
});

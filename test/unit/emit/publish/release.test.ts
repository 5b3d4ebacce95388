import { expect, test } from 'vitest';
import { parse } from 'yaml';
import type { Place } from '../../../../generator/model/publish/choices.js';
import { fullChoices, publishServer } from '../../../support/publishing.js';

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

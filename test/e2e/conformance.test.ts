import { execFile } from 'node:child_process';
import { existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startUpstream } from '../../samples/papers/upstream.js';
import { findNode, install } from '../tools/findNode.js';
import { type RunningServer, startHttp } from './clients.js';
import expected from './conformance.json' with { type: 'json' };
import { buildPapers } from './papers.js';
import { scratch } from './project.js';

const suite = '@modelcontextprotocol/conformance';
const version = '0.2.0-alpha.12';
const folder = join(scratch, 'conformance', version);
const program = join(folder, 'node_modules', suite, 'dist/index.js');
/** The suite needs Node 22; it and, where this is an older one, Node come from npm. */
const isThere = existsSync(program) || install(`${suite}@${version}`, folder);
const isNew = Number(process.versions.node.split('.')[0]) >= 22;
const node = isNew ? process.execPath : findNode('22', join(scratch, 'node/22'));
const canRun = isThere && node !== undefined;
if (!canRun) console.warn('skipped: the conformance suite of MCP (npm cannot fetch it, or Node 22)');

interface Outcome {
  scenario: string;
  hasPassed: boolean;
  isScored: boolean;
}

/** What the suite says of each scenario of a revision. */
async function run(url: string, revision: string): Promise<{ outcomes: Outcome[]; text: string }> {
  const args = [program, 'server', '--url', url, '--requirements', revision];
  const cwd = join(folder, revision);
  mkdirSync(cwd, { recursive: true });
  const { stdout: text } = await promisify(execFile)(node ?? '', args, { cwd, maxBuffer: 2 ** 26 }).catch(
    (error: { stdout: string }) => error,
  );
  const [, summary = '', unscored = ''] = /=== SUMMARY ===\n([^]*?)(Not scored[^]*)?$/.exec(text) ?? [];
  const others = new Set([...unscored.matchAll(/^ +[✓✗] (\S+) \(/gm)].map(([, name = '']) => name));
  const outcomes = [...summary.matchAll(/^([✓✗]) (\S+): \d+ passed, \d+ failed$/gm)].map(
    ([, sign, scenario = '']) => ({ scenario, hasPassed: sign === '✓', isScored: !others.has(scenario) }),
  );
  return { outcomes, text };
}

/** How many scenarios of each revision count. */
const scored = { '2025-11-25': 30, '2026-07-28': 37 } as const;
/** Scenarios that fail, and why: of those that count, and of others. */
const failures: Record<string, Record<string, string>> = expected;

describe.runIf(canRun)('the conformance suite of MCP against the server of papers', () => {
  let upstream: Awaited<ReturnType<typeof startUpstream>>;
  let server: RunningServer;
  beforeAll(async () => {
    upstream = await startUpstream();
    const env = { PAPERS_BASE_URL: upstream.url, MCP_SESSIONS: 'true', MCP_MODE: 'list' };
    server = await startHttp(await buildPapers('conformance/papers'), env);
  });
  afterAll(async () => {
    await server.stop();
    await upstream.close();
  });

  test.each(Object.entries(scored))(
    '%s: all %i scenarios that count, and the others',
    async (revision, count) => {
      const { outcomes, text } = await run(server.url, revision);
      expect(
        outcomes.filter(({ isScored }) => isScored),
        text,
      ).toHaveLength(count);
      // One that passes now is to be taken off the list.
      expect(
        outcomes.flatMap(({ scenario, hasPassed }) => (hasPassed ? [] : [scenario])).toSorted(),
        text,
      ).toEqual(Object.keys(failures[revision] ?? {}).toSorted());
    },
  );
});

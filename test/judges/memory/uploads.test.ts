import { execFile } from 'node:child_process';
import { createHash, randomFillSync } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { build } from 'esbuild';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startSink, type Sink } from '../../support/runtime/sink.js';

const size = 64 * 1024 * 1024;
const large = randomFillSync(Buffer.alloc(size));
let sink: Sink;
let root: string;
const program = join(process.cwd(), 'test/.tmp/upload/uploadOnce.mjs');

beforeAll(async () => {
  sink = await startSink();
  root = await mkdtemp(join(tmpdir(), 'upload-'));
  await writeFile(join(root, 'smaller.bin'), large.subarray(0, size / 4));
  await writeFile(join(root, 'large.bin'), large);
  await build({
    entryPoints: ['test/judges/memory/uploadOnce.ts'],
    outfile: program,
    bundle: true,
    platform: 'node',
    format: 'esm',
    packages: 'external',
    logLevel: 'error',
  });
});
afterAll(async () => {
  await sink.close();
  await rm(root, { recursive: true });
});

test.each(['put_file', 'put_form'])('a file of 64 MB takes little memory to be sent: %s', async (tool) => {
  sink.taken.length = 0;
  const { stdout, stderr } = await promisify(execFile)(process.execPath, [program, sink.url, root, tool]);
  expect(stderr).toBe('');
  const { isSent, grownBy } = JSON.parse(stdout) as { isSent: boolean; grownBy: number };
  expect(isSent).toBe(true);
  const got = sink.taken.at(-1);
  expect(got).toMatchObject({ complete: true, headers: { 'content-length': String(got?.size) } });
  if (tool === 'put_file')
    expect(got).toMatchObject({ size, hash: createHash('sha256').update(large).digest('hex') });
  expect(grownBy / size).toBeLessThan(0.5);
});

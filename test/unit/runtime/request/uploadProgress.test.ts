import { randomFillSync } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { features } from '../../../../templates/project/src/generated/features.js';
import { createCaller } from '../../../../templates/project/src/runtime/call/createCaller.js';
import { offerTools } from '../../../../templates/project/src/runtime/offer/createOffer.js';
import { createProgress } from '../../../../templates/project/src/runtime/server/createServer.js';
import { makeUploads } from '../../../support/runtime/makeUploads.js';
import { type Sink, startSink } from '../../../support/runtime/sink.js';

const content = randomFillSync(Buffer.alloc(4 * 1024 * 1024));
let sink: Sink;
let root: string;
beforeAll(async () => {
  sink = await startSink();
  root = await mkdtemp(join(tmpdir(), 'upload-'));
  await writeFile(join(root, 'data.bin'), content);
});
afterAll(async () => {
  await sink.close();
  await rm(root, { recursive: true });
});
beforeEach(() => {
  sink.taken.length = 0;
});

interface Tick {
  progress: number;
  total?: number;
  message: string;
}

/** What a client is told of a call, without a pause between. */
async function follow(tool: string, args: object, retries = 0): Promise<Tick[]> {
  const ticks: Tick[] = [];
  const notify = ({ params }: { params?: unknown }) => Promise.resolve(void ticks.push(params as Tick));
  const catalog = makeUploads(sink.url, { method: 'PUT' });
  const shared = { env: {}, timeoutMs: 5_000, fileRoots: [root], retries, backoffMs: 1 };
  const caller = await createCaller({ features, ...shared, catalog });
  const offered = (await offerTools(catalog.toolsets[0]!)).get(tool)!;
  const onProgress = createProgress('token', notify, 0);
  await caller(offered, args, { signal: new AbortController().signal, trace: {}, onProgress });
  return ticks;
}

const base64 = content.toString('base64');
test.each<[string, string, object]>([
  ['a file by its path', 'put_file', { body: { path: 'data.bin' } }],
  ['a file in base64', 'put_file', { body: { base64 } }],
  ['a form', 'put_form', { file: { path: 'data.bin' }, more: [{ base64: 'aGk=' }] }],
  ['JSON', 'put_data', { body: { file: { base64 } } }],
])('it is told how much of %s has gone, and then of the answer has come', async (_, tool, args) => {
  const ticks = await follow(tool, args);
  const [got] = sink.taken;
  expect(got).toMatchObject({ complete: true, headers: { 'content-length': String(got?.size) } });
  const sent = ticks.filter(({ message }) => message.endsWith(' sent'));
  expect(sent.length).toBeGreaterThan(4);
  expect(sent.at(-1)).toMatchObject({ progress: got?.size, total: got?.size });
  expect(sent[0]?.message).toMatch(/^\d+ (bytes|KB) of (4|5\.3) MB sent$/);
  expect(ticks.slice(sent.length)).toEqual([
    { progressToken: 'token', progress: got!.size + 4, message: '4 bytes received' },
  ]);
  expect(ticks.map(({ progress }) => progress)).toEqual(
    [...new Set(ticks.map(({ progress }) => progress))].toSorted((a, b) => a - b),
  );
});

test('progress never shrinks where a body is sent again', async () => {
  sink.statuses.push(503);
  const ticks = await follow('put_file', { body: { path: 'data.bin' } }, 1);
  expect(sink.taken.map(({ size }) => size)).toEqual([content.length, content.length]);
  const progress = ticks.map((tick) => tick.progress);
  expect(progress).toEqual([...new Set(progress)].toSorted((a, b) => a - b));
  expect(progress.at(-1)).toBe(content.length + 4);
});

test('nothing is told of what goes at once', async () => {
  const ticks = await follow('put_file', { body: { base64: 'aGk=' } });
  expect(ticks).toEqual([{ progressToken: 'token', progress: 4, message: '4 bytes received' }]);
});

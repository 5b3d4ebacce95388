import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { mkdirSync, writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { features } from '../../../templates/project/src/generated/features.js';
import { createCaller } from '../../../templates/project/src/runtime/call/createCaller.js';
import { offerTools } from '../../../templates/project/src/runtime/offer/createOffer.js';
import { makeUploads } from '../../support/runtime/makeUploads.js';
import { startSink } from '../../support/runtime/sink.js';

const hashOf = (text: string) => createHash('sha256').update(text).digest('hex');

test('a path leads out now and then, while it is read again and again', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'racing-'));
  const sink = await startSink();
  onTestFinished(async () => {
    await sink.close();
    await rm(folder, { recursive: true });
  });
  const [root, other] = [join(folder, 'root'), join(folder, 'other')];
  mkdirSync(other);
  const [inner, outer, aside] = [join(root, 'racing'), join(folder, 'out'), join(root, 'aside')];
  for (const [place, words] of [
    [inner, 'inside'],
    [outer, 'secret'],
  ] as const) {
    mkdirSync(place, { recursive: true });
    writeFileSync(join(place, 'a.txt'), words);
  }
  const catalog = makeUploads(sink.url);
  const parts = { features, catalog, env: {}, timeoutMs: 60_000, fileRoots: [root, other], retries: 0 };
  const call = await createCaller(parts);
  const tool = (await offerTools(catalog.toolsets[0]!)).get('put_file')!;
  const circumstances = { signal: new AbortController().signal, trace: {} };
  const send = () => call(tool, { body: { path: 'racing/a.txt' } }, circumstances);
  expect((await send()).isError ?? false).toBe(false);

  const program = `const { renameSync, symlinkSync, unlinkSync } = require('node:fs');
    const [inner, outer, aside] = ${JSON.stringify([inner, outer, aside])};
    process.stdout.write('ready');
    for (let turn = 0; turn < 1e7; turn += 1) {
      renameSync(inner, aside);
      symlinkSync(outer, inner);
      for (let wait = turn % 5000; wait > 0; wait -= 1);
      unlinkSync(inner);
      renameSync(aside, inner);
    }`;
  const racing = spawn(process.execPath, ['-e', program]);
  const ended = once(racing, 'close');
  await once(racing.stdout, 'data');
  for (let tries = 0; tries < 1_000; tries += 1) await send();
  racing.kill();
  await ended;
  const got = new Set(sink.taken.filter(({ complete }) => complete).map((taken) => taken.hash));
  expect(got).toContain(hashOf('inside'));
  expect(got).not.toContain(hashOf('secret'));
});

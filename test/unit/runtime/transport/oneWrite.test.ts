import { PassThrough, Writable } from 'node:stream';
import { expect, test } from 'vitest';
import { catalog } from '../../../../templates/project/src/generated/catalog.js';
import { serveOverStdio } from '../../../../templates/project/src/runtime/transport/stdio/runStdio.js';
import { createApp } from '../../../../templates/project/src/server.js';
import { message } from '../../../support/runtime/wire.js';

test('what is answered in one turn is written at once, and nothing is lost at the end', async () => {
  const written: string[] = [];
  const output = new Writable({
    write: (chunk, _encoding, done) => {
      written.push(String(chunk));
      done();
    },
  });
  const input = new PassThrough();
  const env = { EXAMPLE_BASE_URL: 'http://127.0.0.1:9' };
  const { finished } = serveOverStdio(createApp({ catalog, env }), { input, output, log: () => undefined });
  // What is no JSON is answered without being awaited, also where it comes last.
  input.end(`no\nneither\n${message('ping', {}, 1)}\n${message('ping', {}, 2)}\nnor this`);
  await finished;
  const lines = written.join('').trimEnd().split('\n');
  expect(lines.map((line) => (JSON.parse(line) as { id: unknown }).id).toSorted()).toEqual([
    1,
    2,
    null,
    null,
    null,
  ]);
  expect(written.length).toBeLessThan(lines.length);
  expect(written[0]?.split('\n').length).toBeGreaterThan(2);
});

import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { root } from './project.js';

test('the demo runs from the document to answers, on both transports', async () => {
  const { stdout } = await promisify(execFile)('npm', ['run', '-s', 'demo'], {
    cwd: root,
    shell: process.platform === 'win32',
  });
  expect(stdout.match(/16 tools: list_pets/g)).toHaveLength(2);
  expect(stdout.match(/"name":"Biscuit"/g)?.length).toBeGreaterThanOrEqual(2);
  expect(stdout.match(/statsu: unknown field, did you mean "status"\?/g)).toHaveLength(2);
  expect(stdout.match(/The API answered 404 Not Found/g)).toHaveLength(2);
  expect(stdout).toContain('For a document of your own:');
});

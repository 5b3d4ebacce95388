import { readFileSync } from 'node:fs';
import { connect } from 'node:net';
import { expect, test } from 'vitest';
import { describeSystemError } from '../../../../templates/project/src/runtime/transport/start.js';

test('what the system refuses is said in words', async () => {
  expect(describeSystemError(thrownBy(() => readFileSync('/nowhere/at/all')))).toBe(
    '/nowhere/at/all: there is no such file (ENOENT)',
  );
  expect(describeSystemError(thrownBy(() => readFileSync('.')))).toMatch(/it is a folder \(EISDIR\)$/);
  const many = Object.assign(new Error('too many'), { code: 'EMFILE', syscall: 'open', path: '/a' });
  expect(describeSystemError(many)).toBe(
    '/a: this process has too many files open: raise the limit (ulimit -n) (EMFILE)',
  );
  const refused = await new Promise((resolve) => connect(1, '127.0.0.1').once('error', resolve));
  expect(describeSystemError(refused)).toMatch(/\(ECONNREFUSED\)$/);
});

test('a fault of the program is none of the system', () => {
  expect(describeSystemError(new TypeError('x is not a function'))).toBeUndefined();
  expect(describeSystemError(Object.assign(new Error('no module'), { code: 'ERR_MODULE_NOT_FOUND' }))).toBe(
    undefined,
  );
  expect(describeSystemError('text')).toBeUndefined();
});

function thrownBy(work: () => unknown): unknown {
  try {
    return expect.unreachable(String(work()));
  } catch (error) {
    return error;
  }
}

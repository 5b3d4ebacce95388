import { expect } from 'vitest';
import { InputError } from '../../generator/model/diagnostic.js';

/** The InputError that `work` throws or rejects with; anything else fails the test. */
export function thrownBy(work: () => unknown): InputError {
  try {
    work();
  } catch (error) {
    expect(error).toBeInstanceOf(InputError);
    return error as InputError;
  }
  return expect.unreachable('nothing was thrown');
}

/** The same for a promise. */
export async function rejectionOf(work: Promise<unknown>): Promise<InputError> {
  const error = await work.then(
    () => expect.unreachable('nothing was thrown'),
    (reason: unknown) => reason,
  );
  expect(error).toBeInstanceOf(InputError);
  return error as InputError;
}

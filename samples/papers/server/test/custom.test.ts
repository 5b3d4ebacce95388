import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { callTools } from './callTools.js';

/**
 * Tests of your own tools: this file was written once and is never touched again. Nothing is sent to the API: what you
 * give as `respond` answers in its place.
 *
 *     test('greets by name', async () => {
 *       const call = callTools();
 *       const { text } = await call('say_hello', { name: 'you' });
 *       assert.equal(text, 'Hello, you!');
 *     });
 *
 *     test('does nothing if the user declines', async () => {
 *       const call = callTools({ fill: () => undefined });
 *       const { text } = await call('first_then', {});
 *       assert.equal(text, 'Left as it is.');
 *     });
 */
describe('the tools of src/custom.ts', () => {
  test('can be offered', () => {
    assert.doesNotThrow(() => callTools());
  });
});

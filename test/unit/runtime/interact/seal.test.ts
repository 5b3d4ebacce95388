import { assert, base64String, constantFrom, integer, nat, oneof, property, string, tuple } from 'fast-check';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { digestOf } from '../../../../templates/project/src/runtime/interact/createDialogue.js';
import {
  type Binding,
  createSealer,
  readKeys,
} from '../../../../templates/project/src/runtime/interact/createSealer.js';
import { tempFolder } from '../../../support/tempFolder.js';

const key = 'a'.repeat(32);
const other = 'b'.repeat(32);
const value = { answers: { confirm: { action: 'accept' } }, nonce: 'n' };
const binding: Binding = {
  purpose: 'consent',
  server: 'pets',
  tool: 'delete_pet',
  digest: digestOf({ petId: 7 }),
  principal: 'user-1',
};

/** A sealer whose clock stands at a second. */
const sealerAt = (second: number, keys = [key]) => createSealer(keys, () => second * 1000);

describe('a sealed value', () => {
  test('is opened by whoever has the key, until it expires', () => {
    const text = sealerAt(1000).seal(value, binding, 600);
    expect(text).toMatch(/^[\w-]+$/);
    expect(sealerAt(1599).open(text, binding)).toEqual(value);
    expect(sealerAt(1600).open(text, binding)).toBeUndefined();
  });

  test('shows nothing of what it holds, and is another each time', () => {
    const sealer = sealerAt(1000);
    const texts = [sealer.seal(value, binding, 600), sealer.seal(value, binding, 600)];
    expect(texts[0]).not.toBe(texts[1]);
    for (const text of texts)
      expect(Buffer.from(text, 'base64url').toString('latin1')).not.toContain('accept');
  });

  test.each(Object.keys(binding) as (keyof Binding)[])('is not opened for another %s', (member) => {
    const sealer = sealerAt(1000);
    const text = sealer.seal(value, binding, 600);
    expect(sealer.open(text, { ...binding, [member]: `${binding[member]}x` })).toBeUndefined();
  });

  test('is not opened where two members of what it is bound to only look alike when joined', () => {
    const sealer = sealerAt(1000);
    const text = sealer.seal(value, { ...binding, tool: 'a","b', digest: 'c' }, 600);
    expect(sealer.open(text, { ...binding, tool: 'a', digest: 'b","c' })).toBeUndefined();
  });

  test('is opened with an old key as long as that is listed, and with no other', () => {
    const text = sealerAt(1000, [key]).seal(value, binding, 600);
    expect(sealerAt(1000, [other, key]).open(text, binding)).toEqual(value);
    expect(sealerAt(1000, [other]).open(text, binding)).toBeUndefined();
    const renewed = sealerAt(1000, [other, key]).seal(value, binding, 600);
    expect(sealerAt(1000, [other]).open(renewed, binding)).toEqual(value);
    expect(sealerAt(1000, [key]).open(renewed, binding)).toBeUndefined();
  });

  test('is opened by its own process alone where there is no key', () => {
    const sealer = sealerAt(1000, []);
    const text = sealer.seal(value, binding, 600);
    expect(sealer.open(text, binding)).toEqual(value);
    expect(sealerAt(1000, []).open(text, binding)).toBeUndefined();
  });

  test('is not opened after any change: bits, characters, cuts, additions and random texts', () => {
    const sealer = sealerAt(1000);
    const text = sealer.seal(value, binding, 600);
    const bytes = Buffer.from(text, 'base64url');
    const place = nat(bytes.length - 1);
    const flipped = tuple(place, integer({ min: 1, max: 255 })).map(([at, change]) => {
      const changed = Buffer.from(bytes);
      changed[at]! ^= change;
      return changed.toString('base64url');
    });
    const replaced = tuple(nat(text.length - 1), constantFrom(...'ABab01-_=+/ \n.')).map(
      ([at, sign]) => text.slice(0, at) + sign + text.slice(at + 1),
    );
    const cut = tuple(nat(text.length), nat(text.length)).map(([a, b]) => text.slice(a, b));
    const longer = tuple(string(), string()).map(([a, b]) => a + text + b);
    const mutation = oneof(flipped, replaced, cut, longer, string(), base64String()).filter(
      (changed) => changed !== text,
    );
    assert(
      property(mutation, (changed) => sealer.open(changed, binding) === undefined),
      { numRuns: 10_000 },
    );
  });

  test('cannot be made to last longer by its own words', () => {
    const text = sealerAt(1000).seal(value, binding, 600);
    const bytes = Buffer.from(text, 'base64url');
    bytes.writeUInt32BE(9999, 1);
    expect(sealerAt(1700).open(bytes.toString('base64url'), binding)).toBeUndefined();
  });
});

describe('the digest of arguments', () => {
  test('is the same whatever the order of members, and differs with any value', () => {
    expect(digestOf({ a: 1, b: [{ c: 2, d: 3 }] })).toBe(digestOf({ b: [{ d: 3, c: 2 }], a: 1 }));
    const values = [
      {},
      [],
      null,
      '',
      0,
      { a: 1 },
      { a: '1' },
      { a: [1] },
      [1, 2],
      [2, 1],
      '[1,2]',
      undefined,
    ];
    expect(new Set(values.map(digestOf)).size).toBe(values.length - 1);
  });
});

describe('the keys', () => {
  test('come from the environment or a file, one or several', async () => {
    expect(await readKeys({})).toEqual([]);
    expect(await readKeys({ MCP_STATE_KEYS: `${key}, ${other}` })).toEqual([key, other]);
    const file = join(tempFolder(), 'keys');
    writeFileSync(file, `${key}\n${other}\n`);
    expect(await readKeys({ MCP_STATE_KEYS_FILE: file })).toEqual([key, other]);
  });

  test('are refused where they are too short or too many', async () => {
    await expect(readKeys({ MCP_STATE_KEYS: `${key},short` })).rejects.toThrow('fewer than 32 characters');
    await expect(readKeys({ MCP_STATE_KEYS: Array(11).fill(key).join() })).rejects.toThrow('10 are the most');
  });
});

import { existsSync } from 'node:fs';
import { basename } from 'node:path';
import { describe, expect, test } from 'vitest';
import { splitWords } from '../../../generator/text/words.js';
import { inspectOnce, realDocuments, samples } from '../../support/realDocuments.js';

/** What a name must not have, each with what it may have it for. */
const faults: Readonly<Record<string, (words: readonly string[], id: readonly string[]) => boolean>> = {
  'a digest in it': (words, id) => words.some((word) => isDigest(word) && !id.includes(word)),
  'the word of a class': (words, id) => words.includes('controller') && id.includes('controller_'),
  'its method at the end': (words, id) => methods.has(words.at(-1) ?? '') && !methods.has(id.at(-1) ?? ''),
  'the version of its path': (words, id) =>
    words.some((word, index) => /^v\d+$/.test(word) && words[index - 1] === 'api') && !id.includes('api'),
};

const methods = new Set(['get', 'put', 'post', 'patch', 'delete', 'head', 'options']);

/** Six or more hexadecimal digits, letters and figures among them. */
function isDigest(word: string): boolean {
  return /^(?=.*\d)(?=.*[a-f])[0-9a-f]{6,}$/.test(word);
}

describe('the names of tools say what they do, and nothing of how they are made', () => {
  // What the other sample is made of does not fit into names.
  const [petstore = ''] = samples;
  const documents = [petstore, ...realDocuments].filter((file) => existsSync(file));
  if (documents.length === 1) console.warn('The real documents are absent: only a sample is looked at.');

  test.each(documents.map((file) => [basename(file), file]))('in %s', async (_name, file) => {
    const { server, api } = await inspectOnce(file);
    const ids = new Map(api.operations.map(({ pointer, operationId }) => [pointer, operationId]));
    const entries = server.toolsets.flatMap(({ tools }) => tools);
    const found = entries.flatMap(({ tool, pointer }) => {
      const words = tool.name.toLowerCase().split(/[^a-z\d]+/);
      const written = ids.get(pointer) ?? '';
      const id = [...splitWords(written), ...(/controller_/i.test(written) ? ['controller_'] : [])];
      const own = Object.entries(faults).filter(([, isFault]) => isFault(words, id));
      return own.map(([fault]) => `${tool.name} (${ids.get(pointer)}) has ${fault}`);
    });
    expect(found).toEqual([]);
    expect(new Set(entries.map(({ tool }) => tool.name)).size).toBe(entries.length);
  });
});

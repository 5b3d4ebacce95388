import { describe, expect, test } from 'vitest';
import { collector } from '../../../generator/model/diagnostic.js';
import { read } from '../../../generator/read/read.js';
import { translatePattern } from '../../../generator/regex/translate.js';
import { cleanText } from '../../../generator/text/clean.js';
import { splitSentences } from '../../../generator/text/sentences.js';
import { coerce } from '../../../templates/project/src/runtime/arguments/coerce.js';
import { safeName } from '../../../templates/project/src/runtime/result/saveFile.js';
import { createExpander } from '../../../templates/project/src/runtime/validate/createExpander.js';
import { documentOf } from '../../support/documentOf.js';

/** What makes expressions go back that are not written with care; each of these would take minutes. */
const count = 150_000;
const attacks = [
  '1[',
  '[',
  '{{ ',
  '${ ',
  '< ',
  '/',
  '.',
  ' ',
  '![](',
  '<style',
  '|',
  '-',
  '0',
  'a.',
  '\n',
  '`',
  '*',
];

describe('texts of a document that are long', () => {
  test.each(attacks)('come to an end: %j', (part) => {
    const text = part.repeat(count / part.length);
    expect(cleanText(text).length).toBeLessThanOrEqual(text.length);
    expect(splitSentences(`${text.slice(0, 20_000)}x`).length).toBeGreaterThan(0);
    expect(translatePattern(text)).toHaveProperty('reason');
    expect(safeName(`${text}x`).length).toBeLessThan(200);
    const servers = [{ url: `https://a.example/${text}x` }, { url: `https://${text}x` }];
    expect(read(documentOf({ servers, paths: {} }), collector().report).servers.length).toBeGreaterThan(0);
  });

  test('are no numbers', () => {
    const digits = `1.${'0'.repeat(count * 2)}1`;
    expect(coerce(digits, { type: 'number' }, createExpander({}))).toBe(digits);
    expect(coerce('1.500', { type: 'number' }, createExpander({}))).toBe(1.5);
    expect(coerce('20.00', { type: 'number' }, createExpander({}))).toBe(20);
    expect(coerce('200', { type: 'number' }, createExpander({}))).toBe(200);
  });
});

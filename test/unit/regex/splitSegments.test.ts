import { expect, test } from 'vitest';
import { splitSegments } from '../../../generator/regex/splitSegments.js';

test.each([
  ['^shelves/[^/]+$', 'shelves *'],
  [String.raw`^projects\/[^\/]+\/locations\/[a-z0-9-]{1,63}$`, 'projects * locations *'],
  ['^(projects|organizations)/[^/]+$', '* *'],
  ['^[^/]+/[^/]+$', '* *'],
  [String.raw`^\w[\w.-]*/\d+$`, '* *'],
  ['^v1\\.2/x$', 'v1.2 x'],
  ['shelves/[^/]+/books/[^/]+', 'shelves * books *'],
  ['^blobs/.+$', 'blobs **'],
  ['^blobs/[^a]+$', 'blobs **'],
  ['^blobs/[a-z/]+$', 'blobs **'],
  ['^blobs/[+-9]+$', 'blobs **'],
  ['^blobs/(?:a/)?b$', 'blobs **'],
  ['^blobs/\\S+$', 'blobs **'],
])('the segments of %s are %s', (pattern, segments) => {
  const found = splitSegments(pattern)?.map(({ text, isWide }) => text ?? (isWide ? '**' : '*'));
  expect(found?.join(' ')).toBe(segments);
});

test.each([
  ['does not ask for a slash', '^[a-z/]+$'],
  ['is optional', '^shelves/?$'],
  ['is one of several', '^me|shelves/[^/]+$'],
  ['is not all of the text', 'shelves/[a-z]+'],
  ['is not at the end', '^shelves/[^/]+'],
  ['is a name of AWS', '^arn:aws:iam::[0-9]+:role/[a-z]+$'],
  ['is an address', '^https://[a-z]+$'],
  ['begins with a slash', '^/shelves/[^/]+$'],
])('a pattern that %s says no segments', (_, pattern) => {
  expect(splitSegments(pattern)).toBeUndefined();
});

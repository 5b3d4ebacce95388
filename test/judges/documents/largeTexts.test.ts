import { expect, test } from 'vitest';
import { parseText } from '../../../generator/load/parse/parseText.js';
import { thrownBy } from '../../support/thrownBy.js';

test('what would take the parser minutes is refused before', () => {
  const comments = `openapi: 3.0.0\n${'# a comment that says nothing\n'.repeat(2_000_000)}`;
  expect(thrownBy(() => parseText(comments, 'api.yaml')).message).toMatch(/more than 32 MB of YAML/);
  const blank = `openapi: 3.0.0\n${'\n'.repeat(5_000_000)}paths: {}`;
  expect(thrownBy(() => parseText(blank, 'api.yaml')).message).toMatch(
    /more than 5,000,000 names, values and/,
  );
  const open = `openapi: 3.0.0\nx: ${'['.repeat(4_000_000)}`;
  expect(thrownBy(() => parseText(open, 'api.yaml')).message).toMatch(/nested more than 600 levels deep/);
});

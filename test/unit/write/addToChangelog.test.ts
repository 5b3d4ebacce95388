import { expect, test } from 'vitest';
import { insertEntry } from '../../../generator/write/addToChangelog.js';

const entry = '## 2\n\n- new\n';

test.each([
  ['a new file', '# Changelog\n', '# Changelog\n\n## 2\n\n- new\n'],
  ['an empty file', '', '## 2\n\n- new\n'],
  ['earlier entries', '# Changelog\n\n## 1\n\n- old\n', '# Changelog\n\n## 2\n\n- new\n\n## 1\n\n- old\n'],
  [
    'words below the title',
    '# Log\n\nKept by hand.\n\n## 1\n- old',
    '# Log\n\nKept by hand.\n\n## 2\n\n- new\n\n## 1\n- old\n',
  ],
  ['no title', '- old\n', '## 2\n\n- new\n\n- old\n'],
  ['line ends of Windows', '# Log\r\n\r\n## 1\r\n', '# Log\r\n\r\n## 2\r\n\r\n- new\r\n\r\n## 1\r\n'],
])('an entry goes on top of %s', (_what, before, after) => {
  expect(insertEntry(before, entry)).toBe(after);
});

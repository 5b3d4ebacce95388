import { describe, expect, test } from 'vitest';
import { toPlainText } from '../../../../generator/emit/publish/composeFacts.js';
import { fullChoices, publishServer } from '../../../support/publishing.js';

describe('a description as plain text', () => {
  test('has no code, headings, links, pictures or marks', () => {
    expect(
      toPlainText(
        '# Pets\n\n![logo](a.png)Sells *pets* to [owners](https://a).\n\n```json\n{}\n```\n\nNo more.',
      ),
    ).toBe('Pets\n\nSells pets to owners.\n\nNo more.');
  });

  // Without a bound on the work, each of these would take hours.
  test.each(['```x\n'.repeat(200) + '\n'.repeat(8_000), '[]('.repeat(9_000), '\n \n'.repeat(9_000)])(
    'ends, whatever the document says',
    (text) => {
      expect(toPlainText(text).length).toBeLessThanOrEqual(8_000);
    },
  );
});

test('the command for Claude Code ends with the header, which would take what stands behind it', async () => {
  const { files } = await publishServer({ ...fullChoices, access: 'token', to: ['links'] });
  expect(String(files.get('INSTALL.md'))).toMatch(
    /claude mcp add --transport http petstore 'https:\/\/mcp\.example\.com\/mcp' --header 'Authorization: Bearer \$\{[A-Z_]+\}'\n/,
  );
});

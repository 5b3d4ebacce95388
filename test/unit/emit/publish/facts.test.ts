import { expect, test } from 'vitest';
import { fullChoices, publishServer } from '../../../support/publishing.js';

test('the command for Claude Code ends with the header, which would take what stands behind it', async () => {
  const { files } = await publishServer({ ...fullChoices, access: 'token', to: ['links'] });
  expect(String(files.get('INSTALL.md'))).toMatch(
    /claude mcp add --transport http petstore 'https:\/\/mcp\.example\.com\/mcp' --header 'Authorization: Bearer \$\{[A-Z_]+\}'\n/,
  );
});

import { describe, expect, test } from 'vitest';
import { listSettings } from '../../../generator/emit/listSettings.js';
import { toolFlags } from '../../../templates/project/src/runtime/settings.js';
import { describeUsage } from '../../../templates/project/src/runtime/transport/describeUsage.js';
import { makeServer } from '../../support/makeServer.js';

const server = makeServer();
const settings = listSettings(server);
const usage = describeUsage(server.api, 'dist/stdio.js', [], []);

/** What the list and `--help` say of a setting. */
const said: [name: string, about: string, help: string][] = [
  [
    'MCP_RETRIES',
    'Retries for transient failures of idempotent requests',
    'retries for transient failures of idempotent requests (default 2)',
  ],
  [
    'MCP_ANSWER_TOKENS',
    'Maximum tokens of a result that are shown',
    'maximum tokens of a result that are shown (default 20000)',
  ],
  [
    'MCP_PAGE_SIZE',
    'Tools on a page of the list (unless set, as many as fit into 8 MB; many clients read only the first page)',
    'tools on a page of the list (default: as many as fit into 8 MB)',
  ],
];

describe('settings are described in the words of the trade', () => {
  test.each(said)('%s', (name, about, help) => {
    expect(settings.find((one) => one.name === name)?.about).toBe(about);
    expect(usage).toContain(`  ${name.padEnd(24)}  ${help}\n`);
  });

  test('what comes back is a response or a result', () => {
    const texts = [...settings, ...toolFlags].map(({ about }) => about);
    expect([...texts, ...usage.split('\n')].filter((text) => /\banswer/.test(text))).toEqual([]);
  });
});

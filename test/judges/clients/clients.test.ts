import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { judge, officialRows, otherRows, writeTable } from './judgeClients.js';
import { officialVersions, placeTable, readTable } from './page.js';
import { startKennel } from './startKennel.js';

const page = readFileSync('docs/clients.md', 'utf8');
const rows = readTable(page);
const official = officialRows(officialVersions());

describe('the table of clients', () => {
  test('says what the official clients make of a server now', async () => {
    const kennel = await startKennel();
    const verdicts = await judge(kennel, official);
    await kennel.close();
    const now = readTable(placeTable(page, writeTable(verdicts)));
    expect(rows.slice(0, now.length)).toEqual(now);
  });

  test('has every client that is judged, in its pinned version', () => {
    const judged = [...official, ...otherRows].flatMap(({ client, version, over }) =>
      over.map((transport) => [client, version, transport]),
    );
    expect(rows.map((cells) => cells.slice(0, 3))).toEqual(judged);
  });
});

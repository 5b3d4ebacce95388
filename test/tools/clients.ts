// Judges the clients that docs/clients.md names, each in the version of test/judges/clients/pins.json, and writes the table there.
import { readFileSync, writeFileSync } from 'node:fs';
import { judge, officialRows, otherRows, writeTable } from '../judges/clients/judgeClients.js';
import { startKennel } from '../judges/clients/startKennel.js';
import { installClients } from '../judges/clients/subjects.js';
import { officialVersions, placeTable } from '../judges/clients/page.js';

installClients();
const kennel = await startKennel();
const verdicts = await judge(kennel, [...officialRows(officialVersions()), ...otherRows]);
await kennel.close();
const table = writeTable(verdicts);
console.log(table);
const page = 'docs/clients.md';
writeFileSync(page, placeTable(readFileSync(page, 'utf8'), table));
process.exit(0);

/** Derives the schemas of the document that the first argument names; writes what each step took. */
import { readFileSync } from 'node:fs';
import { parse } from 'yaml';
import { load } from '../../generator/load/load.js';
import { defaults } from '../../generator/model/config.js';
import { read } from '../../generator/read/read.js';
import { shapeTools } from '../../generator/shape/shapeTools.js';
import { loadTokenCounter } from '../../generator/text/tokens.js';
import { noInput } from './noInput.js';
import { spend } from './spend.js';

const [file = ''] = process.argv.slice(2);
const text = readFileSync(file, 'utf8');

const parsed = await spend(() => (file.endsWith('.json') ? JSON.parse(text) : parse(text)) as unknown);
const loaded = await spend(() => load(file, noInput, () => {}));
const api = await spend(() => read(loaded.result, () => {}));
const server = await spend(async () => shapeTools(api.result, defaults, () => {}, await loadTokenCounter()));
process.stdout.write(
  JSON.stringify({ parse: parsed.spent, load: loaded.spent, read: api.spent, shape: server.spent }),
);

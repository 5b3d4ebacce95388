import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type Inspection, inspect } from '../../../generator/inspect.js';
import { type Config, defaults as usual } from '../../../generator/model/config.js';
import type { Case } from './case.js';
import defaults from './defaults.json' with { type: 'json' };
import { toChoices } from './toChoices.js';

/** What the generator makes of the document of a case; throws where that cannot be read. */
export async function offer(one: Case): Promise<Inspection> {
  const text = textOf(one);
  const config: Config = { ...usual, baseUrl: one.baseUrl ?? '', ...toChoices(one.select ?? {}) };
  if (one.specUrl === undefined) return inspect('-', config, { readStdin: () => Promise.resolve(text) });
  return fetchFrom(one.specUrl, text, (url) =>
    inspect(url, config, { readStdin: () => Promise.reject(new Error('nothing is on standard input')) }),
  );
}

function textOf({ spec, specRaw, specText }: Case): string {
  return specText ?? JSON.stringify(specRaw ?? { ...defaults, ...spec });
}

/** Serves the document on loopback under the path of its URL; servers there are then those of the URL's origin. */
async function fetchFrom(
  specUrl: string,
  text: string,
  read: (url: string) => Promise<Inspection>,
): Promise<Inspection> {
  const { origin, pathname, search } = new URL(specUrl);
  const server = createServer((_, response) => response.end(text));
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const here = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  try {
    const inspection = await read(here + pathname + search);
    return JSON.parse(JSON.stringify(inspection).replaceAll(here, origin)) as Inspection;
  } finally {
    server.closeAllConnections();
    server.close();
  }
}

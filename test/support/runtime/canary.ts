import type { IncomingMessage, ServerResponse } from 'node:http';
import { expect } from 'vitest';
import { readings } from '../readings.js';

const hex = (one: string, digits: number) => one.charCodeAt(0).toString(16).padStart(digits, '0');
/** How an API spells what it repeats. */
const spellings: ((secret: string) => string)[] = [
  (secret) => secret,
  encodeURIComponent,
  (secret) => Buffer.from(secret).toString('base64'),
  (secret) => Buffer.from(`somebody:${secret}`).toString('base64'),
  (secret) => Array.from(secret, (one) => `\\u${hex(one, 4)}`).join(''),
  (secret) => Array.from(secret, (one) => `&#x${hex(one, 1)};`).join(''),
  (secret) => secret.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;'),
  (secret) => JSON.stringify(JSON.stringify(secret)),
  (secret) => Buffer.from(secret).toString('hex'),
];
type Handle = (response: ServerResponse, request: IncomingMessage) => void;
const answer =
  (status: number, type: string, body: string): Handle =>
  (response) =>
    response.writeHead(status, { 'content-type': type }).end(body);
const json = 'application/json';

/** Secrets in every spelling. */
export function spellAll(all: readonly string[]): string[] {
  return all.flatMap((secret) => spellings.map((spell) => spell(secret)));
}

/** What an API that repeats secrets, in every spelling and everywhere in an answer, does at each of its paths. */
export function repeatEverywhere(all: readonly string[]): Record<string, Handle> {
  const repeated = spellAll(all).join(' ');
  const inHeader = all.map(encodeURIComponent).join('-');

  return {
    plain: answer(200, 'text/plain', repeated),
    value: answer(200, json, JSON.stringify({ it: [repeated], [repeated]: all })),
    markup: answer(200, 'application/xml', `<it>${repeated}</it>`),
    malformed: answer(200, json, `{"it":"${repeated}`),
    refused: answer(401, json, JSON.stringify({ error: repeated, message: all[0] })),
    problem: answer(422, 'application/problem+json', JSON.stringify({ title: repeated, detail: repeated })),
    page: answer(500, 'text/html', `<h1>${repeated}</h1>`),
    binary: answer(200, 'application/octet-stream', `\0${repeated}`),
    image: answer(200, 'image/png', `\0${repeated}`),
    kind: answer(200, `application/x-${inHeader}`, 'a file'),
    reason: (response) => response.writeHead(418, inHeader, { 'content-type': 'text/plain' }).end(repeated),
    headers: (response) =>
      response
        .writeHead(401, {
          'www-authenticate': `Bearer realm="${inHeader}"`,
          'set-cookie': inHeader,
          'retry-after': inHeader,
        })
        .end(),
    name: (response) =>
      response
        .writeHead(200, {
          'content-type': 'application/pdf',
          'content-disposition': `attachment; filename*=UTF-8''${inHeader}.pdf`,
        })
        .end(repeated),
    loop: (response, { url }) => response.writeHead(302, { location: `${url}&more=${inHeader}` }).end(),
    elsewhere: (response) =>
      response.writeHead(302, { location: `https://x.invalid/${inHeader}` }).end(repeated),
    astray: (response) => response.writeHead(302, { location: `http://${inHeader}:0:0/` }).end(),
    silent: () => undefined,
    reset: ({ socket }) => void socket?.resetAndDestroy(),
    short: (response) => {
      response.writeHead(200, { 'content-type': json, 'content-length': '100000' });
      response.write(repeated, () => response.destroy());
    },
    garbage: ({ socket }) => void socket?.end(`HTTP/1.1 ${inHeader}\r\n${repeated}\r\n\r\n`),
    coded: (response) =>
      response.writeHead(200, { 'content-type': json, 'content-encoding': 'gzip' }).end(repeated),
    drip: (response) => {
      response.writeHead(200, {
        'content-type': 'text/plain',
        'content-length': String(2 * repeated.length),
      });
      response.write(repeated);
      setTimeout(() => response.end(repeated), 700);
    },
    later: (response, { url = '' }) =>
      url.includes('/jobs/')
        ? answer(
            200,
            json,
            JSON.stringify({ status: `running ${repeated}`, message: repeated }),
          )(response, {} as IncomingMessage)
        : response
            .writeHead(202, { 'content-type': json, location: `/later/jobs/${inHeader}` })
            .end(JSON.stringify({ status: repeated })),
  };
}

/** Fails where a line can be read as something that holds a secret; so much at least has to have been said. */
export function expectNone(all: readonly string[], said: string, least = 1): void {
  expect(said.length).toBeGreaterThan(least);
  for (const line of new Set(said.split('\n'))) {
    for (const one of readings(line)) {
      const found = all.find((secret) =>
        [secret, secret.replaceAll('+', ' '), Buffer.from(secret).toString('hex')].some((form) =>
          one.includes(form),
        ),
      );
      expect(found, line.slice(0, 2_000)).toBeUndefined();
    }
  }
}

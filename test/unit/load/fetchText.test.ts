import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import type { RequestListener } from 'node:http';
import { createServer, globalAgent } from 'node:https';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import type { TLSSocket } from 'node:tls';
import { gzipSync } from 'node:zlib';
import { describe, expect, onTestFinished, test } from 'vitest';
import { readDocumentCertificates } from '../../../generator/load/documentCertificates.js';
import { type DocumentHeaders, readDocumentHeaders } from '../../../generator/load/documentHeaders.js';
import { load } from '../../../generator/load/load.js';
import { type Guard, fetchText, isPublicAddress } from '../../../generator/load/fetchText.js';
import { listen } from './listen.js';
import { runCommand } from '../../support/runCommand.js';
import { root } from '../../support/sources.js';
import { rejectionOf } from '../../support/thrownBy.js';

const limits = { timeoutMs: 5_000, maxBytes: 1_000 };
const open = (...hosts: string[]): Guard => ({ hosts, isAllowed: () => true });
const real = (...hosts: string[]): Guard => ({ hosts, isAllowed: isPublicAddress });

test('a text', async () => {
  const url = await listen((_, response) => response.end('\uFEFFöpenapi'));
  const fetched = await fetchText(new URL(url), limits);
  expect(fetched.text).toBe('öpenapi');
  expect(fetched.url.href).toBe(`${url}/`);
});

test('a text that is zipped', async () => {
  const url = await listen((request, response) => {
    expect(request.headers['accept-encoding']).toBe('gzip');
    response.setHeader('content-encoding', 'gzip').end(gzipSync('openapi'));
  });
  expect((await fetchText(new URL(url), limits)).text).toBe('openapi');
});

test('redirects are followed', async () => {
  const url = await listen((request, response) => {
    if (request.url === '/b/c.yaml') response.end('openapi');
    else response.writeHead(302, { location: request.url === '/a' ? 'b' : '/b/c.yaml' }).end();
  });
  const fetched = await fetchText(new URL('/a', url), limits);
  expect(fetched).toEqual({ text: 'openapi', url: new URL('/b/c.yaml', url) });
});

test('but not for ever', async () => {
  const url = await listen((_, response) => response.writeHead(307, { location: '/' }).end());
  expect((await rejectionOf(fetchText(new URL(url), limits))).message).toMatch(/redirects more than 5 times/);
});

test('and not away from http', async () => {
  const url = await listen((_, response) =>
    response.writeHead(302, { location: 'file:///etc/passwd' }).end(),
  );
  expect((await rejectionOf(fetchText(new URL(url), limits))).message).toMatch(/only http and https/);
});

const answers = [
  { status: 404, says: /answers 404 Not Found\.$/, hint: /Check the address/ },
  { status: 401, says: /answers 401 Unauthorized\.$/, hint: /credentials/ },
  { status: 500, says: /answers 500 Internal Server Error\.$/, hint: /browser/ },
  { status: 204, says: /answers 204 No Content\.$/, hint: /browser/ },
  { status: 302, says: /answers 302 Found\.$/, hint: /browser/ },
];
test.each(answers)('status $status', async ({ status, says, hint }) => {
  const url = await listen((_, response) => response.writeHead(status).end());
  const error = await rejectionOf(fetchText(new URL(url), limits));
  expect(error.message).toMatch(says);
  expect(error.hint).toMatch(hint);
});

test('a connection is not kept for an answer that is of no use', async () => {
  let closed: Promise<unknown> | undefined;
  const url = await listen((_, response) => {
    closed = new Promise((resolve) => response.on('close', resolve));
    response.writeHead(500).write('and so on, without an end');
  });
  await rejectionOf(fetchText(new URL(url), { ...limits, timeoutMs: 60_000 }));
  await closed;
});

const slow = [
  { name: 'no answer', begin: () => {} },
  { name: 'an answer that does not end', begin: (write: (text: string) => void) => write('openapi') },
];
test.each(slow)('$name in time', async ({ begin }) => {
  const url = await listen((_, response) => begin((text) => response.write(text)));
  const error = await rejectionOf(fetchText(new URL(url), { ...limits, timeoutMs: 200 }));
  expect(error.message).toMatch(/did not answer within 0.2 s/);
});

test('too much', async () => {
  const url = await listen((_, response) => response.end('x'.repeat(1_001)));
  expect((await rejectionOf(fetchText(new URL(url), limits))).message).toMatch(/larger than 1000 bytes/);
});

test('too much once it is unzipped', async () => {
  const url = await listen((_, response) =>
    response.setHeader('content-encoding', 'gzip').end(gzipSync('x'.repeat(100_000))),
  );
  expect((await rejectionOf(fetchText(new URL(url), limits))).message).toMatch(/larger than/);
});

test('an answer that breaks off', async () => {
  const url = await listen((_, response) => {
    response.writeHead(200, { 'content-length': 100 });
    response.write('openapi', () => response.destroy());
  });
  expect((await rejectionOf(fetchText(new URL(url), limits))).message).toMatch(
    /cannot be fetched: .*(closed|aborted)/,
  );
});

test('what is zipped badly', async () => {
  const url = await listen((_, response) => response.setHeader('content-encoding', 'gzip').end('not zipped'));
  expect((await rejectionOf(fetchText(new URL(url), limits))).message).toMatch(
    /cannot be fetched: incorrect header/,
  );
});

test('a host that is not known, and a port that nobody listens on', async () => {
  const unknown = await rejectionOf(fetchText(new URL('http://no-such-host.invalid/'), limits));
  expect(unknown.message).toMatch(/cannot be fetched: (no such host is known|its name cannot be looked up)/);
  const closed = await rejectionOf(fetchText(new URL('http://127.0.0.1:1/'), limits));
  expect(closed.message).toMatch(/cannot be fetched: nothing listens there/);
});

const headersOf = (text: string) => readDocumentHeaders({ MCPWRIGHT_DOCUMENT_HEADERS: text });

describe('headers of an origin', () => {
  test('are sent there, and to no other that it redirects to', async () => {
    const seen: [string, string | undefined][] = [];
    const other = await listen((request, response) => {
      seen.push(['other', request.headers.authorization]);
      response.end('openapi');
    });
    const url = await listen((request, response) => {
      seen.push([request.url ?? '', request.headers.authorization]);
      response.writeHead(302, { location: request.url === '/a' ? '/b' : other }).end();
    });
    const headers = headersOf(`\n${url} Authorization: Bearer a b\n${url}/ X-Team: t\n`);
    const fetched = await fetchText(new URL('/a', url), { ...limits, headers });
    expect(fetched.text).toBe('openapi');
    expect(seen).toEqual([
      ['/a', 'Bearer a b'],
      ['/b', 'Bearer a b'],
      ['other', undefined],
    ]);
    expect(headers.get(url)).toEqual({ authorization: 'Bearer a b', 'x-team': 't' });
  });

  test('reach the document, and a refusal names them', async () => {
    const url = await listen((request, response) => {
      if (request.headers.authorization === 'Bearer secret') response.end('{"openapi":"3.1.0","paths":{}}');
      else response.writeHead(401).end();
    });
    const read = (headers?: DocumentHeaders) =>
      load(`${url}/`, { readStdin: () => Promise.resolve(''), ...(headers && { headers }) }, () => {});
    expect((await read(headersOf(`${url} Authorization: Bearer secret`))).root).toHaveProperty('paths');
    expect((await rejectionOf(read())).hint).toContain('MCPWRIGHT_DOCUMENT_HEADERS');
  });

  test.each([['tools'], ['budget'], ['lint'], ['diff', 'twice']])(
    'are of the command %s, too',
    async (command, twice?: string) => {
      const paths = {
        '/pets': { get: { operationId: 'listPets', responses: { 200: { description: 'Ok' } } } },
      };
      const document = { openapi: '3.1.0', info: { title: 'Pets', version: '1' }, paths };
      const url = await listen((request, response) => {
        const isKnown = request.headers.authorization === 'Bearer secret';
        response.writeHead(isKnown ? 200 : 401).end(isKnown ? JSON.stringify(document) : '');
      });
      const words = [command, url, ...(twice === undefined ? [] : [url])];
      const env = { MCPWRIGHT_DOCUMENT_HEADERS: `${url} Authorization: Bearer secret` };
      const run = await runCommand(words, '', env);
      expect([run.code, run.stderr]).toEqual([expect.any(Number), expect.not.stringContaining('401')]);
      expect(run.code).not.toBe(2);
      expect(run.stdout + run.stderr).not.toContain('secret');
      expect((await runCommand(words)).stderr).toContain('answers 401');
    },
  );

  test.each([
    ['Authorization: Bearer secret', 'is not an origin and a header'],
    ['https://a.example/path Authorization: Bearer secret', 'is not an origin and a header'],
    ['https://me:pw@a.example Authorization: Bearer secret', 'is not an origin and a header'],
    ['https://a.example Authorization', 'is not an origin and a header'],
    ['http://a.example Authorization: Bearer secret', 'has an origin that is not encrypted'],
  ])('are refused without what they hold: %s', (line, says) => {
    expect(() => headersOf(`\n${line}`)).toThrow(`Line 2 of MCPWRIGHT_DOCUMENT_HEADERS ${says}.`);
  });
});

const certificate = (name: string) => join(root, 'test/support/certificates', name);

const certificates = (url: string, ...names: string[]) =>
  readDocumentCertificates({
    MCPWRIGHT_DOCUMENT_CERTIFICATES: `\n${[url, ...names.map((name) => certificate(name))].join(' ')}\n`,
  });

describe('a client certificate of an origin', () => {
  test('is shown there, and to no other that it redirects to', async () => {
    const seen: boolean[] = [];
    const options = {
      key: readFileSync(certificate('server.key')),
      cert: readFileSync(certificate('server.pem')),
      ca: readFileSync(certificate('ca.pem')),
      requestCert: true,
      rejectUnauthorized: false,
    };
    const serve = async (answer: RequestListener) => {
      const server = createServer(options, (request, response) => {
        seen.push((request.socket as TLSSocket).authorized);
        answer(request, response);
      });
      await once(server.listen(0, '127.0.0.1'), 'listening');
      onTestFinished(() => void server.close());
      return `https://localhost:${(server.address() as AddressInfo).port}`;
    };
    const url = await serve((_, response) => response.end('openapi'));
    const known = certificates(url, 'client.pem', 'client.key', 'ca.pem');
    expect((await fetchText(new URL(url), { ...limits, certificates: known })).text).toBe('openapi');
    expect(seen).toEqual([true]);
    const leading = await serve((_, response) => response.writeHead(302, { location: url }).end());
    // The other one is not known to trust this authority.
    const error = await rejectionOf(fetchText(new URL(leading), { ...limits, certificates: known }));
    expect(error.message).toMatch(/cannot be fetched: .*certificate/);
    expect(seen).toEqual([true]);
    const both = new Map([...known, ...certificates(leading, 'client.pem', 'client.key', 'ca.pem')]);
    expect((await fetchText(new URL(leading), { ...limits, certificates: both })).text).toBe('openapi');
    expect(seen).toEqual([true, true, true]);
  });

  test.each<[string, string[], string]>([
    ['http://a.example', ['client.pem', 'client.key'], 'begins with no origin of https'],
    ['https://a.example/docs', ['client.pem', 'client.key'], 'begins with no origin of https'],
    ['https://a.example', ['client.pem'], 'does not name a certificate and its key'],
  ])('is refused: %s %s', (url, names, says) => {
    expect(() => certificates(url, ...names)).toThrow(`Line 2 of MCPWRIGHT_DOCUMENT_CERTIFICATES ${says}.`);
  });

  test.each<[string[], string]>([
    [['nothing.pem', 'client.key'], 'which cannot be read'],
    [['client.pem', 'server.key'], 'names files that are no certificate and key that fit'],
    [['client.key', 'client.pem'], 'names files that are no certificate and key that fit'],
  ])('is refused when it is needed: %s', async (names, says) => {
    const known = certificates('https://localhost:9', ...names);
    const error = await rejectionOf(
      fetchText(new URL('https://localhost:9'), { ...limits, certificates: known }),
    );
    expect(error.message).toMatch(/^Line 2 of MCPWRIGHT_DOCUMENT_CERTIFICATES /);
    expect(error.message).toContain(says);
  });
});

test('a password in the address is neither sent nor shown', async () => {
  const error = await rejectionOf(fetchText(new URL('http://me:secret@127.0.0.1:1/'), limits));
  expect(error.message).toMatch(/holds a user name or password/);
  expect(error.message + error.hint).not.toContain('secret');
});

describe('with a guard', () => {
  test('an allowed host is fetched from, with or without a port', async () => {
    const url = new URL(await listen((_, response) => response.end('openapi')));
    expect((await fetchText(url, limits, open('127.0.0.1'))).text).toBe('openapi');
    expect((await fetchText(url, limits, open(url.host))).text).toBe('openapi');
    const named = new URL(`http://localhost:${url.port}`);
    expect((await fetchText(named, limits, open('localhost'))).text).toBe('openapi');
  });

  test('another host is not', async () => {
    const error = await rejectionOf(fetchText(new URL('http://127.0.0.1:1/'), limits, open('example.com')));
    expect(error.message).toMatch(/not one of the hosts/);
  });

  test.each([
    '127.0.0.1',
    'localhost',
    '[::1]',
    '169.254.169.254',
    '2130706433',
    '0x7f.1',
    '[::ffff:10.0.0.1]',
  ])('a private address is not, although its host is allowed: %s', async (host) => {
    let asked = false;
    const listening = await listen((_, response) => {
      asked = true;
      response.end('secret');
    });
    const url = new URL(`http://${host}:${new URL(listening).port}/`);
    const error = await rejectionOf(fetchText(url, limits, real(url.hostname)));
    expect(error.message).toMatch(/is an address of a private network/);
    expect(asked).toBe(false);
  });

  test('nor is one that an allowed host redirects to', async () => {
    const inner = await listen((_, response) => response.end('secret'));
    const outer = await listen((_, response) => response.writeHead(302, { location: inner }).end());
    const guard = { hosts: [new URL(outer).host], isAllowed: () => true };
    expect((await rejectionOf(fetchText(new URL(outer), limits, guard))).message).toMatch(
      /not one of the hosts/,
    );
  });
});

test('a redirect from the open internet does not lead into a private network', async () => {
  const url = await listen((request, response) => {
    if (request.url === '/end') response.end('openapi');
    else response.writeHead(302, { location: target }).end();
  });
  const { port } = new URL(url);
  const fetchFrom = () => fetchText(new URL(url), limits, undefined, isFirst);
  let target = `http://127.0.0.2:${port}/end`;
  expect((await rejectionOf(fetchFrom())).message).toMatch(
    /redirects to 127\.0\.0\.2:\d+, which is an address of/,
  );
  target = `http://[::1]:${port}/end`;
  expect((await rejectionOf(fetchFrom())).message).toMatch(/which is an address of a private network/);
  target = `${url}/end`;
  expect((await fetchFrom()).text).toBe('openapi');
  // From this machine, which the user has named, it may lead to this machine.
  expect((await fetchText(new URL(url), limits)).text).toBe('openapi');
});

test.each([
  '127.2',
  '2130706434',
  '0x7f000002',
  '0177.0.0.2',
  '127.0.0.2.',
  '[::ffff:7f00:2]',
  '[::ffff:127.0.0.2]',
  '[::7f00:2]',
  '10.0.0.1',
  '169.254.169.254',
  '0',
  '[fe80::1]',
  '[fd00::1]',
  '[64:ff9b::a00:1]',
])('nor by way of another host, nor in another spelling: %s', async (host) => {
  const asked: string[] = [];
  const url = await listen((request, response) => {
    asked.push(request.url ?? '');
    const location = request.url === '/' ? '/second' : `http://${host}:${new URL(url).port}/end`;
    response.writeHead(307, { location }).end();
  });
  const error = await rejectionOf(fetchText(new URL(url), limits, undefined, isFirst));
  expect(error.message).toMatch(/which is an address of a private network/);
  expect(asked).toEqual(['/', '/second']);
});

test('a redirect from this machine leads to this machine, under any name, and to no other of a private network', async () => {
  const url = await listen((request, response) => {
    if (request.url === '/end') response.end('openapi');
    else response.writeHead(302, { location: target }).end();
  });
  const { port } = new URL(url);
  let target = '';
  for (const host of ['localhost', '127.1', '2130706433', '[::ffff:127.0.0.1]']) {
    target = `http://${host}:${port}/end`;
    expect((await fetchText(new URL(url), limits)).text, host).toBe('openapi');
  }
  for (const host of ['169.254.169.254', '10.0.0.1', '192.168.1.1', '[fe80::1]', '[::ffff:a9fe:a9fe]']) {
    target = `http://${host}:${port}/latest/meta-data`;
    const { message } = await rejectionOf(fetchText(new URL(url), limits));
    expect(message, host).toMatch(/which is an address of a private network/);
  }
});

function isFirst(address: string): boolean {
  return address === '127.0.0.1';
}

function pem(name: string): Buffer {
  return readFileSync(new URL(`../../support/certificates/${name}`, import.meta.url));
}

test('a redirect does not lead from https to http', async () => {
  const plain = await listen((_, response) => response.end('openapi'));
  const secure = createServer({ key: pem('server.key'), cert: pem('server.pem') }, (_, response) =>
    response.writeHead(301, { location: plain }).end(),
  );
  await new Promise<void>((resolve) => secure.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void secure.close());
  const { ca } = globalAgent.options;
  globalAgent.options.ca = pem('ca.pem');
  onTestFinished(() => void (globalAgent.options.ca = ca));
  const { port } = secure.address() as AddressInfo;
  const error = await rejectionOf(fetchText(new URL(`https://localhost:${port}/`), limits));
  expect(error.message).toMatch(/redirects to http:.*, which is not encrypted\.$/);
});

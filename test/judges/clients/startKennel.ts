import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { defaults, generate, write } from '../../../generator/index.js';
import { root } from './subjects.js';

/** A server over both transports, and the API behind it. */
export interface Kennel {
  stdio: { command: string; args: string[] };
  url: string;
  /** What the API was asked for, and whether it was left waiting. */
  seen: string[];
  close: () => Promise<void>;
}

const pdf = '%PDF-1.7 of Rex';

/** The file that the API sends, as clients get it. */
export const file = Buffer.from(pdf).toString('base64');

const readStdin = () => Promise.reject(new Error('nothing is read from standard input'));

/** Generates the server of `kennel.json`, builds it, and starts it over HTTP; over stdio clients start it. */
export async function startKennel(): Promise<Kennel> {
  const scratch = join(root, 'test/.tmp');
  mkdirSync(scratch, { recursive: true });
  // Several files of tests have one at the same time.
  const folder = mkdtempSync(join(scratch, 'kennel-'));
  const api = await startApi();
  const prompts = {
    greet: {
      text: 'Greet the pet {{pet}} of {{tools.getPet}}.',
      arguments: { pet: { of: 'getPet.id', required: true }, mood: { values: ['glad', 'grim'] } },
    },
  };
  const source = join(root, 'test/judges/clients/kennel.json');
  const { files } = await generate(source, { ...defaults, prompts }, { readStdin });
  await write(files, folder, { overwrite: false, force: false, version: '0.0.0' });
  writeFileSync(join(folder, '.env'), `KENNEL_BASE_URL=${api.url}\n`);
  execFileSync(process.execPath, ['build.js'], { cwd: folder });
  const http = spawn(process.execPath, ['dist/http.js', '--port', '0'], {
    cwd: folder,
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const url = await new Promise<string>((resolve, reject) => {
    let said = '';
    http.once('close', () => reject(new Error(said)));
    http.stderr.setEncoding('utf8').on('data', (chunk: string) => {
      said += chunk;
      const found = / on (http:\S+)/.exec(said)?.[1];
      if (found !== undefined) resolve(found);
    });
  });
  return {
    stdio: { command: process.execPath, args: [join(folder, 'dist/stdio.js')] },
    url,
    seen: api.seen,
    close: async () => {
      http.kill();
      await once(http, 'close');
      api.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

async function startApi(): Promise<{ url: string; seen: string[]; close: () => void }> {
  const seen: string[] = [];
  const server = createServer((request, response) => {
    const { method = '', url = '' } = request;
    const send = (status: number, type: string, body: string) =>
      response.writeHead(status, { 'content-type': type }).end(body);
    void text(request).then((body) => {
      seen.push(`${method} ${url} ${body}`.trim());
      if (url === '/pets/7') return send(200, 'application/json', '{"id":7,"name":"Rex"}');
      if (url === '/pets/7/report') return send(200, 'application/pdf', pdf);
      if (url === '/pets') return send(201, 'application/json', '{"id":8}');
      if (url === '/log') return send(200, 'text/plain', 'Rex barked.\n'.repeat(20_000));
      // Walks last until somebody gives up.
      if (url === '/walk') return response.once('close', () => seen.push('gone'));
      return send(404, 'application/json', '{"title":"No such pet"}');
    });
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    seen,
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

import { generateRoutes, generateSpec } from '@tsoa/cli';
import { build } from 'esbuild';
import express, { type Express, type NextFunction, type Request, type Response } from 'express';
import multer from 'multer';
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { type RunningApi, judgeFramework } from './judgeFramework.js';
import { each, oddQueries, usual } from './operations.js';
import type { Operation, Received } from './sendPlainly.js';

const members =
  'text nick count weight isOpen color level day at id tags grid address either labels more extra'.split(' ');
const queries = 'text count weight isOpen color level day at tags counts limit'.split(' ');

const operations: Operation[] = [
  {
    tool: 'list_items',
    method: 'GET',
    path: '/items',
    places: {
      ...each('query', queries),
      ...oddQueries,
    },
    defaults: { limit: 10 },
  },
  usual.getItem,
  {
    tool: 'get_entry',
    method: 'GET',
    path: '/entries/{number}/{isOpen}',
    places: { number: 'path', isOpen: 'path' },
    fill: { number: 1, isOpen: true },
  },
  usual.getTrace,
  { tool: 'create_item', method: 'POST', path: '/items', places: each('json', members), fill: { text: 'a' } },
  usual.createName,
  usual.updateItem,
  usual.replaceTags,
  usual.createShape,
  usual.uploadCover,
];

const controller = join(import.meta.dirname, 'itemsController.ts');

async function start(): Promise<RunningApi> {
  // Beside the packages that the routes import.
  const temporary = join(process.cwd(), 'test/.tmp');
  mkdirSync(temporary, { recursive: true });
  const folder = mkdtempSync(join(temporary, 'tsoa-'));
  const options = {
    entryFile: controller,
    controllerPathGlobs: [controller],
    noImplicitAdditionalProperties: 'silently-remove-extras' as const,
  };
  await generateSpec({ ...options, outputDirectory: folder, specVersion: 3, name: 'Items', version: '1' });
  await generateRoutes({ ...options, routesDir: folder, middleware: 'express', bodyCoercion: true });
  const outfile = join(folder, 'routes.mjs');
  await build({
    entryPoints: [join(folder, 'routes.ts')],
    outfile,
    bundle: true,
    format: 'esm',
    platform: 'node',
    packages: 'external',
    tsconfigRaw: { compilerOptions: { experimentalDecorators: true } },
  });
  const { RegisterRoutes: register } = (await import(pathToFileURL(outfile).href)) as {
    RegisterRoutes: (app: Express, options: object) => void;
  };
  const received: Received[] = [];
  const app = express();
  app.locals['received'] = received;
  app.use(express.json({ limit: '1mb' }));
  register(app, { multer: multer() });
  app.use((error: { status?: number }, _request: Request, response: Response, _next: NextFunction) => {
    response.status(error.status ?? 500).json({ message: String(error), ...error });
  });
  const server = app.listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const { port } = server.address() as AddressInfo;
  const close = (): void => {
    server.close();
    rmSync(folder, { recursive: true });
  };
  const document = JSON.parse(readFileSync(join(folder, 'swagger.json'), 'utf8')) as object;
  return { document, url: `http://127.0.0.1:${port}`, received, operations, close };
}

judgeFramework('tsoa', start);

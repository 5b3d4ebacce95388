import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { Program } from '../support/runtime/project.js';
import { type Upstream, startUpstream } from '../support/runtime/upstream.js';
import { runBuilt, scratch } from './project.js';

const folder = join(scratch, 'telemetry');
let upstream: Upstream;

/** Registers an SDK that hands spans on when the process ends, as batches do. */
const register = `
import { appendFileSync } from 'node:fs';
import { trace, propagation } from '@opentelemetry/api';
import { W3CTraceContextPropagator } from '@opentelemetry/core';
import { BasicTracerProvider, BatchSpanProcessor } from '@opentelemetry/sdk-trace-base';

const exporter = {
  export: (spans, done) => {
    for (const { name, kind, attributes, parentSpanContext } of spans)
      appendFileSync('spans.jsonl', JSON.stringify({ name, kind, attributes, parent: parentSpanContext?.spanId }) + '\\n');
    done({ code: 0 });
  },
  shutdown: async () => {},
};
const provider = new BasicTracerProvider({ spanProcessors: [new BatchSpanProcessor(exporter)] });
trace.setGlobalTracerProvider(provider);
propagation.setGlobalPropagator(new W3CTraceContextPropagator());
const exit = process.exit.bind(process);
process.exit = (code) => {
  provider.shutdown().finally(() => exit(code));
};
`;

beforeAll(async () => {
  upstream = await startUpstream((_got, response) => {
    response.writeHead(200, { 'content-type': 'application/json' }).end('{"name":"Rex"}');
  });
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const get = {
    operationId: 'getPet',
    parameters: [{ name: 'petId', in: 'path', required: true, schema: { type: 'string' } }],
    responses: { 200: { description: 'Fine', content: { 'application/json': {} } } },
  };
  const document = {
    openapi: '3.1.0',
    info: { title: 'Pets', version: '1' },
    servers: [{ url: `${upstream.url}/v1` }],
    paths: { '/pets/{petId}': { get } },
  };
  writeFileSync(join(folder, 'openapi.json'), JSON.stringify(document));
  writeFileSync(
    join(folder, 'mcpwright.yaml'),
    'document: openapi.json\nout: server\nfeatures: { telemetry: true }\n',
  );
  const { code, said } = await runBuilt(folder, 'generate');
  expect(said).toContain('Done.');
  expect(code).toBe(0);
  execFileSync(process.execPath, ['build.js'], { cwd: join(folder, 'server') });
});
afterAll(() => upstream.close());

test('an SDK that --import registers is told by the bundle, until the server has ended', async () => {
  const server = join(folder, 'server');
  writeFileSync(join(server, 'telemetry.js'), register);
  const program = new Program(server, ['--import', './telemetry.js', 'dist/stdio.js'], {
    MCP_LOG_FORMAT: 'json',
  });
  const traceparent = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01';
  const params = { name: 'get_pet', arguments: { petId: 'a-value' }, _meta: { traceparent } };
  program.write({ jsonrpc: '2.0', id: 1, method: 'tools/call', params });
  expect((await program.read()).result).toMatchObject({ structuredContent: { name: 'Rex' } });
  program.child.stdin?.end();
  expect(await program.ended).toBe(0);
  const text = readFileSync(join(server, 'spans.jsonl'), 'utf8');
  const spans = text
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as { name: string; parent: string });
  expect(spans.map(({ name }) => name)).toEqual(['GET /pets/{petId}', 'tools/call get_pet']);
  expect(spans[1]?.parent).toBe('b7ad6b7169203331');
  expect(text).not.toContain('a-value');
  expect(upstream.got[0]?.headers['traceparent']).toMatch(/^00-0af7651916cd43dd8448eb211c80319c-/);
  expect(upstream.got[0]?.headers['traceparent']).not.toBe(traceparent);
});

const read = (path: string) => readFileSync(join(folder, 'server', path), 'utf8');

test('the project depends on the interface alone', () => {
  const { devDependencies } = JSON.parse(read('package.json')) as { devDependencies: object };
  expect(Object.keys(devDependencies).filter((name) => name.startsWith('@opentelemetry/'))).toEqual([
    '@opentelemetry/api',
  ]);
  expect(read('README.md')).toContain('`MCP_LOG_FORMAT`');
});

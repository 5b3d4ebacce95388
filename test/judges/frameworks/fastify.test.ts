import swagger from '@fastify/swagger';
import fastify from 'fastify';
import { expect, test } from 'vitest';
import { inspect } from '../../../generator/inspect.js';
import { defaults } from '../../../generator/model/config.js';
import { toCatalog } from '../../../generator/toCatalog.js';
import { createApp } from '../../../templates/project/src/server.js';
import { connectView } from '../../support/runtime/connectView.js';
import oddValues from './oddValues.json' with { type: 'json' };

test('Fastify receives odd texts in queries and bodies as they were given', async () => {
  const received: unknown[] = [];
  const api = fastify();
  await api.register(swagger, { openapi: { info: { title: 'Notes', version: '1' } } });
  const properties = { text: { type: 'string' }, list: { type: 'array', items: { type: 'string' } } };
  const schema = { type: 'object', required: ['text'], properties };
  api.get('/notes', { schema: { operationId: 'listNotes', querystring: schema } }, ({ query }) => {
    received.push(query);
    return {};
  });
  api.post('/notes', { schema: { operationId: 'createNote', body: schema } }, ({ body }) => {
    received.push(body);
    return {};
  });
  const url = await api.listen({ port: 0, host: '127.0.0.1' });
  const text = JSON.stringify(api.swagger());
  const options = { readStdin: () => Promise.resolve(text) };
  const { server } = await inspect('-', { ...defaults, baseUrl: url }, options);
  const app = createApp({ catalog: toCatalog(server), env: { MCP_MODE: 'list' }, fetch });
  const client = await connectView(app.view());
  for (const name of ['list_notes', 'create_note'])
    for (const value of oddValues)
      for (const given of [
        { text: value },
        { text: value, list: [value] },
        { text: value, list: [value, 'b'] },
      ]) {
        received.length = 0;
        const { text: answer } = await client.call(name, given);
        expect(received, `${name} ${JSON.stringify(given)} ${answer}`).toEqual([given]);
      }
  await client.close();
  await api.close();
});

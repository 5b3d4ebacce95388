import { expect, test } from 'vitest';
import { inspectAlone } from '../../support/lintDocument.js';
import cases from './unread.json' with { type: 'json' };

test.each(cases)('what is not read as it is written is reported: $name', async (one) => {
  const { server, diagnostics } = await inspectAlone(JSON.stringify(one.document));
  const found = diagnostics.filter(({ code, pointer }) => code === one.code && pointer === one.pointer);
  expect(found.map(({ message }) => message)).toEqual([expect.stringContaining(one.says)]);
  const [{ tool } = expect.unreachable()] = server.toolsets.flatMap(({ tools }) => tools);
  expect(Object.keys(tool.inputSchema.properties)).toEqual(one.sent);
});

test('a form without a body, and a query string or a query alone, say nothing', async () => {
  const swagger = {
    swagger: '2.0',
    info: { title: 'T', version: '1' },
    host: 'a.example',
    paths: {
      '/x': {
        post: {
          parameters: [{ in: 'formData', name: 'f', type: 'string' }],
          responses: { 200: { description: 'Ok' } },
        },
        get: {
          parameters: [{ in: 'query', name: 'q', type: 'string' }],
          responses: { 200: { description: 'Ok' } },
        },
      },
    },
  };
  const { diagnostics } = await inspectAlone(JSON.stringify(swagger));
  expect(diagnostics).toEqual([]);
});

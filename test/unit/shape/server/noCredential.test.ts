import { parse } from 'yaml';
import { describe, expect, test } from 'vitest';
import type { Config } from '../../../../generator/model/config.js';
import { shapeDocument } from '../../../support/shapeDocument.js';

const describing = (...statuses: string[]) => ({
  responses: Object.fromEntries(statuses.map((status) => [status, { description: '' }])),
});

/** What is told of a document with such operations. */
function tell(operations: object[], more: object = {}, config: Partial<Config> = {}) {
  const paths = Object.fromEntries(operations.map((get, index) => [`/p${index}`, { get }]));
  const { diagnostics, server } = shapeDocument({ paths, ...more }, config);
  return { told: diagnostics.filter(({ code }) => code === 'no-credential'), server };
}

const three = [describing('200', '401'), describing('200', '403'), describing('200')];
const securitySchemes = { 'the key': { type: 'apiKey', in: 'header', name: 'X-Key' } };

describe('an API that refuses callers, in a document that says of no credential', () => {
  test.each<[string, object, string, string]>([
    ['names none', {}, 'the document names no security scheme', 'credentials: [{ type: bearer }]'],
    [
      'asks for none',
      { components: { securitySchemes } },
      'no operation asks for a security scheme',
      'credentials: [{ scheme: "the key" }]',
    ],
  ])('that %s is told of, and no more once the line is copied', (_name, more, why, line) => {
    expect(tell(three, more).told.map(({ message }) => message)).toEqual([
      `Calls carry no credential: ${why}, and 2 of 3 operations describe 401 or 403. Say in mcpwright.yaml how the API is authenticated with, such as "${line}", and generate again.`,
    ]);
    const after = tell(three, more, parse(line) as Partial<Config>);
    expect(after.told).toEqual([]);
    expect(Object.keys(after.server.api.auth)).toHaveLength(1);
  });

  const authorized = {
    ...describing('200', '401'),
    parameters: [{ name: 'Authorization', in: 'header', required: true, schema: { type: 'string' } }],
  };

  test.each<[string, object[], object, string]>([
    [
      'write the header Authorization as a parameter',
      [authorized, authorized],
      {},
      'credentials: [{ type: bearer }]',
    ],
    [
      'write the header Authorization as a parameter, named by the user',
      [authorized, authorized],
      {},
      'credentials: [Authorization]',
    ],
    [
      'may be called without anything by the whole document',
      [describing('200', '401')],
      { security: [{}] },
      'credentials: [{ type: bearer }]',
    ],
  ])('is told of where operations %s, and a line mends it', (_name, operations, more, line) => {
    expect(tell(operations, more).told).toHaveLength(1);
    const config = parse(line) as Partial<Config>;
    expect(tell(operations, more, config).told).toEqual([]);
    const paths = Object.fromEntries(operations.map((get, index) => [`/p${index}`, { get }]));
    const { server, tools, diagnostics } = shapeDocument({ paths, ...more }, config);
    expect(diagnostics).toEqual([]);
    const [name = ''] = Object.keys(server.api.auth);
    for (const { tool, enforced } of tools) {
      expect(tool.request.security).toEqual([{ [name]: [] }]);
      expect(enforced.properties ?? {}).toEqual({});
    }
  });

  test.each<[string, string, boolean]>([
    ['403', 'You need the admin role for this rate plan', true],
    ['403', 'Your subscription lacks the scope', true],
    ['403', 'Permission denied, the volume is read-only', false],
    ['403', 'The token quota of this plan is used up', false],
    ['4XX', 'Unauthorized', true],
    ['4XX', 'Error', false],
  ])('is known by what %s says: %s', (status, description, isTold) => {
    const operation = { responses: { [status]: { description } } };
    expect(tell([operation]).told.map(({ message }) => message)).toEqual(
      isTold ? [expect.stringContaining('1 of 1 operations')] : [],
    );
  });

  test.each<[string, object[], object]>([
    ['describe neither', [describing('200', '404')], {}],
    [
      'ask for a scheme',
      [{ ...describing('401'), security: [{ 'the key': [] }] }],
      { components: { securitySchemes } },
    ],
    [
      'nearly all let everybody in',
      [describing('403'), ...Array.from({ length: 30 }, () => describing('404'))],
      {},
    ],
  ])('is not found where operations %s', (_name, operations, more) => {
    expect(tell(operations, more).told).toEqual([]);
  });
});

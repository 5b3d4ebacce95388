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

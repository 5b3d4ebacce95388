import { describe, expect, test } from 'vitest';
import { type Config, defaults } from '../../../../generator/model/config.js';
import { collector } from '../../../../generator/model/diagnostic.js';
import { check } from '../../../../generator/shape/check/check.js';
import { shapeDocument } from '../../../support/shapeDocument.js';

const query = (name: string, schema: object) => ({ name, in: 'query', schema });
const parameters = [
  query('region', { type: 'string' }),
  query('shard', { type: 'integer' }),
  query('dry', { type: 'boolean' }),
  query('weight', { type: 'number' }),
  query('tags', { type: 'array', items: { type: 'string' } }),
  query('api_token', { type: 'string' }),
];

function shape(routing: unknown, profile: Config['profile'] = 'portable') {
  const operation = { operationId: 'listPets', tags: ['pets'], parameters, 'x-mcp': { routing } };
  const document = { paths: { '/pets': { get: operation } } };
  const { server, diagnostics, tool } = shapeDocument(document, { profile });
  const { properties } = tool('GET /pets').tool.inputSchema;
  const headers = Object.entries(properties).flatMap(([name, property]) =>
    typeof property === 'object' && 'x-mcp-header' in property ? [[name, property['x-mcp-header']]] : [],
  );
  return {
    server,
    told: diagnostics.map(({ message }) => message),
    headers: Object.fromEntries(headers) as object,
  };
}

describe('arguments that are repeated in headers', () => {
  test('say by which', () => {
    const chosen = { region: 'Region', shard: 'Shard-Number', dry: 'dry!' };
    const { server, told, headers } = shape(chosen);
    expect(headers).toEqual(chosen);
    expect(server.api.routing).toBe(true);
    expect(told).toEqual([]);
  });

  test.each([
    [{ regoin: 'Region' }, 'there is none; did you mean "region"?'],
    [{ weight: 'Weight' }, 'it is not shown as a string, an integer or a boolean.'],
    [{ tags: 'Tags' }, 'it is not shown as a string, an integer or a boolean.'],
    [{ api_token: 'Token' }, 'it may be a secret.'],
    [{ region: 'My region' }, '"My region" cannot be the name of a header.'],
    [{ region: '' }, '"" cannot be the name of a header.'],
  ])(
    'are left as they are where clients would drop the tool, or a secret would show: %j',
    (chosen, reason) => {
      const [argument = ''] = Object.keys(chosen);
      const { server, told, headers } = shape(chosen);
      expect(headers).toEqual({});
      expect(server.api).not.toHaveProperty('routing');
      expect(told).toEqual([
        `The argument "${argument}" of GET /pets is not repeated in a header: ${reason}`,
      ]);
    },
  );

  test.each(['portable', 'rich', 'openai-strict', 'gemini'] as const)(
    'leave the tool one that clients of the profile %s take',
    async (profile) => {
      const { server, told, headers } = shape({ region: 'Region' }, profile);
      const isTaken = profile === 'portable' || profile === 'rich';
      expect(headers).toEqual(isTaken ? { region: 'Region' } : {});
      expect(told.join('')).toBe(
        isTaken
          ? ''
          : 'The argument "region" of GET /pets is not repeated in a header: clients of the profile refuse schemas with x-mcp-header.',
      );
      const { diagnostics, report } = collector();
      expect((await check(server, { ...defaults, profile }, report)).toolsets).toHaveLength(1);
      expect(diagnostics).toEqual([]);
    },
  );

  test('have each a header of their own, whatever its case', () => {
    const { told, headers } = shape({ region: 'Where', shard: 'WHERE' });
    expect(headers).toEqual({ region: 'Where' });
    expect(told.join('')).toContain('another argument has the header WHERE');
  });

  test.each([['region'], [['region']], [{ region: 1 }]])('are not %j', (malformed) => {
    const { told, headers } = shape(malformed);
    expect(headers).toEqual({});
    expect(told.join('')).toContain('is not an object with the name of a header for each argument');
  });
});

import { describe, expect, test } from 'vitest';
import { shapeDocument } from '../../../support/shapeDocument.js';

const list = { type: 'array', items: { type: 'object' } };
const link = { type: 'string', format: 'uri' };

/** A document with one GET that answers with these members. */
function shapeList(properties: object, operation: object = {}, more: object = {}) {
  const schema = { type: 'object', properties };
  const responses = { 200: { description: 'Fine', content: { 'application/json': { schema } } } };
  return shapeDocument({ paths: { '/things': { get: { responses, ...operation } } }, ...more }).tool(
    'GET /things',
  ).tool;
}

const query = (name: string) => ({ parameters: [{ name, in: 'query', schema: { type: 'string' } }] });

describe('an argument for the link to the next page', () => {
  test.each<[string, object]>([
    ['beside the list', { values: list, next: link }],
    [
      'that its words call so',
      { items: list, next: { type: 'string', description: 'URL of the next page' } },
    ],
    ['that its name calls so', { value: list, '@odata.nextLink': { type: 'string' } }],
    ['within what holds links', { data: list, links: { type: 'object', properties: { next: link } } }],
    [
      'of HAL',
      {
        items: list,
        _links: {
          type: 'object',
          properties: { next: { type: 'object', properties: { href: { type: 'string' } } } },
        },
      },
    ],
    ['that may be null', { results: list, next: { oneOf: [link, { type: 'null' }] } }],
  ])('is there where the answer has one: %s', (_name, properties) => {
    const tool = shapeList(properties);
    expect(tool.inputSchema.properties).toEqual({
      next_page: {
        type: 'string',
        description: 'The link to the next page, as the last response gave it.',
      },
    });
    expect(tool.request.nextPage).toEqual({ argument: 'next_page' });
    expect(tool.request.parameters).toEqual([]);
  });

  test.each<[string, object, object?]>([
    ['a parameter says which page', { values: list, next: link }, query('page')],
    ['a parameter says behind what to go on', { values: list, next: link }, query('starting_after')],
    ['there is no list', { name: { type: 'string' }, next: link }],
    ['next is no link', { values: list, next: { type: 'string', description: 'What to do next' } }],
    ['next is another thing', { values: list, next: { type: 'integer' } }],
  ])('is not there where %s', (_name, properties, operation) => {
    expect(shapeList(properties, operation).request).not.toHaveProperty('nextPage');
  });

  test('has another name where the API has that itself', () => {
    const tool = shapeList({ values: list, nextLink: link }, query('next_page_size'));
    expect(Object.keys(tool.inputSchema.properties)).toEqual(['next_page_size', 'next_page']);
    const taken = shapeList({ values: list, nextLink: link }, query('next_page'));
    expect(taken.request).not.toHaveProperty('nextPage');
  });

  test('takes no credential from the link', () => {
    const key = { type: 'apiKey', in: 'query', name: 'api_key' };
    const tool = shapeList(
      { values: list, next: link },
      {},
      { components: { securitySchemes: { key } }, security: [{ key: [] }] },
    );
    expect(tool.request.nextPage).toEqual({ argument: 'next_page', ignored: ['api_key'] });
  });
});

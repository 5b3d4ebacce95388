import { reservedNames } from '../../../../generator/model/names.js';
import { describe, expect, test } from 'vitest';
import { type Config, defaults } from '../../../../generator/model/config.js';
import { collector } from '../../../../generator/model/diagnostic.js';
import { read } from '../../../../generator/read/read.js';
import { select } from '../../../../generator/shape/select/select.js';
import { metaNames } from '../../../../templates/project/src/runtime/offer/createOffer.js';
import { documentOf } from '../../../support/documentOf.js';
import { shapeDocument } from '../../../support/shapeDocument.js';

/** The name that an operation gets which the document says this of. */
function choose(extension: object, config: Partial<Config> = {}) {
  const { diagnostics, report } = collector();
  const paths = { '/search': { get: { operationId: 'find', ...extension } } };
  const { api } = select(read(documentOf({ paths }), report), { ...defaults, ...config }, report);
  return { name: api.operations[0]?.choice.name, diagnostics };
}

describe('the names of the tools that the server has itself', () => {
  test('are those that the runtime knows', () => {
    expect([...reservedNames].toSorted()).toEqual([...metaNames].toSorted());
  });

  test('are given to no operation, which is reported', () => {
    const paths = {
      '/search': { get: { operationId: 'searchTools' } },
      '/call': { post: { operationId: 'CALL_WRITE_TOOL' } },
      '/pets': { get: { operationId: 'listPets' } },
    };
    const { tools, diagnostics } = shapeDocument({ paths });
    expect(tools.map(({ tool }) => tool.name)).toEqual(['post_call', 'list_pets', 'get_search']);
    expect(diagnostics.map(({ code, message }) => `${code}: ${message}`).toSorted()).toEqual([
      'name-changed: "call_write_tool" becomes the tool "post_call": the server has a tool of that name.',
      'name-changed: "search_tools" becomes the tool "get_search": the server has a tool of that name.',
    ]);
  });

  test('may be given to an operation in camel case, where they are others', () => {
    const paths = { '/search': { get: { operationId: 'search_tools' } } };
    const { tools } = shapeDocument({ paths }, { names: 'camelCase' });
    expect(tools.map(({ tool }) => tool.name)).toEqual(['searchTools']);
  });

  test('cannot be chosen in the document', () => {
    const { name, diagnostics } = choose({ 'x-mcp': { name: 'Search_tools' } });
    expect(name).toBeUndefined();
    expect(diagnostics.map(({ message }) => message).join()).toContain('the server has a tool of that name');
  });

  test('cannot be chosen by the user', () => {
    expect(() => choose({}, { tools: { find: { name: 'search_tools' } } })).toThrow(
      /the server has a tool of that name/,
    );
  });
});

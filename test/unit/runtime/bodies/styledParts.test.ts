import { expect, test } from 'vitest';
import { writeMultipart } from '../../../../templates/project/src/runtime/bodies/multipart.js';
import type { Encoding } from '../../../../templates/project/src/runtime/tool.js';

const size = { width: 3, height: 4, none: null, tags: ['a', 'b'] };

/** OpenAPI 3.2, Encoding Object: an object with a style is written in parts as it would be in a query. */
test.each<[encoding: Encoding, value: unknown, parts: [string, string][]]>([
  [{}, size, [['size', '{"width":3,"height":4,"none":null,"tags":["a","b"]}']]],
  [
    { style: 'form' },
    size,
    [
      ['width', '3'],
      ['height', '4'],
      ['tags', '["a","b"]'],
    ],
  ],
  [{ explode: true, contentType: 'application/json' }, { a: 'b' }, [['a', 'b']]],
  [{ style: 'form', explode: false }, { a: 1, b: 2 }, [['size', 'a,1,b,2']]],
  [{ style: 'pipeDelimited' }, { a: 1, b: 2 }, [['size', 'a|1|b|2']]],
  [
    { style: 'deepObject' },
    size,
    [
      ['size[width]', '3'],
      ['size[height]', '4'],
      ['size[tags][]', 'a'],
      ['size[tags][]', 'b'],
    ],
  ],
  [{ style: 'form' }, {}, []],
  [{ style: 'form' }, { base64: 'aGk=', contentType: 'text/plain' }, [['size', 'hi']]],
])('%j', async (encoding, value, parts) => {
  const body = {
    mediaType: 'multipart/form-data',
    codec: 'multipart' as const,
    required: true,
    argument: 'body',
    encoding: { size: encoding },
  };
  const { content, contentType } = await writeMultipart({ size: value }, body, []);
  const headers = { 'content-type': contentType };
  const form = await new Response(content as Uint8Array<ArrayBuffer>, { headers }).formData();
  const found = [...form].map(async ([name, part]) => [
    name,
    typeof part === 'string' ? part : await part.text(),
  ]);
  expect(await Promise.all(found)).toEqual(parts);
});

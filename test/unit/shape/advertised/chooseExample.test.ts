import { describe, expect, test } from 'vitest';
import { shapeDocument } from '../../../support/shapeDocument.js';

const text = { type: 'string' };

/** Objects within one another, the innermost with a street. */
function nest(levels: number, names: string[] = ['outer', 'middle', 'inner', 'core']): object {
  if (levels === 0) return { type: 'object', properties: { street: text }, required: ['street'] };
  const [name = 'deep', ...others] = names;
  return { type: 'object', properties: { [name]: nest(levels - 1, others), other: text } };
}

function propertiesOf(schema: object, examples: unknown[], budget = 400, mediaType = 'application/json') {
  const named = Object.fromEntries(examples.map((value, index) => [`e${index}`, { value }]));
  const content = { [mediaType]: { schema, examples: named } };
  const { tool } = shapeDocument(
    { paths: { '/x': { post: { requestBody: { required: true, content } } } } },
    { budget },
  );
  const { properties } = tool('POST /x').tool.inputSchema;
  return properties as Record<string, { description?: string }>;
}

const deep = { outer: { middle: { inner: { street: 'Main' } } } };

describe('an example of the body', () => {
  test('is that of the argument which is deep, where the body is spread', () => {
    const { outer, other } = propertiesOf(nest(3), [deep]);
    expect(outer?.description).toBe('Example: {"middle":{"inner":{"street":"Main"}}}');
    expect(other?.description).toBeUndefined();
  });

  test('is one of a required argument first', () => {
    const body = { type: 'object', properties: { a: nest(2), b: nest(2) }, required: ['b'] };
    const one = { outer: { middle: { street: 'M' } } };
    const { a, b } = propertiesOf(body, [{ a: one, b: one }]);
    expect(a?.description).toBeUndefined();
    expect(b?.description).toBe(`Example: ${JSON.stringify(one)}`);
  });

  test('is the whole one, where the body is one argument', () => {
    const { body } = propertiesOf({ type: 'array', items: nest(2) }, [
      [{ outer: { middle: { street: 'M' } } }],
    ]);
    expect(body?.description).toBe('Example: [{"outer":{"middle":{"street":"M"}}}]');
  });

  test('is not needed where the body explains itself', () => {
    const { body } = propertiesOf({ type: 'array', items: nest(1) }, [[{ outer: { street: 'M' } }]]);
    expect(body?.description).toBeUndefined();
    const { q } = propertiesOf({ type: 'object', properties: { q: text } }, [{ q: 'M' }]);
    expect(q?.description).toBeUndefined();
  });

  const list = { type: 'array', items: nest(2) };
  const good = [{ outer: { middle: { street: 'Main' } } }];

  test('is one that is accepted as it stands', () => {
    const counted = { ...nest(2), properties: { outer: nest(1), n: { type: 'integer' } } };
    const examples = [
      [{ outer: { outer: { street: 'Main' } }, n: '5' }],
      [{ outer: { outer: { street: 'M' } }, n: 5 }],
    ];
    const { body } = propertiesOf({ type: 'array', items: counted }, examples);
    expect(body?.description).toBe(`Example: ${JSON.stringify(examples[1])}`);
  });

  test.each<[what: string, example: unknown]>([
    ['is too long', [{ other: 'word '.repeat(70) }]],
    ['is far too long', [{ other: 'x'.repeat(5000) }]],
    ['is null', null],
    ['is empty', []],
  ])('is none where it %s', (_what, example) => {
    expect(propertiesOf(list, [example])['body']?.description).toBeUndefined();
  });

  test('is none where there is no room', () => {
    expect(propertiesOf(list, [good], 90)['body']?.description ?? '').not.toContain('Example');
  });

  test('is none of a body that is not JSON or a form', () => {
    const multipart = { type: 'object', properties: { outer: nest(2), b: text } };
    const example = { outer: { outer: { middle: { street: 'M' } } } };
    const { outer } = propertiesOf(multipart, [example], 400, 'multipart/form-data');
    expect(outer?.description).toBeUndefined();
  });

  test('comes after the words, where the argument was stubbed', () => {
    const members = Object.fromEntries(
      Array.from({ length: 30 }, (_, index) => [
        `member_number_${index}`,
        { ...text, maxLength: 20 + index },
      ]),
    );
    const body = { type: 'object', properties: { at: { type: 'object', properties: members }, b: text } };
    const { at } = propertiesOf(body, [{ at: { member_number_3: 'three' }, b: 'x' }], 200);
    expect(at?.description).toMatch(
      /^Fields: member_number_0, .* more\. Example: \{"member_number_3":"three"\}$/,
    );
  });
});

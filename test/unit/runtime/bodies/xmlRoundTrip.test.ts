import * as fc from 'fast-check';
import { XMLParser, XMLValidator } from 'fast-xml-parser';
import { describe, expect, test } from 'vitest';
import { features } from '../../../../templates/project/src/generated/features.js';
import { writeBody } from '../../../../templates/project/src/runtime/request/buildRequest.js';
import type { Xml } from '../../../../templates/project/src/runtime/tool.js';
import { makeBody } from '../../../support/runtime/fixtures.js';

const xml: Xml = {
  root: {
    name: 'root',
    properties: {
      id: { nodeType: 'attribute' },
      text: {},
      raw: { oneOf: [{ properties: { content: { nodeType: 'cdata' } } }] },
      items: { items: { name: 'item' } },
    },
  },
};

const send = (value: unknown, plan: Xml = xml) =>
  writeBody(value, makeBody({ mediaType: 'application/xml', xml: plan }), features.bodies);

const parser = new XMLParser({
  preserveOrder: true,
  ignoreAttributes: false,
  attributeNamePrefix: '',
  trimValues: false,
  parseTagValue: false,
  parseAttributeValue: false,
  htmlEntities: true,
});

type Node = { ':@'?: Record<string, string>; '#text'?: string; [name: string]: unknown };

/** The text of a node, the CDATA sections in it included. */
function textOf(nodes: readonly Node[]): string {
  return nodes.map((node) => node['#text'] ?? '').join('');
}

function childrenOf(nodes: readonly Node[], name: string): Node[][] {
  return nodes.filter((node) => Object.hasOwn(node, name)).map((node) => node[name] as Node[]);
}

/** What XML means something by, in between other characters. */
const hostile = fc
  .array(
    fc.oneof(
      fc.constantFrom(
        '<',
        '>',
        '&',
        '"',
        "'",
        ']]>',
        '<![CDATA[',
        '-->',
        '<!--',
        '<?x?>',
        '&amp;',
        '&#13;',
        '&lt;',
        '\r',
        '\n',
        '\r\n',
        '\t',
        ' ',
        '</root>',
        '</raw>',
        '<!DOCTYPE a [<!ENTITY b "c">]>',
        '&b;',
        '\u0085',
        '\u2028',
      ),
      fc.string({ unit: 'grapheme' }),
    ),
    { maxLength: 8 },
  )
  .map((parts) => parts.join(''))
  // eslint-disable-next-line no-control-regex
  .filter((text) => !/[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/u.test(text));

describe('XML that is read again', () => {
  test('holds every text as it was given', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.record({
          id: hostile,
          text: hostile,
          raw: fc.record({ content: hostile }),
          items: fc.array(hostile),
        }),
        async (value) => {
          const written = String((await send(value)).content);
          expect(XMLValidator.validate(written)).toBe(true);
          const document = parser.parse(written) as Node[];
          expect(document.map((node) => Object.keys(node)[0])).toEqual(['?xml', 'root']);
          const root = document.at(-1)!;
          const inside = root['root'] as Node[];
          expect({
            id: root[':@']?.['id'],
            text: childrenOf(inside, 'text').map(textOf),
            raw: childrenOf(inside, 'raw').map(textOf),
            items: childrenOf(inside, 'item').map(textOf),
            nodes: inside.length,
          }).toEqual({
            id: value.id,
            text: [value.text],
            raw: [value.raw.content],
            items: value.items,
            nodes: 2 + value.items.length,
          });
        },
      ),
      { numRuns: 300 },
    );
  });
});

describe('XML that cannot be written', () => {
  const free: Xml = { root: { name: 'root' } };

  test.each(['\0', '\u0001', '\u000b', '\u001f', '\ufffe', '\uffff', '\ud800', 'a\udc00b'])(
    'is refused for the character %j, wherever it stands',
    async (character) => {
      const code = /[^ab]/.exec(character)![0].charCodeAt(0).toString(16).toUpperCase().padStart(4, '0');
      const words = `holds the character U+${code}, which cannot be written in XML`;
      const text = `x${character}`;
      await expect(send({ id: text })).rejects.toThrow(`body.id: ${words}`);
      await expect(send({ text })).rejects.toThrow(`body.text: ${words}`);
      await expect(send({ raw: { content: text } })).rejects.toThrow(`body.raw.content: ${words}`);
      await expect(send({ items: ['fine', text] })).rejects.toThrow(`body.items.1: ${words}`);
    },
  );

  test.each([
    '',
    '#text',
    '#cdata',
    ':@',
    '?xml',
    '?php',
    '!DOCTYPE',
    'a b',
    'a><b',
    'a/',
    '1a',
    '-a',
    'a:',
    ':a',
    'a:b:c',
    'a=',
    "a'",
  ])('is refused for the name %j', async (name) => {
    const words = `body.${name}: cannot be written, since ${JSON.stringify(name)} is not a name in XML`;
    await expect(send({ [name]: 'x' }, free)).rejects.toThrow(words);
    const attribute: Xml = { root: { name: 'root', additionalProperties: { nodeType: 'attribute' } } };
    await expect(send({ [name]: 'x' }, attribute)).rejects.toThrow(words);
  });

  test('is not refused for names that JavaScript knows', async () => {
    const { content } = await send({ constructor: 1, toString: 2, ['__proto__']: 3, ö: 4 }, free);
    expect(content).toContain(
      '<root><constructor>1</constructor><toString>2</toString><__proto__>3</__proto__><ö>4</ö></root>',
    );
  });

  test('may be as deep as arguments are', async () => {
    let value: unknown = 'x';
    for (let depth = 0; depth < 150; depth++) value = { a: value };
    expect((await send(value, free)).content).toContain(`${'<a>'.repeat(150)}x`);
  });
});

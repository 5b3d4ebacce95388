import * as library from 'fast-xml-builder';
import type { BodyWriter } from '../request/outgoing.js';
import { type XmlElement, layOutXml } from './layOutXml.js';

/** XML that is made of an object or a list, as the schema's XML Objects have it. */
export const writeXml: BodyWriter = (value, { mediaType, argument, fields, xml = { root: {} } }) => {
  const root = toOrdered(layOutXml(value, xml, argument, fields !== undefined));
  return {
    content: `<?xml version="1.0" encoding="UTF-8"?>\n${builder.build([root])}`,
    contentType: mediaType,
  };
};

// The class is the default export, whatever the types of the package say.
const { default: Builder } = library as unknown as { default: typeof library.Builder };
const builder = new Builder({
  preserveOrder: true,
  ignoreAttributes: false,
  attributeNamePrefix: '',
  cdataPropName: '#cdata',
  // What is left as it is would be read as another character (XML 1.0, 2.11 and 3.3.3).
  processEntities: false,
  tagValueProcessor: (_, text) => escape(String(text), /[&<>\r]/g),
  attributeValueProcessor: (_, text) => escape(String(text), /[&<>\r\n\t]/g),
  // The depth of arguments is bounded.
  maxNestedTags: 0,
});

/** An element in the form that the builder takes; names are checked, so that none of them means anything to it. */
function toOrdered({ name, attributes, children }: XmlElement): object {
  return { [name]: children.flatMap(toOrderedChild), ':@': Object.fromEntries(attributes) };
}

function toOrderedChild(child: XmlElement['children'][number]): object[] {
  if (typeof child === 'string') return [toTextNode(child)];
  if ('name' in child) return [toOrdered(child)];
  // In a CDATA section a carriage return cannot be escaped: it stands beside it.
  return child.cdata
    .split(/(\r+)/)
    .map((part) => (part.startsWith('\r') ? toTextNode(part) : { '#cdata': [toTextNode(part)] }));
}

function toTextNode(text: string): object {
  return { '#text': text };
}

const escapes: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '\r': '&#13;',
  '\n': '&#10;',
  '\t': '&#9;',
};

function escape(text: string, characters: RegExp): string {
  return text.replaceAll(characters, (character) => escapes[character] ?? '');
}

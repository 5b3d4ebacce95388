import { UnsendableError } from '../errors.js';
import { isObject } from '../json.js';
import { writeScalar } from '../request/serialize.js';
import type { Xml, XmlNode } from '../tool.js';

/** An element with its content: elements, texts and CDATA sections. */
export interface XmlElement {
  name: string;
  attributes: Map<string, string>;
  children: (XmlElement | string | { cdata: string })[];
  /** The namespaces of prefixes, and that of names without one under the empty prefix. */
  namespaces: ReadonlyMap<string, string>;
}

const instance = 'http://www.w3.org/2001/XMLSchema-instance';

/**
 * Lays a value out as the root element of an XML document (OpenAPI 3.2, XML Object). Where it cannot be, `argument` is
 * named, and what is in it after it; or what is in it alone, where its members are arguments of their own.
 */
export function layOutXml(
  value: unknown,
  { root, nodes }: Xml,
  argument: string,
  isSpread = false,
): XmlElement {
  const document: XmlElement = { name: '', attributes: new Map(), children: [], namespaces: new Map() };
  place(value, root, { name: '', at: isSpread ? '' : argument, nodes }, document);
  const [only, ...others] = document.children;
  if (!isElement(only) || others.length > 0 || document.attributes.size > 0)
    throw new UnsendableError(argument, 'must become one XML element, which holds all others');
  return only;
}

/** Where a value stands. */
interface Spot {
  /** What its node is called where nothing else is said. */
  name: string;
  /** What it is called in words. */
  at: string;
  nodes: Xml['nodes'];
}

function place(value: unknown, node: XmlNode, spot: Spot, parent: XmlElement): void {
  if (value === undefined) return;
  const chosen = chooseNode(node, value, spot.nodes);
  const { nodeType = isList(value, chosen) ? 'none' : 'element', name = spot.name } = chosen;
  switch (nodeType) {
    case 'attribute':
      if (value !== null)
        setAttribute(parent, qualify(name, chosen, parent, spot), toText(value, spot), spot);
      return;
    case 'text':
      parent.children.push(toText(value, spot));
      return;
    case 'cdata':
      parent.children.push({ cdata: toText(value, spot) });
      return;
    case 'none':
      if (value !== null) fillElement(parent, value, chosen, spot);
      return;
    case 'element':
      parent.children.push(toElement(value, chosen, { ...spot, name }, parent));
  }
}

/** Null may stand for a list, too. */
function isList(value: unknown, { items, prefixItems }: ChosenNode): boolean {
  return Array.isArray(value) || (value === null && (items ?? prefixItems) !== undefined);
}

function toElement(value: unknown, node: ChosenNode, spot: Spot, parent: XmlElement): XmlElement {
  const { namespaces } = parent;
  const element: XmlElement = { name: '', attributes: new Map(), children: [], namespaces };
  element.name = qualify(spot.name, node, element, spot);
  if (node.inside !== undefined) place(value, node.inside, spot, element);
  else if (value !== null) fillElement(element, value, node, spot);
  else {
    const nil = qualify('nil', { prefix: 'xsi', namespace: instance }, element, spot);
    setAttribute(element, nil, 'true', spot);
  }
  return element;
}

/** Puts what a value holds into an element. */
function fillElement(element: XmlElement, value: unknown, node: ChosenNode, spot: Spot): void {
  if (Array.isArray(value)) {
    const { prefixItems = [], items = {} } = node;
    for (const [index, item] of value.entries())
      place(item, prefixItems[index] ?? items, { ...spot, at: joinPath(spot.at, index) }, element);
  } else if (isObject(value)) {
    const { properties = {}, additionalProperties = {} } = node;
    const to = (name: string): Spot => ({ ...spot, name, at: joinPath(spot.at, name) });
    for (const [name, member] of Object.entries(properties))
      if (Object.hasOwn(value, name)) place(value[name], member, to(name), element);
    for (const [name, member] of Object.entries(value))
      if (!Object.hasOwn(properties, name)) place(member, additionalProperties, to(name), element);
  } else element.children.push(toText(value, spot));
}

function joinPath(at: string, key: string | number): string {
  return at === '' ? String(key) : `${at}.${key}`;
}

/** The name of a node with its prefix, whose namespace is declared where that is not yet known. */
function qualify(
  name: string,
  { nodeType, prefix = '', namespace }: ChosenNode,
  element: XmlElement,
  spot: Spot,
): string {
  // Only a prefix puts an attribute into a namespace.
  const isDeclared = namespace === undefined || (nodeType === 'attribute' && prefix === '');
  if (!isDeclared && element.namespaces.get(prefix) !== namespace) {
    setAttribute(element, prefix === '' ? 'xmlns' : `xmlns:${prefix}`, namespace, spot);
    element.namespaces = new Map([...element.namespaces, [prefix, namespace]]);
  }
  return joinXmlName(prefix, name, spot.at);
}

function setAttribute({ attributes }: XmlElement, name: string, text: string, { at }: Spot): void {
  if ((attributes.get(name) ?? text) !== text)
    throw new UnsendableError(at, `the XML attribute "${name}" would have two values`);
  attributes.set(name, text);
}

/** A value as the text of an attribute or of an element's content; those of a list are parted by spaces. */
function toText(value: unknown, { at }: Spot): string {
  if (value === null) return '';
  const items = [value].flat();
  if (items.some((item) => typeof item === 'object' && item !== null))
    throw new UnsendableError(at, 'must be a single value, since it is written as text in XML');
  return checkXmlText(items.map((item) => (item === null ? '' : writeScalar(item, at))).join(' '), at);
}

function isElement(child: XmlElement['children'][number] | undefined): child is XmlElement {
  return typeof child === 'object' && 'name' in child;
}

/** A node with nothing left to look up or to choose. */
type ChosenNode = Omit<XmlNode, 'ref' | 'oneOf'>;

/**
 * What is said of one value: by the node that is referred to, and by the one of several that fits. `known` holds what
 * is chosen already, since nodes may be referred to again and again.
 */
export function chooseNode(
  node: XmlNode,
  value: unknown,
  nodes: Xml['nodes'] = {},
  known = new Map<XmlNode, ChosenNode>(),
): ChosenNode {
  const before = known.get(node);
  if (before !== undefined) return before;
  const { ref, oneOf = [], ...own } = node;
  const target = ref !== undefined && Object.hasOwn(nodes, ref) ? nodes[ref] : undefined;
  const candidates = oneOf.map((one) => chooseNode(one, value, nodes, known));
  const fitting = candidates.filter(({ tags }) => hasTags(value, tags));
  const [first, ...others] = fitting.length > 0 ? fitting : candidates;
  const chosen = others.reduce(
    (best, one) => (knows(one, value) > knows(best, value) ? one : best),
    first ?? {},
  );
  const referred = target === undefined ? {} : chooseNode(target, value, nodes, known);
  const result = merge(merge(referred, chosen), own);
  known.set(node, result);
  return result;
}

/** What `own` says counts more. */
function merge(node: ChosenNode, own: ChosenNode): ChosenNode {
  const properties = node.properties && own.properties && { ...own.properties, ...node.properties };
  return { ...node, ...own, ...(properties === undefined ? {} : { properties }) };
}

function hasTags(value: unknown, tags: XmlNode['tags'] = {}): boolean {
  return Object.entries(tags).every(
    ([name, allowed]) => isObject(value) && (value[name] === undefined || allowed.includes(value[name])),
  );
}

/** How much of a value a node knows: the members of an object; otherwise whether it is one for such values. */
function knows({ properties, items, prefixItems }: ChosenNode, value: unknown): number {
  const isForLists = (items ?? prefixItems) !== undefined;
  if (Array.isArray(value)) return Number(isForLists);
  if (!isObject(value)) return Number(!isForLists && properties === undefined);
  return Object.keys(value).filter((name) => properties !== undefined && Object.hasOwn(properties, name))
    .length;
}

const start =
  'A-Z_a-z\\u00c0-\\u00d6\\u00d8-\\u00f6\\u00f8-\\u02ff\\u0370-\\u037d\\u037f-\\u1fff\\u200c\\u200d\\u2070-\\u218f' +
  '\\u2c00-\\u2fef\\u3001-\\ud7ff\\uf900-\\ufdcf\\ufdf0-\\ufffd\\u{10000}-\\u{effff}';
const part = `[${start}][${start}.0-9\\u00b7\\u0300-\\u036f\\u203f\\u2040-]*`;
const qualified = new RegExp(`^${part}(?::${part})?$`, 'u');

/** The name of an element or attribute (Namespaces in XML 1.0, QName); `at` is named where it cannot be one. */
function joinXmlName(prefix: string, name: string, at: string): string {
  const whole = prefix === '' ? name : `${prefix}:${name}`;
  if (qualified.test(whole)) return whole;
  throw new UnsendableError(at, `cannot be written, since ${JSON.stringify(whole)} is not a name in XML`);
}

/** Gives a text back, of which all characters can stand in a document (XML 1.0, Char); throws where one cannot. */
function checkXmlText(text: string, at: string): string {
  const [odd] = /[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/u.exec(text) ?? [];
  if (odd === undefined) return text;
  const code = odd.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0');
  throw new UnsendableError(at, `holds the character U+${code}, which cannot be written in XML`);
}

import { isObject } from '../../isObject.js';
import type { Xml, XmlNode } from '../../tool.js';
import { Unsendable } from '../unsendable.js';
import { writeScalar } from '../writeScalar.js';
import { checkXmlText } from './checkXmlText.js';
import { type ChosenNode, chooseNode } from './chooseNode.js';
import { joinXmlName } from './joinXmlName.js';

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
    throw new Unsendable(argument, 'must become one XML element, which holds all others');
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
      if (value !== null) fill(parent, value, chosen, spot);
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
  else if (value !== null) fill(element, value, node, spot);
  else {
    const nil = qualify('nil', { prefix: 'xsi', namespace: instance }, element, spot);
    setAttribute(element, nil, 'true', spot);
  }
  return element;
}

/** Puts what a value holds into an element. */
function fill(element: XmlElement, value: unknown, node: ChosenNode, spot: Spot): void {
  if (Array.isArray(value)) {
    const { prefixItems = [], items = {} } = node;
    for (const [index, item] of value.entries())
      place(item, prefixItems[index] ?? items, { ...spot, at: join(spot.at, index) }, element);
  } else if (isObject(value)) {
    const { properties = {}, additionalProperties = {} } = node;
    const to = (name: string): Spot => ({ ...spot, name, at: join(spot.at, name) });
    for (const [name, member] of Object.entries(properties))
      if (Object.hasOwn(value, name)) place(value[name], member, to(name), element);
    for (const [name, member] of Object.entries(value))
      if (!Object.hasOwn(properties, name)) place(member, additionalProperties, to(name), element);
  } else element.children.push(toText(value, spot));
}

function join(at: string, key: string | number): string {
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
    throw new Unsendable(at, `the XML attribute "${name}" would have two values`);
  attributes.set(name, text);
}

/** A value as the text of an attribute or of an element's content; those of a list are parted by spaces. */
function toText(value: unknown, { at }: Spot): string {
  if (value === null) return '';
  const items = [value].flat();
  if (items.some((item) => typeof item === 'object' && item !== null))
    throw new Unsendable(at, 'must be a single value, since it is written as text in XML');
  return checkXmlText(items.map((item) => (item === null ? '' : writeScalar(item, at))).join(' '), at);
}

function isElement(child: XmlElement['children'][number] | undefined): child is XmlElement {
  return typeof child === 'object' && 'name' in child;
}

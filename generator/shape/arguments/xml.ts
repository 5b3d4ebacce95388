import type { Xml, XmlNode } from '../../../templates/project/src/runtime/tool.js';
import type { Schema } from '../../model/api.js';
import { annotations } from '../../schema/annotations.js';
import { gatherParts } from '../../schema/parts.js';
import { type Keywords, mapValues } from '../../schema/subschemas.js';
import { alternativesOf } from '../../schema/types.js';
import { hashText } from '../../text/hash.js';
import { chooseByDiscriminator, tableOf } from '../enforced/discriminator.js';

/**
 * How a value of a schema of the document becomes an XML document (OpenAPI 3.2, XML Object). A property that refers to
 * a component has its own name, unless the component's XML Object says one: documents before 3.2 mean it so.
 * Undefined where nothing names the root.
 */
export function planXml(schema: Schema, table: Readonly<Record<string, Schema>>): Xml | undefined {
  const xmlNodes = new XmlNodes(table);
  const root = xmlNodes.toRoot(schema);
  if (root === undefined) return undefined;
  const nodes = xmlNodes.nodes();
  return { root, ...(Object.keys(nodes).length === 0 ? {} : { nodes }) };
}

/** What an XML Object says, see `readXml`. */
type XmlObject = Pick<XmlNode, 'nodeType' | 'name' | 'namespace' | 'prefix'>;

/** Tells how values of the document's schemas are written as XML. */
class XmlNodes {
  /** Undefined while a node is being made: schemas may refer to themselves. */
  private readonly known = new Map<string, XmlNode | undefined>();
  /** Schemas without a name whose nodes are being made, and what they are called where they lie within themselves. */
  private readonly making = new Map<Schema, string | undefined>();

  constructor(private readonly table: Readonly<Record<string, Schema>>) {}

  private readonly lookUp = (name: string): Schema =>
    Object.hasOwn(this.table, name) ? (this.table[name] ?? true) : true;

  private readonly choices = tableOf(this.lookUp);

  /** The node of a whole document; undefined where nothing names it. */
  toRoot(schema: Schema): XmlNode | undefined {
    const { nodeType = 'element' } = this.xmlOf(schema);
    if (nodeType !== 'element') return nodeType === 'none' ? this.toNode(schema) : undefined;
    const name = this.nameOf(schema);
    const target = this.follow(schema);
    if (typeof target === 'boolean') return undefined;
    if (name === undefined) {
      const branches = alternativesOf(target).map((branch) => this.toRoot(branch));
      const isNamed = branches.length > 0 && branches.every((branch) => branch !== undefined);
      return isNamed ? { ...this.toNode(schema), oneOf: branches } : undefined;
    }
    if (!this.isList(schema)) return { ...this.toNode(schema), name };
    // A document has one root: a list is an element, whose items have the names of their components.
    const node = this.toNode(target);
    const ofItems = this.nameOf((target['items'] ?? true) as Schema);
    const items = { ...(ofItems === undefined ? {} : { name: ofItems }), ...node.items };
    return { ...node, ...this.xmlOf(schema), nodeType, name, items };
  }

  readonly toNode = (schema: Schema): XmlNode => {
    if (typeof schema === 'boolean') return {};
    const xml = ownXml(schema);
    const ref = referenceOf(schema);
    if (ref === undefined) return this.toOwnNode(schema);
    if (!this.known.has(ref)) {
      this.known.set(ref, undefined);
      this.known.set(ref, this.toNode(this.lookUp(ref)));
    }
    const node = this.known.get(ref);
    const named = node !== undefined && isEmptyNode(node) ? {} : { ref };
    // OpenAPI 3.2: a reference has no node of its own unless it says so.
    const isAround = xml.nodeType === 'element' && !this.isNone(schema);
    return isAround
      ? { ...xml, inside: { ...named, name: this.nameOf(this.lookUp(ref)) ?? ref } }
      : { ...named, ...xml };
  };

  /** The node of a schema that stands for no component: what it includes may lead back to it. */
  private toOwnNode(schema: Keywords): XmlNode {
    if (this.making.has(schema)) {
      const name = `#${hashText(JSON.stringify(schema))}`;
      this.making.set(schema, name);
      return { ref: name };
    }
    this.making.set(schema, undefined);
    const node = { ...ownXml(schema), ...this.toContent(schema) };
    const name = this.making.get(schema);
    this.making.delete(schema);
    if (name !== undefined) this.known.set(name, node);
    return node;
  }

  /** What is in a node, by all schemas that apply to the same value. */
  private toContent(schema: Keywords): XmlNode {
    const choice = chooseByDiscriminator(schema, this.choices);
    const parts = gatherParts(schema, this.lookUp) ?? [];
    const last = (keyword: string): unknown =>
      parts.findLast((part) => part[keyword] !== undefined)?.[keyword];
    const items = last('items') as Schema | undefined;
    const others = this.toNode((last('additionalProperties') ?? true) as Schema);
    // What a discriminator chooses has all members.
    const members = choice === undefined ? parts.flatMap(propertiesOf) : [];
    const first = last('prefixItems') as Schema[] | undefined;
    const branches =
      choice?.branches.map(({ schema: branch, tags }) => {
        const chosen = tags.length === 0 ? {} : { tags: { [choice.property]: [...tags] } };
        return Object.assign(chosen, this.toNode(branch));
      }) ?? parts.flatMap(alternativesOf).map(this.toNode);
    return {
      ...(members.length === 0 ? {} : { properties: mapValues(Object.fromEntries(members), this.toNode) }),
      ...(isEmptyNode(others) ? {} : { additionalProperties: others }),
      ...(items === undefined ? {} : { items: this.toNode(items) }),
      ...(first === undefined ? {} : { prefixItems: first.map(this.toNode) }),
      ...(branches.every(isEmptyNode) ? {} : { oneOf: branches }),
    };
  }

  /** Whether what a schema refers to has no node of its own. */
  private isNone(schema: Schema): boolean {
    const target = this.follow(schema);
    return (ownXml(target).nodeType ?? (this.isList(target) ? 'none' : 'element')) === 'none';
  }

  isList(schema: Schema): boolean {
    return (gatherParts(schema, this.lookUp) ?? []).some(({ type }) => type === 'array');
  }

  /** The schema that one refers to, if it says no more than that. */
  follow(schema: Schema): Schema {
    const ref = referenceOf(schema);
    return ref === undefined ? schema : this.follow(this.lookUp(ref));
  }

  /** What is said of a schema's node, by what it refers to as well. */
  xmlOf(schema: Schema): XmlObject {
    const ref = referenceOf(schema);
    return { ...(ref === undefined ? {} : this.xmlOf(this.lookUp(ref))), ...ownXml(schema) };
  }

  /** The name of a node that no property names: that of its XML Object, else that of its component. */
  nameOf(schema: Schema): string | undefined {
    const ref = referenceOf(schema);
    return ownXml(schema).name ?? (ref === undefined ? undefined : (this.nameOf(this.lookUp(ref)) ?? ref));
  }

  /** The nodes that those refer to so far. */
  nodes(): NonNullable<Xml['nodes']> {
    const made = [...this.known].filter((entry): entry is [string, XmlNode] => !isEmptyNode(entry[1] ?? {}));
    return Object.fromEntries(made.toSorted(([a], [b]) => (a < b ? -1 : 1)));
  }
}

function ownXml(schema: Schema): XmlObject {
  return typeof schema === 'boolean' ? {} : ((schema['xml'] ?? {}) as XmlObject);
}

/** The component that a schema stands for; documents wrap references in `allOf`, too. */
function referenceOf(schema: Schema): string | undefined {
  if (typeof schema === 'boolean') return undefined;
  const { $ref: ref, allOf, ...rest } = schema as { $ref?: string; allOf?: Schema[] } & Keywords;
  if (!Object.keys(rest).every((keyword) => annotations.has(keyword))) return undefined;
  const [only, ...others] = allOf ?? [];
  if (only === undefined) return ref;
  return ref === undefined && others.length === 0 && Object.keys(ownXml(only)).length === 0
    ? referenceOf(only)
    : undefined;
}

function propertiesOf({ properties = {} }: Keywords): [string, Schema][] {
  return Object.entries(properties as Record<string, Schema>).filter(([name]) => name !== '__proto__');
}

function isEmptyNode(node: XmlNode): boolean {
  return Object.keys(node).length === 0;
}

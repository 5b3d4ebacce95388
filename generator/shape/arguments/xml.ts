import type { Xml, XmlNode } from '../../../templates/project/src/runtime/tool.js';
import type { Schema } from '../../model/api.js';
import { gatherParts } from '../../schema/parts.js';
import { type Keywords, mapValues } from '../../schema/subschemas.js';
import { tagBranches } from '../enforced/discriminator.js';

/**
 * How a value of a schema of the document becomes an XML document (OpenAPI 3.2, XML Object). A property that refers to
 * a component has its own name, unless the component's XML Object says one: documents before 3.2 mean it so.
 * Undefined where nothing names the root.
 */
export function planXml(schema: Schema, table: Readonly<Record<string, Schema>>): Xml | undefined {
  const xmlNodes = createXmlNodes(table);
  const root = toRoot(schema, xmlNodes);
  if (root === undefined) return undefined;
  const nodes = xmlNodes.nodes();
  return { root, ...(Object.keys(nodes).length === 0 ? {} : { nodes }) };
}

function toRoot(schema: Schema, xmlNodes: XmlNodes): XmlNode | undefined {
  const { toNode, xmlOf, nameOf, follow, isList, branchesOf } = xmlNodes;
  const { nodeType = 'element' } = xmlOf(schema);
  if (nodeType !== 'element') return nodeType === 'none' ? toNode(schema) : undefined;
  const name = nameOf(schema);
  const target = follow(schema);
  if (typeof target === 'boolean') return undefined;
  if (name === undefined) {
    const branches = branchesOf(target).map((branch) => toRoot(branch, xmlNodes));
    const isNamed = branches.length > 0 && branches.every((branch) => branch !== undefined);
    return isNamed ? { ...toNode(schema), oneOf: branches } : undefined;
  }
  if (!isList(schema)) return { ...toNode(schema), name };
  // A document has one root: a list is an element, whose items have the names of their components.
  const node = toNode(target);
  const ofItems = nameOf((target['items'] ?? true) as Schema);
  const items = { ...(ofItems === undefined ? {} : { name: ofItems }), ...node.items };
  return { ...node, ...xmlOf(schema), nodeType, name, items };
}

/** What an XML Object says, see `readXml`. */
type XmlObject = Pick<XmlNode, 'nodeType' | 'name' | 'namespace' | 'prefix'>;

/** Tells how values of the document's schemas are written as XML. */
interface XmlNodes {
  toNode: (schema: Schema) => XmlNode;
  /** The nodes that those refer to so far. */
  nodes: () => NonNullable<Xml['nodes']>;
  /** What is said of a schema's node, by what it refers to as well. */
  xmlOf: (schema: Schema) => XmlObject;
  /** The name of a node that no property names: that of its XML Object, else that of its component. */
  nameOf: (schema: Schema) => string | undefined;
  /** The schema that one refers to, if it says no more than that. */
  follow: (schema: Schema) => Schema;
  isList: (schema: Schema) => boolean;
  /** The schemas of a union, but for null. */
  branchesOf: (schema: Keywords) => Schema[];
}

/** Keywords beside which a reference stands for the whole. */
const harmless = new Set([
  'xml',
  'title',
  'description',
  'default',
  'examples',
  'deprecated',
  'readOnly',
  'writeOnly',
]);

/** Makes an {@link XmlNodes} for a table of components. */
function createXmlNodes(table: Readonly<Record<string, Schema>>): XmlNodes {
  /** Undefined while a node is being made: schemas may refer to themselves. */
  const known = new Map<string, XmlNode | undefined>();
  const lookUp = (name: string): Schema => (Object.hasOwn(table, name) ? (table[name] ?? true) : true);
  const includedBy = (name: string): ReadonlySet<string> => {
    const names = new Set<string>();
    gatherParts({ $ref: name }, lookUp, names);
    return names;
  };

  function toNode(schema: Schema): XmlNode {
    if (typeof schema === 'boolean') return {};
    const xml = ownXml(schema);
    const ref = referenceOf(schema);
    if (ref === undefined) return { ...xml, ...toContent(schema) };
    if (!known.has(ref)) {
      known.set(ref, undefined);
      known.set(ref, toNode(lookUp(ref)));
    }
    const node = known.get(ref);
    const named = node !== undefined && isEmpty(node) ? {} : { ref };
    // OpenAPI 3.2: a reference has no node of its own unless it says so.
    const isAround = xml.nodeType === 'element' && !isNone(schema);
    return isAround
      ? { ...xml, inside: { ...named, name: nameOf(lookUp(ref)) ?? ref } }
      : { ...named, ...xml };
  }

  /** What is in a node, by all schemas that apply to the same value. */
  function toContent(schema: Keywords): XmlNode {
    const choice = tagBranches(schema, { lookUp, includedBy });
    const parts = gatherParts(schema, lookUp) ?? [];
    const last = (keyword: string): unknown =>
      parts.findLast((part) => part[keyword] !== undefined)?.[keyword];
    const items = last('items') as Schema | undefined;
    const others = toNode((last('additionalProperties') ?? true) as Schema);
    // What a discriminator chooses has all members.
    const members = choice === undefined ? parts.flatMap(membersOf) : [];
    const first = last('prefixItems') as Schema[] | undefined;
    const branches =
      choice?.branches.map(({ schema: branch, tags }) => {
        const chosen = tags.length === 0 ? {} : { tags: { [choice.property]: [...tags] } };
        return Object.assign(chosen, toNode(branch));
      }) ?? parts.flatMap(alternativesOf).map(toNode);
    return {
      ...(members.length === 0 ? {} : { properties: mapValues(Object.fromEntries(members), toNode) }),
      ...(isEmpty(others) ? {} : { additionalProperties: others }),
      ...(items === undefined ? {} : { items: toNode(items) }),
      ...(first === undefined ? {} : { prefixItems: first.map(toNode) }),
      ...(branches.every(isEmpty) ? {} : { oneOf: branches }),
    };
  }

  /** Whether what a schema refers to has no node of its own. */
  function isNone(schema: Schema): boolean {
    const target = follow(schema);
    return (ownXml(target).nodeType ?? (isList(target) ? 'none' : 'element')) === 'none';
  }

  function isList(schema: Schema): boolean {
    return (gatherParts(schema, lookUp) ?? []).some(({ type }) => type === 'array');
  }

  function follow(schema: Schema): Schema {
    const ref = referenceOf(schema);
    return ref === undefined ? schema : follow(lookUp(ref));
  }

  function xmlOf(schema: Schema): XmlObject {
    const ref = referenceOf(schema);
    return { ...(ref === undefined ? {} : xmlOf(lookUp(ref))), ...ownXml(schema) };
  }

  function nameOf(schema: Schema): string | undefined {
    const ref = referenceOf(schema);
    return ownXml(schema).name ?? (ref === undefined ? undefined : (nameOf(lookUp(ref)) ?? ref));
  }

  function nodes(): NonNullable<Xml['nodes']> {
    const made = [...known].filter((entry): entry is [string, XmlNode] => !isEmpty(entry[1] ?? {}));
    return Object.fromEntries(made.toSorted(([a], [b]) => (a < b ? -1 : 1)));
  }

  return { toNode, nodes, xmlOf, nameOf, follow, isList, branchesOf: alternativesOf };
}

function ownXml(schema: Schema): XmlObject {
  return typeof schema === 'boolean' ? {} : ((schema['xml'] ?? {}) as XmlObject);
}

/** The component that a schema stands for; documents wrap references in `allOf`, too. */
function referenceOf(schema: Schema): string | undefined {
  if (typeof schema === 'boolean') return undefined;
  const { $ref: ref, allOf, ...rest } = schema as { $ref?: string; allOf?: Schema[] } & Keywords;
  if (!Object.keys(rest).every((keyword) => harmless.has(keyword))) return undefined;
  const [only, ...others] = allOf ?? [];
  if (only === undefined) return ref;
  return ref === undefined && others.length === 0 && Object.keys(ownXml(only)).length === 0
    ? referenceOf(only)
    : undefined;
}

function membersOf({ properties = {} }: Keywords): [string, Schema][] {
  return Object.entries(properties as Record<string, Schema>).filter(([name]) => name !== '__proto__');
}

function alternativesOf({ anyOf = [], oneOf = [] }: Keywords): Schema[] {
  const branches = [...(anyOf as Schema[]), ...(oneOf as Schema[])];
  return branches.filter((branch) => typeof branch === 'boolean' || branch['type'] !== 'null');
}

function isEmpty(node: XmlNode): boolean {
  return Object.keys(node).length === 0;
}

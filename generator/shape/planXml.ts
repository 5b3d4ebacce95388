import type { Xml, XmlNode } from '../../templates/project/src/runtime/tool.js';
import type { Schema } from '../model/api.js';
import { type XmlNodes, createXmlNodes } from './createXmlNodes.js';

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

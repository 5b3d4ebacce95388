import { isObject } from '../../isObject.js';
import type { Xml, XmlNode } from '../../tool.js';

/** A node with nothing left to look up or to choose. */
export type ChosenNode = Omit<XmlNode, 'ref' | 'oneOf'>;

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

import { parse } from 'yaml';

type Node = Record<string, unknown>;

interface Overlay {
  overlay: string;
  info: { title: string; version: string };
  extends?: string;
  actions: { target: string; description: string; update: Node }[];
}

/** A step of a JSONPath (RFC 9535) that selects one node: a name, or an index. */
const step = /\.([A-Za-z_]\w*)|\['((?:[^'\\]|\\.)*)'\]|\[(\d+)\]/gy;

/** Applies an overlay whose targets are single nodes to a copy of a document; throws where one leads nowhere. */
export function applyOverlay(document: object, text: string): object {
  const { actions } = parse(text) as Overlay;
  const result = structuredClone(document);
  for (const { target, update } of actions) merge(select(result as Node, target), update);
  return result;
}

function select(root: Node, path: string): Node {
  const steps = [...path.slice(1).matchAll(step)];
  if (`$${steps.map(([text]) => text).join('')}` !== path) throw new Error(`${path} is no path of names`);
  return steps.reduce<Node>((node, [, name, quoted, index]) => {
    const key = name ?? index ?? unescape(quoted ?? '');
    if (index !== undefined && !Array.isArray(node)) throw new Error(`${path} takes an index of no array`);
    if (!Object.hasOwn(node, key)) throw new Error(`${path} leads nowhere`);
    return node[key] as Node;
  }, root);
}

function unescape(text: string): string {
  const inJson = text.replaceAll(String.raw`\'`, "'").replaceAll(/(?<!\\)((?:\\\\)*)"/g, String.raw`$1\"`);
  return JSON.parse(`"${inJson}"`) as string;
}

function merge(target: Node, update: Node): void {
  for (const [key, value] of Object.entries(update)) {
    const old = target[key];
    if (isNode(old) && isNode(value)) merge(old, value);
    else target[key] = value;
  }
}

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

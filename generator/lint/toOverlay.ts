import { Document as YamlDocument, visit as visitYaml } from 'yaml';
import {
  type Document,
  type Json,
  type JsonObject,
  joinPointer,
  unescapeSegment,
  isObject,
} from '../model/document.js';
import { hidden } from '../text/hidden.js';
import type { Finding, Suggestion } from './finding.js';

/** A place of the document, and what it leads to through references. */
type Resolve = (pointer: string) => { value: Json; pointer: string } | undefined;

/** An Action Object (Overlay Specification 1.0.0, 4.4.3). */
interface Action {
  target: string;
  description: string;
  update: JsonObject;
}

/**
 * The suggestions as an overlay in YAML (Overlay Specification 1.0.0), each an action with the sentence that it
 * rests on; undefined where there is none, since an overlay has one action at least.
 *
 * What stands in another file than the document itself cannot be reached by an overlay.
 *
 * @param name - what the document is called in it, from where it is going to be
 */
export function toOverlay(
  findings: readonly Finding[],
  document: Document,
  resolve: Resolve,
  name = document.source,
): string | undefined {
  const twins = indexParameters(document.root);
  const actions = findings.flatMap(({ suggestion }) =>
    suggestion === undefined ? [] : toActions(suggestion, document, resolve, twins),
  );
  if (actions.length === 0) return undefined;
  const overlay = {
    overlay: '1.0.0',
    info: { title: 'Constraints that the descriptions state: keep those that are right', version: '1' },
    ...(name === '-' ? {} : { extends: encodeURI(name) }),
    actions,
  };
  const printed = new YamlDocument(overlay, { aliasDuplicateObjects: false });
  visitYaml(printed, {
    Scalar: (_key, scalar) => {
      // Only there can it be written as an escape.
      if (typeof scalar.value === 'string' && scalar.value.search(hidden) !== -1)
        scalar.type = 'QUOTE_DOUBLE';
    },
  });
  return printed.toString({ lineWidth: 100 });
}

/** The places of parameters that are written out in several operations, by their text. */
type Twins = ReadonlyMap<string, readonly string[]>;

function indexParameters(root: JsonObject): Twins {
  const places = new Map<string, string[]>();
  const visit = (owner: Json | undefined, pointer: string) => {
    if (!isObject(owner) || !Array.isArray(owner['parameters'])) return;
    for (const [index, parameter] of owner['parameters'].entries()) {
      const text = JSON.stringify(parameter);
      const place = joinPointer(pointer, 'parameters', index);
      places.set(text, [...(places.get(text) ?? []), place]);
    }
  };
  const { paths } = root;
  for (const [path, item] of Object.entries(isObject(paths) ? paths : {})) {
    const pointer = joinPointer('#/paths', path);
    visit(item, pointer);
    for (const [method, operation] of Object.entries(isObject(item) ? item : {}))
      visit(operation, joinPointer(pointer, method));
  }
  return places;
}

function toActions(
  { saidAt, words, target, update, evidence }: Suggestion,
  { root, locate }: Document,
  resolve: Resolve,
  twins: Twins,
): Action[] {
  const said = resolve(saidAt);
  // A schema that was rewritten on its way may not stand where its pointer says.
  if (said === undefined || !isObject(said.value) || said.value['description'] !== words) return [];
  const main = locate('#')?.file;
  const equal = twins.get(JSON.stringify(said.value)) ?? [];
  return [...new Set([...equal, said.pointer])]
    .map((pointer) => joinPointer(pointer, ...target))
    .filter((pointer) => locate(pointer)?.file === main && resolve(pointer)?.pointer === pointer)
    .map((pointer) => ({ target: toJsonPath(pointer, root), description: evidence, update }));
}

/** A JSON pointer as a JSONPath (RFC 9535): `$.paths['/pets'].get.parameters[0]`. */
function toJsonPath(pointer: string, root: JsonObject): string {
  const tokens = pointer.split('/').slice(1).map(unescapeSegment);
  let value: Json | undefined = root;
  let path = '$';
  for (const token of tokens) {
    path += Array.isArray(value) ? `[${token}]` : toStep(token);
    value = (value as JsonObject | undefined)?.[token];
  }
  return path;
}

function toStep(name: string): string {
  if (/^[A-Za-z_]\w*$/.test(name)) return `.${name}`;
  const text = JSON.stringify(name)
    .slice(1, -1)
    .replaceAll(String.raw`\"`, '"')
    .replaceAll("'", String.raw`\'`);
  return `['${text}']`;
}

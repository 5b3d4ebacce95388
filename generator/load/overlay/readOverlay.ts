import { dirname, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { InputError } from '../../model/diagnostic.js';
import { type Json, type JsonObject, type Location, isObject } from '../../model/document.js';
import { nearest } from '../../text/nearest.js';
import type { Limits } from '../fetchText.js';
import { parseText } from '../parse/parseText.js';
import type { Parsed } from '../parse/parsed.js';
import { readSource } from '../readSource.js';

/** What an Action Object does with what its target selects (Overlay Specification 1.1.0, 4.4.3). */
type Deed = { kind: 'update'; value: Json } | { kind: 'copy'; source: string } | { kind: 'remove' };

/** An action, and where it stands. */
export interface Action {
  target: string;
  deed: Deed;
  /** The path in the overlay: `actions`, `3`. */
  path: readonly string[];
}

/** An overlay that has been read. */
export interface Overlay {
  /** As the user named it. */
  file: string;
  /** Where its relative references start. */
  base: URL;
  /** Whether its version has what 1.1 brought. */
  isLater: boolean;
  extends?: string;
  actions: Action[];
  parsed: Parsed;
  locate: (path: readonly string[]) => Location;
}

const known = ['target', 'description', 'update', 'copy', 'remove'];

/** Ends the reading: says what is wrong at a path of the overlay, and what to do. */
type Refuse = (path: readonly string[], what: string, hint: string) => never;

/**
 * Reads an overlay, in YAML or JSON, from a file or a URL.
 *
 * @throws InputError where it is none, or cannot be applied.
 */
export async function readOverlay(
  file: string,
  limits: Limits,
  onText?: (url: string, text: string) => void,
): Promise<Overlay> {
  if (file === '-' || file.trim() === '')
    throw new InputError('An overlay is a file or a URL, and has to be named.', 'For example: overlay.yaml');
  const { text, base } = await readSource(file, limits, () => Promise.resolve(''));
  onText?.(base.href, text);
  if (text.trim() === '') throw new InputError(`${file} is empty.`, 'Name an OpenAPI overlay.');
  const parsed = parseText(text, file);
  const locate = (path: readonly string[]) => ({ file, ...parsed.locate(path) });
  const refuse: Refuse = (path, what, hint) => {
    throw new InputError(`${what}.`, hint, locate(path));
  };
  const { value: root } = parsed;
  if (!isObject(root) || root['overlay'] === undefined)
    return refuse(
      [],
      `${file} is not an OpenAPI overlay: it has no member "overlay" at its top`,
      isObject(root) && (root['openapi'] !== undefined || root['swagger'] !== undefined)
        ? 'It is an OpenAPI document: name it as the document, and an overlay for it with --overlay.'
        : 'An overlay starts with its version, such as "overlay: 1.1.0".',
    );
  const isLater = readOverlayVersion(root, parsed, refuse);
  const { actions, extends: extended } = root;
  if (!Array.isArray(actions) || actions.length === 0)
    return refuse(
      actions === undefined ? [] : ['actions'],
      'An overlay needs a list of actions, and one at least',
      'Each has a target and one of update, copy and remove.',
    );
  if (extended !== undefined && typeof extended !== 'string')
    return refuse(['extends'], '"extends" is not a text', 'It names the document: a path or a URL.');
  return {
    file,
    base: base.protocol === 'stdin:' ? pathToFileURL(`${resolve(dirname(file))}/`) : base,
    isLater,
    ...(extended !== undefined && { extends: extended }),
    actions: actions.map((action, index) => readAction(action, ['actions', String(index)], isLater, refuse)),
    parsed,
    locate,
  };
}

/** Whether it is 1.1 rather than 1.0; the third number makes no difference. */
function readOverlayVersion({ overlay }: JsonObject, { textAt }: Parsed, refuse: Refuse): boolean {
  const said =
    typeof overlay === 'string' ? overlay.trim() : (textAt(['overlay']) ?? JSON.stringify(overlay));
  const minor = /^1\.([01])(?:\.\d+)?(?:-[\w.]+)?$/.exec(said)?.[1];
  if (minor !== undefined) return minor === '1';
  return refuse(
    ['overlay'],
    `The version ${said === '' ? '""' : said} of overlays is not known`,
    'Versions 1.0 and 1.1 are read.',
  );
}

function readAction(action: Json, path: readonly string[], isLater: boolean, refuse: Refuse): Action {
  if (!isObject(action))
    return refuse(path, 'An action is not an object', 'It has a target and one of update, copy and remove.');
  const unknown = Object.keys(action).find((key) => !known.includes(key) && !key.startsWith('x-'));
  if (unknown !== undefined) {
    const meant = nearest(unknown, known);
    refuse(
      [...path, unknown],
      `"${unknown}" is no member of an action${meant === undefined ? '' : `; "${meant}" is`}`,
      `An action has ${known.join(', ')}, and members that start with x-.`,
    );
  }
  const { target } = action;
  if (typeof target !== 'string')
    return refuse(
      target === undefined ? path : [...path, 'target'],
      target === undefined ? 'An action has no target' : 'The target of an action is not a text',
      "A target is a JSONPath, such as $.paths['/pets'].get",
    );
  return { target, deed: readDeed(action, path, isLater, refuse), path };
}

function readDeed(action: JsonObject, path: readonly string[], isLater: boolean, refuse: Refuse): Deed {
  const { update, copy, remove = false } = action;
  if (typeof remove !== 'boolean')
    return refuse([...path, 'remove'], '"remove" is neither true nor false', 'Write true, or leave it out.');
  // It counts more than the others do.
  if (remove) return { kind: 'remove' };
  if (copy !== undefined && !isLater)
    return refuse([...path, 'copy'], '"copy" came with version 1.1 of overlays', 'Write "overlay: 1.1.0".');
  if (update !== undefined && copy !== undefined)
    return refuse([...path, 'copy'], 'An action has both update and copy', 'Make two actions of them.');
  if (update !== undefined) return { kind: 'update', value: update };
  if (typeof copy === 'string') return { kind: 'copy', source: copy };
  if (copy !== undefined)
    return refuse([...path, 'copy'], '"copy" is not a text', 'It is the JSONPath of what is copied.');
  return refuse(
    path,
    'An action does nothing',
    `Give it one of update, ${isLater ? 'copy and ' : ''}remove: true.`.replace(
      'update, remove',
      'update and remove',
    ),
  );
}

import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { InputError, type Report } from '../../model/diagnostic.js';
import { type Json, type JsonObject, type Location, isObject } from '../../model/document.js';
import { formatPointer } from '../parsePointer.js';
import { maxDepth } from '../parse/checkBounds.js';
import { reportOddities } from '../parse/parseText.js';
import type { Parsed } from '../parse/parsed.js';
import { resolveUrl } from '../resolveUrl.js';
import { memberOf } from '../values.js';
import { type Effort, type Found, ExhaustedError, compilePath, measureValue } from './compilePath.js';
import {
  type Place,
  type Update,
  copyValue,
  findConflict,
  tellKind,
  mergeUpdate,
  removeMembers,
} from './mergeUpdate.js';
import type { Action, Overlay } from './readOverlay.js';
import { trackOrigins } from './trackOrigins.js';

/** Values that an action may look at: a document of 4 MB has 150,000. */
const mostSteps = 5_000_000;
/** The same for all actions together. */
const mostStepsInAll = 50_000_000;
/** Steps that all regular expressions in them may take together. */
const mostMatching = 20_000_000;
/** What it takes to merge a value, in steps. */
const stepsOfMerge = 10;

/** The document that overlays are applied to. */
interface Target {
  root: JsonObject;
  /** As the user named it, and as it is shown. */
  source: string;
  shown: string;
  base: URL;
  parsed: Parsed;
}

/** A document with its overlays. */
interface Overlaid {
  /** Where what a path leads to was written: in the document, or in an overlay. */
  locate: (path: readonly string[]) => Location;
  /** How a scalar is written where the document itself has it. */
  textAt: Parsed['textAt'];
  /** Where a place of an overlay is that a pointer of ours leads to. */
  locateAction: (pointer: string) => Location | undefined;
}

/** An action as it is applied. */
interface Step {
  overlay: Overlay;
  action: Action;
  /** Of the action's target, for reports. */
  pointer: string;
  select: (root: Json) => Found[];
  /** Of what is copied. */
  selectSource: ((root: Json) => Found[]) | undefined;
}

/**
 * Applies overlays to a document, one after another (Overlay Specification 1.0.0 and 1.1.0). The document is changed in
 * place. An action that matches nothing, or that does not fit what it matches, is reported and changes nothing.
 *
 * @throws InputError where a path is none, where the work has no end, or where no operation is left.
 */
export function applyOverlays(overlays: readonly Overlay[], target: Target, report: Report): Overlaid {
  const { root, shown, parsed } = target;
  const effort = createAllowance();
  const steps = overlays.flatMap((overlay, number) => prepareSteps(overlay, number, effort));
  const origins = trackOrigins();
  const before = countOperations(root);
  let emptied: Step | undefined;
  for (const [number, overlay] of overlays.entries()) {
    reportOddities(overlay.parsed, [], (code, pointer, args) =>
      report(code, `${nameOverlay(number)}${pointer}`, args),
    );
    reportMismatch(overlay, number, target, report);
  }
  for (const step of steps) {
    effort.begin();
    const refused = guardStep(step, () => {
      const had = step.action.deed.kind === 'remove' && hasOperations(root, effort);
      const reason = applyStep(step, root, effort, origins);
      if (had && !hasOperations(root, effort)) emptied = step;
      return reason;
    });
    const { target: path } = step.action;
    if (refused === 'unmatched') report('overlay-unmatched', step.pointer, { target: path });
    else if (refused !== undefined)
      report('overlay-refused', step.pointer, { target: path, reason: refused });
  }
  if (before > 0 && emptied !== undefined && countOperations(root) === 0) throw nothingLeft(emptied, before);
  const main = { file: shown, locate: parsed.locate };
  return {
    locate: (path) => {
      const { from, path: way } = origins.follow(root, main, path);
      return { file: from.file, ...from.locate(way) };
    },
    textAt: (path) => {
      const { from, path: way } = origins.follow(root, main, path);
      return from === main ? parsed.textAt(way) : undefined;
    },
    locateAction: (pointer) => {
      const [, number = '', path = ''] = /^overlays\/(\d+)#\/?(.*)$/s.exec(pointer) ?? [];
      return overlays[Number(number || Number.NaN)]?.locate(path === '' ? [] : path.split('/'));
    },
  };
}

/** How a pointer into an overlay starts. */
function nameOverlay(number: number): string {
  return `overlays/${number}`;
}

/** The work of all actions, which begin one after another. */
interface Allowance extends Effort {
  begin: () => void;
}

function createAllowance(): Allowance {
  let all = mostStepsInAll;
  let left = mostSteps;
  return {
    begin: () => void (left = mostSteps),
    spend: (steps) => {
      all -= steps;
      left -= steps;
      if (Math.min(left, all) < 0) throw new ExhaustedError();
    },
    matching: { left: mostMatching },
  };
}

function prepareSteps(overlay: Overlay, number: number, effort: Effort): Step[] {
  const read = (path: string, at: readonly string[], member: string) => {
    try {
      return compilePath(path, effort);
    } catch (error) {
      throw new InputError(
        `The ${member} ${JSON.stringify(path)} is not a JSONPath: ${(error as Error).message}.`,
        "Paths are those of RFC 9535, such as $.paths['/pets'].get.parameters[?@.name == 'limit']",
        overlay.locate([...at, member]),
      );
    }
  };
  return overlay.actions.map((action) => ({
    overlay,
    action,
    pointer: `${nameOverlay(number)}${formatPointer([...action.path, 'target'])}`,
    select: read(action.target, action.path, 'target'),
    selectSource: action.deed.kind === 'copy' ? read(action.deed.source, action.path, 'copy') : undefined,
  }));
}

/** Runs an action; where it is too much work, the error says which it was. */
function guardStep<T>({ overlay, action }: Step, run: () => T): T {
  try {
    return run();
  } catch (error) {
    if (!(error instanceof ExhaustedError)) throw error;
    throw new InputError(
      `The target ${JSON.stringify(action.target)} takes too long: an action may look at ${mostSteps.toLocaleString('en')} values, all together at ${mostStepsInAll.toLocaleString('en')}.`,
      'Name the places more closely: $.paths.*.get rather than $..get',
      overlay.locate([...action.path, 'target']),
    );
  }
}

/** Applies an action; why it was not, where it was not. */
function applyStep(
  step: Step,
  root: JsonObject,
  effort: Effort,
  origins: ReturnType<typeof trackOrigins>,
): string | undefined {
  const found = step.select(root);
  if (found.length === 0) return 'unmatched';
  const { deed } = step.action;
  if (deed.kind === 'remove') {
    if (found.some(({ location }) => location.length === 0)) throw removesAll(step);
    const places = found.map(({ location }) => placeOf(root, location) as Place);
    for (const list of new Set(places.map(({ parent }) => parent)))
      if (Array.isArray(list)) effort.spend(list.length);
    removeMembers(places, origins);
    return undefined;
  }
  const update = readUpdate(step, root);
  if (typeof update === 'string') return update;
  const { size, depth } = measureValue(update.value, effort);
  if (found.some(({ location }) => depth + location.length > maxDepth))
    return `what it makes is nested more than ${maxDepth} levels deep`;
  effort.spend(size * found.length * stepsOfMerge);
  const refusal = findRefusal(found, update.value, step.overlay.isLater);
  if (refusal !== undefined) return refusal;
  const places = found.map(({ value, location }) => ({ value, place: placeOf(root, location) }));
  for (const { value, place } of places) mergeUpdate(value, update, place, origins);
  return undefined;
}

/** What an action merges; a reason stands for what cannot be found. */
function readUpdate({ overlay, action, selectSource }: Step, root: JsonObject): Update | string {
  const { file, parsed } = overlay;
  const from = { file, locate: parsed.locate };
  const { deed } = action;
  if (deed.kind === 'update')
    return { value: deed.value, from, path: [...action.path, 'update'], isCopy: false };
  const copied = selectSource?.(root) ?? [];
  const [one] = copied;
  if (one === undefined) return 'what it copies matches nothing in the document';
  if (copied.length > 1) return `what it copies matches ${copied.length} places of the document, and not one`;
  // It would change while it is merged, where one lies in the other.
  return { value: copyValue(one.value), from, path: [...action.path, 'copy'], isCopy: true };
}

/** Why a value cannot be merged into what was found. */
function findRefusal(found: readonly Found[], update: Json, isLater: boolean): string | undefined {
  const kinds = new Set(found.map(({ value }) => tellKind(value)));
  if (kinds.size > 1)
    return `the target selects values of unlike kinds (${[...kinds].join(', ')}), which one update cannot fit`;
  if (kinds.has('single value') && !isLater)
    return 'version 1.0 of overlays updates objects and arrays alone; with "overlay: 1.1.0" it also replaces single values';
  for (const { value } of found) {
    const conflict = findConflict(value, update);
    if (conflict !== undefined) return conflict;
  }
  return undefined;
}

function placeOf(root: JsonObject, location: Found['location']): Place | undefined {
  const key = location.at(-1);
  if (key === undefined) return undefined;
  let parent: Json | undefined = root;
  for (const token of location.slice(0, -1)) parent = memberOf(parent, String(token));
  return { parent: parent as Place['parent'], key: String(key) };
}

/** The operations under `paths`, those counted that stand in another file as one. */
function countOperations({ paths }: JsonObject): number {
  return listItems(paths).reduce((sum, item) => sum + Object.keys(item).filter(isOperation).length, 0);
}

function hasOperations({ paths }: JsonObject, effort: Effort): boolean {
  for (const item of listItems(paths)) {
    effort.spend(1);
    if (Object.keys(item).some(isOperation)) return true;
  }
  return false;
}

function listItems(paths: Json | undefined): JsonObject[] {
  if (!isObject(paths)) return [];
  return [...(typeof paths['$ref'] === 'string' ? [paths] : []), ...Object.values(paths).filter(isObject)];
}

/** A member that is, or leads to, an operation. */
function isOperation(key: string): boolean {
  return /^(?:get|put|post|delete|options|head|patch|trace|query|additionalOperations|\$ref)$/.test(key);
}

/** Says that an overlay was made for another document. */
function reportMismatch(overlay: Overlay, number: number, { source, base }: Target, report: Report): void {
  const { extends: extended } = overlay;
  if (extended === undefined || source === '-') return;
  const wanted = [overlay.base.href, pathToFileURL(`${resolve('.')}/`).href].map((from) =>
    resolveUrl(extended, from),
  );
  if (wanted.includes(base.href) || extended === source) return;
  report('overlay-of-another', `${nameOverlay(number)}#/extends`, { extended, source });
}

function removesAll({ overlay, action }: Step): InputError {
  return new InputError(
    'The action removes the whole document.',
    'Let its target select a part of it.',
    overlay.locate([...action.path, 'target']),
  );
}

function nothingLeft({ overlay, action }: Step, before: number): InputError {
  const had = before === 1 ? 'the only operation' : `all ${before.toLocaleString('en')} operations`;
  return new InputError(
    `No operation is left: of ${had} of the document, the overlay ${overlay.file} removes the last with the target ${JSON.stringify(action.target)}.`,
    'Let its target select less.',
    overlay.locate([...action.path, 'target']),
  );
}

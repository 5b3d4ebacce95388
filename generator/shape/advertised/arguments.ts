import type { Schema } from '../../model/api.js';
import type { ObjectSchema, Tool } from '../../model/server.js';
import type { Keywords } from '../../schema/subschemas.js';
import type { JsonCounter } from '../../text/countJson.js';
import { obtain } from '../../text/memo.js';
import type { Argument } from '../argument.js';
import { type Rung, rungs } from '../detail.js';
import { type Advertised, advertise } from './advertise.js';
import type { Loss, Means, Reach } from './draft.js';
import { addWords } from './notes.js';
import { addNull } from './union.js';

/** Arguments as a model reads them, and what was left out of each. */
export interface AdvertisedArguments {
  /** Its root is a plain object that has every argument. */
  schema: ObjectSchema;
  lost: readonly ArgumentLoss[];
}

/** What was left out of an argument. */
export interface ArgumentLoss extends Loss {
  key: string;
  required: boolean;
}

/** Writes arguments as a rung of the ladder has them; undefined where that is far too much. */
export type Advertiser = (list: readonly Argument[], rung: number) => AdvertisedArguments | undefined;

/** An argument as it is written. */
interface Form {
  schema: Keywords;
  lost: Loss;
  tokens: number;
  text: string;
}

/** An argument on a rung. */
interface Step {
  /** The lowest rung that is known to have come to the same. */
  rung: number;
  reach: Reach;
  /** Undefined where it is too large by itself. */
  form?: Form;
}

/**
 * Makes an {@link Advertiser}, which writes each schema that tools share only once. What all of them accept is
 * said at {@link advertise}. An argument never takes more tokens than on the rung before: where it would, it
 * stays as it was. On every rung but the last, nothing is written that has more than `mostCharacters`.
 */
export function advertiseArguments(
  means: Means,
  { piece, total }: JsonCounter,
  mostCharacters: number,
): Advertiser {
  const { profile } = means;
  const memory = new Map<Schema, Map<string, Step[]>>();
  const known = new WeakMap<Argument, Step[]>();

  /** The argument on all rungs so far; arguments that are the same share them. */
  function stepsOf(argument: Argument): Step[] {
    const found = known.get(argument);
    if (found !== undefined) return found;
    const { schema, words, notes, key, required, whole = false } = argument;
    const ofSchema = obtain(memory, schema, () => new Map<string, Step[]>());
    const steps = obtain(ofSchema, JSON.stringify([words, notes, key, required, whole]), () => []);
    known.set(argument, steps);
    return steps;
  }

  function writeOnce(argument: Argument, rung: number): Form | undefined {
    const steps = stepsOf(argument);
    for (let next = steps.length; next <= rung; next += 1)
      steps.push(stepDown(argument, next, steps[next - 1]));
    return steps[rung]?.form;
  }

  function stepDown(argument: Argument, rung: number, before: Step | undefined): Step {
    if (before !== undefined && isSame(before, rung)) return { ...before, rung };
    const written = write(argument, rung);
    const { schema, lost, reach } = written;
    if (schema === undefined) return before?.form === undefined ? { rung, reach } : before;
    const text = JSON.stringify(schema);
    if (before?.form?.text === text) return { ...before, rung };
    const tokens = total(piece(schema, text));
    const isSmaller = before?.form === undefined || tokens < before.form.tokens;
    return isSmaller ? { rung, reach, form: { schema, lost, tokens, text } } : before;
  }

  /** Whether a rung takes nothing away that the one above it leaves. */
  function isSame({ rung: from, reach, form }: Step, to: number): boolean {
    if (form === undefined && limitOf(from) !== limitOf(to)) return false;
    const { depth, values, words } = reach;
    const [before, rung] = [rungs[from], rungs[to]] as [Rung, Rung];
    const sameWords = before.words === rung.words && before.optionalWords === rung.optionalWords;
    const sameLevels = before.levels === rung.levels && before.optionalLevels === rung.optionalLevels;
    return (
      (sameWords || !words) &&
      (before.values === rung.values || values <= rung.values) &&
      (sameLevels || depth < Math.min(rung.levels, rung.optionalLevels) - 1)
    );
  }

  function write(argument: Argument, number: number): Advertised {
    const rung = rungs[number] as Rung;
    const { schema, words, required, key, whole = false } = argument;
    const described =
      words === '' ? schema : { ...(schema === true ? {} : (schema as Keywords)), description: words };
    const deepest = profile.levels - (whole ? 1 : 0);
    const extent = {
      ...rung,
      levels: Math.min(rung.levels, deepest) - 1,
      optionalLevels: Math.min(rung.optionalLevels, deepest) - 1,
      size: limitOf(number),
    };
    const subject = { name: key, optional: !required, outer: whole };
    const written = advertise(described, subject, extent, means);
    const stubs = rung.optionalLevels < profile.levels ? written.lost.stubs : [];
    return finish({ ...written, lost: { ...written.lost, stubs } }, argument, rung);
  }

  /** The argument with words of ours, as far as there may be words. */
  function finish(
    { schema, lost, reach }: Advertised,
    { notes, required }: Argument,
    rung: Rung,
  ): Advertised {
    const isSilent = !(required ? rung.words : rung.optionalWords).notes;
    const noted = isSilent ? schema : schema && addWords(schema, notes, profile);
    return {
      schema: profile.allRequired && !required ? noted && addNull(noted) : noted,
      lost: isSilent && notes.length > 0 ? { ...lost, words: 'off' } : lost,
      reach: { ...reach, words: reach.words || notes.length > 0 },
    };
  }

  function limitOf(rung: number): number {
    return rung === rungs.length - 1 ? Number.POSITIVE_INFINITY : mostCharacters;
  }

  return (list, rung) => {
    const properties: [string, Keywords][] = [];
    const lost: ArgumentLoss[] = [];
    let left = limitOf(rung);
    for (const argument of list) {
      const { key, required } = argument;
      const written = writeOnce(argument, rung);
      if (written === undefined) return undefined;
      left -= written.text.length + key.length;
      if (left < 0) return undefined;
      properties.push([key, written.schema]);
      lost.push({ key, required, ...written.lost });
    }
    const required = list.filter((argument) => profile.allRequired || argument.required);
    const schema: ObjectSchema = {
      type: 'object',
      properties: Object.fromEntries(properties),
      ...(required.length === 0 ? {} : { required: required.map(({ key }) => key) }),
      ...(profile.closed ? { additionalProperties: false } : {}),
    };
    return { schema, lost };
  };
}

/** What is said of a tool beside its schemas. */
export type Words = Pick<Tool, 'name' | 'title' | 'description' | 'annotations'>;

/** A tool on a rung of the ladder. */
export interface Standing {
  rung: number;
  words: Words;
  /** Whether the tool's own words were cut. */
  isCut: boolean;
  input: AdvertisedArguments;
  /** What wrote them. */
  write: Advertiser;
  tokens: number;
}

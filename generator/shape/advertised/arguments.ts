import type { Schema } from '../../model/api.js';
import type { ObjectSchema, Tool } from '../../model/server.js';
import type { Keywords } from '../../schema/subschemas.js';
import type { JsonCounter } from '../../text/countJson.js';
import { memoizeIn } from '../../text/memo.js';
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
export function advertiseArguments(means: Means, counter: JsonCounter, mostCharacters: number): Advertiser {
  const writer = new ArgumentWriter(means, counter, mostCharacters);
  return (list, rung) => writer.writeAll(list, rung);
}

/** Writes arguments rung by rung, and remembers what each came to. */
class ArgumentWriter {
  private readonly memory = new Map<Schema, Map<string, Step[]>>();
  private readonly known = new WeakMap<Argument, Step[]>();

  constructor(
    private readonly means: Means,
    private readonly counter: JsonCounter,
    private readonly mostCharacters: number,
  ) {}

  /** All arguments as one object; undefined where that is far too much. */
  writeAll(list: readonly Argument[], rung: number): AdvertisedArguments | undefined {
    const { allRequired, closed } = this.means.profile;
    const properties: [string, Keywords][] = [];
    const lost: ArgumentLoss[] = [];
    let left = this.limitOf(rung);
    for (const argument of list) {
      const { key, required } = argument;
      const written = this.writeOnce(argument, rung);
      if (written === undefined) return undefined;
      left -= written.text.length + key.length;
      if (left < 0) return undefined;
      properties.push([key, written.schema]);
      lost.push({ key, required, ...written.lost });
    }
    const required = list.filter((argument) => allRequired || argument.required);
    const schema: ObjectSchema = {
      type: 'object',
      properties: Object.fromEntries(properties),
      ...(required.length === 0 ? {} : { required: required.map(({ key }) => key) }),
      ...(closed ? { additionalProperties: false } : {}),
    };
    return { schema, lost };
  }

  /** The argument on all rungs so far; arguments that are the same share them. */
  private stepsOf(argument: Argument): Step[] {
    const found = this.known.get(argument);
    if (found !== undefined) return found;
    const { schema, words, notes, key, required, whole = false } = argument;
    const ofSchema = memoizeIn(this.memory, schema, () => new Map<string, Step[]>());
    const steps = memoizeIn(ofSchema, JSON.stringify([words, notes, key, required, whole]), () => []);
    this.known.set(argument, steps);
    return steps;
  }

  /** The argument as the rung has it; undefined where it is too large by itself. */
  private writeOnce(argument: Argument, rung: number): Form | undefined {
    const steps = this.stepsOf(argument);
    for (let next = steps.length; next <= rung; next += 1)
      steps.push(this.stepDown(argument, next, steps[next - 1]));
    return steps[rung]?.form;
  }

  private stepDown(argument: Argument, rung: number, before: Step | undefined): Step {
    if (before !== undefined && this.isSame(before, rung)) return { ...before, rung };
    const written = this.write(argument, rung);
    const { schema, lost, reach } = written;
    if (schema === undefined) return before?.form === undefined ? { rung, reach } : before;
    const text = JSON.stringify(schema);
    if (before?.form?.text === text) return { ...before, rung };
    const tokens = this.counter.total(this.counter.piece(schema, text));
    const isSmaller = before?.form === undefined || tokens < before.form.tokens;
    return isSmaller ? { rung, reach, form: { schema, lost, tokens, text } } : before;
  }

  /** Whether a rung takes nothing away that the one above it leaves. */
  private isSame({ rung: from, reach, form }: Step, to: number): boolean {
    if (form === undefined && this.limitOf(from) !== this.limitOf(to)) return false;
    const { depth, values, pattern, words } = reach;
    const [before, rung] = [rungs[from], rungs[to]] as [Rung, Rung];
    const sameWords = before.words === rung.words && before.optionalWords === rung.optionalWords;
    const sameLevels =
      before.levels === rung.levels &&
      before.optionalLevels === rung.optionalLevels &&
      before.needs === rung.needs &&
      before.optionalNeeds === rung.optionalNeeds;
    return (
      (sameWords || !words) &&
      (before.values === rung.values || values <= rung.values) &&
      (before.patterns === rung.patterns || pattern <= rung.patterns) &&
      (sameLevels || depth < Math.min(rung.levels, rung.optionalLevels) - 1)
    );
  }

  private write(argument: Argument, number: number): Advertised {
    const rung = rungs[number] as Rung;
    const { schema, words, required, key, whole = false } = argument;
    const described =
      words === '' ? schema : { ...(schema === true ? {} : (schema as Keywords)), description: words };
    const deepest = this.means.profile.levels - (whole ? 1 : 0);
    const extent = {
      ...rung,
      levels: Math.min(rung.levels, deepest) - 1,
      optionalLevels: Math.min(rung.optionalLevels, deepest) - 1,
      size: this.limitOf(number),
    };
    const subject = { name: key, optional: !required, outer: whole };
    const written = advertise(described, subject, extent, this.means);
    const stubs = rung.optionalLevels < this.means.profile.levels ? written.lost.stubs : [];
    return this.finish({ ...written, lost: { ...written.lost, stubs } }, argument, rung);
  }

  /** The argument with words of ours, as far as there may be words. */
  private finish({ schema, lost, reach }: Advertised, { notes, required }: Argument, rung: Rung): Advertised {
    const isSilent = !(required ? rung.words : rung.optionalWords).notes;
    const noted = isSilent ? schema : schema && addWords(schema, notes, this.means.profile);
    return {
      schema: this.means.profile.allRequired && !required ? noted && addNull(noted) : noted,
      lost: isSilent && notes.length > 0 ? { ...lost, words: 'off' } : lost,
      reach: { ...reach, words: reach.words || notes.length > 0 },
    };
  }

  private limitOf(rung: number): number {
    return rung === rungs.length - 1 ? Number.POSITIVE_INFINITY : this.mostCharacters;
  }
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

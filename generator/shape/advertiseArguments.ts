import type { ObjectSchema, Schema } from '../model/server.js';
import { addNull } from './addNull.js';
import { addWords } from './addWords.js';
import { advertise, type Extent, tooLarge } from './advertise.js';
import { advertiseWhole } from './advertiseWhole.js';
import type { Argument } from './argument.js';
import type { Enforcer } from './enforce.js';
import { obtain } from './obtain.js';
import type { Limits } from './profiles.js';
import type { Keywords } from './subschemas.js';

/** Characters of JSON that an advertised schema has at most, if anything more can go. */
const mostCharacters = 2500;

/** Those of the object around the properties, and of a description that consists of notes. */
const overhead = 100;

/** How much is written out: the first rung at which the whole fits, else the last, which has no limit. */
const rungs: readonly Omit<Extent, 'size'>[] = [
  { levels: 12, words: 300, innerWords: 300 },
  { levels: 4, words: 300, innerWords: 300 },
  { levels: 3, words: 300, innerWords: 300 },
  { levels: 2, words: 300, innerWords: 300 },
  { levels: 2, words: 300, innerWords: 100 },
  { levels: 2, words: 300, innerWords: 0 },
  { levels: 1, words: 300, innerWords: 100 },
  { levels: 1, words: 300, innerWords: 0 },
  { levels: 1, words: 120, innerWords: 0 },
  { levels: 1, words: 60, innerWords: 0 },
];

/** Writes the schema that a model reads: its root is a plain object with every argument, however large. */
export type Advertiser = (list: readonly Argument[]) => ObjectSchema;

/** An argument's schema, and the characters of its JSON. */
interface Written {
  schema: Keywords;
  size: number;
}

/**
 * Makes an {@link Advertiser}, which writes each schema that tools share only once. What all of them accept is
 * said at {@link advertise}.
 */
export function advertiseArguments({ component }: Enforcer, profile: Limits): Advertiser {
  const writeWhole = advertiseWhole(component, mostCharacters);
  const memory = new Map<Schema, Map<string, Map<number, Written | undefined>>>();

  function writeOnce({ schema, words }: Argument, rung: number): Written | undefined {
    const ofSchema = obtain(memory, schema, () => new Map<string, Map<number, Written | undefined>>());
    const ofWords = obtain(ofSchema, words, () => new Map<number, Written | undefined>());
    return obtain(ofWords, rung, () => writeSchema(schema, words, rung, component, profile));
  }

  function writeAll(list: readonly Argument[], rung: number): ObjectSchema | undefined {
    const properties: [string, Keywords][] = [];
    let left = limitOf(rung) - overhead;
    for (const argument of list) {
      const written = writeOnce(argument, rung);
      if (written === undefined) return undefined;
      // Its key, quoted, stands among the properties and perhaps among those required.
      left -= written.size + argument.notes.join(' ').length + 2 * argument.key.length + 8;
      if (left < 0) return undefined;
      properties.push([argument.key, finish(written.schema, argument)]);
    }
    const required = list.filter((argument) => profile.allRequired || argument.required);
    return {
      type: 'object',
      properties: Object.fromEntries(properties),
      ...(required.length === 0 ? {} : { required: required.map(({ key }) => key) }),
      ...(profile.closed ? { additionalProperties: false } : {}),
    };
  }

  function finish(schema: Keywords, { notes, required }: Argument): Keywords {
    const noted = addWords(schema, notes, profile);
    return profile.allRequired && !required ? addNull(noted) : noted;
  }

  return (list) => {
    const whole = profile.whole ? writeWhole(list) : undefined;
    if (whole !== undefined) return whole;
    for (const rung of rungs.keys()) {
      const schema = writeAll(list, rung);
      if (schema !== undefined) return schema;
    }
    throw new Error('the last rung has no limit');
  };
}

function limitOf(rung: number): number {
  return rung === rungs.length - 1 ? Number.POSITIVE_INFINITY : mostCharacters;
}

/** The schema as the rung has it; undefined where it is too large by itself. */
function writeSchema(
  schema: Schema,
  words: string,
  rung: number,
  lookUp: (name: string) => Schema,
  profile: Limits,
): Written | undefined {
  const { levels = 1, words: most = 0, innerWords = 0 } = rungs[rung] ?? {};
  const described =
    words === '' ? schema : { ...(schema === true ? {} : (schema as Keywords)), description: words };
  try {
    const deepest = Math.min(levels, profile.levels) - 1;
    const extent = { levels: deepest, words: most, innerWords, size: limitOf(rung) };
    const written = advertise(described, lookUp, extent, profile);
    return { schema: written, size: JSON.stringify(written).length };
  } catch (error) {
    if (error === tooLarge) return undefined;
    throw error;
  }
}

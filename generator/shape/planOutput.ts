import type { Api, Operation } from '../model/api.js';
import type { ObjectSchema, Schema } from '../model/server.js';
import { tooLarge } from './advertise.js';
import { chooseOutput } from './chooseOutput.js';
import type { Limits } from './profiles.js';
import { writeOutput, type OutputExtent } from './writeOutput.js';

/** Characters of JSON that take 200 tokens at most, in words and names or in names alone. */
const mostCharacters = 800;
const mostOfNames = 550;

/** How much is written out: the first rung at which the whole fits, else there is no output schema. */
const rungs: readonly OutputExtent[] = [
  { levels: 3, words: 80, types: true, size: mostCharacters },
  { levels: 2, words: 80, types: true, size: mostCharacters },
  { levels: 2, words: 0, types: true, size: mostCharacters },
  { levels: 1, words: 80, types: true, size: mostCharacters },
  { levels: 1, words: 0, types: true, size: mostCharacters },
  { levels: 1, words: 0, types: false, size: mostOfNames },
];

/** Makes the function that gives what a tool promises of its answers, if anything: each schema is written once. */
export function planOutput(
  { components }: Api,
  profile: Limits,
): (operation: Operation) => ObjectSchema | undefined {
  const memory = new Map<Schema, ObjectSchema | undefined>();
  const lookUp = (name: string): Schema =>
    Object.hasOwn(components, name) ? (components[name] ?? true) : true;

  function writeFitting(schema: Schema): ObjectSchema | undefined {
    for (const rung of rungs) {
      try {
        const written = writeOutput(schema, lookUp, profile.key, rung);
        if (JSON.stringify(written ?? {}).length <= rung.size) return written;
      } catch (error) {
        if (error !== tooLarge) throw error;
      }
    }
    return undefined;
  }

  return (operation) => {
    const content = profile.outputs ? chooseOutput(operation) : undefined;
    if (content === undefined) return undefined;
    const { schema } = content;
    if (!memory.has(schema)) memory.set(schema, writeFitting(schema));
    return memory.get(schema);
  };
}

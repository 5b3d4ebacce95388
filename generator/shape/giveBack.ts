import type { ObjectSchema } from '../model/server.js';
import type { AdvertisedArguments } from './advertiseArguments.js';

/**
 * Gives arguments back what they had further up the ladder, as far as the tool still fits: those that are required
 * first, and each rung to all of them before the next. A rung takes away from all arguments at once, often more
 * than it has to.
 *
 * @param write - the arguments on a rung; undefined where that is far too much
 */
export function giveBack(
  input: AdvertisedArguments,
  rung: number,
  write: (rung: number) => AdvertisedArguments | undefined,
  fits: (schema: ObjectSchema) => boolean,
): AdvertisedArguments {
  const required = new Set((input.schema['required'] ?? []) as string[]);
  const before = write(rung)?.schema.properties ?? {};
  // An argument that was given an example keeps it.
  let keys = Object.entries(input.schema.properties)
    .filter(([key, part]) => part === before[key])
    .map(([key]) => key)
    .toSorted((a, b) => Number(required.has(b)) - Number(required.has(a)));
  let given = input;
  for (let above = rung - 1; above >= 0; above -= 1) {
    const fuller = write(above);
    if (fuller === undefined) break;
    const giveOne = (key: string): boolean => {
      const { [key]: part = true } = fuller.schema.properties;
      const { properties } = given.schema;
      if (part === properties[key]) return true;
      const schema = { ...given.schema, properties: { ...properties, [key]: part } };
      if (!fits(schema)) return false;
      const lost = [
        ...given.lost.filter((one) => one.key !== key),
        ...fuller.lost.filter((one) => one.key === key),
      ];
      given = { schema, lost };
      return true;
    };
    // What does not fit here fits even less further up.
    keys = keys.filter(giveOne);
  }
  return given;
}

import type { Api, Schema } from '../../model/api.js';
import { mapValues } from '../../schema/subschemas.js';

/** A type of `java.time` that generators describe by the getters of its class. */
interface JavaTime {
  /** The end of the component's name. */
  name: string;
  /** The members that tell it from another type of that name. */
  members: readonly string[];
  schema: Exclude<Schema, boolean>;
}

const types: readonly JavaTime[] = [
  {
    name: 'LocalTime',
    members: ['hour', 'minute', 'second', 'nano'],
    schema: {
      type: 'string',
      pattern: String.raw`^([01]\d|2[0-3]):[0-5]\d(:[0-5]\d(\.\d{1,9})?)?$`,
      description: 'A time of day, such as 14:30:00.',
    },
  },
  {
    name: 'Duration',
    members: ['seconds', 'nano', 'negative', 'zero'],
    schema: { type: 'string', format: 'duration', description: 'A duration, such as PT1H30M.' },
  },
  {
    name: 'YearMonth',
    members: ['year', 'month', 'monthValue', 'leapYear'],
    schema: {
      type: 'string',
      pattern: String.raw`^\d{4}-(0[1-9]|1[0-2])$`,
      description: 'A month of a year, such as 2024-05.',
    },
  },
];

/**
 * The API with times as Java's JSON has them: texts (ISO 8601), where springdoc and its like describe an object of what
 * the class can be asked for, which servers refuse.
 */
export function readJavaTimes(api: Api): Api {
  const known = Object.entries(api.components).filter(
    ([name, schema]) => findType(name, schema) !== undefined,
  );
  if (known.length === 0) return api;
  return {
    ...api,
    components: mapValues(api.components, (schema, name) => findType(name, schema) ?? schema),
  };
}

function findType(component: string, schema: Schema): Schema | undefined {
  if (typeof schema === 'boolean') return undefined;
  const { properties = {}, required } = schema;
  const type = types.find(
    ({ name, members }) =>
      (component === name || component.endsWith(`.${name}`)) &&
      members.every((member) => Object.hasOwn(properties as object, member)),
  );
  return required === undefined ? type?.schema : undefined;
}

import type { Schema } from '../../model/api.js';
import type { ObjectSchema } from '../../model/server.js';
import { clipText } from '../../text/clip.js';
import { joinNotes } from '../../text/notes.js';
import type { Argument } from '../argument.js';
import type { Keywords } from '../../schema/subschemas.js';
import type { Demand } from './fields.js';

const longestDescription = 1000;

/**
 * The schema that calls are held to. Where the body is optional and so `conditional`, giving any of its
 * fields asks for those that every body has.
 *
 * @param demands - which fields of the body there have to be, besides those that each has
 */
export function enforceArguments(
  list: readonly Argument[],
  conditional: boolean,
  demands: readonly Demand[] = [],
): ObjectSchema {
  const told = list.filter(({ required }) => required).map(({ key }) => key);
  const required = list.filter(({ required: asked, waived }) => asked && !waived).map(({ key }) => key);
  const dependent = conditional ? dependencies(list) : [];
  return {
    type: 'object',
    properties: Object.fromEntries(list.map((argument) => [argument.key, describeArgument(argument)])),
    ...(required.length === 0 ? {} : { required }),
    ...(dependent.length === 0 ? {} : { dependentRequired: Object.fromEntries(dependent) }),
    ...demandFields(list, demands, conditional),
    additionalProperties: false,
    // What only an example leaves out is told as required.
    ...(told.length === required.length ? {} : { declared: { required: told } }),
  };
}

/** Of a body that may be left out nothing is asked as long as none of its fields is given. */
function demandFields(list: readonly Argument[], demands: readonly Demand[], conditional: boolean): Keywords {
  const keys = new Map(list.flatMap(({ field, key }) => (field === undefined ? [] : [[field.name, key]])));
  const asked = demands.map(({ keyword, ways }) => ({
    [keyword]: ways.map((names) => ({ required: names.map((name) => keys.get(name) ?? name) })),
  }));
  const all = asked.length > 1 ? { allOf: asked } : (asked[0] ?? {});
  if (asked.length === 0 || !conditional) return all;
  const given = [...keys.values()].map((key) => ({ required: [key] }));
  // oxlint-disable-next-line unicorn/no-thenable -- it is a schema
  return { if: { anyOf: given }, then: all };
}

function describeArgument({ enforced, words, notes }: Argument): Schema {
  if (enforced === false) return false;
  const keywords = enforced === true ? {} : enforced;
  const own = words || (typeof keywords['description'] === 'string' ? keywords['description'] : '');
  const description = joinNotes(clipText(own, longestDescription), notes);
  return description === '' ? keywords : { ...keywords, description };
}

/** The fields of a body that all of its fields need. */
function dependencies(list: readonly Argument[]): [string, string[]][] {
  const fields = list.filter(({ field }) => field !== undefined);
  const needed = fields.filter(({ field }) => field?.required === true).map(({ key }) => key);
  return fields
    .map(({ key }): [string, string[]] => [key, needed.filter((other) => other !== key)])
    .filter(([, others]) => others.length > 0);
}

/** What a body that may be left out asks for once any of its fields is given, as a keyword. */
export function tellDependencies(list: readonly Argument[]): {
  dependentRequired?: Record<string, string[]>;
} {
  const isConditional = list.some(({ field, required, waived }) => field?.required && !required && !waived);
  const dependent = isConditional ? dependencies(list) : [];
  return dependent.length === 0 ? {} : { dependentRequired: Object.fromEntries(dependent) };
}

import * as fc from 'fast-check';
import type { Schema } from '../../../generator/model/api.js';
import { formTypes, formValues, isMeant } from './formTypes.js';
import { measureHeight } from './measureHeight.js';
import { sampleArray } from './sampleArray.js';
import { type Form, type ListForms, sampleForms } from './sampleForms.js';
import { sampleNumber } from './sampleNumber.js';
import { sampleObject } from './sampleObject.js';
import { type Accepts, type SampleText, sampleText } from './sampleText.js';

/** Samples values that likely fit a schema: few do not, and only who validates them knows which. */
export type Sample = (schema: Schema) => fc.Arbitrary<unknown>;

/** Samples of the schemas that share components. */
export interface Sampler {
  any: Sample;
  /** Leaves out `null`. */
  plain: Sample;
}

/** Levels of objects and lists that get more than they must have. */
const deepest = 4;
/** Levels below those, in which only what must be there is. */
const further = -12;
/** Members and items beyond those that must be there. */
const more = { members: 3, items: 2 };

const nothing = fc.constant(undefined);

/** Makes the sampler of schemas that share components; `accepts` is the validator that they are meant for. */
export function createSampler(components: Readonly<Record<string, Schema>>, accepts: Accepts): Sampler {
  const textOf = sampleText(accepts);
  return {
    any: createSample(sampleForms(components), textOf, false),
    plain: createSample(sampleForms(components), textOf, true),
  };
}

/** Makes what samples schemas; each schema that it has met is known to it. */
function createSample(formsOf: ListForms, textOf: SampleText, plain: boolean): Sample {
  const known = new Map<Schema, Map<number, fc.Arbitrary<unknown>>>();
  const heightOf = measureHeight(formsOf);
  const typesOf = (form: Form) => formTypes(form).filter((type) => !plain || type !== 'null');
  const valuesOf = (form: Form) => formValues(form)?.filter((value) => !plain || value !== null);
  const isPossible = (form: Form) => typesOf(form).length > 0 && valuesOf(form)?.length !== 0;

  function sample(schema: Schema, depth: number): fc.Arbitrary<unknown> {
    if (schema === false || depth < further) return nothing;
    const atDepth = known.get(schema) ?? new Map<number, fc.Arbitrary<unknown>>();
    known.set(schema, atDepth);
    const arbitrary = atDepth.get(depth) ?? lazily(() => sampleUnion(schema, depth));
    atDepth.set(depth, arbitrary);
    return arbitrary;
  }

  function sampleUnion(schema: Schema, depth: number): fc.Arbitrary<unknown> {
    const forms = formsOf(schema).filter(isPossible);
    const least = Math.min(...forms.map((form) => heightOf(form)));
    const chosen = depth > 0 ? forms : forms.filter((form) => heightOf(form) === least);
    return chosen.length === 0 ? nothing : fc.oneof(...chosen.map((form) => sampleForm(form, depth)));
  }

  function sampleForm(form: Form, depth: number): fc.Arbitrary<unknown> {
    const values = valuesOf(form);
    if (values !== undefined) return fc.constantFrom(...values);
    const types = typesOf(form);
    const weigh = (type: string) => ({
      weight: isMeant(form, type) ? 6 : 1,
      arbitrary: sampleType(form, type, depth),
    });
    return fc.oneof(...types.map(weigh));
  }

  function sampleType(form: Form, type: string, depth: number): fc.Arbitrary<unknown> {
    const inside = (schema: Schema) => sample(schema, depth - 1);
    switch (type) {
      case 'null':
        return fc.constant(null);
      case 'boolean':
        return fc.boolean();
      case 'integer':
      case 'number':
        return sampleNumber(form, type === 'integer');
      case 'string':
        return textOf(form);
      case 'array':
        return sampleArray(form, inside, depth > 0 ? more.items : 0);
      default:
        return sampleObject(form, {
          member: inside,
          name: (rules) => sample({ type: 'string', allOf: rules }, 1),
          more: depth > 0 ? more.members : 0,
        });
    }
  }

  return (schema) => sample(schema, deepest);
}

/** An arbitrary that is made when it is first used: schemas may hold themselves. */
function lazily(make: () => fc.Arbitrary<unknown>): fc.Arbitrary<unknown> {
  let made: fc.Arbitrary<unknown> | undefined;
  return fc.constant(undefined).chain(() => (made ??= make()));
}

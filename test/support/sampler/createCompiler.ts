import addFormats from 'ajv-formats';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import type { Schema } from '../../../generator/model/api.js';

/** Makes what compiles advertised schemas, as a client does that checks all it can, formats too. */
export function createCompiler(): (schema: Schema) => ValidateFunction {
  const ajv = new Ajv2020({
    strict: false,
    validateSchema: false,
    meta: false,
    logger: false,
    ownProperties: true,
    unicodeRegExp: true,
    // Without the precision, 1.1 is no multiple of 0.01.
    multipleOfPrecision: 9,
    // It takes as long as all the rest, for code that runs a few times.
    code: { optimize: false },
  });
  addFormats.default(ajv);
  return (schema) => ajv.compile(schema);
}

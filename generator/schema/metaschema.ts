import { Ajv2020, type AnySchemaObject, type ValidateFunction } from 'ajv/dist/2020.js';

// To compile the schema of schemas takes longer than to look at those of most documents: test/tools/precompute.js writes
// what comes out in place of this module.

const validator = new Ajv2020({ strict: false, validateFormats: false, code: { source: true, esm: true } });

/** Whether a value is a schema of JSON Schema 2020-12; its `errors` say why not. */
export const isSchema = validator.getSchema(
  'https://json-schema.org/draft/2020-12/schema',
) as ValidateFunction<AnySchemaObject>;

import { Ajv2020, type ErrorObject, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { CallError } from './callError.js';
import type { Components } from './arguments/createExpander.js';
import { isObject } from './isObject.js';
import type { Schema } from './tool.js';

/** Says what is wrong with a value, in the validator's own terms. Throws a `CallError` where a schema is broken. */
export type Validate = (schema: Exclude<Schema, boolean>, value: unknown) => readonly ErrorObject[];

/** `$ref` is the name of a component: a name, not a URI, so that it may hold any character. */
const uriResolver = {
  parse: (uri: string) => {
    const [path, fragment] = uri.split('#', 2);
    return { path, fragment };
  },
  serialize: ({ path = '', fragment }: { path?: string; fragment?: string }) =>
    fragment === undefined ? path : `${path}#${fragment}`,
  resolve: (base: string, ref: string) =>
    ref.startsWith('#') ? base.replace(/#.*/s, '') + ref : componentId(ref),
};

/** Makes the validator of one server: every schema is compiled when first needed, and once. */
export function createValidator(components: Components): Validate {
  const ajv = new Ajv2020({
    strict: false,
    allErrors: true,
    ownProperties: true,
    validateSchema: false,
    meta: false,
    unicodeRegExp: true,
    // What the errors are explained with.
    verbose: true,
    logger: false,
    uriResolver: uriResolver as NonNullable<ConstructorParameters<typeof Ajv2020>[0]>['uriResolver'] & object,
  });
  addFormats.default(ajv);
  const registered = new Set<string>();
  const compiled = new WeakMap<object, ValidateFunction | CallError>();

  /** Makes the components known that a schema reaches, and no others. */
  function register(schema: unknown): void {
    if (Array.isArray(schema)) schema.forEach(register);
    if (!isObject(schema)) return;
    const { $ref } = schema;
    if (typeof $ref === 'string' && Object.hasOwn(components, $ref) && !registered.has($ref)) {
      registered.add($ref);
      ajv.addSchema(components[$ref] as object, componentId($ref));
      register(components[$ref]);
    }
    Object.values(schema).forEach(register);
  }

  function compile(schema: object): ValidateFunction | CallError {
    try {
      register(schema);
      return ajv.compile(schema);
    } catch (error) {
      return new CallError(
        `The arguments of this tool cannot be checked, since its schema is broken (${(error as Error).message}); nothing was sent to the API. Calling again will not help.`,
      );
    }
  }

  return (schema, value) => {
    const check = compiled.get(schema) ?? compile(schema);
    compiled.set(schema, check);
    if (check instanceof CallError) throw check;
    return check(value) ? [] : (check.errors ?? []);
  };
}

function componentId(name: string): string {
  return `component:${encodeURIComponent(name)}`;
}

import { Ajv2020, type ErrorObject, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { CallError, notSent } from './callError.js';
import type { Components } from './arguments/createExpander.js';
import { reach } from './arguments/reach.js';
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
  const compilers = new Map<boolean, Compile>();
  const compiled = new WeakMap<object, ValidateFunction | CallError>();

  function compile(schema: object): ValidateFunction | CallError {
    const reached = new Set<unknown>();
    reach(schema, components, reached);
    const tracks = [...reached].some(isUnevaluated);
    const compiler = compilers.get(tracks) ?? createCompiler(components, tracks);
    compilers.set(tracks, compiler);
    try {
      return compiler(schema, reached);
    } catch (error) {
      return uncheckable('its schema is broken', error);
    }
  }

  return (schema, value) => {
    const check = compiled.get(schema) ?? compile(schema);
    compiled.set(schema, check);
    if (check instanceof CallError) throw check;
    try {
      return check(value) ? [] : (check.errors ?? []);
    } catch (error) {
      throw uncheckable('the check itself fails', error);
    }
  };
}

/** Compiles a schema; of the components, only those that it reaches are made known. */
type Compile = (schema: object, reached: ReadonlySet<unknown>) => ValidateFunction;

/**
 * Makes what compiles schemas. To keep track of which members are evaluated already takes time, and AJV goes wrong
 * over some unions when it does: it does so only for schemas that ask for it, with `unevaluatedProperties` or
 * `unevaluatedItems`.
 */
function createCompiler(components: Components, tracks: boolean): Compile {
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
  // The constructor turns it on, whatever it is given.
  ajv.opts.unevaluated = tracks;
  addFormats.default(ajv);
  const registered = new Set<string>();

  return (schema, reached) => {
    for (const part of reached) {
      const name = isObject(part) ? part['$ref'] : undefined;
      if (typeof name !== 'string' || !Object.hasOwn(components, name) || registered.has(name)) continue;
      registered.add(name);
      ajv.addSchema(components[name] as object, componentId(name));
    }
    return ajv.compile(schema);
  };
}

function isUnevaluated(schema: unknown): boolean {
  return isObject(schema) && ('unevaluatedProperties' in schema || 'unevaluatedItems' in schema);
}

function uncheckable(reason: string, error: unknown): CallError {
  return new CallError(
    `The arguments of this tool cannot be checked, since ${reason} (${(error as Error).message})${notSent}. Calling again will not help.`,
  );
}

function componentId(name: string): string {
  return `component:${encodeURIComponent(name)}`;
}

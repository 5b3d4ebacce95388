import { Ajv2020, _, type ErrorObject, type ValidateFunction } from 'ajv/dist/2020.js';
import type { Components, SchemaObject } from '../arguments/createExpander.js';
import { reach } from '../arguments/reach.js';
import { CallError } from '../callError.js';
import { isObject } from '../isObject.js';
import type { Problem, Validate } from '../validate.js';
import { compilePattern } from './compilePattern.js';
import { exceeds } from './exceeds.js';
import { formats } from './formats.js';
import { createInterpretingValidator } from './interpret.js';
import { trackMembers } from './trackMembers.js';
import { uncheckable } from './uncheckable.js';

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

/** Checks a value by one schema. */
type Check = (value: unknown) => readonly Problem[];

/** Branches that AJV takes in one union: it nests the code of each in that of the one before. */
const mostBranches = 300;

/**
 * Makes a validator that turns schemas into code, each when first needed, and once. A schema that is too wide or too
 * deep for that is interpreted.
 */
export function createCompilingValidator(components: Components): Validate {
  const compilers = new Map<boolean, Compile>();
  const compiled = new WeakMap<object, Check | CallError>();
  const interpret = createInterpretingValidator(components);

  function compile(schema: SchemaObject): Check | CallError {
    const reached = new Set<unknown>();
    reach(schema, components, reached);
    if ([...reached].some(isWide)) return (value) => interpret(schema, value);
    const tracks = [...reached].some(isUnevaluated);
    const compiler = compilers.get(tracks) ?? createCompiler(components, tracks);
    compilers.set(tracks, compiler);
    try {
      return toCheck(compiler(schema, reached));
    } catch (error) {
      if (error instanceof RangeError) return (value) => interpret(schema, value);
      return uncheckable('its schema is broken', error);
    }
  }

  return (schema, value) => {
    const check = compiled.get(schema) ?? compile(schema);
    compiled.set(schema, check);
    if (check instanceof CallError) throw check;
    return check(value);
  };
}

function toCheck(check: ValidateFunction): Check {
  return (value) => {
    try {
      return check(value) ? [] : (check.errors ?? []).filter(isOfValue).map(toProblem);
    } catch (error) {
      throw error instanceof CallError ? error : uncheckable('the check itself fails', error);
    }
  };
}

function isWide(schema: unknown): boolean {
  if (!isObject(schema)) return false;
  return [schema['anyOf'], schema['oneOf']].some(
    (union) => Array.isArray(union) && union.length > mostBranches,
  );
}

/** Compiles a schema; of the components, only those that it reaches are made known. */
type Compile = (schema: object, reached: ReadonlySet<unknown>) => ValidateFunction;

/**
 * Makes what compiles schemas. To keep track of which members are evaluated already takes time: AJV does so only for
 * schemas that ask for it, with `unevaluatedProperties` or `unevaluatedItems`.
 */
function createCompiler(components: Components, tracks: boolean): Compile {
  const ajv = new Ajv2020({
    strict: false,
    allErrors: true,
    ownProperties: true,
    validateSchema: false,
    meta: false,
    unicodeRegExp: true,
    // Else 1.1 is no multiple of 0.01.
    multipleOfPrecision: 9,
    // What the errors are explained with.
    verbose: true,
    logger: false,
    // We have words of our own.
    messages: false,
    // It takes as long as all the rest, for code that runs once a call.
    code: { optimize: false, regExp: Object.assign(compilePattern, { code: 'compilePattern' }) },
    uriResolver: uriResolver as NonNullable<ConstructorParameters<typeof Ajv2020>[0]>['uriResolver'] & object,
  });
  // The constructor turns it on, whatever it is given.
  ajv.opts.unevaluated = tracks;
  for (const [name, validate] of Object.entries(formats)) ajv.addFormat(name, { type: 'string', validate });
  replacePattern(ajv);
  if (tracks) trackMembers(ajv);
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

/** AJV tries a pattern on any text: ours leaves alone what is too long in the first place. */
function replacePattern(ajv: Ajv2020): void {
  ajv.removeKeyword('pattern').addKeyword({
    keyword: 'pattern',
    before: 'format',
    type: 'string',
    schemaType: 'string',
    compile: (pattern: string, { maxLength }: SchemaObject) => {
      const expression = compilePattern(pattern);
      return (text: string) => exceeds(text, maxLength) || expression.test(text);
    },
    error: { message: '', params: ({ schemaCode }) => _`{pattern: ${schemaCode}}` },
  });
}

function isUnevaluated(schema: unknown): boolean {
  return isObject(schema) && ('unevaluatedProperties' in schema || 'unevaluatedItems' in schema);
}

/** What is wrong with a name is said by `propertyNames` itself. */
function isOfValue({ propertyName }: ErrorObject): boolean {
  return propertyName === undefined;
}

function toProblem({ keyword, instancePath, params, data, schema, parentSchema }: ErrorObject): Problem {
  return {
    keyword,
    instancePath,
    params,
    data,
    schema,
    parentSchema: isObject(parentSchema) ? parentSchema : { not: {} },
  };
}

function componentId(name: string): string {
  return `component:${encodeURIComponent(name)}`;
}

import {
  Ajv2020,
  type CodeKeywordDefinition,
  type KeywordCxt,
  Name,
  type ValidateFunction,
} from 'ajv/dist/2020.js';
import { evaluatedPropsToName } from 'ajv/dist/compile/util.js';
import { isObject } from '../../templates/project/src/runtime/json.js';
import { compilePattern } from '../../generator/regex/compile.js';
import type { SchemaObject } from '../../templates/project/src/runtime/tool.js';
import {
  createLookup,
  createMultipleTest,
  exceeds,
  findRepeated,
  formats,
} from '../../templates/project/src/runtime/validate/assertions.js';
import { type Components, reach } from '../../templates/project/src/runtime/validate/createExpander.js';

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

/**
 * Makes a judge that AJV is: whether a value fits a schema whose references name components. It knows the formats of
 * emitted servers, compares by value as they do, and keeps right account of what is evaluated already.
 */
export function createAjvJudge(components: Components): (schema: SchemaObject, value: unknown) => boolean {
  const compilers = new Map<boolean, Compile>();
  const compiled = new WeakMap<object, ValidateFunction>();

  function compile(schema: SchemaObject): ValidateFunction {
    const reached = new Set<unknown>();
    reach(schema, components, reached);
    const tracks = [...reached].some(isUnevaluated);
    const compiler = compilers.get(tracks) ?? createCompiler(components, tracks);
    compilers.set(tracks, compiler);
    return compiler(schema, reached);
  }

  return (schema, value) => {
    const check = compiled.get(schema) ?? compile(schema);
    compiled.set(schema, check);
    return check(value);
  };
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
    ownProperties: true,
    validateSchema: false,
    meta: false,
    unicodeRegExp: true,
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
  replaceLookups(ajv);
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
  });
}

/**
 * AJV divides binary fractions, and compares each item to each other, and a value to each of a list.
 */
function replaceLookups(ajv: Ajv2020): void {
  ajv.removeKeyword('multipleOf').addKeyword({
    keyword: 'multipleOf',
    type: 'number',
    schemaType: 'number',
    compile: (step: number) => createMultipleTest(step),
  });
  ajv.removeKeyword('uniqueItems').addKeyword({
    keyword: 'uniqueItems',
    type: 'array',
    schemaType: 'boolean',
    compile: (unique: boolean) => (items: unknown[]) => !unique || findRepeated(items) === undefined,
  });
  ajv.removeKeyword('enum').addKeyword({
    keyword: 'enum',
    before: 'const',
    schemaType: 'array',
    compile: (values: unknown[]) => createLookup(values),
  });
}

function isUnevaluated(schema: unknown): boolean {
  return isObject(schema) && ('unevaluatedProperties' in schema || 'unevaluatedItems' in schema);
}

function componentId(name: string): string {
  return `component:${encodeURIComponent(name)}`;
}

type AjvCode = CodeKeywordDefinition['code'];

/**
 * Mends how AJV keeps track of evaluated members, on which `unevaluatedProperties` rests. Left to itself it takes the
 * members of a failed branch for evaluated, adds to what it keeps of other schemas, and fails over patterns.
 */
function trackMembers(ajv: Ajv2020): void {
  for (const keyword of ['$ref', 'allOf', 'anyOf', 'oneOf', 'if', 'dependentSchemas'])
    wrapKeyword(ajv, keyword, collect);
  wrapKeyword(ajv, 'patternProperties', collectApart);
}

function wrapKeyword(ajv: Ajv2020, keyword: string, around: (code: AjvCode) => AjvCode): void {
  const definition = ajv.getKeyword(keyword) as CodeKeywordDefinition;
  const isOfObjects = [definition.type].flat().includes('object');
  ajv.removeKeyword(keyword).addKeyword({
    ...definition,
    ...(isOfObjects ? { before: 'unevaluatedProperties' } : {}),
    code: around(definition.code),
  });
}

/** What a keyword adds goes into a variable of the schema around it, which is there before the keyword is looked at. */
function collect(code: AjvCode): AjvCode {
  return (cxt: KeywordCxt, ruleType) => {
    const { it, gen, parentSchema } = cxt;
    const isAlone = Object.keys(parentSchema).length === 1 && '$ref' in parentSchema;
    if (!isAlone && it.props !== true && !(it.props instanceof Name))
      it.props = evaluatedPropsToName(gen, it.props);
    code(cxt, ruleType);
  };
}

/** What a keyword adds goes into a variable of its own, and is merged in the end. */
function collectApart(code: AjvCode): AjvCode {
  return (cxt: KeywordCxt, ruleType) => {
    const before = { ...cxt.it };
    delete cxt.it.props;
    code(cxt, ruleType);
    cxt.mergeEvaluated(before);
  };
}

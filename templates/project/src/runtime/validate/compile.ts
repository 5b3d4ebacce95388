import {
  Ajv2020,
  type Code,
  type CodeKeywordDefinition,
  type KeywordCxt,
  Name,
  type ValidateFunction,
  _,
} from 'ajv/dist/2020.js';
import { evaluatedPropsToName } from 'ajv/dist/compile/util.js';
import { CallError } from '../errors.js';
import { isObject } from '../json.js';
import { compilePattern } from '../patterns/compilePattern.js';
import type { SchemaObject } from '../tool.js';
import {
  createLookup,
  createMultipleTest,
  exceeds,
  findRepeated,
  formats,
  meetsNeeds,
} from './assertions.js';
import { type Components, reach } from './createExpander.js';
import { createInterpretingValidator } from './interpret.js';
import { type Validate, type Work, misfit, uncheckable } from './problem.js';
import { sortBranches } from './sortBranches.js';

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

/** Branches that AJV takes in one union: it nests the code of each in that of the one before. */
const mostBranches = 300;
/** Parts of schemas that are compiled: AJV writes the code of one again wherever it stands. */
const mostParts = 10_000;
/** Steps that compiled code may take in any case before the work is left to the interpreter, which does nothing twice. */
const fewestCompiledSteps = 200_000;
/** Steps that it may take for a value that is held to a branch of a union. */
const stepsOfBranch = 6;
/** Steps that it may take at most. */
const mostCompiledSteps = 2_000_000;

/** Branches that are tried one after the other in no time. */
const fewestNarrowed = 16;
/** Steps beyond which the interpreter is quicker where it finds the branches that are meant at once. */
const mostNarrowSteps = 800_000;

/** What counts the steps of compiled code. */
interface Steps {
  left: number;
}

/**
 * Makes a validator that turns schemas into code, each when first needed, and once. The code only says that a value
 * fits, and that soon; what is wrong with one that does not is found by interpreting the schema. So is a value that
 * takes compiled code too many steps, and a schema that is too wide, too deep or too large to be compiled: of such a
 * schema only what values reach is made ready.
 */
export function createCompilingValidator(components: Components, work?: Work): Validate {
  const compilers = new Map<boolean, Compile>();
  const compiled = new WeakMap<object, Compiled | CallError>();
  const interpret = createInterpretingValidator(components, work);
  const steps: Steps = { left: 0 };
  const weigh = createScale(components);

  function compile(schema: SchemaObject): Compiled | CallError {
    const reached = new Set<unknown>();
    reach(schema, components, reached);
    if ([...reached].some(isWide) || weigh(schema, reached) > mostParts) return notCompiled;
    const branches = [...reached].reduce<number>((sum, part) => sum + countBranches(part), 1);
    const tracks = [...reached].some(isUnevaluated);
    const compiler = compilers.get(tracks) ?? createCompiler(components, tracks, steps);
    compilers.set(tracks, compiler);
    try {
      return { check: compiler(schema, reached), branches, isNarrow: leavesFew(reached, components) };
    } catch (error) {
      return error instanceof RangeError ? notCompiled : uncheckable('its schema is broken', error);
    }
  }

  return (schema, value, isBrief = false) => {
    const known = compiled.get(schema) ?? compile(schema);
    compiled.set(schema, known);
    if (known instanceof CallError) throw known;
    const { check, branches, isNarrow } = known;
    steps.left = stepsFor(value, branches);
    const isLeft = check === undefined || (isNarrow && steps.left > mostNarrowSteps);
    const isFitting = isLeft ? undefined : tryCheck(check, value);
    if (isFitting === true) return [];
    return isFitting === false && isBrief ? [misfit(schema, value)] : interpret(schema, value, isBrief);
  };
}

/** The code of a schema, where it can be compiled; and the branches of all unions that the schema reaches. */
interface Compiled {
  check?: ValidateFunction;
  branches: number;
  /** Whether the interpreter finds the branches that are meant at once, where there are many. */
  isNarrow: boolean;
}

const notCompiled: Compiled = { branches: 0, isNarrow: false };

function countBranches(schema: unknown): number {
  if (!isObject(schema)) return 0;
  return [schema['anyOf'], schema['oneOf']].reduce<number>(
    (sum, union) => sum + (Array.isArray(union) ? union.length : 0),
    0,
  );
}

function leavesFew(reached: ReadonlySet<unknown>, components: Components): boolean {
  const unions = [...reached].flatMap((part) => (isObject(part) ? [part['anyOf'], part['oneOf']] : []));
  return unions.every(
    (union) =>
      !Array.isArray(union) || union.length < fewestNarrowed || sortBranches(union, components).isNarrow,
  );
}

/** In proportion to the values and the branches: more takes only what is recursive. */
function stepsFor(value: unknown, branches: number): number {
  const needed = stepsOfBranch * branches * countMembers(value);
  return Math.min(mostCompiledSteps, Math.max(fewestCompiledSteps, needed));
}

function countMembers(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 1;
  return Object.values(value).reduce<number>((sum, member) => sum + countMembers(member), 1);
}

/** Whether a value fits; nothing where that takes too many steps or levels to tell. */
function tryCheck(check: ValidateFunction, value: unknown): boolean | undefined {
  try {
    return check(value);
  } catch (error) {
    if (error instanceof TooManyStepsError || error instanceof RangeError) return undefined;
    throw error instanceof CallError ? error : uncheckable('the check itself fails', error);
  }
}

class TooManyStepsError extends Error {}

function isWide(schema: unknown): boolean {
  if (!isObject(schema)) return false;
  return [schema['anyOf'], schema['oneOf']].some(
    (union) => Array.isArray(union) && union.length > mostBranches,
  );
}

/** Keywords whose values are no schemas, though they may look like them. */
const plainData = new Set(['enum', 'const', 'default', 'examples']);

/** Makes what counts the parts that AJV writes code for, each as often as it stands somewhere; it looks at each once. */
function createScale(components: Components): (schema: unknown, reached: Iterable<unknown>) => number {
  const weights = new WeakMap<object, number>();
  const referring = new WeakMap<object, boolean>();

  function weigh(part: unknown): number {
    if (typeof part !== 'object' || part === null) return 0;
    const known = weights.get(part) ?? sum(part);
    weights.set(part, known);
    return known;
  }

  function sum(part: object): number {
    return Object.entries(part).reduce((total, [keyword, inner]: [string, unknown]) => {
      if (Array.isArray(inner) && plainData.has(keyword)) return total + (inner.length >> 3);
      // AJV writes a component in place of a reference to it, if there is no reference in it.
      const target = keyword === '$ref' && typeof inner === 'string' ? componentOf(inner) : inner;
      const weight = target === inner || !refers(target) ? weigh(target) : 0;
      return total + weight + (Array.isArray(inner) ? inner.length : 0);
    }, 1);
  }

  function refers(part: unknown): boolean {
    if (typeof part !== 'object' || part === null) return false;
    const known = referring.get(part) ?? ('$ref' in part || Object.values(part).some(refers));
    referring.set(part, known);
    return known;
  }

  function componentOf(name: string): unknown {
    return Object.hasOwn(components, name) ? components[name] : undefined;
  }

  return (schema, reached) => {
    const names = [...reached].map((part) => (isObject(part) ? part['$ref'] : undefined));
    const named = [...new Set(names)].map((name) =>
      typeof name === 'string' ? componentOf(name) : undefined,
    );
    return [schema, ...named].reduce<number>((total, part) => total + weigh(part), 0);
  };
}

/** Compiles a schema; of the components, only those that it reaches are made known. */
type Compile = (schema: object, reached: ReadonlySet<unknown>) => ValidateFunction;

/**
 * Makes what compiles schemas. To keep track of which members are evaluated already takes time: AJV does so only for
 * schemas that ask for it, with `unevaluatedProperties` or `unevaluatedItems`.
 */
function createCompiler(components: Components, tracks: boolean, steps: Steps): Compile {
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
  countSteps(ajv, steps);
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
 * AJV divides binary fractions, compares each item to each other, a value to each of a list, and writes code for each
 * name that another needs.
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
  ajv.removeKeyword('dependentRequired').addKeyword({
    keyword: 'dependentRequired',
    type: 'object',
    schemaType: 'object',
    code: (cxt) => {
      const ref = meetsNeeds(cxt.schema as Record<string, string[]>);
      cxt.pass(_`${cxt.gen.scopeValue('func', { ref })}(${cxt.data})`);
    },
  });
}

/** How much is done for a keyword, as code: beside what the schemas in it do, which count by themselves. */
const efforts: Record<string, (cxt: KeywordCxt) => Code> = {
  $ref: () => _`1`,
  $dynamicRef: () => _`1`,
  anyOf: costOfBranches,
  oneOf: costOfBranches,
  allOf: costOfBranches,
  if: () => _`1`,
  not: () => _`1`,
  properties: ({ schema }) => _`${(Object.keys(schema as object).length >> 3) + 1}`,
  dependentRequired: ({ schema }) => _`${(Object.values(schema as object).flat().length >> 3) + 1}`,
  required: ({ schema }) => _`${((schema as unknown[]).length >> 3) + 1}`,
  patternProperties: (cxt) => _`${costOfMembers(cxt)} * ${Object.keys(cxt.schema as object).length}`,
  additionalProperties: costOfMembers,
  unevaluatedProperties: costOfMembers,
  propertyNames: costOfMembers,
  items: lengthOf,
  unevaluatedItems: lengthOf,
  contains: lengthOf,
  maxLength: costOfText,
  minLength: costOfText,
  pattern: costOfText,
  format: costOfText,
};

function costOfBranches({ schema }: KeywordCxt): Code {
  return _`${(schema as unknown[]).length}`;
}

function costOfMembers({ data }: KeywordCxt): Code {
  return _`Object.keys(${data}).length`;
}

function lengthOf({ data }: KeywordCxt): Code {
  return _`${data}.length`;
}

function costOfText({ data }: KeywordCxt): Code {
  return _`(${data}.length >> 8)`;
}

/** Makes compiled code count what it does. */
function countSteps(ajv: Ajv2020, steps: Steps): void {
  const take = (more: number): void => {
    steps.left -= more;
    if (steps.left < 0) throw new TooManyStepsError();
  };
  for (const [keyword, effort] of Object.entries(efforts)) {
    const definition = ajv.getKeyword(keyword) as CodeKeywordDefinition;
    const { code } = definition;
    if (code === undefined) continue;
    definition.code = (cxt, ruleType) => {
      cxt.gen.code(_`${cxt.gen.scopeValue('func', { ref: take })}(${effort(cxt)})`);
      code(cxt, ruleType);
    };
  }
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

import { refuseArguments, UnsendableError } from '../errors.js';
import { isDeep, isObject, parseJson } from '../json.js';
import { isFields, isMergePatch } from '../mediaTypes.js';
import { boundPatterns } from '../patterns/compilePattern.js';
import type { Arguments } from '../request/buildRequest.js';
import { furtherArguments } from '../request/outgoing.js';
import { bracketed, emptyWords, isNameOf } from '../request/serialize.js';
import type { ApiInfo, Body, ObjectSchema, Parameter } from '../tool.js';
import { forgetTexts } from '../validate/assertions.js';
import {
  type Components,
  createExpander,
  type Expanded,
  type ExpandSchema,
} from '../validate/createExpander.js';
import {
  createWork,
  memberOf,
  type Problem,
  splitPointer,
  TooMuchWorkError,
  unfinished,
  type Work,
} from '../validate/problem.js';
import { createValidator } from '../validate/validate.js';
import { chosenBy, requiredBy, selectMember } from './chooseBranches.js';
import { coerce, dropNulls, setNullsAside } from './coerce.js';
import { explain } from './explain.js';
import { line, showValue } from './explainProblem.js';
import { acceptLarge, findInexact, parseExact } from './largeIntegers.js';
import { inspectArguments } from './schemas.js';

/** Checks the arguments of a call: gives them back as they can be sent, or throws a `CallError`. */
type Check = (
  tool: string,
  schema: ObjectSchema,
  args: unknown,
  body?: Body,
  parameters?: readonly Parameter[],
) => Arguments;

/** What a check goes by. */
interface CheckOptions extends Pick<ApiInfo, 'nullMeansAbsent' | 'mapsAsText'> {
  /** What the steps of a check are counted by. */
  work?: Work;
}

/** Levels of arguments that nobody would think of as nested deeply. */
const flat = 10;

/** Makes the check of one server; schemas are made ready when first needed, and once. */
export function createChecker(components: Components, options: CheckOptions = {}): Check {
  const work = options.work ?? createWork();
  const expand = createExpander(components, work);
  const validate = acceptLarge(createValidator(components, work), expand);
  const settle = (args: unknown, schema: ObjectSchema) =>
    options.nullMeansAbsent ? dropNulls(args, schema, expand) : args;

  return (...call) => {
    work.restart();
    forgetTexts();
    try {
      return boundPatterns(() => check(...call));
    } catch (error) {
      // The stack is full.
      if (error instanceof RangeError) throw new TooMuchWorkError(true);
      throw error instanceof TooMuchWorkError ? new TooMuchWorkError(isDeep(call[2], flat)) : error;
    }
  };

  function check(...[tool, schema, received, body, parameters = []]: Parameters<Check>): Arguments {
    const refuseOdd = (value: unknown) => {
      const problem = inspectArguments(value);
      if (problem !== undefined) throw refuseArguments(tool, [problem]);
    };
    const refuseInexact = (args: Arguments): Arguments => {
      const path = findInexact(args, schema, expand);
      if (path === undefined) return args;
      throw refuseArguments(tool, [
        line(path, 'too large to be exact as a number and so perhaps rounded: give its digits as a string'),
      ]);
    };
    const given = spreadFurther(received, options.mapsAsText ? schema : undefined);
    if (!isObject(given))
      throw refuseArguments(tool, ['arguments: must be an object with a member for each argument']);
    // What is loose belongs to the body first, where that is one argument.
    const name = (some: Arguments) => settleNames(some, schema, { parameters, body });
    const whole =
      body?.fields === undefined
        ? name(gatherBody(given, body, schema, expand))
        : spreadBody(name(given), body);
    refuseOdd(whole);
    const isPatch = isMergePatch(body?.mediaType ?? '') && !options.nullMeansAbsent;
    const settled = settle(whole, schema);
    const { rest: args, restore } = isPatch ? setNullsAside(settled) : { rest: settled, restore: identity };
    const refuse = (problems: readonly Problem[], value: unknown) => {
      const root = { schema, value };
      return refuseArguments(tool, explain(problems, { components, expand, validate, work, root }));
    };
    const refuseDropped = (checked: Arguments): void => {
      const dropped = findDropped(checked, schema, { parameters, body }, expand);
      if (dropped !== undefined) throw refuseArguments(tool, [line(dropped.path, emptyWords(dropped.value))]);
    };
    const finish = (checked: Arguments): Arguments => {
      const all = restore(refuseInexact(checked));
      refuseDropped(all);
      // Of a member that is to be removed, only the name is checked.
      const unknown =
        all === checked
          ? []
          : validate(schema, all)
              .filter(isOfName)
              .map((problem) => Object.assign({}, problem, { isPart: false }));
      if (unknown.length > 0) throw refuse(unknown, all);
      return all;
    };
    if (isObject(args) && validate(schema, args, true).length === 0) return finish(args);
    // Within a patch, null removes a member: it is sent.
    const nulls = { allowed: options.nullMeansAbsent === true, inside: !isPatch };
    const coerced = dropNulls(coerce(args, schema, expand), schema, expand, nulls);
    // JSON in a string may hold what was not seen before.
    refuseOdd(coerced);
    const restored = restore(coerced);
    // Members that are to be removed are members all the same.
    const found = validate(schema, coerced);
    const problems = found.filter((problem) => !hasEnough(problem, restored));
    if (problems.length === 0 && unfinished.has(found)) throw new TooMuchWorkError();
    if (problems.length > 0) throw refuse(problems, coerced);
    return finish(coerced as Arguments);
  }
}

/**
 * The arguments, which may be JSON in a string; where a schema is given, with those beside them that are given as one
 * object or as the JSON of one.
 */
function spreadFurther(received: unknown, schema?: ObjectSchema): unknown {
  const given = typeof received === 'string' ? parseJson(received) : (received ?? {});
  if (schema === undefined || !isObject(given) || !Object.hasOwn(given, furtherArguments)) return given;
  if (Object.hasOwn(schema.properties, furtherArguments)) return given;
  const { [furtherArguments]: further, ...others } = given;
  const parsed = typeof further === 'string' ? (parseJson(further) ?? further) : (further ?? {});
  return isObject(parsed) ? { ...parsed, ...others } : given;
}

function identity<T>(value: T): T {
  return value;
}

/** Whether an object that had too few members has as many as it needs with those of `restored`. */
function hasEnough({ keyword, instancePath, params }: Problem, restored: unknown): boolean {
  if (keyword !== 'minProperties') return false;
  const object = splitPointer(instancePath).reduce(memberOf, restored);
  return isObject(object) && Object.keys(object).length >= Number(params['limit']);
}

/** What is said of the members of an object, whatever their values. */
function isOfName({ keyword }: Problem): boolean {
  return ['additionalProperties', 'unevaluatedProperties', 'propertyNames', 'maxProperties'].includes(
    keyword,
  );
}

/** What of a recipe says how objects are written. */
interface Writing {
  parameters: readonly Parameter[];
  body: Body | undefined;
}

/** Something that has to be given, and of which nothing would be sent. */
interface Dropped {
  path: readonly string[];
  value: unknown;
}

/** Finds a required member within an object that is written as names in brackets, of which there would be none. */
function findDropped(
  args: Readonly<Record<string, unknown>>,
  schema: ObjectSchema,
  { parameters, body }: Writing,
  expand: ExpandSchema,
): Dropped | undefined {
  const spread = [
    ...parameters
      .filter(({ style, mediaType }) => style === 'deepObject' && mediaType === undefined)
      .map(({ argument }) => [argument]),
    ...(body === undefined || !isFields(body.mediaType) ? [] : listSpread(body)),
  ];
  for (const path of spread) {
    let value: unknown = args;
    let part = expand(schema);
    for (const key of path) {
      if (!isObject(value) || !Object.hasOwn(value, key)) {
        value = undefined;
        break;
      }
      part = selectMember(part, value, key, expand);
      value = value[key];
    }
    const found = findWithin(value, part, path, expand);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** Where the members stand that a form writes so. */
function listSpread({ fields, encoding = {}, argument }: Body): string[][] {
  const names = Object.keys(encoding).filter((name) => encoding[name]?.style === 'deepObject');
  if (fields === undefined) return names.map((name) => [argument, name]);
  const keys = Object.entries(fields).filter(([, name]) => names.includes(name));
  return keys.map(([key]) => [key]);
}

function findWithin(
  value: unknown,
  schema: Expanded,
  path: readonly string[],
  expand: ExpandSchema,
): Dropped | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  expand.take();
  const isNeeded = isObject(value) ? neededIn(value, schema, expand) : () => false;
  for (const [key, member] of Object.entries(value)) {
    if (typeof member !== 'object' || member === null) continue;
    const inner = [...path, key];
    const part = selectMember(schema, value, Array.isArray(value) ? Number(key) : key, expand);
    // Of what is nested, the innermost is told.
    const found = findWithin(member, part, inner, expand);
    if (found !== undefined) return found;
    if (isNeeded(key) && bracketed('', member).length === 0) return { path: inner, value: member };
  }
  return undefined;
}

/** Whether an object has to have a member; of a union, all branches that it may be meant for ask for it. */
function neededIn(value: object, schema: Expanded, expand: ExpandSchema): (key: string) => boolean {
  const own = new Set(requiredBy(schema));
  const unions = chosenBy(schema, value, expand).map((branches) => branches.map(requiredBy));
  return (key) =>
    own.has(key) ||
    unions.some((branches) => branches.length > 0 && branches.every((names) => names.includes(key)));
}

/**
 * Where a body is one argument, a client may give its fields as arguments of their own as well: they are then put
 * into the body. A field is what the body's schema names and no argument is called.
 */
function gatherBody(
  args: Arguments,
  body: Body | undefined,
  { properties }: ObjectSchema,
  expand: ExpandSchema,
): Arguments {
  if (body === undefined || body.fields !== undefined) return args;
  const { argument } = body;
  const fields = fieldsOf(expand(properties[argument]));
  const isField = (name: string) => !Object.hasOwn(properties, name) && fields.has(name);
  const given = Object.entries(args);
  const loose = given.filter(([name]) => isField(name));
  const [first] = loose;
  if (first === undefined) return args;
  if (Object.hasOwn(args, argument))
    throw new UnsendableError(
      first[0],
      `a field of ${argument}, which is given too: put it into ${argument}`,
    );
  const others = given.filter(([name]) => !isField(name));
  return Object.fromEntries([...others, [argument, Object.fromEntries(loose)]]);
}

/** The names that an object may have by its schema, whichever branch of a union it is meant for. */
function fieldsOf(schema: Expanded, visited = new Set<Expanded>()): ReadonlySet<string> {
  if (visited.has(schema)) return new Set();
  visited.add(schema);
  const names = new Set(schema.all.flatMap(({ properties }) => Object.keys(properties ?? {})));
  for (const branch of schema.unions.flat()) for (const name of fieldsOf(branch, visited)) names.add(name);
  return names;
}

/**
 * Where a body is spread over the arguments, a client may give it whole as well: the members of `body.argument`
 * then become arguments of their own, so that one schema checks both forms.
 */
export function spreadBody(args: Arguments, body: Body | undefined): Arguments {
  if (body?.fields === undefined) return args;
  if (Object.hasOwn(body.fields, body.argument)) return args;
  const { [body.argument]: whole, ...others } = args;
  const value = typeof whole === 'string' ? parseExact(whole) : whole;
  if (!isObject(value)) return args;
  const argumentOf = new Map(Object.entries(body.fields).map(([argument, property]) => [property, argument]));
  const spread = new Map(Object.entries(others));
  for (const [property, item] of Object.entries(value)) {
    const argument = argumentOf.get(property) ?? property;
    if (spread.has(argument)) {
      throw new UnsendableError(argument, `given twice, by itself and in ${body.argument}: give it once`);
    }
    spread.set(argument, item);
  }
  return Object.fromEntries(spread);
}

/** The arguments by the names that tools have for them, less what is sent with every call. */
function settleNames(args: Arguments, schema: ObjectSchema, writing: Writing): Arguments {
  return takeNames(dropFixed(args, schema, writing), schema, writing);
}

/**
 * What goes by another name to the API may be given by that as well, unless an argument is called so. A name that
 * several arguments are sent by says of none of them that it is meant; nor is `__proto__` taken, which programs on the
 * way to here may have given a meaning.
 */
function takeNames(args: Arguments, { properties }: ObjectSchema, { parameters, body }: Writing): Arguments {
  const isOther = (name: string) =>
    !Object.hasOwn(properties, name) && name !== body?.argument && name !== '__proto__';
  if (!Object.keys(args).some(isOther)) return args;
  const sent = [
    ...parameters.filter(({ constant }) => constant === undefined),
    ...Object.entries(body?.fields ?? {}).map(([argument, name]) => ({ argument, name })),
  ];
  const named = new Map<string, unknown>();
  for (const [name, value] of Object.entries(args)) {
    const meant = isOther(name) ? sent.filter((one) => one.name === name) : [];
    if (meant.length > 1)
      throw new UnsendableError(
        name,
        `several arguments are sent by this name: give ${meant.map((one) => one.argument).join(' or ')}`,
      );
    const argument = meant[0]?.argument ?? name;
    if (named.has(argument))
      throw new UnsendableError(argument, 'given twice, also by the name that it is sent by: give it once');
    named.set(argument, value);
  }
  return Object.fromEntries(named);
}

/**
 * Leaves out what the API takes one value of, and which is sent with every call: that value may be given all the same,
 * or null. Names that stand for something else are left alone.
 */
function dropFixed(args: Arguments, { properties }: ObjectSchema, { parameters, body }: Writing): Arguments {
  const fixed = parameters.filter(({ constant }) => constant !== undefined);
  if (fixed.length === 0) return args;
  const isFree = ([name, value]: [string, unknown]): boolean => {
    if (Object.hasOwn(properties, name) || name === body?.argument) return true;
    const found = fixed.filter((one) => isNameOf(name, one));
    if (found.length === 0 || found.some(({ constant }) => isConstant(value, constant)))
      return found.length === 0;
    const values = [...new Set(found.map(({ constant }) => showValue(constant)))].join(' or ');
    throw new UnsendableError(
      name,
      `${showValue(value, name)} is not allowed: the API takes ${values} only, which is always sent. Leave it out`,
    );
  };
  return Object.fromEntries(Object.entries(args).filter(isFree));
}

/** Numbers and booleans may be given as text, and texts as what they look like. */
function isConstant(value: unknown, constant: Parameter['constant']): boolean {
  return (
    (value ?? undefined) === undefined || (typeof value !== 'object' && String(value) === String(constant))
  );
}

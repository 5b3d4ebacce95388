import type { compile } from '@jmespath-community/jmespath';
import { echo, listSome, nearest } from '../text.js';

/** A parsed expression. */
export type Node = ReturnType<typeof compile>;
type Call = Extract<Node, { type: 'Function' }>;

/** Characters that an expression may go over, which takes a second or two, and those that any part may come to. */
const mostWork = 5e8;
const mostChars = 100e6;
/** Characters that could be gone over in the time that one member of a large object takes. */
const workOfName = 160;

/**
 * Makes sure that no step of an expression can take much time or memory on an answer of this size: what each of its
 * parts comes to is bounded by what that part is applied to. Parts that can be bounded by nothing are refused. Gives
 * what the whole of it comes to at most.
 *
 * @throws SelectorError
 */
export function boundWork(expression: Node, answer: Omit<Extent, 'times'>): Extent {
  const whole = new Bounds().of(expression, { times: 1, ...answer }, 1);
  if (!(whole.chars <= mostChars)) throw tooMuch();
  return whole;
}

/** Bounds of the parts of one expression, whose work is counted all together. */
class Bounds {
  #work = 0;

  /** What the expression comes to at most, over all the values that it is applied to. */
  of(node: Node, at: Extent, repeats: number): Extent {
    const { times } = at;
    if (!(at.chars <= mostChars)) throw tooMuch();
    const of = (part: Node, within: Extent = at) => this.of(part, within, repeats);
    switch (node.type) {
      case 'Identity':
      case 'Current':
      case 'Field':
      case 'Index':
        return at;
      case 'Slice':
        this.#spend(at.chars * repeats);
        return at;
      case 'Literal': {
        const text = JSON.stringify(node.value);
        return { times, chars: text.length * times, values: countValues(text) * times };
      }
      case 'Subexpression':
      case 'IndexExpression':
      case 'Pipe':
        return of(node.right, of(node.left));
      case 'Flatten': {
        const list = of(node.child);
        this.#spend(list.chars * repeats);
        return list;
      }
      case 'Projection':
      case 'ValueProjection': {
        const base = of(node.left);
        if (node.type === 'ValueProjection') this.#spend(base.values * workOfName * repeats);
        return listOf(of(node.right, onEach(base)), base.values, times);
      }
      case 'FilterProjection': {
        const base = of(node.left);
        of(node.condition, onEach(base));
        return listOf(of(node.right, onEach(base)), base.values, times);
      }
      case 'MultiSelectList':
        return gather(
          node.children.map((child) => of(child)),
          0,
          times,
        );
      case 'MultiSelectHash': {
        const names = node.children.reduce((sum, { name }) => sum + JSON.stringify(name).length + 1, 0);
        return gather(
          node.children.map(({ value }) => of(value)),
          names,
          times,
        );
      }
      case 'OrExpression':
      case 'AndExpression':
        return larger(of(node.left), of(node.right));
      case 'Ternary':
        of(node.condition);
        return larger(of(node.trueExpr), of(node.falseExpr));
      case 'NotExpression':
        of(node.child);
        return { times, chars: 5 * times, values: times };
      case 'Comparator':
      case 'Arithmetic':
        this.#spend((of(node.left).chars + of(node.right).chars) * repeats);
        return { times, chars: 24 * times, values: times };
      case 'Unary':
        of(node.operand);
        return { times, chars: 24 * times, values: times };
      case 'Function':
        return this.#call(node, at, repeats);
      case 'ExpressionReference':
        throw new SelectorError('& belongs before an argument of sort_by, max_by, min_by, group_by or map');
      default:
        throw new SelectorError(
          '$ and let are not offered here: an expression begins at the response, or at @',
        );
    }
  }

  #call(node: Call, at: Extent, repeats: number): Extent {
    const { times } = at;
    const { name, children } = node;
    const { rule, reference } = findRule(node);
    const given = children.filter((child) => child !== reference).map((child) => this.of(child, at, repeats));
    const whole = given.reduce((sum, { chars, values }) => ({
      times,
      chars: sum.chars + chars,
      values: sum.values + values,
    }));
    // Each item is compared so often, and a text is taken apart each time.
    const again = rule.sorts === true ? 2 * Math.log2(whole.values + 2) : 1;
    const each = reference === undefined ? whole : this.of(reference.child, onEach(whole), repeats * again);
    this.#spend((whole.chars + each.chars * again * 5) * repeats);
    if (rule.names === true) this.#spend(whole.values * workOfName * repeats);
    const made = { times, ...rule.makes(whole, each) };
    if (name !== 'join') return made;
    // What stands between the texts is repeated.
    const [between] = children;
    if (between?.type !== 'Literal')
      throw new SelectorError("join() takes a text in quotes first, such as join(', ', names)");
    return { ...made, chars: made.chars + JSON.stringify(between.value).length * whole.values };
  }

  #spend(units: number): void {
    this.#work += units;
    if (!(this.#work <= mostWork)) throw tooMuch();
  }
}

/** The rule of the function that is called, and the argument that is an expression for each item, if it takes one. */
function findRule({ name, children }: Call) {
  const rule = Object.hasOwn(functions, name) ? functions[name] : undefined;
  if (rule === undefined) throw unknownFunction(name);
  const [least, most] = rule.arity;
  if (children.length < least || children.length > most) throw wrongCount(name, least, most);
  const reference = rule.each === undefined ? undefined : children[rule.each];
  if (reference !== undefined && reference.type !== 'ExpressionReference')
    throw new SelectorError(
      `${name}() takes an expression for each item after &, such as ${rule.each === 0 ? 'map(&name, items)' : `${name}(items, &name)`}`,
    );
  return { rule, reference };
}

/** A list of what came of each of `count` values. */
function listOf({ chars, values }: Extent, count: number, times: number): Extent {
  return { times, chars: chars + count + 2 * times, values: values + times };
}

/** A list or an object of parts; `names` is what the names of an object take. */
function gather(parts: readonly Extent[], names: number, times: number): Extent {
  return {
    times,
    chars: parts.reduce((sum, { chars }) => sum + chars, 0) + (names + parts.length + 2) * times,
    values: parts.reduce((sum, { values }) => sum + values, 0) + times,
  };
}

/** How many values JSON holds, at most: a text may hold punctuation as well. */
export function countValues(json: string): number {
  let count = 1;
  for (let at = 0; at < json.length; at += 1) {
    const code = json.charCodeAt(at);
    if (code === 0x2c || code === 0x3a || code === 0x5b || code === 0x7b) count += 1;
  }
  return count;
}

/** All values of a list, each by itself. */
function onEach({ values, chars }: Extent): Extent {
  return { times: values, chars, values };
}

function larger(a: Extent, b: Extent): Extent {
  return { times: a.times, chars: Math.max(a.chars, b.chars), values: Math.max(a.values, b.values) };
}

/** What is said of an expression that goes too far. */
export function tooMuch(): SelectorError {
  return new SelectorError('it could come to far too much: pick less, or in fewer steps');
}

function unknownFunction(name: string): SelectorError {
  const names = Object.keys(functions);
  const meant = nearest(name, names);
  const guess = meant === undefined ? '' : `; did you mean ${meant}()?`;
  return new SelectorError(
    `there is no function ${echo(name)}() here${guess || `: there are ${listSome(names)}`}`,
  );
}

function wrongCount(name: string, least: number, most: number): SelectorError {
  const count =
    least === most ? String(least) : Number.isFinite(most) ? `${least} to ${most}` : `at least ${least}`;
  return new SelectorError(`${name}() takes ${count} argument${count === '1' ? '' : 's'}`);
}

/** How often something is looked at, and how much of an answer that comes to at most, all together. */
interface Extent {
  times: number;
  /** Characters of JSON. */
  chars: number;
  /** Values, those within others included. */
  values: number;
}

/** What a function of JMESPath takes and makes. */
interface FunctionRule {
  /** Arguments, at least and at most. */
  arity: readonly [number, number];
  /** The argument that is an expression for each item, `&name`; the other one is the list. */
  each?: 0 | 1;
  /** What comes out of its arguments; where one is an expression, of what that comes to. */
  makes: (whole: Extent, each: Extent) => Omit<Extent, 'times'>;
  /** It sorts: each item is looked at again and again. */
  sorts?: true;
  /** It takes an object apart, or makes one: each name of it is looked up. */
  names?: true;
}

const any = Number.POSITIVE_INFINITY;

const makes: Record<'scalar' | 'part' | 'items' | 'text' | 'each', FunctionRule['makes']> = {
  /** A number, a truth value or a name. */
  scalar: ({ times }) => ({ chars: 24 * times, values: times }),
  /** Nothing that was not there, but brackets. */
  part: ({ times, chars, values }) => ({ chars: chars + 2 * times + 4 * values, values: times + 2 * values }),
  /** A text that may be taken apart at every character. */
  items: ({ times, chars }) => ({ chars: 4 * chars + 2 * times, values: chars + times }),
  /** Other characters; quotes within a text are escaped. */
  text: ({ times, chars }) => ({ chars: 3 * chars + 2 * times, values: times }),
  each: (_, { times, chars, values }) => ({ chars: chars + 2 * times, values: values + times }),
};

/**
 * The functions that an expression may use: those that make no more than a few times what they are given. Those that
 * repeat a text at will (`pad_left`, `replace` …) or that take more than linear time (`trim` …) are not among them.
 */
const functions: Readonly<Record<string, FunctionRule>> = {
  abs: { arity: [1, 1], makes: makes.scalar },
  avg: { arity: [1, 1], makes: makes.scalar },
  ceil: { arity: [1, 1], makes: makes.scalar },
  contains: { arity: [2, 2], makes: makes.scalar },
  ends_with: { arity: [2, 2], makes: makes.scalar },
  find_first: { arity: [2, 4], makes: makes.scalar },
  find_last: { arity: [2, 4], makes: makes.scalar },
  floor: { arity: [1, 1], makes: makes.scalar },
  from_items: { arity: [1, 1], makes: makes.part, names: true },
  group_by: {
    arity: [2, 2],
    each: 1,
    names: true,
    makes: (list, keys) => ({
      chars: list.chars + keys.chars + 4 * list.values,
      values: 2 * list.values + keys.times,
    }),
  },
  items: { arity: [1, 1], makes: makes.part, names: true },
  join: { arity: [2, 2], makes: makes.text },
  keys: { arity: [1, 1], makes: makes.part },
  length: { arity: [1, 1], makes: makes.scalar },
  lower: { arity: [1, 1], makes: makes.text },
  map: { arity: [2, 2], each: 0, makes: makes.each },
  max: { arity: [1, 1], makes: makes.part },
  max_by: { arity: [2, 2], each: 1, makes: makes.part },
  merge: { arity: [1, any], makes: makes.part, names: true },
  min: { arity: [1, 1], makes: makes.part },
  min_by: { arity: [2, 2], each: 1, makes: makes.part },
  not_null: { arity: [1, any], makes: makes.part },
  reverse: { arity: [1, 1], makes: makes.part },
  sort: { arity: [1, 1], makes: makes.part, sorts: true },
  sort_by: { arity: [2, 2], each: 1, makes: makes.part, sorts: true },
  split: { arity: [2, 3], makes: makes.items },
  starts_with: { arity: [2, 2], makes: makes.scalar },
  sum: { arity: [1, 1], makes: makes.scalar },
  to_array: { arity: [1, 1], makes: makes.part },
  to_number: { arity: [1, 1], makes: makes.scalar },
  to_string: { arity: [1, 1], makes: makes.text },
  type: { arity: [1, 1], makes: makes.scalar },
  upper: { arity: [1, 1], makes: makes.text },
  values: { arity: [1, 1], makes: makes.part, names: true },
  zip: { arity: [1, any], makes: makes.part },
};

/** Why an expression cannot be used, in words for the model. */
export class SelectorError extends Error {
  override name = 'SelectorError';
}

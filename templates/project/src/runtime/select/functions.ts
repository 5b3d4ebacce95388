/** How often something is looked at, and how much of an answer that comes to at most, all together. */
export interface Extent {
  times: number;
  /** Characters of JSON. */
  chars: number;
  /** Values, those within others included. */
  values: number;
}

/** What a function of JMESPath takes and makes. */
export interface FunctionRule {
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
export const functions: Readonly<Record<string, FunctionRule>> = {
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

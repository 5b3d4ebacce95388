import { describe, expect, test } from 'vitest';
import { type Renaming, renameInCode } from '../../../generator/emit/build/renameInCode.js';
import { InputError } from '../../../generator/model/diagnostic.js';

/** Code of an owner, with what stands between the parentheses of `customize`. */
const custom = (given: string, more = '') =>
  `import { customize } from './runtime/customize.js';\n${more}export default customize<Arguments>(${given});\n`;

const tool: Renaming = { tool: 'list_pets', now: 'find_pets' };
const argument: Renaming = { tool: 'list_pets', argument: 'limit', now: 'max' };

function edit(code: string, renaming: Renaming) {
  const { text, changed, left } = renameInCode(code, renaming, 'src/custom.ts');
  return { text, changed: changed.map(({ line }) => line), left: left.map((one) => one.text) };
}

/** What became of the lines that are not as they were. */
function changesOf(code: string, renaming: Renaming): string[] {
  const before = code.split('\n');
  return edit(code, renaming)
    .text.split('\n')
    .filter((line, index) => line !== before[index])
    .map((line) => line.trim());
}

function refusal(code: string, renaming: Renaming): InputError {
  try {
    renameInCode(code, renaming, 'src/custom.ts');
  } catch (error) {
    if (error instanceof InputError) return error;
    throw error;
  }
  throw new Error('was not refused');
}

describe('a tool is renamed', () => {
  test.each([
    [
      'by its name',
      '{ tools: { list_pets: { hidden: true } } }',
      '{ tools: { find_pets: { hidden: true } } }',
    ],
    ['in quotes', `{ tools: { 'list_pets': {} } }`, `{ tools: { 'find_pets': {} } }`],
    ['in other quotes', '{ tools: { "list_pets": {} } }', '{ tools: { "find_pets": {} } }'],
    ['in brackets', "{ tools: { ['list_pets']: {} } }", "{ tools: { ['find_pets']: {} } }"],
    ['without a value', '{ tools: { list_pets } }', '{ tools: { find_pets: list_pets } }'],
    ['with a type', '{ tools: { list_pets: {} } as const }', '{ tools: { find_pets: {} } as const }'],
  ])('where a change of it stands under tools, %s', (_, before, after) => {
    expect(edit(custom(before), tool)).toEqual({ text: custom(after), changed: [2], left: [] });
  });

  test('where it is called, whatever stands around it', () => {
    const code = custom(`{
  tools: { get_pet: { wrap: async (args, next, context) => (await context.call('list_pets', {})) && next(args) } },
  add: {
    both: { call: async (_args, { call }) => call("list_pets", { limit: 1 }) },
    third: { call: async (_args, context) => context.call(\`list_pets\`, {}) },
  },
}`);
    expect(edit(code, tool)).toEqual({
      text: code.replaceAll('list_pets', 'find_pets'),
      changed: [3, 5, 6],
      left: [],
    });
  });

  test('whatever customize is called', () => {
    const code = custom('{ tools: { list_pets: {} } }').replace('{ customize }', '{ customize as c }');
    expect(changesOf(code.replace('customize<', 'c<'), tool)).toEqual([
      'export default c<Arguments>({ tools: { find_pets: {} } });',
    ]);
  });

  test('and what only may mean it is named by its line, and left', () => {
    const code = custom(
      `{
  tools: { ...others, get_pet: { description: 'After list_pets.' } },
  add: { list: { call: (_args, { call }) => call(which ? 'list_pets' : 'get_pet', {}) } },
}`,
      `// list_pets is slow.\ntype Of = Arguments['list_pets'];\nconst list_pets_all = 'list_petsx';\nconst others = { list_pets: {} };\n`,
    );
    expect(edit(code, tool)).toEqual({
      text: code,
      changed: [],
      left: [
        '// list_pets is slow.',
        "type Of = Arguments['list_pets'];",
        'const others = { list_pets: {} };',
        "tools: { ...others, get_pet: { description: 'After list_pets.' } },",
        "add: { list: { call: (_args, { call }) => call(which ? 'list_pets' : 'get_pet', {}) } },",
      ],
    });
  });

  test.each([
    ['a function of the owner', "function call(name: string) {}\ncall('list_pets');\n"],
    ['a constant of the owner', "const call = (name: string) => name;\ncall('list_pets');\n"],
    ['a member of something else', "api.call('list_pets');\n"],
    ['an object of another function', 'other({ tools: { list_pets: {} } });\n'],
  ])('but not in %s', (_, more) => {
    const code = custom('{}', more);
    expect(edit(code, tool)).toMatchObject({
      text: code,
      changed: [],
      left: [expect.stringContaining('list_pets')],
    });
  });

  test('with the line ends and the mark that the file has', () => {
    const code = `\uFEFF${custom('{ tools: {\n list_pets: {} } }')}`.replaceAll('\n', '\r\n');
    expect(edit(code, tool)).toEqual({
      text: code.replace('list_pets', 'find_pets'),
      changed: [3],
      left: [],
    });
  });

  test('unless another has its name there, or the file cannot be parsed', () => {
    const added = refusal(custom("{\n add: { find_pets: { title: '' } } }"), tool);
    expect(added.message).toBe('The name find_pets is taken: src/custom.ts adds a tool of that name.');
    expect(added.location).toEqual({ file: 'src/custom.ts', line: 3, column: 1 });
    const both = refusal(custom('{ tools: { list_pets: {}, find_pets: {} } }'), tool);
    expect(both.message).toContain('says something of list_pets and of find_pets');
    const broken = refusal(custom('{ tools: {\n list_pets: { } '), tool);
    expect(broken.message).toContain('src/custom.ts cannot be parsed: ');
    expect(broken.location).toMatchObject({ file: 'src/custom.ts', line: 3 });
  });
});

const wrapping = (wrap: string, more = '') =>
  custom(`{\n tools: { list_pets: { wrap: ${wrap} } },\n${more}}`);

describe('an argument is renamed', () => {
  test.each([
    ['given to next', 'async (args, next) => next({ ...args, limit: 10 })', '{ ...args, max: 10 }'],
    [
      'without a value',
      'async (args, next) => { const limit = 1; return next({ limit }); }',
      '{ max: limit }',
    ],
    ['in quotes', "async (args, go) => go({ ...args, 'limit': 10 })", "{ ...args, 'max': 10 }"],
    ['in a function', 'function (args, next) { return next({ limit: 1 }); }', '{ max: 1 }'],
  ])('in an object that is %s', (_, wrap, after) => {
    expect(changesOf(wrapping(wrap), argument)).toEqual([expect.stringContaining(after)]);
  });

  test('in a wrap that is a method, and a name that is no word of code', () => {
    const code = custom('{ tools: { list_pets: { wrap(args, next) { return next({ limit: 1 }); } } } }');
    expect(changesOf(code, { ...argument, now: 'page.size' })).toEqual([
      expect.stringContaining("{ 'page.size': 1 }"),
    ]);
  });

  test('in an object that is given to call with the name of the tool, and to no other', () => {
    const code = custom(`{ add: {
  a: { call: async (_args, { call }) => call('list_pets', { limit: 1 }) },
  b: { call: async (_args, { call }) => call('list_toys', { limit: 1 }) },
} }`);
    expect(edit(code, argument)).toMatchObject({ changed: [3], left: [] });
    expect(changesOf(code, argument)).toEqual([expect.stringContaining("'list_pets', { max: 1 }")]);
  });

  test('and what only may mean it is named by its line, and left', () => {
    const code = wrapping(
      'async (args, next) => {\n  args.limit = 2;\n  const { limit } = args;\n  return next(change(args));\n}',
      " add: { a: { call: (given, { call }) => call('list_pets', given) }, b: { limit: 1 } },\n",
    );
    expect(edit(code, argument)).toEqual({
      text: code,
      changed: [],
      left: [
        'args.limit = 2;',
        'const { limit } = args;',
        'return next(change(args));',
        "add: { a: { call: (given, { call }) => call('list_pets', given) }, b: { limit: 1 } },",
      ],
    });
  });

  test('nowhere in a wrap that hides next, or stands elsewhere', () => {
    const hidden = wrapping(
      'async (args, next) => { const f = (next) => next({ limit: 1 }); return f(next); }',
    );
    expect(edit(hidden, argument)).toMatchObject({ text: hidden, left: [expect.stringContaining('limit')] });
    const apart = custom(
      '{ tools: { list_pets: { wrap } } }',
      'const wrap = (args, next) =>\n  next({ limit: 1 });\n',
    );
    expect(edit(apart, argument)).toMatchObject({ text: apart, left: ['next({ limit: 1 });'] });
  });
});

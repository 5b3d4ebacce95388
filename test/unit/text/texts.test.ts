import { describe, expect, test } from 'vitest';
import type { Operation } from '../../../generator/model/api.js';
import { describe as describeTool } from '../../../generator/shape/words/describe.js';
import { cleanText } from '../../../generator/text/clean.js';
import { clipText } from '../../../generator/text/clip.js';
import { joinNotes, listNames } from '../../../generator/text/notes.js';
import { growthOf, mostGrowth } from '../../support/growth.js';

describe('cleaning', () => {
  test.each([
    [
      'plain words',
      'Just a sentence, and (perhaps) another one.',
      'Just a sentence, and (perhaps) another one.',
    ],
    ['white space', '  a \t b\r\n c\u00a0d  ', 'a b c d'],
    ['a link', 'See [the docs](https://example.com/a_(b) "t").', 'See the docs.'],
    ['a link with parentheses', 'Do [click](http://a.b/(c(d))/e(f)). | pipe (x)', 'Do click. | pipe (x)'],
    ['a link whose parentheses are not paired', '[click](http://a.b/(c) and on', 'click and on'],
    ['a link by reference', 'See [the docs][1].\n\n[1]: https://example.com', 'See the docs.'],
    ['a link in angle brackets', 'At <https://example.com>.', 'At https://example.com.'],
    ['an image', 'Before ![alt](data:image/png;base64,AAAA) after', 'Before after'],
    ['headings', '# Title\nText.\n## Next #\nMore', 'Title. Text. Next. More'],
    ['an underlined heading', 'Title\n=====\nText', 'Title. Text'],
    [
      'emphasis',
      '**bold** and *soft* and __strong__ and snake_case_name and 2 * 3 * 4',
      'bold and soft and strong and snake_case_name and 2 * 3 * 4',
    ],
    ['code', 'Use `a < b` or ``x``', 'Use a < b or x'],
    [
      'code that looks like markup',
      'Match `/?[a-z][0-9]` or `<b>*x*</b>` in [`code`](x) \uE0000\uE001',
      'Match /?[a-z][0-9] or <b>*x*</b> in code 0',
    ],
    ['backticks that do not close', 'a ` b', 'a b'],
    ['a code block', 'Before\n```json\n{"a": 1}\n```\nafter', 'Before; after'],
    ['a code block that does not close', 'Before\n```json\n{"a": 1}', 'Before. {"a": 1}'],
    ['lists', 'One of:\n- first\n- second.\n* third\n1. fourth', 'One of: first; second. third; fourth'],
    ['a table', '| Name | Means |\n|------|:-----:|\n| a | The A. |\n| b | |', 'Name: Means; a: The A. b'],
    ['a rule and a quote', 'a\n\n---\n\n> b', 'a; b'],
    ['tags', '<p>One<br/>two <b>three</b></p><ul><li>four</li></ul>', 'One; two three; four'],
    ['other angle brackets', 'List<String> and <token> and 1 < 2', 'List<String> and <token> and 1 < 2'],
    ['scripts, styles and comments', 'a<script>alert(1)</script><!-- x --><style>p{}</style> b', 'a b'],
    [
      'entities',
      '&lt;a&gt; &amp;amp; &quot;b&quot; &#39;c&#x27; &nope; &#0; &#x110000;',
      '<a> &amp; "b" \'c\' &nope;',
    ],
    ['escapes', '1\\. a\\_b \\*', '1. a_b *'],
    ['what cannot be seen', 'a\u200bb\u202ec\ufeff\u0000\u{e0041}d\ud800', 'abcd'],
    ['line separators', 'a\u2028b', 'a b'],
    [
      'commands to terminals',
      '\u001b[31mred\u001b[0m \u001b]8;;http://x\u0007link\u001b]8;;\u001b\\ \u009b1;2Hhere\u001b(B \u001bcx',
      'red link here x',
    ],
  ])('%s', (_, text, clean) => {
    expect(cleanText(text)).toBe(clean);
  });

  test.each(['[', '![](', '<', '**', '`', '|', '<!--', '<script', '- ', '*a ', '\n```\n', '&#'])(
    'takes time that grows no faster than its length over many of %j',
    async (part) => {
      const growth = await growthOf((count) => cleanText(part.repeat(count)), 20_000);
      expect(growth).toBeLessThan(mostGrowth);
    },
  );
});

describe('clipping', () => {
  test.each([
    ['short enough', 'One. Two.', 9, 'One. Two.'],
    ['after a sentence', 'One two three. Four five', 20, 'One two three.'],
    ['between words', 'One two three four five', 15, 'One two three…'],
    ['not after a sentence that leaves little', 'A. Bbbbbbbbb ccccccccc', 16, 'A. Bbbbbbbbb…'],
    ['inside a long word', 'a'.repeat(30), 10, `${'a'.repeat(9)}…`],
    ['not inside a pair', `${'a'.repeat(8)}😀😀`, 10, `${'a'.repeat(8)}…`],
    ['to nothing', 'a', 0, ''],
    ['a full stop at the very end of the room', 'Abcd efgh. Ij', 10, 'Abcd efgh.'],
  ])('%s', (_, text, longest, clipped) => {
    expect(clipText(text, longest)).toBe(clipped);
  });
});

describe('lists and notes', () => {
  test('names are listed as far as there is room', () => {
    expect(listNames(['a', 'b'])).toBe('a, b');
    expect(listNames(Array.from({ length: 90 }, (_, index) => `name${index}`))).toMatch(
      /^name0, .*, name\d+ and \d+ more$/,
    );
    expect(listNames(['x'.repeat(200)])).toHaveLength(120);
  });

  test('notes are sentences of their own', () => {
    expect(joinNotes('A thing', ['More.'])).toBe('A thing. More.');
    expect(joinNotes('A thing.', ['More.', ''])).toBe('A thing. More.');
    expect(joinNotes('A thing', ['(here)', 'More.'])).toBe('A thing (here). More.');
    expect(joinNotes('', ['More.'])).toBe('More.');
  });
});

describe('words of tools', () => {
  const operation = {
    operationId: '',
    summary: '',
    description: '',
    deprecated: false,
    method: 'GET',
    path: '/pets/{id}',
    bodies: [] as Operation['bodies'],
    choice: {},
  };
  test.each([
    [{ summary: 'List pets.', description: 'All of them.' }, 'List pets', 'List pets. All of them.'],
    [
      { summary: 'List pets', description: 'List pets that are here.' },
      'List pets',
      'List pets that are here.',
    ],
    [{ description: 'Returns pets. Sorted.' }, 'Returns pets', 'Returns pets. Sorted.'],
    [
      { description: `Returns ${'very '.repeat(30)}many pets.`, operationId: 'listPets' },
      'List all pets',
      `Returns ${'very '.repeat(30)}many pets.`,
    ],
    [
      { operationId: 'PetsController_all_1', deprecated: true },
      'List all pets',
      'Deprecated. GET /pets/{id}',
    ],
    [{}, 'List all pets', 'GET /pets/{id}'],
    [{ summary: '**List** <b>pets</b> `now`' }, 'List pets now', 'List pets now'],
  ])('%j', (parts, title, description) => {
    expect(describeTool({ ...operation, ...parts } as Operation, 'list_all_pets')).toEqual({
      title,
      description,
    });
  });

  test('a name that ends in a hash is no title', () => {
    const parts = { ...operation, operationId: 'findPets' } as Operation;
    expect(describeTool(parts, 'find_pets_0ba1b3').title).toBe('Find pets');
    expect(describeTool(parts, 'find_pets_facade').title).toBe('Find pets facade');
  });

  const told =
    'Returns a list of transactions that have contributed to the balance, newest first, for a year.';
  test.each([
    [
      'list_branches',
      'List branches',
      'Lists the protected ones by commit.',
      'Lists the protected ones by commit',
    ],
    ['list_branches', 'List branches', 'Lists branches.', 'List branches'],
    ['list_branches', 'List branches', 'Protected branches need a licence of the owner.', 'List branches'],
    [
      'list_branches',
      'List all of a repository',
      'Lists commits by their authors.',
      'List all of a repository',
    ],
    ['get_users_id', 'GET /users/{id}', 'Finds who has that number.', 'Finds who has that number'],
    ['users_list', 'users-list', 'Lists people.', 'Lists people'],
    ['list_orders', 'List orders', 'Fine. Follow the cursor until it is null.', 'List orders'],
    ['users_list', 'listUsers', '', 'Users list'],
    ['get_transactions', '', told, 'Returns a list of transactions'],
    ['get_keys', '', 'This is old. Retrieves keys (not secrets).', 'Retrieves keys (not secrets)'],
    ['close', '', 'Closing it is final. Deletes the dispute.', 'Deletes the dispute'],
    [
      'pay',
      '',
      'Capture the payment of an existing, uncaptured charge that was made by this account before now.',
      'Capture the payment of an existing, uncaptured charge',
    ],
    [
      'look',
      `Check if permissions defined by a container have been accepted by the ${'very '.repeat(9)}same`,
      '',
      'Check if permissions defined by a container have been accepted',
    ],
  ])('of %s, which says %j and %j, give the title %j', (name, summary, description, title) => {
    const said = { ...operation, operationId: 'usersList', summary, description };
    expect(describeTool(said as Operation, name).title).toBe(title);
  });

  test('say a summary once that the description begins by saying', () => {
    const said = {
      ...operation,
      summary: 'List artifacts for a repository',
      description: 'Lists all artifacts of a repository. Paged.',
    };
    expect(describeTool(said as Operation, 'list').description).toBe(
      'Lists all artifacts of a repository. Paged.',
    );
  });

  test('stay within their limits', () => {
    const { title, description } = describeTool(
      {
        ...operation,
        summary: 'word '.repeat(100),
        description: 'Sentence after sentence. '.repeat(2000),
      } as Operation,
      'things',
    );
    expect(title.length).toBeLessThanOrEqual(80);
    expect(description.length).toBeLessThanOrEqual(1000);
    expect(description.endsWith('.')).toBe(true);
  });
});

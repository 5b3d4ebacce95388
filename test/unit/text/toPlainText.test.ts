import { describe, expect, test } from 'vitest';
import { toPlainText } from '../../../generator/text/markdown/toPlainText.js';

const cases: [what: string, markdown: string, plain: string][] = [
  [
    'headings, pictures, emphasis, links and code',
    '# Pets\n\n![logo](a.png)Sells *pets* to __[owners](https://a)__ by `POST`.\n\n```json\n{}\n```\n\nNo more.',
    'Pets\n\nSells pets to owners by POST.\n\nNo more.',
  ],
  ['parentheses in an address', 'See [Mars](https://a.example/Mars_(moon)_(x)) too.', 'See Mars too.'],
  [
    'links by reference',
    'See [the site][1], [it] and [that][].\n\n[1]: https://a\n[it]: https://b',
    'See the site, it and that.',
  ],
  ['references without a definition', 'See [the site][docs]; a[i][j] stays.', 'See the site; a[i][j] stays.'],
  [
    'lists',
    'It has:\n\n- cats\n  and kittens\n* dogs\n\nNo fish.',
    'It has:\n\n- cats and kittens\n- dogs\n\nNo fish.',
  ],
  [
    'lists in lists, with paragraphs',
    '1. One\n\n   more of it\n2. Two\n   - deep',
    '1. One more of it\n2. Two\n- deep',
  ],
  ['tables', 'Before.\n\n| a | b |\n| - | - |\n| 1 | 2 |\n\nAfter.', 'Before.\n\nAfter.'],
  [
    'HTML',
    '<p>Sells <b>pets</b>, &amp; more.<br>Cheap.</p>\n<!-- not\n\nthis -->\n<div>\n**End**\n</div>',
    'Sells pets, & more. Cheap.\n\nEnd',
  ],
  ['quotes and rules', '> A quote\n> goes on\n\n---\n\nA \\*star\\*', 'A quote goes on\n\nA *star*'],
  ['what is indented', '    All of it\n    is indented.', 'All of it is indented.'],
  ['a fence that is not closed', 'Before.\n~~~\ncode', 'Before.'],
  ['scripts', 'a<script>\nif (a < b) c("<p>");\n\n## d\n</script> b', 'a\n\nb'],
  ['styles', 'Before.\n\n<style>\na > b { c: d }\n</style>\n\nAfter.', 'Before.\n\nAfter.'],
  ['a script without an end', 'Before.\n\n<SCRIPT src="a">\n\nb\n\nc', 'Before.'],
  ['what is hidden', 'a <div hidden>b <div>c</div>\n\nd</div> e <p HIDDEN="until-found">f</p>', 'a\n\ne'],
  ['what a style hides', "a <b style='color:red; display: none'>b</b> c", 'a c'],
  ['what is only called hidden', '<p class="a hidden b" title=" hidden ">a</p>', 'a'],
  ['a picture that is hidden', 'a <img hidden> b', 'a b'],
  ['what is in place of a video', 'a <video src="b">No video.</video> c', 'a c'],
  ['a hidden item of a list', '- a\n- <i hidden>b</i>\n\nc', '- a\n\nc'],
  ['a comment without an end', 'Before.\n\n<!-- not\n\nthis\n\n# nor this', 'Before.'],
  ['a long comment', `a <!--${' b'.repeat(3_000)} --> c`, 'a c'],
  [
    'types',
    'A List<String>, Map<K, List<Code>> or `Set<Table>` at /pets/<petId>',
    'A List<String>, Map<K, List<Code>> or Set<Table> at /pets/<petId>',
  ],
  ['elements of other kinds', 'A <pet>Rex</pet> and <x-a b="c">d</x-a>.', 'A Rex and d .'],
  ['tags that are escaped', '&lt;b&gt;a&lt;/b&gt;&lt;br&gt;b', 'a b'],
  ['tags in words and code', 'Use &lt;b&gt; or `<script src="a">`, 1 &lt; 2.', 'Use b or script, 1 < 2.'],
  ['tags in each other', '&lt;&lt;b&gt;&lt;/b&gt;script&gt;a', 'scripta'],
  ['marks of comments', 'a &lt;!-- b', 'a b'],
  ['characters that cannot be seen', 'a\u200Bb\u202E', 'a b'],
];

describe('Markdown as plain text', () => {
  test.each(cases)('reads %s', (_what, markdown, plain) => {
    expect(toPlainText(markdown)).toBe(plain);
  });

  // With work that grows faster than the text, each of these takes minutes.
  test.each([
    '```x\n'.repeat(200) + '\n'.repeat(8_000),
    '[]('.repeat(9_000),
    '[a]('.repeat(9_000),
    '['.repeat(9_000),
    '![['.repeat(9_000),
    '\n \n'.repeat(9_000),
    '>'.repeat(9_000),
    '* '.repeat(9_000),
    '*a **a '.repeat(9_000),
    '<a '.repeat(9_000),
    '<a>'.repeat(9_000),
    '<div hidden>'.repeat(9_000),
    '<a style='.repeat(9_000),
    '&lt;b&gt;'.repeat(9_000),
    '`<b`'.repeat(9_000),
    '\n<!--'.repeat(9_000),
    '<!--'.repeat(9_000),
    '| a |\n'.repeat(9_000),
    '| a |\n| - |\n'.repeat(9_000),
    '[a]: b\n'.repeat(9_000),
  ])('ends, whatever the document says (%#)', (text) => {
    expect(toPlainText(text.repeat(4)).length).toBeLessThanOrEqual(16_000);
  });
});

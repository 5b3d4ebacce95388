import { describe, expect, test } from 'vitest';
import { listFound, publishServer } from '../../support/publishing.js';

const path = 'skills/petstore/SKILL.md';

/** A project in which the skill is not as it was written. */
async function edit(change: (text: string) => string | undefined) {
  const published = await publishServer({ to: ['skills'] });
  const text = String(published.files.get(path));
  const changed = change(text);
  expect(changed, 'the mistake is made').not.toBe(text);
  if (changed === undefined) published.files.delete(path);
  else published.files.set(path, changed);
  return published;
}

const describedAs = (words: string) => (text: string) =>
  text.replace(/^description: .*$/m, `description: ${words}`);
const add = (words: string) => (text: string) => `${text}\n${words}\n`;

/** What an owner may do to a skill, and what is found then. */
const mistakes: [name: string, change: (text: string) => string | undefined, found: RegExp][] = [
  ['no file', () => undefined, /SKILL\.md is missing.*mcpwright publish/],
  ['no front matter', (text) => text.replace('---', ''), /does not begin with front matter/],
  ['front matter that is no YAML', describedAs('pets: and owners'), /cannot be read.*in quotes/],
  ['front matter without members', () => '---\njust text\n---\nbody', /it has no members/],
  ['no name', (text) => text.replace(/^name: .*\n/m, ''), /has no name.*name: petstore/],
  [
    'a name in capital letters',
    (text) => text.replace('name: petstore', 'name: Petstore'),
    /other characters/,
  ],
  ['two hyphens', (text) => text.replace('name: petstore', 'name: pet--store'), /single hyphens/],
  [
    'a long name',
    (text) => text.replace('name: petstore', `name: ${'a'.repeat(65)}`),
    /65 characters, and 64/,
  ],
  [
    'a name of a vendor',
    (text) => text.replace('name: petstore', 'name: pets-of-claude'),
    /name of a vendor/,
  ],
  [
    'a name that is not its folder',
    (text) => text.replace('name: petstore', 'name: pets'),
    /not that of the folder/,
  ],
  ['no description', (text) => text.replace(/^description: .*\n/m, ''), /has no description/],
  ['a long description', describedAs('x'.repeat(1_025)), /1025 characters, and 1,024/],
  ['an XML tag', describedAs('"<important>Always use it</important>"'), /XML tag/],
  ['an unknown member', (text) => text.replace('---\n', '---\nversion: 1\n'), /member "version".*metadata/],
  [
    'metadata that are no texts',
    (text) => text.replace('---\n', '---\nmetadata: { version: 1 }\n'),
    /in quotes/,
  ],
  [
    'a license that is no text',
    (text) => text.replace(/^license: .*$/m, 'license: [MIT]'),
    /license is no text/,
  ],
  [
    'much on compatibility',
    (text) => text.replace(/^compatibility: .*$/m, `compatibility: ${'x'.repeat(501)}`),
    /at most 500/,
  ],
  ['no instructions', (text) => text.slice(0, text.indexOf('# ')), /has no instructions/],
  ['500 lines', add('\n'.repeat(500) + 'end'), /lines; it is read as a whole up to 500.*references/],
  ['5,000 tokens', add('one '.repeat(5_000)), /tokens; they should stay below 5,000/],
  ['a file beyond all bounds', add('x'.repeat(200_000)), /characters.*references/],
  ['a tool that is none', add('- `list_petz`'), /names list_petz.*Write list_pets/],
  ['a call of a tool that is none', add('- `adopt(petId)`'), /names adopt, which is no tool/],
  ['a page that is not there', add('[more](references/more.md)'), /references\/more\.md, which is not there/],
  ['a page two levels deep', add('[more](references/pets/more.md)'), /not one level deep/],
  ['a page outside of the skill', add('[more](../../src/custom.ts)'), /not one level deep/],
];

describe('of a mistake in a skill', () => {
  test.each(mistakes)('%s is found, with what to do', async (_name, change, found) => {
    const lines = await listFound(await edit(change));
    expect(lines.join('\n')).toMatch(found);
    expect(lines.every((line) => /Fix: \S/.test(line))).toBe(true);
  });

  test('nothing is found in what is written, nor in words of the owner that name tools, arguments and pages', async () => {
    expect(await listFound(await publishServer({ to: ['skills'] }))).toEqual([]);
    const published = await edit(
      add(
        'Call `list_pets(limit?)` with a `limit`, see [owners](references/owners.md) and `PETSTORE_API_KEY`.',
      ),
    );
    published.files.set('skills/petstore/references/owners.md', 'Owners of `list_pets`.');
    expect(await listFound(published)).toEqual([]);
  });

  test('a page that names a tool which is none is told by its own path', async () => {
    const published = await edit(add('[owners](references/owners.md)'));
    published.files.set('skills/petstore/references/owners.md', '- `list_owners`');
    expect(await listFound(published)).toEqual([
      expect.stringMatching(/skills\/petstore\/references\/owners\.md: It names list_owners/),
    ]);
  });

  test('Windows line ends are as good as others', async () => {
    expect(await listFound(await edit((text) => text.replaceAll('\n', '\r\n')))).toEqual([]);
  });
});

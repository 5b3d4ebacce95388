import { lstatSync, mkdirSync, rmSync, symlinkSync, unlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { InputError } from '../../../generator/model/diagnostic.js';
import type { File, Owner } from '../../../generator/model/file.js';
import { write } from '../../../generator/write/write.js';
import { anyCharacter } from '../../support/anyCharacter.js';
import { quickDisk } from '../../support/quickDisk.js';
import { snapshot, snapshotFiles, tempFolder } from '../../support/tempFolder.js';

const emitted = ['README.md', 'src/custom.ts', 'src/generated/a.ts', 'src/generated/tools/b.ts'];
const content = fc.constantFrom('one\n', 'two\n', 'one\ntwo\n', '');

/** What a run may emit. */
const files: fc.Arbitrary<File[]> = fc.uniqueArray(
  fc.record({
    path: fc.constantFrom(...emitted),
    content,
    owner: fc.constantFrom<Owner[]>('generated', 'vendored', 'shared', 'yours'),
  }),
  { selector: (file) => file.path },
);

interface Edit {
  kind: 'write' | 'link' | 'delete';
  path: string;
  content: string;
}

/** What a user may do in between, in places where we would write too. */
const edit: fc.Arbitrary<Edit> = fc.record({
  kind: fc.constantFrom<Edit['kind'][]>('write', 'write', 'link', 'delete'),
  path: fc.constantFrom(
    ...emitted,
    'notes.txt',
    'src',
    'src/generated/tools',
    'src/generated/a.ts/inner.txt',
  ),
  content: fc.oneof(content, fc.string({ unit: anyCharacter, maxLength: 8 })),
});

function carryOut(folder: string, { kind, path, content: text }: Edit): void {
  const full = join(folder, path);
  const folders = path.split('/').slice(0, -1);
  for (const [index] of folders.entries()) {
    const parent = join(folder, ...folders.slice(0, index + 1));
    if (lstatSync(parent, { throwIfNoEntry: false })?.isDirectory() === false) unlinkSync(parent);
  }
  // A link that leads nowhere is not there for rmSync of some versions of Node.
  if (lstatSync(full, { throwIfNoEntry: false })?.isSymbolicLink()) unlinkSync(full);
  rmSync(full, { recursive: true, force: true });
  if (kind === 'delete') return;
  mkdirSync(dirname(full), { recursive: true });
  if (kind === 'link') symlinkSync('target', full);
  else writeFileSync(full, text);
}

const normal = (text: string | undefined) => text?.replaceAll('\r\n', '\n');

/** Every file that is not byte for byte what the last run left. */
function findEdits(left: Map<string, string>, now: Map<string, string>): [string, string][] {
  return [...now].filter(([path, text]) => normal(left.get(path)) !== normal(text));
}

test('whatever the user does, a run without --overwrite loses not a byte of it', async () => {
  let stopped = 0;
  let written = 0;
  await fc.assert(
    fc.asyncProperty(
      files,
      fc.array(edit, { maxLength: 4 }),
      files,
      fc.boolean(),
      async (before, edits, after, force) => {
        const root = tempFolder();
        const folder = join(root, 'project');
        const options = { overwrite: false, force, version: '1.0.0', disk: quickDisk };
        await write(before, folder, options);
        const left = snapshotFiles(folder);
        for (const each of edits) carryOut(folder, each);
        const edited = snapshot(root);
        const mine = findEdits(left, snapshotFiles(folder));
        const result = await write(after, folder, options).catch((error: unknown) => {
          if (!(error instanceof InputError)) throw error;
          return { written: false, changes: [] };
        });
        if (result.written) {
          written += 1;
          const now = snapshotFiles(folder);
          for (const [path, text] of mine) {
            const isMerged = result.changes.some((one) => one.path === path && one.kind === 'merged');
            // What was merged still has each line of the user.
            if (isMerged)
              expect(now.get(path)?.split('\n')).toEqual(expect.arrayContaining(text.split('\n')));
            else expect(now.get(path), path).toBe(text);
          }
        } else {
          stopped += 1;
          expect(snapshot(root)).toEqual(edited);
        }
        rmSync(root, { recursive: true });
      },
    ),
    { numRuns: 120 },
  );
  expect(stopped).toBeGreaterThan(10);
  expect(written).toBeGreaterThan(10);
});

test('a run leaves what it emits, when nobody is in the way', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(files, { minLength: 1, maxLength: 4 }), async (runs) => {
      const folder = join(tempFolder(), 'project');
      for (const run of runs) {
        // What the owner may have made of src/custom.ts is never deleted, whoever it is said to be of.
        const kept = run.filter(({ path }) => path !== 'src/custom.ts');
        const generated = kept.map(({ path, content: text }): File => ({
          path,
          content: text,
          owner: 'generated',
        }));
        const { written } = await write(generated, folder, {
          overwrite: false,
          force: false,
          version: '1.0.0',
          disk: quickDisk,
        });
        expect(written).toBe(true);
        const wanted = generated.map((file): [string, string] => [file.path, file.content]);
        expect(snapshotFiles(folder)).toEqual(new Map(wanted.toSorted(([a], [b]) => (a < b ? -1 : 1))));
      }
    }),
    { numRuns: 40 },
  );
});

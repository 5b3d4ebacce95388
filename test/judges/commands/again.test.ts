import {
  appendFileSync,
  mkdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { chooseConfig } from '../../../generator/commands/chooseConfig.js';
import { generate } from '../../../generator/commands/generate.js';
import { eject } from '../../../generator/commands/eject.js';
import { makeContext } from '../../support/makeContext.js';
import { quickDisk } from '../../support/quickDisk.js';
import { restore, snapshot } from '../../support/tempFolder.js';

const document = (operationId: string) =>
  JSON.stringify({
    openapi: '3.1.0',
    info: { title: 'Shop', version: '1' },
    servers: [{ url: 'https://api.example.com' }],
    paths: {
      '/pets': { get: { operationId, tags: ['all'], responses: { 200: { $ref: 'responses.json#/ok' } } } },
    },
  });
const overlay = (summary: string) =>
  `overlay: 1.0.0\ninfo: { title: a, version: '1' }\nactions: [{ target: "$.paths['/pets'].get", update: { summary: ${summary} } }]\n`;

/** The folder of the document and its project. */
const folder = join(import.meta.dirname, '../../.tmp/unit-again/project');
/** What was in it once that was generated. */
let kept: Map<string, string>;
const at = (path: string) => join(folder, path);

beforeAll(async () => {
  rmSync(dirname(folder), { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  writeFileSync(at('api.json'), document('listPets'));
  writeFileSync(at('responses.json'), '{ "ok": { "description": "ok" } }');
  writeFileSync(at('overlay.yaml'), overlay('One'));
  expect(await run()).toMatchObject({ code: 0, made: 1 });
  kept = snapshot(folder);
}, 60_000);

interface Wish {
  json?: boolean;
  overwrite?: boolean;
  /** The document and its overlay are not named: the project says them. */
  isAlone?: boolean;
}

/** Runs the command; says what it said, and how often a document was made anything of. */
async function run({ json = false, overwrite = false, isAlone = false }: Wish = {}) {
  const { said, context } = makeContext();
  const steps: string[] = [];
  const out = at('server');
  const named = isAlone ? undefined : at('api.json');
  const choices = isAlone ? {} : { overlays: [at('overlay.yaml')] };
  const code = await generate(
    {
      document: named,
      out,
      choose: () =>
        chooseConfig({ choices, file: undefined, document: named }, { path: out, isTitled: false }),
      overwrite,
      force: false,
      json,
      program: '/opt/mcpwright/cli.js',
      disk: quickDisk,
    },
    { ...context, progress: (text) => void steps.push(text) },
  );
  const made = steps.filter((step) => step === 'Reading the operations').length;
  return { code, said: said.out + said.err, made };
}

describe('a run that finds all as the last one left it', () => {
  test('ends when that is known, says so, and changes no byte', async () => {
    restore(folder, kept);
    const before = snapshot(folder);
    const { code, said, made } = await run();
    expect({ code, made }).toEqual({ code: 0, made: 0 });
    expect(said).toContain(
      'Done. Shop: 1 tool in 1 toolset from 1 operation. Nothing that they are made of has changed since the last run.',
    );
    expect(said).toContain('server: already up to date.');
    expect(snapshot(folder)).toEqual(before);
  });

  test('does so from another folder too, and where the project says what the command line said', async () => {
    restore(folder, kept);
    const home = process.cwd();
    try {
      process.chdir(at('server'));
      expect(await run({ isAlone: true })).toMatchObject({ code: 0, made: 0 });
      process.chdir('/');
      expect(await run()).toMatchObject({ code: 0, made: 0 });
    } finally {
      process.chdir(home);
    }
  });

  test('does so once packages were installed, unless sources are there that they were not compiled with', async () => {
    restore(folder, kept);
    const install = (version: string) => {
      mkdirSync(at('node_modules/typescript/bin'), { recursive: true });
      writeFileSync(at('node_modules/typescript/bin/tsc'), '');
      writeFileSync(at('node_modules/.package-lock.json'), version);
    };
    install('1');
    expect(await run()).toMatchObject({ code: 0, made: 0 });
    appendFileSync(at('server/src/custom.ts'), '// mine\n');
    expect(await run()).toMatchObject({ code: 0, made: 1 });
    install('2');
    expect(await run()).toMatchObject({ code: 0, made: 1 });
    expect(await run()).toMatchObject({ code: 0, made: 0 });
  });

  test('makes all of it where a report is asked for, or edits are given up', async () => {
    restore(folder, kept);
    const before = snapshot(folder);
    expect(await run({ json: true })).toMatchObject({ code: 0, made: 1 });
    expect(await run({ overwrite: true })).toMatchObject({ code: 0, made: 1 });
    expect(snapshot(folder)).toEqual(before);
    expect(await run()).toMatchObject({ code: 0, made: 0 });
  });

  test('names what it leaves alone, as a whole run does', async () => {
    restore(folder, kept);
    rmSync(at('server/src/stdio.ts'));
    appendFileSync(at('server/src/generated/api.ts'), '// mine\n');
    await eject(at('server/src/runtime/json.ts'), makeContext().context);
    const whole = await run();
    expect(whole).toMatchObject({ code: 0, made: 1 });
    const short = await run();
    expect(short).toMatchObject({ code: 0, made: 0 });
    for (const line of [
      'src/stdio.ts stays away, since you deleted it.',
      'src/generated/api.ts keeps what you changed by hand.',
      'src/runtime/json.ts is yours, since you ejected it.',
    ]) {
      expect(whole.said).toContain(line);
      expect(short.said).toContain(line);
    }
  });
});

const edit = (path: string) => () => appendFileSync(at(path), '\n');

describe('all is made anew where anything is another than it was:', () => {
  test.each<[string, () => void]>([
    ['the document', edit('api.json')],
    ['what it refers to', edit('responses.json')],
    ['an overlay', () => writeFileSync(at('overlay.yaml'), overlay('Two'))],
    ['the choices', () => appendFileSync(at('server/mcpwright.yaml'), '\nbudget: 300\n')],
    ['a generated file', edit('server/src/generated/api.ts')],
    ['a file of the runtime', edit('server/src/runtime/json.ts')],
    ['a shared file', edit('server/README.md')],
    ['custom.ts', edit('server/src/custom.ts')],
    ['a source of the owner', () => writeFileSync(at('server/src/mine.ts'), '')],
    ['a file that is gone', () => rmSync(at('server/src/http.ts'))],
    [
      'a link in the place of a source',
      () => {
        rmSync(at('server/src/custom.ts'));
        symlinkSync(at('api.json'), at('server/src/custom.ts'));
      },
    ],
    ['the text that changes are merged with', edit('server/.mcpwright/base/README.md')],
    ['the names', edit('server/.mcpwright/names.json')],
    ['the manifest', edit('server/.mcpwright/manifest.json')],
    ['the record is none', () => writeFileSync(at('server/.mcpwright/local.json'), '{"last": 1}')],
    [
      'the program',
      () => {
        const record = at('server/.mcpwright/local.json');
        const local = JSON.parse(readFileSync(record, 'utf8')) as { last: { inputs: string } };
        local.last.inputs = local.last.inputs.replaceAll(/./g, '0');
        writeFileSync(record, JSON.stringify(local));
      },
    ],
  ])('%s', async (_what, change) => {
    restore(folder, kept);
    change();
    expect((await run()).made).toBe(1);
  });

  test('but not where files have another time only', async () => {
    restore(folder, kept);
    for (const [path, content] of kept) if (content !== 'folder') utimesSync(at(path), 1, 1);
    expect((await run()).made).toBe(0);
  });

  test('and as long as something waits for a decision', async () => {
    restore(folder, kept);
    appendFileSync(at('server/README.md'), '<<<<<<< yours\n=======\n>>>>>>> mcpwright\n');
    const runs = [await run(), await run()];
    expect(runs.map(({ code, made }) => ({ code, made }))).toEqual([
      { code: 1, made: 1 },
      { code: 1, made: 1 },
    ]);
  });
});

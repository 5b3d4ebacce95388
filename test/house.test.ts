import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';

const root = fileURLToPath(new URL('..', import.meta.url));
/** What all steps share. */
const floor = new Set(['model', 'schema', 'regex', 'text']);
const stages = new Set([
  'load',
  'read',
  'shape',
  'compare',
  'lint',
  'suggest',
  'report',
  'emit',
  'publish',
  'write',
]);

interface Source {
  /** Relative to the repository, with forward slashes. */
  path: string;
  text: string;
  /** What it imports: packages as they are, files relative to the repository. */
  imports: { target: string; typeOnly: boolean; dynamic: boolean }[];
}

const generator = readSources('generator');
const templates = readSources('templates/project');

/** Every rule returns what breaks it, so that a failure names the file and the reason. */
describe('the house', () => {
  test('the top level holds what it should and nothing else', () => {
    const listed = (
      'generator templates samples test docs package.json package-lock.json tsconfig.json ' +
      'README.md LICENSE CHANGELOG.md CONTRIBUTING.md'
    ).split(' ');
    const ignored = new Set(['node_modules', 'dist', 'demo']);
    const found = readdirSync(root).filter((name) => !name.startsWith('.') && !ignored.has(name));
    expect(found.toSorted()).toEqual(listed.toSorted());
  });

  test('no stage imports another stage', () => {
    expect(broken((from, to) => isStage(from) && isStage(to) && folder(from) !== folder(to))).toEqual([]);
  });

  test('a document is inspected by the entries of the steps', () => {
    const inspect = generator.find(({ path }) => path === 'generator/inspectDocument.ts');
    const used = (inspect?.imports ?? []).map(({ target }) => target).filter(isStage);
    // Who reads the user's choices is told what the server is called; one document cannot be several.
    const entries = ['load/load', 'read/read', 'shape/shape', 'shape/splitSources', 'shape/names/nameServer'];
    expect(used.toSorted()).toEqual(entries.map((entry) => `generator/${entry}.js`).toSorted());
  });

  test('the model imports no stage', () => {
    expect(broken((from, to) => folder(from) === 'model' && isStage(to))).toEqual([]);
  });

  test('templates import nothing of the generator', () => {
    expect(
      templates.flatMap(({ path, imports }) =>
        imports
          .filter(({ target }) => target.startsWith('generator/'))
          .map(({ target }) => `${path} -> ${target}`),
      ),
    ).toEqual([]);
  });

  // What both decide, they decide by the same code; the shared floor says what that is.
  test('stages know only the types of the runtime, and call what it does by the shared floor', () => {
    const callers = generator.filter(({ imports }) =>
      imports.some(({ target, typeOnly }) => target.startsWith('templates/') && !typeOnly),
    );
    expect(callers.map(({ path }) => path).filter(isStage)).toEqual([]);
    expect(callers.filter(({ path }) => floor.has(folder(path))).length).toBeGreaterThan(0);
  });

  const doors: [string, RegExp, RegExp][] = [
    ['swagger-parser', /^@apidevtools\//, /^generator\/load\//],
    ['handlebars', /^handlebars/, /^generator\/emit\/render\.ts$/],
    ['ts-morph', /^ts-morph/, /^generator\/emit\/build\//],
    [
      'markdown-it',
      /^markdown-it/,
      /^generator\/(?:text\/markdown\/toPlainText|publish\/clients\/readInstall)\.ts$/,
    ],
    ['prettier', /^prettier/, /^generator\/emit\/format\.ts$/],
    ['yargs', /^yargs/, /^generator\/(cli|main)\.ts$/],
    ['the tokenizer', /^gpt-tokenizer/, /^generator\/text\/bytePairs\/tokenTable\.ts$/],
    ['the sampler', /^openapi-sampler/, /^generator\/shape\/mocks\/loadSampler\.ts$/],
    ['JSONPath', /^json-p3/, /^generator\/load\/overlay\/compilePath\.ts$/],
    ['vitest', /^vitest/, /^test\//],
    ['disk', /^(node:)?fs(\/|$)/, /^generator\/(load|write)\//],
    ['other programs', /^(node:)?child_process$/, /^generator\/(load\/project\/openRevision|cli)\.ts$/],
    ['network', /^((node:)?(https?2?|net|tls|dgram)$|undici)/, /^generator\/load\//],
  ];
  test.each(doors)('%s has one door', (_name, packages, door) => {
    const users = generator.filter(({ imports }) => imports.some(({ target }) => packages.test(target)));
    expect(users.map(({ path }) => path).filter((path) => !door.test(path))).toEqual([]);
    const exists = door.test('test/') || users.length > 0 || packages.test('node:http');
    expect(exists, 'the package is used where it should be').toBe(true);
  });

  const slow: [string, RegExp][] = [
    ['ts-morph', /^generator\/emit\/build\//],
    ['what serves', /^generator\/commands\/(?:connectTo|serve)\./],
  ];
  test.each(slow)('%s is imported lazily, since it takes long to load', (_name, part) => {
    const within = generator.filter(({ path }) => part.test(path));
    expect(within).not.toEqual([]);
    const eager = generator.filter(
      ({ path, imports }) =>
        !part.test(path) &&
        imports.some(({ target, typeOnly, dynamic }) => part.test(target) && !typeOnly && !dynamic),
    );
    expect(eager.map(({ path }) => path)).toEqual([]);
  });

  test('main.ts loads the code of a command only to run it', () => {
    const main = generator.find(({ path }) => path === 'generator/main.ts')!;
    const eager = main.imports
      .filter(({ target, typeOnly, dynamic }) => /\/commands\//.test(target) && !typeOnly && !dynamic)
      .map(({ target }) => target);
    expect(eager.toSorted()).toEqual([
      'generator/commands/context.js',
      'generator/commands/describe/describeInputError.js',
      'generator/commands/options.js',
    ]);
  });

  test('only cli.ts knows process, the lock by which others know this one, and what finds the folder of the user', () => {
    const users = generator.filter(
      ({ text, imports }) =>
        /(?<![\w.'"`-])process\b(?!['"`-])/.test(withoutTexts(text)) ||
        imports.some(({ target }) => /^(node:)?process$/.test(target)),
    );
    expect(users.map(({ path }) => path)).toEqual([
      'generator/cli.ts',
      'generator/write/keepFolder.ts',
      'generator/write/journal/findStateFolder.ts',
    ]);
  });

  test('nothing asks `URL.canParse`, which is wrong on Node 20: `parseUrl` is there', () => {
    const users = [...generator, ...readSources('templates/project/src')].filter(({ text }) =>
      /\bURL\.canParse\(/.test(text),
    );
    expect(users.map(({ path }) => path)).toEqual([]);
  });

  test('only the disk of write/ changes the disk: it follows no link', () => {
    const reading = new Set(
      'type Stats constants lstat lstatSync open readFile readdir realpath realpathSync stat statSync'.split(
        ' ',
      ),
    );
    // Whatever is not known to read counts as writing, and so does all that is imported together.
    const writes = ({ text }: Source) =>
      [...text.matchAll(/\b(?:from|import)\s*\(?\s*'(?:node:)?fs(?:\/promises)?'/g)].some(({ index }) => {
        const [, names] = /\bimport \{([^{}]*)\} $/.exec(text.slice(0, index)) ?? [];
        return names === undefined || names.split(/[\s,]+/).some((name) => name !== '' && !reading.has(name));
      });
    expect(generator.filter(writes).map(({ path }) => path)).toEqual(['generator/write/disk.ts']);
    const opening = generator.filter(({ text }) =>
      /\bimport \{[^}]*\bopen\b[^}]*\} from 'node:fs/.test(text),
    );
    expect(opening.map(({ path }) => path)).toEqual(['generator/write/disk.ts']);
  });

  test('files are read by `readWhole` alone, which has a bound and waits for no device', () => {
    const exempt = [
      // Our own package.
      'generator/load/ownFiles.ts',
      // Opens what it has written, for the disk to keep it.
      'generator/write/disk.ts',
      // The one door.
      'templates/project/src/runtime/auth/readSecret.ts',
      // Reads only what it has written itself, and nobody else could have.
      'templates/project/src/runtime/auth/oauth/tokenStore.ts',
      // Counts how many files can be opened.
      'templates/project/src/runtime/memo.ts',
      // Files of callers, with bounds of their own.
      'templates/project/src/runtime/request/files.ts',
      // The settings of the project's owner, beside the program that they start.
      'templates/project/src/runtime/transport/runProgram.ts',
      // Makes new files.
      'templates/project/src/runtime/result/saveFile.ts',
    ];
    const reading = /\b(?:readFile(?:Sync)?|createReadStream|open(?:Sync|AsBlob)?|readSync|readv?)\b/;
    const users = [...generator, ...readSources('templates/project/src')].filter(({ text }) =>
      [...text.matchAll(/^import (\{[^}]*\}|.*) from 'node:fs(?:\/promises)?';$/gm)].some(
        ([, names = '']) => reading.test(names) || !names.startsWith('{'),
      ),
    );
    expect(users.map(({ path }) => path).toSorted()).toEqual(exempt.toSorted());
  });

  test('only load/ fetches', () => {
    const users = generator.filter(({ text }) => /(?<![\w.])fetch\(/.test(withoutComments(text)));
    expect(users.map(({ path }) => path).filter((path) => !path.startsWith('generator/load/'))).toEqual([]);
  });

  test('no Handlebars file contains TypeScript, and package.json is no template', () => {
    const files = list('templates').filter((path) => path.endsWith('.hbs'));
    expect(files.length).toBeGreaterThan(0);
    expect(files.filter((path) => /\.(ts|js|json)\.hbs$/.test(path))).toEqual([]);
    const code =
      /^\s*(import .* from|export (default|const|function|interface|type)|const \w+ =|interface \w+ \{)/m;
    expect(files.filter((path) => code.test(readFileSync(join(root, path), 'utf8')))).toEqual([]);
  });

  test('document text is never put into code by hand: no template literal builds an emitted statement', () => {
    const suspects = generator.filter(
      ({ path, text }) =>
        path.startsWith('generator/emit/') &&
        !path.startsWith('generator/emit/build/') &&
        /`[^`]*\b(export const|import \{|function )[^`]*\$\{/.test(text),
    );
    expect(suspects.map(({ path }) => path)).toEqual([]);
  });

  test('what a server loads later is loaded by importOnce, which tries again where files cannot be opened', () => {
    const exempt = [
      // Before a server serves.
      'templates/project/src/http.ts',
      'templates/project/src/stdio.ts',
      'templates/project/src/runtime/transport/runProgram.ts',
    ];
    const found = templates
      .filter(({ path, imports }) => !path.includes('/generated/') && imports.some(({ dynamic }) => dynamic))
      .filter(({ path }) => path.includes('/src/'))
      .filter(({ text }) => /(?<!importOnce\(\(\) => )\bimport\('(?!node:)/.test(withoutTypes(text)))
      .map(({ path }) => path);
    expect(found.toSorted()).toEqual(exempt.toSorted());
  });

  test('nothing is left to be done in a comment', () => {
    const words = /\b(TODO|FIXME|XXX|HACK)\b/;
    const found = [...generator, ...templates].filter(({ text }) => words.test(text)).map(({ path }) => path);
    expect(found).toEqual([]);
  });
});

function broken(rule: (from: string, to: string) => boolean): string[] {
  return generator.flatMap(({ path, imports }) =>
    imports.filter(({ target }) => rule(path, target)).map(({ target }) => `${path} -> ${target}`),
  );
}

function folder(path: string): string {
  return /^generator\/([^/]+)\//.exec(path)?.[1] ?? '';
}

function isStage(path: string): boolean {
  return stages.has(folder(path));
}

function withoutComments(text: string): string {
  return text.replaceAll(/\/\*[\s\S]*?\*\/|(?<!:)\/\/.*$/gm, '');
}

function withoutTypes(text: string): string {
  return withoutComments(text).replaceAll(/\btypeof import\(/g, '');
}

function withoutTexts(text: string): string {
  return withoutComments(text).replaceAll(/'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*"/g, "''");
}

function list(directory: string): string[] {
  return readdirSync(join(root, directory), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(root, join(entry.parentPath, entry.name)).replaceAll('\\', '/'));
}

function readSources(directory: string): Source[] {
  return list(directory)
    .filter((path) => path.endsWith('.ts'))
    .map((path) => {
      const text = readFileSync(join(root, path), 'utf8');
      return { path, text, imports: readImports(path, text) };
    });
}

function readImports(path: string, text: string): Source['imports'] {
  const code = withoutComments(text);
  const statements = [...code.matchAll(/^(import|export)\s+(type\s+)?[^'";]*?from\s+'([^']+)'/gm)].map(
    ([statement, , type, target = '']) => ({
      target,
      typeOnly: type !== undefined || /^\w+\s*\{(\s*type\s+[\w\s]+,?)+\}/.test(statement),
      dynamic: false,
    }),
  );
  const bare = [...code.matchAll(/^import\s+'([^']+)'/gm)].map(([, target = '']) => ({
    target,
    typeOnly: false,
    dynamic: false,
  }));
  const dynamic = [...code.matchAll(/\bimport\(\s*'([^']+)'/g)].map(([, target = '']) => ({
    target,
    typeOnly: false,
    dynamic: true,
  }));
  return [...statements, ...bare, ...dynamic].map(({ target, typeOnly, dynamic: lazy }) => ({
    target: target.startsWith('.')
      ? relative(root, join(root, path, '..', target)).replaceAll('\\', '/')
      : target,
    typeOnly,
    dynamic: lazy,
  }));
}

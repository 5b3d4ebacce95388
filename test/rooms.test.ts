import { readdirSync } from 'node:fs';
import { basename, dirname, join, relative } from 'node:path';
import { describe, expect, test } from 'vitest';
import { commands } from '../generator/commands/options.js';
import { features, partsOfEntries } from '../generator/emit/features.js';
import { type Importer, type Source, readImporters, readSources } from './support/sources.js';

const generator = readSources('generator');
const templates = readSources('templates/project');
const all = [...generator, ...templates];
const runtime = 'templates/project/src/runtime';

/** Files and functions that a rule lets pass. An entry that is no longer needed fails. */
const exceptions = {
  /** Short files that one file alone imports. */
  short: [],
  /** Functions of more than 80 lines. */
  long: [],
  /** Names that functions of three files or more have. */
  names: [],
  /** Files that match media types beside their tables. */
  mediaTypes: [],
  /** Files that are called by a verb, and export nothing of that name. */
  verbs: [],
  /** Files that are called like a function which is called like a thing. */
  things: [],
  /** What is exported, and imported by nobody, or by tests alone. */
  exports: [],
  /** Files that match the ends of sentences beside `generator/text/sentences.ts`, which is not emitted. */
  sentences: [
    'templates/project/src/runtime/dynamic/cutWords.ts',
    'templates/project/src/runtime/search/readQuery.ts',
  ],
};

/**
 * The rooms of a folder in the order in which they may import: a room knows those before it. `.` is the folder itself,
 * but for files that are named on their own.
 */
const orders: Record<string, string[]> = {
  'generator/shape':
    'names select adjusted frameworks mended enforced arguments advertised budget check server words sources mocks resources prompts'.split(
      ' ',
    ),
  [runtime]:
    '. secrets patterns validate request bodies arguments auth http result select features.ts search offer mock call interact extensions.ts planView.ts dynamic extend telemetry resources prompts completion tasks server door transport'.split(
      ' ',
    ),
};

/** The tables of media types: of the runtime, and what the generator alone needs to know. */
const mediaTypeTables = ['generator/schema/mediaTypes.ts', `${runtime}/mediaTypes.ts`];
/** What tells a media type from others. */
const ofMediaTypes =
  /(?:application|text|image|audio|video|multipart)\\?\/|(?:\[\/[+.-]*\]|\/|\+)(?:json|xml|yaml)|json-?seq|octet-stream/;
const sentenceTable = 'generator/text/sentences.ts';
/** Words that functions begin with: a new one is added here. */
const verbs = new Set(
  (
    'accept add adjust adopt advertise annotate answer apply ask assign bind bound build call check choose clean ' +
    'clip close coerce collect compare compile compose compress connect convert copy count cover create ' +
    'customize cut decode decompress delete describe diff drop eject emit encode enforce escape exchange ' +
    'expand expect explain extend extract fetch fill filter find finish fit flatten fold follow ' +
    'format gather generate get group guard guess hand hold holds identify index infer inspect ' +
    'isolate judge keep lay limit lint list load log look main make map mark match measure mend merge modernise move ' +
    'name narrow normalize obtain offer open order outline pack parse pick place plan poll post ' +
    'prepare print probe propose publish put rank read recall receive reconcile recover redact refresh ' +
    'refuse register relate relax remember remove rename render repair replace report request ' +
    'require reset reshape resolve restore retry rewrite run sample save says scan score search select send ' +
    'serialize serve set settle shape shorten show sign skip slide sort spare spell split start step stop store ' +
    'strip subscribe suggest sum survey swap sweep take tell test to track translate trim truncate ' +
    'undo unite update upgrade use validate verify visit wait walk warn watch with wrap write'
  ).split(' '),
);
/** Signs that end a sentence, each of which may be there. */
const ofSentences = /\[\.[!?]{2}|\(\?<=\\\.\)\\s/;

/** Files whose exports are for others than us: users of the package, owners of a project, builds for the web. */
const publicFiles = [
  /^generator\/index\.ts$/,
  /^templates\/project\/src\/(?:custom|lambda|worker|runtime\/(?:customize|sdk-shims|http\/clientOverFetch))\.ts$/,
  /^templates\/project\/src\/generated\//,
];

const floor = ['model', 'schema', 'regex', 'text'];

describe('the rooms of the house', () => {
  test('a room holds at most 14 files', () => {
    const counts = new Map<string, number>();
    for (const { path } of all) counts.set(dirname(path), (counts.get(dirname(path)) ?? 0) + 1);
    expect([...counts].filter(([, files]) => files > 14)).toEqual([]);
  });

  test('a project of sixteen tools has at most 110 files in git', () => {
    const server = 'samples/petstore/server';
    // The sample is committed without what is built, and without the texts that merges start from.
    const left =
      /^(?:node_modules|dist)\/|^\.mcpwright\/(?!(?:manifest|names|mcpwright\.schema)\.json$)|^\.env$/;
    const files = readdirSync(server, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => relative(server, join(entry.parentPath, entry.name)).replaceAll('\\', '/'))
      .filter((path) => !left.test(path));
    expect(files).toContain('.mcpwright/manifest.json');
    expect(files.length).toBeGreaterThan(90);
    expect(files.length).toBeLessThanOrEqual(110);
  });

  test('what is short and used by one file alone stands in that file', () => {
    const importers = new Map<string, Set<string>>();
    const lazy = new Set<string>();
    for (const { path, imports } of all)
      for (const { target, dynamic } of imports) {
        if (dynamic) lazy.add(target);
        importers.set(target, (importers.get(target) ?? new Set()).add(path));
      }
    const short = all
      .filter(({ text }) => text.split('\n').length <= 25)
      .filter(({ path, typesOnly }) => !typesOnly && !lazy.has(path) && !path.includes('/src/generated/'))
      .filter(({ path }) => importers.get(path)?.size === 1)
      // One package, one door.
      .filter(
        ({ imports }) =>
          !imports.some(({ target }) => isPackage(target) && importers.get(target)?.size === 1),
      );
    expectListed(
      short.map(({ path }) => path),
      exceptions.short,
    );
  });

  test('no function has more than 80 lines', () => {
    const long = all.flatMap(({ path, functions }) =>
      functions.filter(({ lines }) => lines > 80).map(({ name }) => `${path} ${name}`),
    );
    expectListed(long, exceptions.long);
  });

  test.each(Object.entries(orders))('the rooms of %s import in one direction', (folder, order) => {
    const places = new Map(order.map((room, place) => [room, place]));
    const rooms = all
      .filter(({ path }) => path.startsWith(`${folder}/`))
      .map(({ path }) => roomOf(folder, path));
    expect([...new Set(rooms)].filter((room) => room !== '.' && !places.has(room))).toEqual([]);
    const against = all.flatMap(({ path, imports }) =>
      imports
        .filter(({ target }) => path.startsWith(`${folder}/`) && target.startsWith(`${folder}/`))
        .filter(
          ({ target }) => (places.get(roomOf(folder, path)) ?? 0) < (places.get(roomOf(folder, target)) ?? 0),
        )
        .filter(() => places.has(roomOf(folder, path)))
        .map(({ target }) => `${path} -> ${target}`),
    );
    expect(against).toEqual([]);
  });

  test('no file imports itself by a detour, by its types neither', () => {
    expect(findCircles(all)).toEqual([]);
  });

  test('every file of the runtime is reached from an entry, or belongs to a feature', () => {
    const imports = new Map(templates.map(({ path, imports: found }) => [path, found]));
    const entries = [
      'src/stdio.ts',
      'src/http.ts',
      'src/lambda.ts',
      'src/worker.ts',
      'src/server.ts',
      'src/custom.ts',
      'src/runtime/sdk-shims.ts',
      // Stands in for another file where bundle.js says so.
      'src/runtime/http/clientOverFetch.ts',
    ];
    const reached = new Set(entries.map((path) => `templates/project/${path}`));
    for (const path of reached) {
      // What is generated differs from API to API.
      if (path.startsWith('templates/project/src/generated/')) continue;
      for (const { target } of imports.get(path) ?? []) if (imports.has(target)) reached.add(target);
    }
    const optional = features.flatMap(({ files }) => files.map((file) => `${runtime}/${file}`));
    const ofEntries = new Set(
      Object.values(partsOfEntries).flatMap(({ files = [] }) => files.map((file) => `${runtime}/${file}`)),
    );
    expect(
      optional.filter((path) => !imports.has(path)),
      'is no file',
    ).toEqual([]);
    expect(
      optional.filter((path) => reached.has(path) && !ofEntries.has(path)),
      'is needed by every API',
    ).toEqual([]);
    const files = [...imports.keys()].filter((path) => path.startsWith(`${runtime}/`));
    expect(
      files.filter((path) => !reached.has(path) && !optional.includes(path)),
      'is reached from nowhere',
    ).toEqual([]);
  });

  test('what some entries need is imported by nothing but these and what they need', () => {
    const rows = Object.entries(partsOfEntries);
    for (const folder of new Set(rows.flatMap(([, { folders }]) => folders))) {
      const owners = rows.filter(([, { folders }]) => folders.includes(folder));
      const mayUse = owners.flatMap(([, { folders }]) => folders).map((one) => `${runtime}/${one}`);
      const isOwn = (path: string) => path.startsWith(`${runtime}/${folder}`);
      expect(templates.filter(({ path }) => isOwn(path)).length, folder).toBeGreaterThan(0);
      const users = templates.filter(({ imports }) => imports.some(({ target }) => isOwn(target)));
      const others = users
        .map(({ path }) => path)
        .filter((path) => !mayUse.some((one) => path.startsWith(one)))
        .filter((path) => !path.startsWith('templates/project/src/generated/'));
      const entries = new Set(owners.map(([entry]) => `templates/project/${entry}`));
      expect(
        others.filter((path) => !entries.has(path)),
        folder,
      ).toEqual([]);
    }
  });

  test('one name has one meaning: functions of three files do not share it', () => {
    const files = new Map<string, Set<string>>();
    for (const { path, functions } of all)
      for (const { name, topLevel } of functions)
        if (topLevel) files.set(name, (files.get(name) ?? new Set()).add(path));
    const shared = [...files].filter(([, paths]) => paths.size >= 3);
    expectListed(
      shared.map(([name]) => name),
      exceptions.names,
    );
  });

  test('a file that is called by a verb exports what is called so', () => {
    const called = all.filter(({ path }) => /[A-Z]/.test(stemOf(path)) && verbs.has(verbOf(path)));
    const unlike = called.filter(({ path, exported }) => !exported.includes(stemOf(path)));
    expectListed(
      unlike.map(({ path }) => path),
      exceptions.verbs,
    );
  });

  test('a function that a file is called after begins with a verb, says whose it is, or is a command', () => {
    const named = all.filter(({ path, functions, exported }) => {
      const stem = stemOf(path);
      // Commands are called as their users call them.
      if (dirname(path) === 'generator/commands' && Object.hasOwn(commands, stem)) return false;
      return exported.includes(stem) && functions.some(({ name, topLevel }) => topLevel && name === stem);
    });
    const things = named.filter(({ path }) => !verbs.has(verbOf(path)) && !path.endsWith('Of.ts'));
    expectListed(
      things.map(({ path }) => path),
      exceptions.things,
    );
  });

  test.each([
    ['media types', mediaTypeTables, ofMediaTypes, exceptions.mediaTypes],
    ['ends of sentences', [sentenceTable], ofSentences, exceptions.sentences],
  ])('%s are matched in one place', (_subject, tables, pattern, listed) => {
    expect(
      tables.filter(
        (path) => !all.some((one) => one.path === path && one.patterns.some((text) => pattern.test(text))),
      ),
      'match none',
    ).toEqual([]);
    const found = all
      .filter(({ path, patterns }) => !tables.includes(path) && patterns.some((text) => pattern.test(text)))
      .map(({ path }) => path);
    expectListed(found, listed);
  });

  test('what is exported is imported somewhere, and by more than its tests if nothing else uses it', () => {
    const users = readUsers();
    const found = all
      .filter(({ path }) => !publicFiles.some((pattern) => pattern.test(path)))
      .flatMap(({ path, text, exported }) =>
        exported
          .filter((name) => {
            const using = users(path).filter((user) => countMentions(user.text, name) > 0);
            if (using.some((user) => !user.path.startsWith('test/'))) return false;
            return using.length === 0 || countMentions(text, name) < 2;
          })
          .map((name) => `${path} ${name}`),
      );
    expectListed(found, exceptions.exports);
  });

  test('the shared floor imports no stage', () => {
    const stage = /^generator\/(?!model\/|schema\/|regex\/|text\/)/;
    const found = generator
      .filter(({ path }) => floor.some((room) => path.startsWith(`generator/${room}/`)))
      .flatMap(({ path, imports }) =>
        imports.filter(({ target }) => stage.test(target)).map(({ target }) => `${path} -> ${target}`),
      );
    expect(found).toEqual([]);
  });
});

/**
 * The files that may use what a file exports: those that import it, and for a file that is loaded lazily all of the
 * product, which knows its exports as members.
 */
function readUsers(): (path: string) => readonly Omit<Importer, 'targets'>[] {
  const importers = new Map<string, Omit<Importer, 'targets'>[]>();
  const add = (target: string, file: Omit<Importer, 'targets'>) =>
    importers.set(target, [...(importers.get(target) ?? []), file]);
  for (const source of all) for (const { target } of source.imports) add(target, source);
  for (const file of readImporters('test')) for (const target of file.targets) add(target, file);
  const lazy = new Set(
    all.flatMap(({ imports }) => imports.filter(({ dynamic }) => dynamic).map(({ target }) => target)),
  );
  return (path) => [
    ...(importers.get(path) ?? []),
    ...(lazy.has(path) ? all.filter((source) => source.path !== path) : []),
  ];
}

const wordsOf = new Map<string, Map<string, number>>();

/** How often a text has a name. */
function countMentions(text: string, name: string): number {
  const words = wordsOf.get(text) ?? new Map<string, number>();
  if (!wordsOf.has(text)) {
    wordsOf.set(text, words);
    for (const [word] of text.matchAll(/[\w$]+/g)) words.set(word, (words.get(word) ?? 0) + 1);
  }
  return words.get(name) ?? 0;
}

/** What breaks a rule is what is listed as its exceptions, and nothing that is listed is missing. */
function expectListed(found: readonly string[], listed: readonly string[]): void {
  expect(
    found.filter((entry) => !listed.includes(entry)),
    'breaks the rule',
  ).toEqual([]);
  expect(
    listed.filter((entry) => !found.includes(entry)),
    'need not be listed any more',
  ).toEqual([]);
}

/** Whether an import is of a package, and not of a file or of Node. */
function isPackage(target: string): boolean {
  return !target.endsWith('.ts') && !target.startsWith('node:');
}

/** The name of a file without its ending. */
function stemOf(path: string): string {
  return basename(path, '.ts');
}

/** The first word of it. */
function verbOf(path: string): string {
  return stemOf(path).replace(/[A-Z].*/s, '');
}

function roomOf(folder: string, path: string): string {
  const [room = '', ...rest] = path.slice(folder.length + 1).split('/');
  const isNamed = orders[folder]?.includes(room);
  return rest.length === 0 && !isNamed ? '.' : room;
}

/** Files that import one another, each circle once (Tarjan's strongly connected components). */
function findCircles(sources: readonly Source[]): string[][] {
  const targets = new Map(sources.map(({ path, imports }) => [path, imports.map(({ target }) => target)]));
  const order = new Map<string, number>();
  const lowest = new Map<string, number>();
  const open: string[] = [];
  const circles: string[][] = [];
  const visit = (path: string): number => {
    order.set(path, order.size);
    lowest.set(path, order.get(path) ?? 0);
    open.push(path);
    for (const target of targets.get(path) ?? []) {
      if (!targets.has(target)) continue;
      if (!order.has(target)) lowest.set(path, Math.min(lowest.get(path) ?? 0, visit(target)));
      else if (open.includes(target))
        lowest.set(path, Math.min(lowest.get(path) ?? 0, order.get(target) ?? 0));
    }
    if (lowest.get(path) === order.get(path)) {
      const circle = open.splice(open.indexOf(path));
      if (circle.length > 1) circles.push(circle);
    }
    return lowest.get(path) ?? 0;
  };
  for (const path of targets.keys()) if (!order.has(path)) visit(path);
  return circles;
}

import { changeKinds } from '../generator/model/comparison.js';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { format, resolveConfig } from 'prettier';
import { Node, Project, SyntaxKind } from 'ts-morph';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { type Option, commandNames, nameOf, options } from '../generator/commands/options.js';
import { frameworks } from '../generator/shape/frameworks/findFramework.js';
import { memoizeIn } from '../generator/text/memo.js';
import { runCli } from './support/replayPage.js';
import { tempFolder } from './support/tempFolder.js';
import { writeOptionTable } from './support/writeOptionTable.js';
import { listSettings } from '../generator/emit/listSettings.js';
import { makeServer } from './support/makeServer.js';

const root = process.cwd();
const index = 'docs/README.md';
const pages = readdirSync('docs', { recursive: true, encoding: 'utf8' })
  .filter((path) => path.endsWith('.md'))
  .map((path) => `docs/${path.replaceAll('\\', '/')}`)
  .concat('README.md', 'CONTRIBUTING.md')
  .toSorted();
/** Not read on from anywhere, but its links have to lead somewhere too. */
const changelog = 'CHANGELOG.md';
const texts = new Map([...pages, changelog].map((page) => [page, readFileSync(page, 'utf8')]));
const read = (page: string) => texts.get(page) ?? '';
const fences = /^```(\w*)\n([^]*?)^```$/gm;
const commands: string[] = commandNames;

/** The links of a page into the repository: the file, and the heading in it. */
function linksOf(page: string): { target: string; anchor: string | undefined }[] {
  const prose = read(page).replaceAll(fences, '');
  return [...prose.matchAll(/\]\((?!https?:)([^)#\s]*)(?:#([^)\s]*))?\)/g)].map(([, path = '', anchor]) => ({
    target: path === '' ? page : normalize(join(dirname(page), path)).replaceAll('\\', '/'),
    anchor,
  }));
}

/** Anchors of a page, as code hosts make them of headings. */
function anchorsOf(page: string): string[] {
  return [
    ...read(page)
      .replaceAll(fences, '')
      .matchAll(/^#+ (.+)$/gm),
  ].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N} _-]/gu, '')
      .replaceAll(' ', '-'),
  );
}

test('every framework that is recognized has a section that begins with its sign, and no other', () => {
  const [, ...sections] = read('docs/frameworks.md').split(/^## /m);
  const signs = sections.flatMap((text) => {
    const [heading = '', , first = ''] = text.split('\n');
    return /\brecognized by\b/i.test(first) ? [heading.replace(/ with .*/, '')] : [];
  });
  expect(signs.toSorted()).toEqual(
    Object.values(frameworks)
      .map(({ title }) => title)
      .toSorted(),
  );
});

describe('links', () => {
  test.each([...pages, changelog])('every link of %s leads to a file, and to a heading of it', (page) => {
    const broken = linksOf(page).filter(
      ({ target, anchor }) =>
        !existsSync(target) || (anchor !== undefined && !anchorsOf(target).includes(anchor)),
    );
    expect(broken).toEqual([]);
  });

  test('every page is reached from the index, and the index from the README', () => {
    const reached = new Set(['README.md']);
    for (const page of reached)
      for (const { target } of linksOf(page)) if (pages.includes(target)) reached.add(target);
    expect([...reached].toSorted()).toEqual(pages);
    const listed = new Set(linksOf(index).map(({ target }) => target));
    expect(pages.filter((page) => page.startsWith('docs/') && page !== index && !listed.has(page))).toEqual(
      [],
    );
  });
});

describe('commands', () => {
  const help = new Map<string, Promise<string>>();
  const flagsOf = async (command: string) => {
    if (!help.has(command))
      help.set(
        command,
        runCli([command, '--help']).then(({ output }) => output),
      );
    const text = (await help.get(command)) ?? '';
    return [...text.matchAll(/^ +(?:-\w, )? *(--[a-z-]+)/gm)].map(([, flag = '']) => flag);
  };

  test.each(pages)('every command and option that %s names exists', async (page) => {
    const wrong: string[] = [];
    const named = read(page).matchAll(/(?<!name: |'|")\bmcpwright (?:-- )?([a-z]+)([^\n`|]*)/g);
    for (const [whole, command = '', rest = ''] of named) {
      const flags = [...rest.matchAll(/(?<=\s|\[)--[a-z][a-z-]*/g)].map(([flag]) => flag);
      if (!commands.includes(command)) {
        if (flags.length > 0) wrong.push(whole);
        continue;
      }
      const known = await flagsOf(command);
      wrong.push(...flags.filter((flag) => !known.includes(flag)).map((flag) => `${command} ${flag}`));
    }
    expect(wrong).toEqual([]);
  });

  test('none has npm, or what is like it, fetch mcpwright by its name, which may be anybody’s', () => {
    const flags = String.raw`(?: +-{1,2}[\w-]+(?:=\S+)?)*`;
    const name = String.raw` +['"]?mcpwright(?![\w/.-])`;
    const fetching = [
      String.raw`\b(?:npx|bunx|pnpx|yarn dlx|pnpm dlx|pnpm exec|bun x)${flags}${name}`,
      String.raw`\bnpm (?:exec|x)(?! --no -- )${flags}${name}`,
      String.raw`\b(?:npm|pnpm|yarn|bun)(?: global)? (?:install|i|add)${flags}${name}`,
    ].map((one) => new RegExp(one, 'g'));
    const found = (text: string) => fetching.flatMap((one) => text.match(one) ?? []);
    for (const command of [
      'npx mcpwright',
      'npx --yes mcpwright check',
      'npx -y mcpwright@0.1.0',
      'npm exec mcpwright',
      'npm exec --yes -- mcpwright',
      'pnpm dlx mcpwright',
      'bunx mcpwright',
      'npm install -g mcpwright',
      'npm install --save-dev mcpwright@latest',
      'yarn add mcpwright',
    ])
      expect(found(command), command).not.toEqual([]);
    expect(found('npm exec --no -- mcpwright; npm i ./vendor/mcpwright-0.1.0.tgz; npx vitest')).toEqual([]);

    const sources = ['generator', 'templates'].flatMap((folder) =>
      readdirSync(folder, { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile())
        .map((entry) => join(entry.parentPath, entry.name)),
    );
    const wrong = [...pages, ...sources].flatMap((path) =>
      found(readFileSync(path, 'utf8')).map((command) => `${path}: ${command}`),
    );
    expect(wrong).toEqual([]);
  });

  test('docs/cli.md lists the options as the commands know them', async () => {
    const page = read('docs/cli.md');
    const written = page.replace(/^\| option [^]*?\n(?=\n)/m, () => writeOptionTable());
    const formatted = await format(written, { ...(await resolveConfig('docs/cli.md')), parser: 'markdown' });
    await expect(formatted).toMatchFileSnapshot(join(root, 'docs/cli.md'));
  });

  test('docs/diff.md lists the kinds of changes as the comparison knows them', async () => {
    const page = read('docs/diff.md');
    const rows = Object.entries(changeKinds).map(
      ([kind, { words, impacts }]) => `| \`${kind}\` | ${words} | ${impacts.join(', ')} |`,
    );
    const table = ['| kind | what changed | impact |', '| --- | --- | --- |', ...rows, ''].join('\n');
    const written = page.replace(/^\| kind [^]*?\n(?=\n)/m, () => table);
    const formatted = await format(written, { ...(await resolveConfig('docs/diff.md')), parser: 'markdown' });
    await expect(formatted).toMatchFileSnapshot(join(root, 'docs/diff.md'));
  });

  test.each(commands)('%s --help lists the options of the table', async (command) => {
    const known = Object.entries<Option>(options)
      .filter(([, option]) => option.for.some((name) => name === command))
      .map(([name]) => `--${nameOf(name)}`);
    expect([...new Set(await flagsOf(command))].toSorted()).toEqual(
      [...known, '--help', '--version'].toSorted(),
    );
  });
});

const parsed = new Map<string, ReturnType<typeof parseTests>>();

/** What a file of tests imports and calls. */
function parseTests(text: string) {
  const source = new Project({ useInMemoryFileSystem: true }).createSourceFile('it.ts', text);
  return {
    imports: source.getImportDeclarations().map((one) => one.getModuleSpecifierValue()),
    calls: source.getDescendantsOfKind(SyntaxKind.CallExpression),
  };
}

/** A test by its title, and why a run might leave it out: what it stands in, what it calls, or documents that not everybody has. */
function findTest(text: string, title: string): { isThere: boolean; skips: string[] } {
  const { imports, calls } = memoizeIn(parsed, text, () => parseTests(text));
  const skips = imports
    .filter((name) => /realDocuments|e2e\/project/.test(name))
    .map((name) => name.replace(/^.*\//, ''));
  const own = calls.filter((call) => {
    const [first] = call.getArguments();
    const isTitle = Node.isStringLiteral(first) || Node.isNoSubstitutionTemplateLiteral(first);
    return (
      isTitle && first.getLiteralText() === title && /^(?:test|it)\b/.test(call.getExpression().getText())
    );
  });
  for (const call of own) {
    const around = [call, ...call.getAncestors().filter(Node.isCallExpression)];
    skips.push(...around.map((one) => one.getExpression().getText()).filter((name) => leavesOut.test(name)));
    const within = call.getDescendantsOfKind(SyntaxKind.CallExpression);
    skips.push(
      ...within.map((one) => one.getExpression().getText()).filter((name) => /(?:^|\.)skip$/.test(name)),
    );
  }
  return { isThere: own.length > 0, skips };
}

const leavesOut = /^(?:test|it|describe)\b.*\.(?:skip|skipIf|runIf|todo|fails)\b/s;

describe('docs/security.md', () => {
  const threats = [...read('docs/security.md').matchAll(/\| `(test\/[^`]+)` +\| `([^`]+)` +\|/g)];

  test('names many threats', () => {
    expect(threats.length).toBeGreaterThanOrEqual(35);
    const rows = read('docs/security.md').match(/^\| (?!threat|-)/gm) ?? [];
    expect(threats.length).toBe(rows.length);
  });

  test.each(threats.map(([, file = '', title = '']) => [file, title]))(
    '%s has the test "%s", which every run makes',
    (file, title) => {
      const { isThere, skips } = findTest(readFileSync(file, 'utf8'), title);
      expect(isThere).toBe(true);
      expect(skips).toEqual([]);
    },
  );

  test.each([
    ['', []],
    ["describe('a', () => {", []],
    ["describe.skip('a', () => {", ['describe.skip']],
    ["describe.skipIf(isWindows)('a', () => {", ['describe.skipIf(isWindows)']],
    ["describe.runIf(hasSpecs).each(all)('a', () => {", ['describe.runIf(hasSpecs).each(all)']],
  ])('a test that is skipped in %j counts for none', (around, skips) => {
    const within = (text: string) => (around === '' ? text : `${around} ${text} });`);
    const other = "test.skip('other', () => {});";
    expect(findTest(within(`${other} test('it', () => {});`), 'it')).toEqual({ isThere: true, skips });
    expect(findTest(within('test.each(all)(`it`, () => {});'), 'it')).toEqual({ isThere: true, skips });
    const own = ["test.skip('it', () => {});", "test.todo('it');", "test('it', ({ skip }) => skip('no'));"];
    for (const text of [...own, "test('it', (context) => { if (isRoot) context.skip(); });"])
      expect(findTest(within(text), 'it').skips, text).toHaveLength(skips.length + 1);
    expect(findTest(within("expect('it');"), 'it').isThere).toBe(false);
    expect(findTest("import { specs } from './realDocuments.js'; test('it', () => {});", 'it').skips).toEqual(
      ['realDocuments.js'],
    );
  });
});

describe('settings', () => {
  const settings = new Set([
    ...['petstore', 'papers'].flatMap(
      (sample) =>
        readFileSync(`samples/${sample}/server/.env.example`, 'utf8').match(/\b[A-Z][A-Z_]+(?==)/g) ?? [],
    ),
    // With all parts that an owner can choose.
    ...listSettings(makeServer()).map(({ name }) => name),
  ]);

  test.each(pages)('every variable MCP_… that %s names is a setting', (page) => {
    const named = read(page).match(/\bMCP_[A-Z_]+\b/g) ?? [];
    expect(named.filter((name) => !settings.has(name.replace(/_FILE$/, '')) && !settings.has(name))).toEqual(
      [],
    );
  });

  test('docs/serving.md lists every setting', () => {
    const rows =
      read('docs/serving.md')
        .match(/^\| `.+$/gm)
        ?.join('\n') ?? '';
    expect(
      [...settings].filter(
        (name) => !/^(?:PETSTORE|PAPERS|NAME)_/.test(name) && !rows.includes(`\`${name}\``),
      ),
    ).toEqual([]);
  });
});

const login = (operationId: string, properties: object) => ({
  post: {
    operationId,
    requestBody: { content: { 'application/json': { schema: { type: 'object', properties } } } },
    responses: { 200: { description: 'Fine' } },
  },
});

/** A document with the operations that log in of the examples, and the schemes that they are for. */
function addLogins(document: { paths: object; components: { securitySchemes: object } }): object {
  const paths = {
    '/login': login('postLogin', { username: {}, password: {} }),
    '/sessions': login('createSession', { user: { type: 'object' } }),
  };
  const schemes = {
    cookieAuth: { type: 'apiKey', in: 'cookie', name: 'sid' },
    bearerAuth: { type: 'http', scheme: 'bearer' },
  };
  const { securitySchemes } = document.components;
  return {
    ...document,
    paths: { ...document.paths, ...paths },
    components: { ...document.components, securitySchemes: { ...securitySchemes, ...schemes } },
  };
}

describe('examples', () => {
  // As JSON, which takes a fraction of the time to read.
  const petstore = JSON.stringify(
    addLogins(
      parse(readFileSync('samples/petstore/openapi.yaml', 'utf8')) as Parameters<typeof addLogins>[0],
    ),
  );
  const overlay = 'overlay: 1.0.0\nactions: [{ target: $.info, update: {} }]\n';
  const configs = pages.flatMap((page) =>
    [...read(page).matchAll(fences)].flatMap(([, language, body = '']) =>
      language === 'yaml' && !/^(?:openapi|overlay:|x-mcp|paths|components| +\/)/m.test(body)
        ? [{ page, body }]
        : [],
    ),
  );

  test('there are some of mcpwright.yaml', () => {
    expect(configs.length).toBeGreaterThan(5);
  });

  test.each(configs)('a choice of $page is one that can be read: $body', async ({ body }) => {
    const around = tempFolder();
    const folder = join(around, 'project');
    mkdirSync(folder);
    const document = '../petstore.json';
    writeFileSync(join(folder, document), petstore);
    const isOfSeveral = /^sources:/m.test(body);
    const text = isOfSeveral ? body.replaceAll(/^( +document:).*$/gm, `$1 ${document}`) : body;
    writeFileSync(join(folder, 'mcpwright.yaml'), text);
    mkdirSync(join(around, 'common'));
    // Some name it.
    writeFileSync(join(around, 'ours.yaml'), overlay);
    const { code, output } = await runCli(['tools', ...(isOfSeveral ? [] : [document])], folder);
    // Where a rule for another document leaves nothing, that is said, and the file was read all the same.
    expect([0, 1], output).toContain(code);
  });

  test('the tutorial connects clients as the README of the project does', () => {
    const emitted = readFileSync('samples/petstore/server/README.md', 'utf8');
    const snippets = [...read('docs/tutorial.md').matchAll(fences)]
      .map(([, language, body = '']) => ({ language, body }))
      .filter(({ language, body }) => language === 'json' || body.startsWith('claude '));
    expect(snippets).toHaveLength(4);
    for (const { body } of snippets) expect(emitted).toContain(body.trim());
  });
});

import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { parse, stringify } from 'yaml';
import { figma } from '../support/realDocuments.js';
import { reorder } from '../support/reorder.js';
import { runCommand } from '../support/runCommand.js';
import { snapshot } from '../support/tempFolder.js';
import { scratch, typecheck } from './project.js';

const home = process.cwd();

type Spec = Record<string, any>;

/** What a version does to the one before, and what of that callers are told: kinds of changes and their tools. */
interface Version {
  what: string;
  change: (document: Spec) => void;
  told: string[];
  /** What may change on disk, where that is less than all. */
  touches?: RegExp;
}

const ok = { 200: { description: 'What was asked for.' } };
/** The parameter of an operation that has a name. */
const parameterOf = ({ paths }: Spec, path: string, name: string): Spec => {
  const parameters: Spec[] = paths[path].get.parameters;
  return parameters.find((one) => one['name'] === name) ?? expect.unreachable(name);
};

/** The files that one more operation may touch: of its toolset, what lists all, and the page that does. */
const ofOneMore = (toolset: string) =>
  new RegExp(
    String.raw`^(?:src/generated/(?:(?:tools|schemas)/${toolset}|arguments|catalog|search|mocks|components)\.ts|\.mcpwright/(?:manifest\.json|names\.json|base/README\.md)|README\.md)$`,
  );

const versionsPath = '/v1/files/{file_key}/versions';
/** An API through its versions. */
const versions: Version[] = [
  {
    what: 'adds an operation',
    change: ({ paths }) => {
      const { tags, parameters, security } = paths['/v1/files/{file_key}/meta'].get;
      paths['/v1/files/{file_key}/thumbnail'] = {
        get: {
          operationId: 'getFileThumbnail',
          tags,
          security,
          summary: 'Get the thumbnail of a file',
          parameters: [parameters[0]],
          responses: ok,
        },
      };
    },
    told: ['tool-added get_file_thumbnail'],
    touches: ofOneMore('files'),
  },
  {
    what: 'renames operations: one by its path, one by its id',
    change: ({ paths }) => {
      paths['/v1/renders/{file_key}'] = paths['/v1/images/{file_key}'];
      delete paths['/v1/images/{file_key}'];
      paths['/v1/me'].get.operationId = 'whoAmI';
    },
    // Names stay, whatever operations are called.
    told: ['tool-operation get_images'],
  },
  {
    what: 'renames a parameter',
    change: (spec) => {
      parameterOf(spec, versionsPath, 'page_size')['name'] = 'limit';
    },
    told: ['argument-renamed get_file_versions'],
  },
  {
    what: 'tightens a limit',
    change: (spec) => {
      parameterOf(spec, versionsPath, 'limit')['schema'].maximum = 40;
    },
    told: ['argument-narrowed get_file_versions'],
  },
  {
    what: 'loosens it again, and more, and removes an operation',
    change: (spec) => {
      parameterOf(spec, versionsPath, 'limit')['schema'].maximum = 80;
      delete spec['paths']['/v1/oembed'];
    },
    // It was the only one of its toolset.
    told: ['toolset-removed', 'argument-widened get_file_versions', 'tool-removed get_o_embed'],
  },
];

/** What of the API is offered, and what of it is not. */
const offered = ['Files', 'Comments', 'Users', 'Payments', 'oEmbed'];
const others = ['Projects', 'Component Sets'];
const include = offered.flatMap((tag) => ['--include', `tag=${tag}`]);

/** The part of a document that has these tags, with all that it refers to: the rest would only be read, time and again. */
function cut({ paths, components, ...rest }: Spec, tags: readonly string[]): Spec {
  const isTagged = (item: Spec) =>
    Object.values(item).some((operation: Spec) => tags.includes(operation['tags']?.[0]));
  const kept = Object.fromEntries(Object.entries<Spec>(paths).filter(([, item]) => isTagged(item)));
  const reached: Spec = { securitySchemes: components.securitySchemes };
  const texts = [JSON.stringify(kept)];
  for (const text of texts)
    for (const [, kind = '', name = ''] of text.matchAll(/"#\/components\/(\w+)\/([^"]+)"/g)) {
      const members: Spec = (reached[kind] ??= {});
      if (Object.hasOwn(members, name)) continue;
      members[name] = components[kind][name];
      texts.push(JSON.stringify(members[name]));
    }
  return { ...rest, paths: kept, components: reached };
}
const generate = () => runCommand(['generate', '--json']);

describe('through the versions of an API, with what its owner edits,', () => {
  const folder = join(scratch, 'chain');
  const project = join(folder, 'server');
  const at = (path: string) => join(project, path);
  const read = (path: string) => readFileSync(at(path), 'utf8');
  const change = (path: string, edit: (text: string) => string) => {
    const text = read(path);
    expect(edit(text)).not.toBe(text);
    writeFileSync(at(path), edit(text));
  };
  const save = (text: string) => writeFileSync(join(folder, 'openapi.yaml'), text);
  let document: Spec;

  beforeAll(async () => {
    rmSync(folder, { recursive: true, force: true });
    mkdirSync(folder, { recursive: true });
    document = cut(parse(readFileSync(figma, 'utf8')) as Spec, [...offered, ...others]);
    save(stringify(document));
    process.chdir(folder);
    const args = ['generate', 'openapi.yaml', '-o', 'server', ...include];
    expect(await runCommand(args)).toMatchObject({ code: 0 });
    process.chdir(project);
    change('src/custom.ts', (old) =>
      old.replace(
        '({})',
        `({
  tools: {
    get_me: { description: 'Finds one.', wrap: async (args, next) => next(args) },
    owners_choice: { hidden: true },
  },
})`,
      ),
    );
    change('README.md', (old) => old.replace('## Set up', '## Our shop\n\nAsk Ada.\n\n## Set up'));
    change('package.json', (old) => {
      const content = JSON.parse(old) as Spec;
      Object.assign(content, { license: 'MIT', dependencies: { 'left-pad': '^1.3.0' } });
      content['scripts'].greet = 'echo hello';
      return `${JSON.stringify(content, undefined, 2)}\n`;
    });
    change('src/stdio.ts', (old) => old.replace('// Imported only now', '// Ours too. Imported only now'));
    change('mcpwright.yaml', (old) => `${old}\ntools:\n  getPayments: { name: owners_choice } # ours\n`);
    expect(await runCommand(['eject', 'src/runtime/redact.ts'])).toMatchObject({ code: 0 });
    change('src/runtime/redact.ts', (old) => `${old}\n// Ours.\n`);
    expect((await generate()).code).toBe(0);
    await expectIsFine();
  });
  afterAll(() => process.chdir(home));

  /** Every edit of the owner is there. */
  function expectEdits(): void {
    expect(read('src/custom.ts')).toContain('Finds one.');
    expect(read('README.md')).toContain('Ask Ada.');
    expect(JSON.parse(read('package.json'))).toMatchObject({
      license: 'MIT',
      dependencies: { 'left-pad': '^1.3.0' },
      scripts: { greet: 'echo hello' },
    });
    expect(read('src/stdio.ts')).toContain('// Ours too.');
    expect(read('mcpwright.yaml')).toContain('name: owners_choice } # ours');
    expect(read('.mcpwright/names.json')).toContain('owners_choice');
    expect(read('src/runtime/redact.ts')).toContain('// Ours.');
  }

  /** The project is up to date; it does what its own scripts do: it compiles, is built, and its tests pass. */
  async function expectIsFine(): Promise<void> {
    expect(await runCommand(['check', '--quiet'])).toEqual({ code: 0, stdout: '', stderr: '' });
    expect(await typecheck(project)).toBe('');
    const { status, stdout, stderr } = spawnSync(process.execPath, ['build.js', '--test'], {
      cwd: project,
      encoding: 'utf8',
    });
    expect(status, stdout + stderr).toBe(0);
    expect(stdout).toMatch(/^# pass [1-9]|ℹ pass [1-9]/m);
    rmSync(at('dist'), { recursive: true });
  }

  test.each(versions)('the version that $what', async ({ change: evolve, told, touches }) => {
    evolve(document);
    save(JSON.stringify(document));
    const before = snapshot(project);
    const { code, stdout } = await generate();
    expect(code).toBe(0);
    const { comparison } = JSON.parse(stdout) as {
      comparison: { changes: { kind: string; tool?: string }[] };
    };
    expect(comparison.changes.map(({ kind, tool }) => [kind, tool].filter(Boolean).join(' '))).toEqual(told);
    expectEdits();
    const after = snapshot(project);
    const changed = [...after].filter(([path, text]) => before.get(path) !== text).map(([path]) => path);
    expect(changed).not.toEqual([]);
    if (touches !== undefined) expect(changed.filter((path) => !touches.test(path))).toEqual([]);
    expect((await generate()).code).toBe(0);
    expect(snapshot(project)).toEqual(after);
    await expectIsFine();
  });

  test('the same document in another order or layout changes no byte', async () => {
    const before = snapshot(project);
    const orders = Object.entries(reorder(document)).map(
      ([how, turned]) => [how, stringify(turned)] as const,
    );
    for (const [how, text] of [...orders, ['laid out otherwise', JSON.stringify(document, undefined, 7)]]) {
      save(text ?? '');
      expect(await runCommand(['check', '--quiet']), how).toEqual({ code: 0, stdout: '', stderr: '' });
      const { code, stdout } = await generate();
      expect(code, how).toBe(0);
      const { files, comparison } = JSON.parse(stdout) as { files: { kind: string }[]; comparison?: unknown };
      expect(comparison, how).toBeUndefined();
      expect(
        files.filter(({ kind }) => kind === 'update' || kind === 'create'),
        how,
      ).toEqual([]);
      expect(snapshot(project), how).toEqual(before);
    }
  });
});

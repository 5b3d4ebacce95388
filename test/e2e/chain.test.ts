import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { parse, stringify } from 'yaml';
import { runCommand } from '../support/runCommand.js';
import { snapshot } from '../support/tempFolder.js';
import { root, scratch, typecheck } from './project.js';

/** An API through six versions, and an owner whose edits have to live through all of them. */
const folder = join(scratch, 'chain');
const project = join(folder, 'server');
const at = (path: string) => join(project, path);
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

/** A parameter of the list of orders. */
const parameterOf = ({ paths }: Spec, name: string): Spec => {
  const parameters: Spec[] = paths['/orders'].get.parameters;
  return parameters.find((one) => one['name'] === name) ?? expect.unreachable(name);
};

const versions: Version[] = [
  {
    what: 'adds an operation',
    change: ({ paths }) => {
      paths['/orders/{orderId}/receipt'] = {
        parameters: paths['/orders/{orderId}'].parameters,
        get: {
          operationId: 'getReceipt',
          tags: ['orders'],
          summary: 'Look up a receipt',
          security: [],
          responses: { 200: { description: 'The receipt.' } },
        },
      };
    },
    told: ['tool-added get_receipt'],
    touches:
      /^(?:src\/generated\/(?:(?:tools|schemas)\/orders|arguments|catalog|search|mocks|components)\.ts|\.mcpwright\/(?:manifest\.json|names\.json|base\/README\.md)|README\.md)$/,
  },
  {
    what: 'renames a parameter',
    change: (spec) => {
      parameterOf(spec, 'limit')['name'] = 'size';
    },
    told: ['argument-renamed list_orders'],
  },
  {
    what: 'tightens a limit',
    change: (spec) => {
      parameterOf(spec, 'size')['schema'].maximum = 40;
    },
    told: ['argument-narrowed list_orders'],
  },
  {
    what: 'loosens it again, and more',
    change: (spec) => {
      parameterOf(spec, 'size')['schema'].maximum = 80;
    },
    told: ['argument-widened list_orders'],
  },
  {
    what: 'removes an operation',
    change: ({ paths }) => {
      delete paths['/shelters/{shelterId}'];
    },
    told: ['tool-removed get_shelter'],
  },
];

let document: Spec;
const save = (text: string) => writeFileSync(join(folder, 'openapi.yaml'), text);
const read = (path: string) => readFileSync(at(path), 'utf8');
const change = (path: string, edit: (text: string) => string) => {
  const text = read(path);
  expect(edit(text)).not.toBe(text);
  writeFileSync(at(path), edit(text));
};
const generate = () => runCommand(['generate', '--json']);

beforeAll(async () => {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const text = readFileSync(join(root, 'samples/petstore/openapi.yaml'), 'utf8');
  document = parse(text) as Spec;
  save(text);
  process.chdir(folder);
  expect(await runCommand(['generate', 'openapi.yaml', '-o', 'server'])).toMatchObject({ code: 0 });
  process.chdir(project);
  change('src/custom.ts', (old) =>
    old.replace('({})', "({ tools: { get_pet: { description: 'Finds one pet.' } } })"),
  );
  change('README.md', (old) => old.replace('## Set up', '## Our shop\n\nAsk Ada.\n\n## Set up'));
  change('package.json', (old) => {
    const content = JSON.parse(old) as Spec;
    Object.assign(content, { license: 'MIT', dependencies: { 'left-pad': '^1.3.0' } });
    content['scripts'].greet = 'echo hello';
    return `${JSON.stringify(content, undefined, 2)}\n`;
  });
  change('src/stdio.ts', (old) => old.replace('// Imported only now', '// Ours too. Imported only now'));
  change('mcpwright.yaml', (old) => `${old}\nreadOnly: false # for now\n`);
  expect(await runCommand(['eject', 'src/runtime/redact.ts'])).toMatchObject({ code: 0 });
  change('src/runtime/redact.ts', (old) => `${old}\n// Ours.\n`);
  expect((await generate()).code).toBe(0);
});
afterAll(() => process.chdir(home));

/** Every edit of the owner is there. */
function expectEdits(): void {
  expect(read('src/custom.ts')).toContain('Finds one pet.');
  expect(read('README.md')).toContain('Ask Ada.');
  expect(JSON.parse(read('package.json'))).toMatchObject({
    license: 'MIT',
    dependencies: { 'left-pad': '^1.3.0' },
    scripts: { greet: 'echo hello' },
  });
  expect(read('src/stdio.ts')).toContain('// Ours too.');
  expect(read('mcpwright.yaml')).toContain('readOnly: false # for now');
  expect(read('src/runtime/redact.ts')).toContain('// Ours.');
}

test.each(versions)('the version that $what', async ({ change: evolve, told, touches }) => {
  evolve(document);
  save(stringify(document));
  const before = snapshot(project);
  const { code, stdout } = await generate();
  expect(code).toBe(0);
  const { comparison } = JSON.parse(stdout) as {
    comparison: { changes: { kind: string; tool?: string }[] };
  };
  // What the change does to words is told besides.
  const kinds = comparison.changes.filter(({ kind }) => !kind.endsWith('-words'));
  expect(kinds.map(({ kind, tool }) => `${kind} ${tool}`)).toEqual(told);
  expectEdits();
  const after = snapshot(project);
  const changed = [...after].filter(([path, text]) => before.get(path) !== text).map(([path]) => path);
  expect(changed).not.toEqual([]);
  if (touches !== undefined) expect(changed.filter((path) => !touches.test(path))).toEqual([]);
  expect(await runCommand(['check'])).toMatchObject({ code: 0 });
  expect((await generate()).code).toBe(0);
  expect(snapshot(project)).toEqual(after);
  expect(await typecheck(project)).toBe('');
});

test.each<[string, () => string]>([
  ['in another order', () => stringify(reverseKeys(document))],
  ['in another layout', () => JSON.stringify(document, undefined, 7)],
])('the same document %s changes no byte', async (_what, write) => {
  const before = snapshot(project);
  save(write());
  expect((await generate()).code).toBe(0);
  expect(snapshot(project)).toEqual(before);
});

/** Paths, their operations and named components the other way round: their order says nothing. */
function reverseKeys(spec: Spec): Spec {
  const reverse = (map: Spec): Spec => Object.fromEntries(Object.entries(map).toReversed());
  const paths = Object.entries(spec['paths'] as Spec).map(([path, item]) => [path, reverse(item as Spec)]);
  const components = Object.entries(spec['components'] as Spec).map(([kind, map]) => [
    kind,
    reverse(map as Spec),
  ]);
  return {
    ...spec,
    paths: reverse(Object.fromEntries(paths) as Spec),
    components: Object.fromEntries(components) as Spec,
  };
}

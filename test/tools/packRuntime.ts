import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { identifyContract } from '../../generator/emit/composePackage.js';
import { loadPackage, loadTemplates } from '../../generator/load/ownFiles.js';
import { contractKey, runtimePackage } from '../../generator/model/config.js';

/**
 * `npm run pack:runtime -- [folder]`: packs the runtime of emitted projects as a package of its own, for projects that
 * say `runtime: { package: … }`. What is packed is what `npm run build` made last. Writes the path of the tarball.
 */
const [folder = '.'] = process.argv.slice(2);
const [own, templates] = await Promise.all([loadPackage(), loadTemplates()]);
/** Where the sources are: the same for both packages. */
const { repository, homepage, bugs } = JSON.parse(readFileSync('package.json', 'utf8')) as Record<
  string,
  unknown
>;
const places = { repository, homepage, bugs };
const work = mkdtempSync(join(tmpdir(), 'mcpwright-runtime-'));
try {
  cpSync('dist/templates/project/src/runtime', work, { recursive: true });
  cpSync('LICENSE', join(work, 'LICENSE'));
  writeFileSync(join(work, 'README.md'), templates.get('src/runtime/README.md') ?? '');
  writeFileSync(join(work, 'package.json'), composeManifest());
  mkdirSync(folder, { recursive: true });
  const packed = execFileSync('npm', ['pack', '--json', '--pack-destination', resolve(folder)], {
    cwd: work,
    encoding: 'utf8',
  });
  const [{ filename = '' } = {}] = JSON.parse(packed) as { filename?: string }[];
  process.stdout.write(`${join(folder, filename)}\n`);
} finally {
  rmSync(work, { recursive: true, force: true });
}

/** Its package.json: it depends on what any part of it imports, in the versions that we test. */
function composeManifest(): string {
  const texts = [...templates].filter(([path]) => path.startsWith('src/runtime/')).map(([, text]) => text);
  const imports = texts.join('\n').matchAll(/(?:from |import\()'((?:@[\w-]+\/)?[a-z][\w-]*)[/']/g);
  const names = [...new Set([...imports].map(([, name = '']) => name))].toSorted();
  const content = {
    name: runtimePackage,
    version: own.version,
    description: 'The runtime of MCP servers that mcpwright has generated from OpenAPI documents.',
    license: 'MIT',
    ...places,
    type: 'module',
    exports: { './*': './*', './package.json': './package.json' },
    engines: { node: '>=20.19' },
    // A scope is private to npm unless this is said.
    publishConfig: { access: 'public' },
    dependencies: Object.fromEntries(names.map((name) => [name, own.dependencies[name]])),
    [contractKey]: identifyContract(templates),
  };
  return `${JSON.stringify(content, undefined, 2)}\n`;
}

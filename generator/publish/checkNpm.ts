import { type Members, isMap } from '../model/document.js';
import { type PublishFinding, isPublicRegistry } from '../model/publish/facts.js';
import { showUrl } from '../text/parseUrl.js';
import { askOwner } from './askOwner.js';
import { type CheckContext, findingsFor, readFileText, readJsonFile, toMap } from './projectFiles.js';

const file = 'package.json';
const tell = findingsFor('npm', file);

/** Names of modules that Node has, which npm takes for no new package, as far as a server could be called so. */
const taken = new Set([
  'node_modules',
  'favicon.ico',
  'http',
  'https',
  'events',
  'process',
  'stream',
  'url',
  'test',
]);

/** Holds package.json against what npm refuses (package.json, name, private, license), and against how npx starts it. */
export async function checkNpm(context: CheckContext): Promise<PublishFinding[]> {
  const { value, findings } = await readJsonFile('npm', file, context);
  if (!isMap(value)) return findings;
  const { name, bin, files, license, publishConfig } = value as Record<string, unknown>;
  const { isPrivate, publishRegistry } = context.facts.package;
  const problem = findNameProblem(typeof name === 'string' ? name : '');
  const found: (PublishFinding | undefined)[] = [
    problem === undefined
      ? undefined
      : tell('error', problem, `Write in package.json: "name": "@your-name/${context.facts.name}"`, '/name'),
    isPrivate
      ? tell(
          'error',
          'The package is private: npm publishes no such one.',
          'Take "private" out of package.json.',
          '/private',
        )
      : undefined,
    typeof license === 'string' && license !== ''
      ? undefined
      : askOwner('npm', 'error', 'license', context.facts, 'It has no license: others may not use it.'),
    publishRegistry !== undefined
      ? tell(
          'error',
          `The package is published to ${showUrl(publishRegistry)}, where others do not look for it.`,
          'Take publishConfig.registry out of package.json, or npm out of publish.to in mcpwright.yaml.',
          '/publishConfig/registry',
        )
      : await checkSettings(toMap(publishConfig), context),
    Array.isArray(files) && !files.some((one) => /^\.?\/?dist\/?/.test(String(one)))
      ? tell(
          'error',
          'The package does not hold dist/, which is the server.',
          'Write in package.json: "files": ["dist"]',
          '/files',
        )
      : undefined,
    findBinProblem(typeof name === 'string' ? name : '', bin),
  ];
  return found.filter((one) => one !== undefined);
}

/** What .npmrc of the project says of where it is published, unless package.json says it (npm, npmrc). */
async function checkSettings(
  publishConfig: Members,
  context: CheckContext,
): Promise<PublishFinding | undefined> {
  if (publishConfig['registry'] !== undefined) return undefined;
  const text = (await readFileText(context, '.npmrc')) ?? '';
  const [scope] = context.facts.package.name.split('/');
  const lines = [...text.matchAll(/^\s*(?:(@[\w.~-]+):)?registry\s*=\s*(\S+)/gm)];
  const [, , registry] =
    lines.find(([, of]) => of === scope) ?? lines.find(([, of]) => of === undefined) ?? [];
  if (registry === undefined || isPublicRegistry(registry)) return undefined;
  return findingsFor('npm', '.npmrc')(
    'error',
    'The package is published to another registry than the public one, where others do not look for it.',
    'Write in package.json, under publishConfig, the public one as "registry", or take npm out of publish.to in mcpwright.yaml.',
  );
}

/** What npm says of a name (package.json, name). */
function findNameProblem(name: string): string | undefined {
  const [, , base = ''] = /^(@[^/]+\/)?([^/]*)$/.exec(name) ?? [];
  if (name === '') return 'The package has no name.';
  if (name.length > 214) return `The name has ${name.length} characters, and npm takes 214.`;
  if (/^[._]/.test(base) || base === '') return `The name ${name} begins with a dot or a line, or is none.`;
  if (!/^(?:@[a-z0-9][a-z0-9._~-]*\/)?[a-z0-9~-][a-z0-9._~-]*$/.test(name))
    return `The name ${name} has signs that npm does not take: a-z, 0-9, -, . and _ may be in it, and one scope before it.`;
  return taken.has(name) ? `The name ${name} is one that npm gives to nobody.` : undefined;
}

/** npx starts the only program of a package, or the one that is called as the package is, without its scope. */
function findBinProblem(name: string, bin: unknown): PublishFinding | undefined {
  const base = name.replace(/^@[^/]+\//, '');
  const programs = isMap(bin) ? Object.keys(bin as object) : [];
  if (typeof bin === 'string' || programs.length === 1 || programs.includes(base)) return undefined;
  if (programs.length === 0)
    return tell(
      'error',
      'The package has no program, so that npx cannot start it.',
      `Write in package.json: "bin": { ${JSON.stringify(base)}: "dist/stdio.js" }`,
      '/bin',
    );
  return tell(
    'error',
    `None of the programs ${programs.join(', ')} is called ${base}, as the package is: npx does not know which to start.`,
    `Write in package.json, under bin: ${JSON.stringify(base)}: "dist/stdio.js"`,
    '/bin',
  );
}

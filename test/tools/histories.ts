/**
 * Takes a project with an owner's edits through the versions of documents that npm packages hold, and holds what is told
 * against an independent walk through them: `npm run histories`, or `npm run histories -- figma`. Packages are kept in test/.tmp/histories.
 */
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { type Step, ownProject } from '../judges/compare/ownedProject.js';

/** Packages with a document, the versions that are compared one after the other, and where it lies in them. */
const histories = {
  figma: {
    package: '@figma/rest-api-spec',
    versions: ['0.10.0', '0.15.0', '0.21.0', '0.27.0', '0.31.0', '0.36.0', '0.43.0'],
    file: 'openapi/openapi.yaml',
  },
  github: {
    package: '@octokit/openapi',
    versions: ['18.0.0', '19.0.0', '20.0.0', '21.0.0', '22.0.0', '23.0.2'],
    file: 'generated/api.github.com.json',
  },
};

const cache = join(import.meta.dirname, '../../.tmp/histories');
const [wanted] = process.argv.slice(2);
let isFine = true;
for (const [name, history] of Object.entries(histories)) {
  if (wanted !== undefined && wanted !== name) continue;
  const folder = join(cache, `${name}-project`);
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const [first = '', ...others] = history.versions;
  const update = await ownProject(folder, read(history.package, first, history.file));
  for (const version of others) {
    const step = await update(read(history.package, version, history.file));
    report(`${name} ${version}`, step);
  }
}
process.exitCode = isFine ? 0 : 1;

function report(name: string, { lines, first, isFalse, isMissing, isUnnamed, isLost }: Step): void {
  const faults = { false: isFalse, missing: isMissing, 'not named first': isUnnamed, lost: isLost };
  const figures = Object.entries(faults).map(([what, found]) => `${found.length} ${what}`);
  process.stdout.write(`${name}: ${lines.length} changes, ${figures.join(', ')}\n`);
  for (const line of first) process.stdout.write(`  ${line}\n`);
  for (const [what, found] of Object.entries(faults)) {
    isFine &&= found.length === 0;
    for (const one of found) process.stdout.write(`  ${what}: ${one}\n`);
  }
}

function read(packageName: string, version: string, file: string): object {
  const folder = join(cache, packageName.replaceAll(/[@/]/g, '_'), version);
  const path = join(folder, 'package', file);
  if (!existsSync(path)) {
    mkdirSync(folder, { recursive: true });
    const packed = execFileSync('npm', ['pack', `${packageName}@${version}`, '--silent'], { cwd: folder });
    const archive = packed.toString().trim().split('\n').at(-1) ?? '';
    execFileSync('tar', ['-xzf', archive, `package/${file}`], { cwd: folder });
  }
  const text = readFileSync(path, 'utf8');
  return (file.endsWith('.json') ? JSON.parse(text) : parse(text)) as object;
}

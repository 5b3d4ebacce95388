/**
 * Compares the versions of documents that npm packages hold, and holds what is told against an independent walk through
 * them: `npm run histories`, or `npm run histories -- figma`. Packages are kept in test/.tmp/histories.
 */
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { judgeHistory } from '../judges/compare/judgeHistory.js';

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
  let before: { version: string; document: object } | undefined;
  for (const version of history.versions) {
    const document = read(history.package, version, history.file);
    if (before !== undefined) report(name, before, { version, document });
    before = { version, document };
  }
}
process.exitCode = isFine ? 0 : 1;

interface Version {
  version: string;
  document: object;
}

function report(name: string, old: Version, now: Version): void {
  const { lines, isFalse, isMissing } = judgeHistory(old.document, now.document);
  isFine &&= isFalse.length === 0 && isMissing.length === 0;
  const figures = `${lines.length} lines, ${isFalse.length} false, ${isMissing.length} missing`;
  process.stdout.write(`${name} ${old.version} → ${now.version}: ${figures}\n`);
  for (const line of isFalse) process.stdout.write(`  false: ${line}\n`);
  for (const line of isMissing) process.stdout.write(`  missing: ${line}\n`);
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

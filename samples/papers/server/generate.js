/**
 * Generates this project again (`npm run generate`): with the mcpwright that is installed in it, else with the one that
 * wrote it last on this machine. Nothing is downloaded, since a package of that name may be anybody's.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

const program = findInstalled() ?? findLast();
if (program === undefined) {
  console.error(`mcpwright is not installed in this project, and has not written it on this machine.
Run the mcpwright that you have, in this folder: mcpwright generate
From then on, npm run generate finds it.`);
  process.exitCode = 1;
} else {
  const args = [program, 'generate', ...process.argv.slice(2)];
  const { status } = spawnSync(process.execPath, args, { cwd: import.meta.dirname, stdio: 'inherit' });
  process.exitCode = status ?? 1;
}

/** The program of the package, where it is a dependency of this project, or of one around it. */
function findInstalled() {
  try {
    const manifest = createRequire(import.meta.url).resolve('mcpwright/package.json');
    return join(dirname(manifest), JSON.parse(readFileSync(manifest, 'utf8')).bin.mcpwright);
  } catch {
    return undefined;
  }
}

/** The program that wrote this project last; git ignores the file that says so. */
function findLast() {
  try {
    const record = join(import.meta.dirname, '.mcpwright/local.json');
    const { program: last } = JSON.parse(readFileSync(record, 'utf8'));
    return existsSync(last) ? last : undefined;
  } catch {
    return undefined;
  }
}

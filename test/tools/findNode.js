import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';

/**
 * The path of a version of Node, which npm installs into a folder where it is not there yet.
 *
 * @param {string} version such as `22` or `22.12.0`
 * @param {string} folder
 * @returns {string | undefined} nothing where npm has none, or is out of reach
 */
export function findNode(version, folder) {
  const os = process.platform === 'win32' ? 'win' : process.platform;
  const name = `node-${os}-${process.arch}`;
  const file = join(folder, 'node_modules', name, 'bin', os === 'win' ? 'node.exe' : 'node');
  return existsSync(file) || install(`${name}@${version}`, folder) ? file : undefined;
}

/**
 * Installs a package into a folder of its own; says whether it could.
 *
 * @param {string} wanted such as `name@version`
 * @param {string} folder
 * @returns {boolean}
 */
export function install(wanted, folder) {
  mkdirSync(folder, { recursive: true });
  const quietly = ['--prefix', folder, '--no-save', '--no-audit', '--no-fund', '--loglevel=error'];
  const { status } = spawnSync('npm', ['install', ...quietly, wanted], {
    stdio: 'inherit',
    shell: process.platform === 'win32',
  });
  return status === 0;
}

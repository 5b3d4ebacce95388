import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { contractKey, runtimePackage } from '../../model/config.js';
import { isObject } from '../../model/document.js';

/**
 * What the package of the runtime that is installed in a project says of the generated code it fits; nothing where none
 * is installed, or it does not say.
 */
export async function readContract(project: string): Promise<string | undefined> {
  try {
    const text = await readFile(join(project, 'node_modules', runtimePackage, 'package.json'), 'utf8');
    const manifest: unknown = JSON.parse(text);
    const contract = isObject(manifest as never)
      ? (manifest as Record<string, unknown>)[contractKey]
      : undefined;
    return typeof contract === 'string' ? contract : undefined;
  } catch {
    return undefined;
  }
}

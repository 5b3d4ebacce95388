import { findPackageRoot } from './findPackageRoot.js';

/** What we say of ourselves in package.json, and what emitted projects take their versions from. */
export interface Package {
  version: string;
  dependencies: Record<string, string>;
  devDependencies: Record<string, string>;
}

/** Loads our own package.json. */
export async function loadPackage(): Promise<Package> {
  const { manifest } = await findPackageRoot();
  const { version, dependencies, devDependencies } = manifest as unknown as Package;
  return { version, dependencies, devDependencies };
}

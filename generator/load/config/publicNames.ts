import { iconPath, imageName, registryName } from '../../model/publish/choices.js';
import { parseUrl } from '../../text/parseUrl.js';
import { type Place, showPath } from './readers.js';

/** The name of a server in the MCP registry. */
export function readRegistryName({ value, path, refuse }: Place): string {
  if (typeof value === 'string' && registryName.test(value)) return value;
  return refuse(
    path,
    `${showPath(path)} is ${JSON.stringify(value)}, which the MCP registry does not take for a name`,
    'Write a namespace of yours, one slash, and a name, 200 characters at most: io.github.owner/petstore, or com.example/petstore with a domain of yours.',
  );
}

/** The address of a page or a server that everybody reaches. */
export function readPublicUrl({ value, path, refuse }: Place): string {
  const url = typeof value === 'string' ? parseUrl(value) : undefined;
  const isPublic =
    url?.protocol === 'https:' &&
    url.username === '' &&
    url.password === '' &&
    url.hostname.includes('.') &&
    !/^(?:[\d.]+|.*\.(?:local|localhost|internal|test|invalid))$/.test(url.hostname);
  if (isPublic && String(value).length <= 255) return String(value);
  // It may hold a password.
  const shown = typeof value === 'string' && value.includes('@') ? '' : `: ${JSON.stringify(value)}`;
  return refuse(
    path,
    `${showPath(path)} is no https URL that everybody reaches${shown}`,
    'Write one with https, a public host, no user name and no password, 255 characters at most: https://mcp.example.com/mcp',
  );
}

/** The name of an image of a container. */
export function readImageName({ value, path, refuse }: Place): string {
  if (typeof value === 'string' && value.length <= 255 && imageName.test(value)) return value;
  return refuse(
    path,
    `${showPath(path)} is ${JSON.stringify(value)}, which is not the name of an image`,
    'Write its registry and its name in lower case, without a tag, which is the version of package.json: ghcr.io/owner/petstore',
  );
}

/** A file of the project. */
export function readIconPath({ value, path, refuse }: Place): string {
  if (typeof value === 'string' && iconPath.test(value)) return value;
  return refuse(
    path,
    `${showPath(path)} is ${JSON.stringify(value)}, which is not a picture of the project`,
    'Write its path from the folder of the project, with forward slashes: assets/icon.png',
  );
}

import type { Members } from '../../model/document.js';
import { type PublishFinding, isPublicRegistry } from '../../model/publish/facts.js';
import { showUrl } from '../../text/parseUrl.js';
import { findingsFor, isMadeUp, toMap, listObjects } from '../projectFiles.js';
import { checkInputs, checkTemplate } from './checkTemplate.js';

const tell = findingsFor('registry', 'server.json');

/** Registries of images that the MCP registry takes. */
const imageHosts = /^(?:docker\.io|ghcr\.io|mcr\.microsoft\.com|[\w-]+\.pkg\.dev|[\w-]+\.azurecr\.io)\//;
const bundles =
  /^https:\/\/(?:github\.com\/[^/]+\/[^/]+\/releases\/download\/|gitlab\.com\/.+\/-\/releases\/)/;

/** What stands for several versions, or for none that stays (MCP registry, server.json, version). */
export const range = /^latest$|[\^~*<>=|]|\.x\b|^x\b|\s-\s/i;

/**
 * Holds a package of server.json against what the registry refuses of its kind.
 *
 * @param publishRegistry - where package.json publishes to, if it is not the public npm registry
 */
export function checkPackage(
  one: Members,
  at: string,
  publishRegistry: string | undefined,
): PublishFinding[] {
  return [...checkOfKind(one, at, publishRegistry), ...checkTransport(one, at), ...checkArguments(one, at)];
}

function checkOfKind(one: Members, at: string, publishRegistry: string | undefined): PublishFinding[] {
  const { registryType: kind } = one;
  if (kind === 'npm') return checkNpmPackage(one, at, publishRegistry);
  if (kind === 'oci') return checkImage(one, at);
  return kind === 'mcpb' ? checkReleased(one, at) : checkKind(kind, at);
}

/** Members that a kind of package must not have, and why. */
function refuseMembers(one: Members, at: string, members: Record<string, string>): PublishFinding[] {
  return Object.entries(members)
    .filter(([member]) => one[member] !== undefined)
    .map(([member, message]) => tell('error', message, 'Delete it.', `${at}/${member}`));
}

function checkNpmPackage(one: Members, at: string, publishRegistry: string | undefined): PublishFinding[] {
  const { version, registryBaseUrl: base } = one;
  const found = refuseMembers(one, at, { fileSha256: 'A package of npm must not have a fileSha256.' });
  if (version === undefined || (typeof version === 'string' && range.test(version)))
    found.push(
      tell('error', 'An npm package needs one version.', 'Write it, such as 1.0.0.', `${at}/version`),
    );
  if (typeof base === 'string' && !isPublicRegistry(base))
    found.push(
      tell(
        'error',
        `The registry takes packages of the public npm registry alone, and not of ${showUrl(base)}.`,
        'Delete it.',
        `${at}/registryBaseUrl`,
      ),
    );
  if (publishRegistry !== undefined)
    found.push(
      tell(
        'error',
        `package.json publishes to ${showUrl(publishRegistry)}, and the registry takes packages of the public npm registry alone.`,
        'Take publishConfig.registry out of package.json, or npm out of publish.to in mcpwright.yaml.',
        `${at}/identifier`,
      ),
    );
  return found;
}

function checkImage(one: Members, at: string): PublishFinding[] {
  const found = refuseMembers(one, at, {
    version: 'An image has its version in its name, and no member "version".',
    registryBaseUrl: 'An image has its registry in its name, and must not have a registryBaseUrl.',
    fileSha256: 'An image has its hash in its name, and must not have a fileSha256.',
  });
  const { identifier } = one;
  if (typeof identifier === 'string' && !imageHosts.test(identifier))
    found.push(
      tell(
        'error',
        `The image ${showUrl(identifier)} is not on a public registry that is taken: docker.io, ghcr.io, *.pkg.dev, *.azurecr.io or mcr.microsoft.com.`,
        'Write another publish.image in mcpwright.yaml, such as ghcr.io/owner/name.',
        `${at}/identifier`,
      ),
    );
  return found;
}

const packAgain = 'Run npm run build && npm run pack:mcpb, which writes it';

function checkReleased(one: Members, at: string): PublishFinding[] {
  const { identifier, fileSha256, version } = one;
  const found = refuseMembers(one, at, {
    registryBaseUrl: 'A bundle has its address as its name, and must not have a registryBaseUrl.',
  });
  if (version !== undefined)
    found.push(
      tell(
        'warning',
        'A bundle has its version in its address, and older registries refuse the member "version".',
        'Delete it.',
        `${at}/version`,
      ),
    );
  if (typeof fileSha256 !== 'string')
    found.push(
      tell(
        'release',
        'The bundle has no fileSha256, which depends on the bundle that is released.',
        `${packAgain} here; the release workflow does the same.`,
        `${at}/fileSha256`,
      ),
    );
  else if (isMadeUp(fileSha256))
    found.push(tell('error', 'The fileSha256 is none of a bundle.', `${packAgain}.`, `${at}/fileSha256`));
  if (typeof identifier === 'string' && !(bundles.test(identifier) && /mcp/i.test(identifier)))
    found.push(
      tell(
        'error',
        `The bundle is taken from releases of GitHub or GitLab whose address says "mcp", and not from ${showUrl(identifier)}.`,
        'Write the address of the released file.',
        `${at}/identifier`,
      ),
    );
  return found;
}

/** Packages that only their owner knows are taken from other registries, but not from all. */
function checkKind(kind: unknown, at: string): PublishFinding[] {
  if (kind === undefined) return [];
  const isTaken = kind === 'pypi' || kind === 'nuget';
  return [
    tell(
      isTaken ? 'warning' : 'error',
      `Packages of the kind ${JSON.stringify(kind)} are not written by mcpwright, ${isTaken ? 'so that nothing holds this one against its project' : 'and the registry may refuse them'}.`,
      isTaken ? 'Look at it yourself, or delete it.' : 'Use npm, oci or mcpb.',
      `${at}/registryType`,
    ),
  ];
}

/** How a package is reached: over stdio without an address, or at an address whose references the package describes. */
function checkTransport(one: Members, at: string): PublishFinding[] {
  const { type, url, headers } = toMap(one['transport']);
  if (type === 'stdio' && url !== undefined)
    return [
      tell(
        'error',
        'A package that is started over stdio has no address.',
        'Delete it.',
        `${at}/transport/url`,
      ),
    ];
  const given = [...listObjects(one['packageArguments']), ...listObjects(one['runtimeArguments'])];
  const known = [...listObjects(one['environmentVariables']), ...given]
    .flatMap(({ name, valueHint }) => [name, valueHint])
    .filter((name) => typeof name === 'string');
  return [
    ...checkTemplate(url, known, {
      what: 'the address of the package',
      at: `${at}/transport/url`,
      describeIn: 'its environmentVariables or arguments',
      severity: 'error',
    }),
    ...checkInputs(headers, `${at}/transport/headers`, known),
  ];
}

/** What clients put on a command line, which has to stay one word (MCP registry, server.json, NamedArgument). */
function checkArguments(one: Members, at: string): PublishFinding[] {
  const lists = ['packageArguments', 'runtimeArguments'];
  const ofNames = lists.flatMap((list) =>
    listObjects(one[list]).flatMap((argument, index) => checkNamed(argument, `${at}/${list}/${index}`)),
  );
  const ofValues = [...lists, 'environmentVariables'].flatMap((list) =>
    checkInputs(one[list], `${at}/${list}`),
  );
  return [...ofNames, ...ofValues];
}

function checkNamed({ type, name, value, default: fallback }: Members, at: string): PublishFinding[] {
  if (type !== 'named' || typeof name !== 'string') return [];
  const found: PublishFinding[] = [];
  if (name.trim() === '' || /[\s<>$]/.test(name))
    found.push(
      tell(
        'error',
        `The name of the argument ${JSON.stringify(name)} is none: it must not have blanks, <, > or $.`,
        'Write the flag alone, such as --region, and the rest as its value.',
        `${at}/name`,
      ),
    );
  for (const [member, text] of Object.entries({ value, default: fallback }))
    if (name !== '' && typeof text === 'string' && text.startsWith(name))
      found.push(
        tell(
          'error',
          `The ${member} of the argument ${name} begins with its name, which clients write before it.`,
          'Write what comes behind the name alone.',
          `${at}/${member}`,
        ),
      );
  return found;
}

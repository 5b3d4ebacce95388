import type { Members } from '../../model/document.js';
import type { PublishFacts, PublishFinding } from '../../model/publish/facts.js';
import { showUrl } from '../../text/parseUrl.js';
import { findingsFor, toMap, listObjects } from '../projectFiles.js';
import { compareRemotes } from './checkRemotes.js';

const tell = findingsFor('registry', 'server.json');

/** Which place makes the packages of a kind. */
const makers = new Map([
  ['npm', 'npm'],
  ['oci', 'docker'],
  ['mcpb', 'mcpb'],
]);

/**
 * Holds an entry that its owner edited against how the project publishes itself.
 *
 * @param written - what is written now, before edits
 */
export function compareEntry(entry: Members, written: Members, facts: PublishFacts): PublishFinding[] {
  const found: PublishFinding[] = [];
  const { name } = facts.choices;
  if (name !== undefined && entry['name'] !== name)
    found.push(
      tell(
        'error',
        `The name is ${JSON.stringify(entry['name'])}, and publish.name ${name}.`,
        `Write "name": ${JSON.stringify(name)}, or the other in mcpwright.yaml.`,
        '/name',
      ),
    );
  return [
    ...found,
    ...compareRemotes(entry['remotes'], written['remotes'], tell),
    ...comparePackages(entry['packages'], written['packages']),
  ];
}

function packageKind({ registryType }: Members): string {
  return String(registryType);
}

function comparePackages(packages: unknown, written: unknown): PublishFinding[] {
  const found: PublishFinding[] = [];
  const given = [...listObjects(packages).entries()].map(([index, one]) => ({
    at: `/packages/${index}`,
    one,
  }));
  const owns = new Map(listObjects(written).map((own) => [packageKind(own), own]));
  for (const [kind, own] of owns) {
    const alike = given.filter(({ one }) => packageKind(one) === kind);
    const match = alike.find(({ one }) => isPublishedAs(one, own)) ?? alike[0];
    if (match === undefined)
      found.push(
        tell(
          'error',
          `The package of the kind ${kind} is missing.`,
          `Restore it, or take ${makers.get(kind) ?? 'its place'} out of publish.to in mcpwright.yaml.`,
          '/packages',
        ),
      );
    else found.push(...comparePackage(match.one, own, match.at));
    for (const { at } of alike.filter((one) => one !== match))
      found.push(
        tell(
          'warning',
          `It is one more package of the kind ${kind}, which this project does not publish.`,
          'Delete it, unless you publish it yourself.',
          at,
        ),
      );
  }
  for (const { one, at } of given) {
    const kind = packageKind(one);
    if (owns.has(kind) || !makers.has(kind)) continue;
    found.push(
      tell(
        'error',
        `The package of the kind ${kind} is one that this project does not publish.`,
        `Delete it, or add ${makers.get(kind)} to publish.to in mcpwright.yaml.`,
        at,
      ),
    );
  }
  return found;
}

/** Whether a package is the one that is published; an image may have its hash behind its name. */
function isPublishedAs(one: Members, { registryType, identifier: own }: Members): boolean {
  const { identifier } = one;
  if (registryType !== 'oci' || typeof identifier !== 'string' || typeof own !== 'string')
    return identifier === own;
  const [name = '', hash] = identifier.split('@', 2);
  const isNamed = name === own || (hash !== undefined && name === own.replace(/:[^:/]*$/, ''));
  return isNamed && (hash === undefined || /^sha256:[0-9a-f]{64}$/.test(hash));
}

function showMember(value: unknown): string {
  return JSON.stringify(typeof value === 'string' ? showUrl(value) : value);
}

function comparePackage(one: Members, own: Members, at: string): PublishFinding[] {
  const found: PublishFinding[] = [];
  const kind = String(own['registryType']);
  const differ = [
    ...(isPublishedAs(one, own) ? [] : ['identifier']),
    ...(own['version'] === undefined || own['version'] === one['version'] ? [] : ['version']),
  ];
  for (const member of differ)
    found.push(
      tell(
        'error',
        `The ${member} of the ${kind} package is ${showMember(one[member])}, and this project publishes ${showMember(own[member])}.`,
        `Write "${member}": ${JSON.stringify(own[member])}`,
        `${at}/${member}`,
      ),
    );
  const { type } = toMap(one['transport']);
  if (type !== undefined && type !== 'stdio')
    found.push(
      tell(
        'warning',
        `What the ${kind} package starts speaks MCP over stdio, unless arguments say otherwise.`,
        'Write "transport": { "type": "stdio" }',
        `${at}/transport/type`,
      ),
    );
  return [...found, ...compareVariables(one, own, `${at}/environmentVariables`)];
}

/** Variables that Node.js and the server read whatever its API is: proxies, OpenTelemetry, files that hold secrets. */
const ofServer = /^(?:(?:MCP|NODE|OTEL|SSL_CERT)_\w+|HTTPS?_PROXY|NO_PROXY|HOST|PORT|TZ|\w+_FILE)$/i;

function compareVariables(one: Members, own: Members, at: string): PublishFinding[] {
  const [given, read] = [one, own].map(
    (side) =>
      new Map(listObjects(side['environmentVariables']).map((input) => [String(input['name']), input])),
  );
  const found: PublishFinding[] = [];
  for (const [name, wanted] of read ?? []) {
    const input = given?.get(name);
    if (input !== undefined) found.push(...compareInput(name, input, wanted, at));
    else if (given?.has(`${name}_FILE`) !== true)
      found.push(
        tell('warning', `Users are not asked for ${name}, which the server reads.`, `Restore ${name}.`, at),
      );
  }
  for (const name of given?.keys() ?? [])
    if (read?.has(name) !== true && !ofServer.test(name))
      found.push(
        tell(
          'warning',
          `Users are asked for ${name}, which the server does not read, unless code of yours does.`,
          `Delete ${name}, or give it the name that .env.example has.`,
          at,
        ),
      );
  return found;
}

/** What clients are told of a variable: that it is a secret, and whether they have to ask for it. */
function compareInput(name: string, input: Members, wanted: Members, at: string): PublishFinding[] {
  const found: PublishFinding[] = [];
  if (wanted['isSecret'] === true && input['isSecret'] !== true)
    found.push(
      tell(
        'error',
        `${name} is a secret, and clients are not told.`,
        `Write "isSecret": true for ${name}.`,
        at,
      ),
    );
  const isFixed = input['value'] !== undefined || input['default'] !== undefined;
  if (wanted['isRequired'] === true && input['isRequired'] !== true && !isFixed)
    found.push(
      tell(
        'warning',
        `Clients do not insist on ${name}, without which the server calls nothing.`,
        `Write "isRequired": true for ${name}.`,
        at,
      ),
    );
  if (wanted['isRequired'] !== true && input['isRequired'] === true)
    found.push(
      tell(
        'warning',
        `Clients insist on ${name}, which the server does not need.`,
        `Delete "isRequired" for ${name}, unless your users need it.`,
        at,
      ),
    );
  return found;
}

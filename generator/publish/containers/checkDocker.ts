import { isSecretVariable, isStandIn } from '../findSecrets.js';
import { askOwner } from '../askOwner.js';
import { type Members, isMap } from '../../model/document.js';
import { type PublishFinding, isPublishedTo } from '../../model/publish/facts.js';
import { isLocalHost, parseUrl } from '../../text/parseUrl.js';
import { checkIgnored } from './checkIgnored.js';
import { explainAddress, findSilent, fixAddress, listUnbuilt } from './entryRules.js';
import {
  type CheckContext,
  checkLock,
  readFileText,
  findingsFor,
  readYamlFile,
  tellMissing,
} from '../projectFiles.js';

const tell = findingsFor('docker', 'Dockerfile');
const config = findingsFor('docker', 'mcpwright.yaml');

/** Holds the Dockerfile, .dockerignore and compose.yaml against what makes an image that is safe to hand out and to run. */
export async function checkDocker(context: CheckContext): Promise<PublishFinding[]> {
  const { stdio, http } = context.facts.transports;
  if (!stdio && !http)
    return [
      config(
        'error',
        'A container runs the server over stdio or HTTP, and this project has neither.',
        'Add stdio or http to features.transports in mcpwright.yaml, or take docker out of publish.to.',
        '/publish/to',
      ),
    ];
  const text = await readFileText(context, 'Dockerfile');
  return [
    ...checkImageName(context),
    ...(text === undefined ? [tellMissing('docker', 'Dockerfile')] : checkDockerfile(text, context)),
    ...(text?.includes('npm ci') ? await checkLock('docker', context) : []),
    ...(await checkIgnored(context)),
    ...(http ? await checkCompose(context) : []),
  ];
}

function checkImageName({ facts }: CheckContext): PublishFinding[] {
  if (facts.choices.image !== undefined) return [];
  return [askOwner('docker', 'error', 'image', facts, 'The image has no name under which it can be pushed.')];
}

interface Instruction {
  name: string;
  /** What stands behind it, with lines that go on joined. */
  rest: string;
  line: number;
}

/** The instructions of a Dockerfile, without comments (Dockerfile reference, format); heredocs are not looked into. */
function readInstructions(text: string): Instruction[] {
  const found: Instruction[] = [];
  let open: Instruction | undefined;
  for (const [index, raw] of text.split(/\r?\n/).entries()) {
    if (/^\s*(?:#|$)/.test(raw)) continue;
    const goesOn = /\\\s*$/.test(raw);
    const part = raw.replace(/\\\s*$/, '').trim();
    if (open === undefined) {
      const [name = '', ...rest] = part.split(/\s+/);
      open = { name: name.toUpperCase(), rest: rest.join(' '), line: index + 1 };
      found.push(open);
    } else open.rest = `${open.rest} ${part}`.trim();
    if (!goesOn) open = undefined;
  }
  return found;
}

function checkDockerfile(text: string, context: CheckContext): PublishFinding[] {
  const instructions = readInstructions(text);
  const stages = instructions.filter(({ name }) => name === 'FROM');
  const final = instructions.slice(instructions.lastIndexOf(stages.at(-1) as Instruction) + 1);
  if (stages.length === 0)
    return [tell('error', 'It has no FROM.', 'Restore it from version control, or delete it and publish.')];
  return [
    ...checkBases(stages, instructions),
    ...checkUser(final),
    ...checkStart(final, context),
    ...instructions.flatMap((one) => checkSecrets(one, context)),
    ...checkLabel(final, context),
  ];
}

function checkBases(stages: readonly Instruction[], all: readonly Instruction[]): PublishFinding[] {
  const given = new Map(
    all.flatMap(({ name, rest }) => {
      const [, key, value] = name === 'ARG' ? (/^(\w+)="?([^"\s]+)/.exec(rest) ?? []) : [];
      return key === undefined || value === undefined ? [] : [[key, value] as const];
    }),
  );
  const named = new Set(stages.flatMap(({ rest }) => /\sas\s+(\S+)$/i.exec(rest)?.[1]?.toLowerCase() ?? []));
  return stages.flatMap(({ rest, line }) => {
    const written = rest.split(' ').find((word) => !word.startsWith('--')) ?? '';
    const image = written.replaceAll(
      /\$\{?(\w+)(?::-([^}]*))?\}?/g,
      (whole, key: string, usual?: string) => given.get(key) ?? usual ?? whole,
    );
    if (named.has(image.toLowerCase()) || image === 'scratch' || image.includes('@sha256:')) return [];
    const [, tag] = /:([^/:]+)$/.exec(image) ?? [];
    // What is not known before the build may be a version.
    if (image.includes('$')) return [];
    if (tag !== undefined && tag !== 'latest') return [];
    return tell(
      'error',
      `Line ${line}: the image ${image} is whatever is newest on the day of the build.`,
      'Name a version: FROM node:24-slim',
    );
  });
}

function checkUser(final: readonly Instruction[]): PublishFinding[] {
  const user = final.findLast(({ name }) => name === 'USER');
  const [id = '', group = '1'] = user?.rest.split(':') ?? [];
  const fix = 'Write before ENTRYPOINT: USER 1000:1000';
  if (user === undefined) return [tell('error', 'The server runs as root: the last stage has no USER.', fix)];
  if (/^0+$/.test(id) || id === 'root')
    return [tell('error', `Line ${user.line}: the server runs as root.`, fix)];
  if (!/^\d+$/.test(id) || !/^\d+$/.test(group))
    return [
      tell(
        'error',
        `Line ${user.line}: USER ${user.rest} is a name, of which Kubernetes cannot tell that it is not root.`,
        fix,
      ),
    ];
  return [];
}

function checkStart(final: readonly Instruction[], { facts }: CheckContext): PublishFinding[] {
  const starts = final.filter(({ name }) => name === 'ENTRYPOINT' || name === 'CMD');
  const entry = facts.transports.stdio ? 'dist/stdio.js' : 'dist/http.js';
  const fix = `Write: ENTRYPOINT ["node", "${entry}"]`;
  if (starts.length === 0) return [tell('error', 'The image starts nothing: it has no ENTRYPOINT.', fix)];
  const shells = starts.filter(({ rest }) => !isExecForm(rest));
  const commands = final.filter(({ name }) => ['ENTRYPOINT', 'CMD', 'HEALTHCHECK'].includes(name));
  const words = starts
    .filter(({ rest }) => isExecForm(rest))
    .flatMap(({ rest }) => JSON.parse(rest) as string[]);
  if (shells.length === 0 && words.length === 0)
    return [tell('error', 'The image starts nothing: its ENTRYPOINT is empty.', fix)];
  const [program = '', first = '', script = ''] = words;
  const isShell = /(?:^|\/)(?:ba)?sh$/.test(program) && first === '-c' && !/\bexec\s/.test(script);
  const between = isShell || /^(?:npm|npx|yarn|pnpm)$/.test(program);
  const source =
    program === 'node' ? words.find((word) => /^(?:\.\/|\/app\/)?src\/.*\.ts$/.test(word)) : undefined;
  return [
    ...(between
      ? [
          tell(
            'warning',
            `${program} stands between signals and the server, which may not end by itself.`,
            fix,
          ),
        ]
      : []),
    ...(source === undefined
      ? []
      : [tell('error', `The image starts ${source}, and not what the build makes of it.`, fix)]),
    ...shells.map(({ name, line }) =>
      tell(
        'error',
        `Line ${line}: ${name} is a line for a shell, which keeps signals from the server, so that it never ends by itself.`,
        fix,
      ),
    ),
    ...commands.flatMap(({ rest, line }) =>
      listUnbuilt(rest, facts).map((path) =>
        tell('error', `Line ${line}: the build of the project makes no ${path}.`, fix),
      ),
    ),
  ];
}

/** A list of texts in JSON (Dockerfile reference, exec form). */
function isExecForm(rest: string): boolean {
  try {
    const value: unknown = JSON.parse(rest);
    return Array.isArray(value) && value.every((one) => typeof one === 'string');
  } catch {
    return false;
  }
}

/** Files that hold secrets. */
const secretFile =
  /(?:^|[\s/"])(?:\.env(?:\.(?!example|sample|template|dist)[\w.-]+)?|\.npmrc|id_(?:rsa|ed25519)|(?!pub)[\w-]{0,60}\.key|[\w-]{0,60}key\.pem)(?=$|[\s",])/;

function checkSecrets({ name, rest, line }: Instruction, { facts }: CheckContext): PublishFinding[] {
  if (name === 'COPY' || name === 'ADD')
    return secretFile.test(rest)
      ? [
          tell(
            'error',
            `Line ${line}: a file with secrets becomes part of the image.`,
            'Delete the line: the server takes them from the environment when it is run.',
          ),
        ]
      : [];
  if (name !== 'ENV' && name !== 'ARG') return [];
  const names = rest.includes('=')
    ? [...rest.matchAll(/(?:^|\s)(\w+)=/g)].map(([, key = '']) => key)
    : [rest.split(' ')[0] ?? ''];
  return names
    .filter((key) => isSecretVariable(key, facts))
    .map((key) =>
      tell(
        'error',
        `Line ${line}: ${name} ${key} makes a secret part of the image, where everybody can read it.`,
        `Delete the line, and set ${key} when the image is run.`,
      ),
    );
}

const labelName = 'io.modelcontextprotocol.server.name';

/** The registry takes an image whose label says the name of the server (MCP registry, OCI packages). */
function checkLabel(final: readonly Instruction[], { facts }: CheckContext): PublishFinding[] {
  const { name } = facts.choices;
  if (name === undefined || !isPublishedTo(facts, 'registry') || !facts.transports.stdio) return [];
  const pattern = new RegExp(`(?:^|\\s)"?${labelName.replaceAll('.', String.raw`\.`)}"?=("?)([^\\s"]*)\\1`);
  const values = final.flatMap((one) => (one.name === 'LABEL' ? (pattern.exec(one.rest)?.[2] ?? []) : []));
  if (values.at(-1) === name) return [];
  return [
    tell(
      'error',
      values.length === 0
        ? 'The last stage has no label by which the MCP registry knows whose image it is.'
        : `The label says ${values.at(-1)}, and the name in the MCP registry is ${name}.`,
      `Write in the last stage: LABEL ${labelName}="${name}"`,
    ),
  ];
}

async function checkCompose(context: CheckContext): Promise<PublishFinding[]> {
  const path = 'compose.yaml';
  const { values, findings } = await readYamlFile('docker', path, context);
  if (findings.length > 0) return findings;
  const [value] = values;
  const services = isMap(value) && isMap(value['services']) ? value['services'] : {};
  if (Object.keys(services).length === 0)
    return [
      findingsFor('docker', path)('error', 'It has no services.', 'Restore it, or delete it and publish.'),
    ];
  return Object.entries(services).flatMap(([name, service]) =>
    isMap(service) ? checkService(service, `/services/${name}`, context) : [],
  );
}

type Add = (severity: PublishFinding['severity'], message: string, fix: string, member: string) => void;

/** Whether a service of compose runs the image of the project, and not that of something else. */
function isOwnService({ build, image }: Members, { choices }: CheckContext['facts']): boolean {
  return build !== undefined || (choices.image !== undefined && String(image).startsWith(choices.image));
}

/** What a service starts: a file that is built, and one that listens. */
function checkEntry(service: Members, facts: CheckContext['facts'], add: Add): void {
  const fix = 'Write: entrypoint: ["node", "dist/http.js"], and its flags';
  const { entrypoint, command, healthcheck } = service;
  const commands = { entrypoint, command, healthcheck: isMap(healthcheck) ? healthcheck['test'] : undefined };
  for (const [member, value] of Object.entries(commands))
    for (const path of listUnbuilt(value, facts))
      add('error', `The build of the project makes no ${path}.`, fix, member);
  const silent = findSilent(entrypoint, command, facts);
  if (silent !== undefined) add('error', `It starts ${silent}, which listens on no port.`, fix, 'entrypoint');
}

/** What keeps a container apart from its host. */
function checkApart(service: Members, add: Add): void {
  const { volumes, network_mode: network, user, cap_add: added } = service;
  if (JSON.stringify(volumes ?? []).includes('docker.sock'))
    add('error', 'The server may start what it likes on the host.', 'Delete docker.sock.', 'volumes');
  for (const [member, mode] of [
    ['network_mode', network],
    ['pid', service['pid']],
    ['ipc', service['ipc']],
  ] as const)
    if (mode === 'host') add('error', 'The container is not apart from its host.', 'Delete it.', member);
  if (/^(?:root|0+)(?::|$)/.test(String(user ?? '')))
    add('error', 'The server runs as root.', 'Delete it: the image has a user.', 'user');
  if (Array.isArray(added) && added.length > 0)
    add('warning', 'The server has capabilities that it does not need.', 'Delete it.', 'cap_add');
}

function checkService(service: Members, at: string, { facts }: CheckContext): PublishFinding[] {
  const found: PublishFinding[] = [];
  const add: Add = (severity, message, fix, member) =>
    found.push(findingsFor('docker', 'compose.yaml')(severity, message, fix, `${at}/${member}`));
  for (const [name, value] of readEnvironment(service['environment'])) {
    if (isSecretVariable(name, facts) && !isStandIn(value))
      add(
        'error',
        `${name} stands there as it is.`,
        `Write: ${name}: without a value, which hands it on where it is set.`,
        `environment/${name}`,
      );
    const fault = value === '' ? undefined : explainAddress(name, value, facts);
    if (fault !== undefined) add('error', `${name} ${fault}.`, fixAddress(name), `environment/${name}`);
  }
  if (service['privileged'] === true)
    add('error', 'The container may do all that its host may.', 'Delete it.', 'privileged');
  // What runs besides is of the owner.
  if (!isOwnService(service, facts)) return found;
  checkEntry(service, facts, add);
  checkApart(service, add);
  if (service['read_only'] !== true)
    add('warning', 'The server can change its own files.', 'Write: read_only: true', 'read_only');
  if (service['healthcheck'] === undefined)
    add('warning', 'Nobody notices when it stops answering.', 'Ask /healthz or /readyz.', 'healthcheck');
  const ports = Array.isArray(service['ports']) ? service['ports'] : [];
  const isOpen = ports.some((one) => typeof one !== 'string' || !/^(?:127\.|\[::1\])/.test(one));
  if (isOpen && facts.access === 'none')
    add(
      'error',
      'Other machines reach it, and nobody has to prove who they are.',
      'Write: "127.0.0.1:3000:3000", or publish.access in mcpwright.yaml.',
      'ports',
    );
  const own = listLocal(facts.origins);
  const isSet = readEnvironment(service['environment']).some(
    ([name, value]) => name.endsWith('_BASE_URL') && value !== '',
  );
  if (own.length > 0 && !isSet)
    add(
      'warning',
      `The API is at ${own.join(', ')}, which is the container itself when it is called from there.`,
      'Set the variable that ends in _BASE_URL to an address that containers reach.',
      'environment',
    );
  return found;
}

/** The origins that are on the machine that asks. */
export function listLocal(origins: readonly string[]): string[] {
  return origins.filter((origin) => isLocalHost(parseUrl(origin)?.hostname ?? ''));
}

/** Variables as a map, or as a list of `NAME=value` (compose specification, environment). */
function readEnvironment(value: unknown): [name: string, value: string][] {
  if (Array.isArray(value))
    return value.map((one) => {
      const [name = '', ...rest] = String(one).split('=');
      return [name, rest.join('=')];
    });
  if (!isMap(value)) return [];
  return Object.entries(value).map(([name, one]) => [name, one === null ? '' : String(one)]);
}

import { isSecretVariable } from '../findSecrets.js';
import { type Members, isMap } from '../../model/document.js';
import { type PublishFinding, findLongestMs } from '../../model/publish/facts.js';
import { explainAddress, findSilent, fixAddress, listUnbuilt } from './entryRules.js';
import { type CheckContext, findingsFor } from '../projectFiles.js';

/** A manifest, and the file that holds it. */
export interface Manifest {
  file: string;
  kind: string;
  name: string;
  value: Members;
}

/** A member of nested mappings; undefined where there is none. */
export function memberAt(value: unknown, ...path: (string | number)[]): unknown {
  let found = value;
  for (const key of path) {
    if (Array.isArray(found)) found = found[Number(key)] as unknown;
    else if (isMap(found)) found = found[key];
    else return undefined;
  }
  return found;
}

/** A list in nested mappings; an empty one where there is none. */
export function listAt(value: unknown, ...path: (string | number)[]): unknown[] {
  const found = memberAt(value, ...path);
  return Array.isArray(found) ? found : [];
}

/** The ports that a container opens, by their names and their numbers. */
export function listPorts(container: unknown): unknown[] {
  return listAt(container, 'ports').flatMap((one) => [memberAt(one, 'name'), memberAt(one, 'containerPort')]);
}

type Add = (severity: PublishFinding['severity'], message: string, fix: string, at: string) => void;

/** The pods of the server: what the restricted policy of clusters refuses, and what would lose calls. */
export function checkPod(
  { value, file }: Manifest,
  manifests: readonly Manifest[],
  context: CheckContext,
): PublishFinding[] {
  const found: PublishFinding[] = [];
  const tell = findingsFor('kubernetes', file);
  const add: Add = (severity, message, fix, at) => found.push(tell(severity, message, fix, at));
  const pod = memberAt(value, 'spec', 'template', 'spec');
  const at = '/spec/template/spec';
  if (memberAt(value, 'spec', 'strategy', 'type') === 'Recreate')
    add(
      'warning',
      'All pods end before new ones are there.',
      'Write: type: RollingUpdate',
      '/spec/strategy/type',
    );
  for (const [index, container] of listAt(pod, 'containers').entries()) {
    const place = `${at}/containers/${index}`;
    checkImage(container, place, context, add);
    checkRights(container, pod, place, add);
    if (index > 0) continue;
    checkCommand(container, place, context, add);
    checkProbes(container, place, add);
    checkVariables(container, place, manifests, context, add);
    checkEnd(container, pod, manifests, context, add);
  }
  for (const [index, container] of listAt(pod, 'initContainers').entries())
    checkGrave(container, pod, `${at}/initContainers/${index}`, add);
  for (const member of ['hostNetwork', 'hostPID', 'hostIPC'])
    if (memberAt(pod, member) === true)
      add(
        'error',
        `The pod has ${member}: it is not apart from its node.`,
        `Delete ${member}.`,
        `${at}/${member}`,
      );
  checkAccount(pod, manifests, add);
  return found;
}

/** What no container of a pod may be, whatever it is for. */
function checkGrave(container: unknown, pod: unknown, at: string, add: Add): void {
  const own = memberAt(container, 'securityContext');
  const place = `${at}/securityContext`;
  if ((memberAt(own, 'runAsUser') ?? memberAt(pod, 'securityContext', 'runAsUser')) === 0)
    add('error', 'It runs as root.', 'Write: runAsUser: 1000', `${place}/runAsUser`);
  if (memberAt(own, 'privileged') === true)
    add('error', 'The container may do all that its node may.', 'Delete privileged.', `${place}/privileged`);
}

function checkImage(container: unknown, at: string, { facts }: CheckContext, add: Add): void {
  const image = String(memberAt(container, 'image') ?? '');
  const { choices, version } = facts;
  const fix = `Write: image: ${choices.image ?? `ghcr.io/your-name/${facts.name}`}:${version}`;
  const [, tag] = /:([^/:@]+)(?:@|$)/.exec(image) ?? [];
  const hasDigest = /@sha256:[0-9a-f]{64}$/.test(image);
  if (tag === 'latest' || (tag === undefined && !hasDigest))
    add('error', `The image ${image} is whatever was pushed last.`, fix, `${at}/image`);
  else if (
    choices.image !== undefined &&
    image.startsWith(`${choices.image}:`) &&
    tag !== version &&
    !hasDigest
  )
    add('warning', `The image has the version ${tag}, and package.json has ${version}.`, fix, `${at}/image`);
  const policy = memberAt(container, 'imagePullPolicy') ?? 'Always';
  if (!['Always', 'IfNotPresent', 'Never'].includes(String(policy)))
    add(
      'error',
      `There is no imagePullPolicy ${JSON.stringify(policy)}.`,
      'Write: imagePullPolicy: IfNotPresent',
      `${at}/imagePullPolicy`,
    );
}

/** What the container starts: a file that is built, and one that listens. */
function checkCommand(container: unknown, at: string, { facts }: CheckContext, add: Add): void {
  const fix = 'Write: command: [node, dist/http.js], and its flags';
  const probed = [...Object.keys(probes), 'lifecycle/preStop', 'lifecycle/postStart'];
  for (const member of ['command', 'args', ...probed.map((one) => `${one}/exec/command`)])
    for (const path of listUnbuilt(memberAt(container, ...member.split('/')), facts))
      add('error', `The build of the project makes no ${path}.`, fix, `${at}/${member}`);
  const silent = findSilent(memberAt(container, 'command'), memberAt(container, 'args'), facts);
  if (silent !== undefined)
    add('error', `It starts ${silent}, which listens on no port.`, fix, `${at}/command`);
}

/** Pod security standards, restricted. */
function checkRights(container: unknown, pod: unknown, at: string, add: Add): void {
  const own = memberAt(container, 'securityContext');
  const shared = memberAt(pod, 'securityContext');
  const read = (member: string) => memberAt(own, member) ?? memberAt(shared, member);
  const place = `${at}/securityContext`;
  const user = read('runAsUser');
  if (read('runAsNonRoot') !== true)
    add('error', 'The server may run as root.', 'Write: runAsNonRoot: true', `${place}/runAsNonRoot`);
  checkGrave(container, pod, at, add);
  if (typeof user !== 'number')
    add(
      'warning',
      'Which user the server runs as depends on its image.',
      'Write: runAsUser: 1000',
      `${place}/runAsUser`,
    );
  if (memberAt(own, 'allowPrivilegeEscalation') !== false)
    add(
      'error',
      'The server may gain rights.',
      'Write: allowPrivilegeEscalation: false',
      `${place}/allowPrivilegeEscalation`,
    );
  if (!listAt(own, 'capabilities', 'drop').includes('ALL'))
    add(
      'error',
      'The server keeps capabilities that it does not need.',
      'Write: drop: [ALL]',
      `${place}/capabilities`,
    );
  if (!['RuntimeDefault', 'Localhost'].includes(String(memberAt(read('seccompProfile'), 'type'))))
    add(
      'error',
      'No seccomp profile holds the server.',
      'Write: seccompProfile: { type: RuntimeDefault }',
      `${place}/seccompProfile`,
    );
  if (memberAt(own, 'readOnlyRootFilesystem') !== true)
    add(
      'warning',
      'The server can change its own files.',
      'Write: readOnlyRootFilesystem: true',
      `${place}/readOnlyRootFilesystem`,
    );
}

/** Which path answers what; `/readyz` refuses while a server ends, which must not have it killed. */
const probes: Record<string, string> = {
  startupProbe: '/healthz',
  readinessProbe: '/readyz',
  livenessProbe: '/healthz',
};

function checkProbes(container: unknown, at: string, add: Add): void {
  const open = listPorts(container);
  for (const [name, path] of Object.entries(probes)) {
    const probe = memberAt(container, name);
    const fix = `Write: ${name}: { httpGet: { path: ${path}, port: http } }`;
    if (probe === undefined) {
      if (name !== 'startupProbe') add('warning', `There is no ${name}.`, fix, `${at}/${name}`);
      continue;
    }
    const asked = memberAt(probe, 'httpGet');
    if (memberAt(asked, 'path') !== path)
      add(
        'error',
        `The ${name} does not ask ${path}, which is what the server has for it.`,
        fix,
        `${at}/${name}/httpGet/path`,
      );
    const port = memberAt(asked, 'port');
    if (!open.includes(port))
      add('error', `The container has no port ${JSON.stringify(port)}.`, fix, `${at}/${name}/httpGet/port`);
  }
}

function checkVariables(
  container: unknown,
  at: string,
  manifests: readonly Manifest[],
  context: CheckContext,
  add: Add,
): void {
  for (const [index, one] of listAt(container, 'env').entries()) {
    const name = String(memberAt(one, 'name') ?? '');
    if (memberAt(one, 'value') !== undefined && isSecretVariable(name, context.facts))
      add(
        'error',
        `${name} is a secret that stands in the manifest.`,
        'Move it to the Secret.',
        `${at}/env/${index}/value`,
      );
    const fault = explainAddress(name, String(memberAt(one, 'value') ?? '$(variable)'), context.facts);
    if (fault !== undefined) add('error', `${name} ${fault}.`, fixAddress(name), `${at}/env/${index}/value`);
  }
  for (const [index, one] of listAt(container, 'envFrom').entries())
    for (const [member, kind] of [
      ['configMapRef', 'ConfigMap'],
      ['secretRef', 'Secret'],
    ] as const) {
      const name = memberAt(one, member, 'name');
      if (name === undefined || manifests.some((other) => other.kind === kind && other.name === name))
        continue;
      add(
        'error',
        `There is no ${kind} ${JSON.stringify(name)} in this folder.`,
        `Write the name of one that is there.`,
        `${at}/envFrom/${index}/${member}/name`,
      );
    }
  const replicas = manifests.some(({ value }) => memberAt(value, 'data', 'MCP_SESSIONS') === 'true');
  if (replicas)
    add(
      'warning',
      'A session is kept by one replica, and requests go to any.',
      'Take MCP_SESSIONS out of config.yaml, or route each session to its pod.',
      `${at}/envFrom`,
    );
}

/** What a server that is told to stop waits for calls in flight (templates/project/src/runtime/transport/http/runHttp.ts). */
const drainS = 10;

function checkEnd(
  container: unknown,
  pod: unknown,
  manifests: readonly Manifest[],
  { server }: CheckContext,
  add: Add,
): void {
  const set = manifests.map(({ value }) => Number(memberAt(value, 'data', 'MCP_TIMEOUT_MS') ?? 0));
  const longest = Math.ceil(Math.max(findLongestMs(server), ...set.filter((one) => one > 0)) / 1_000);
  const sleep = Number(memberAt(container, 'lifecycle', 'preStop', 'sleep', 'seconds') ?? 0);
  const grace = Number(memberAt(pod, 'terminationGracePeriodSeconds') ?? 30);
  const at = '/spec/template/spec';
  if (sleep + drainS < longest)
    add(
      'warning',
      `A call may take ${longest} s, and a pod that ends aborts it after ${sleep + drainS} s.`,
      `Write: preStop: { sleep: { seconds: ${longest} } }`,
      `${at}/containers/0/lifecycle`,
    );
  if (grace < sleep + drainS)
    add(
      'error',
      `The pod is killed after ${grace} s, before the server has ended.`,
      `Write: terminationGracePeriodSeconds: ${Math.max(sleep, longest) + drainS + 5}`,
      `${at}/terminationGracePeriodSeconds`,
    );
}

function checkAccount(pod: unknown, manifests: readonly Manifest[], add: Add): void {
  const at = '/spec/template/spec';
  const account = memberAt(pod, 'serviceAccountName');
  const isThere = manifests.some(({ kind, name }) => kind === 'ServiceAccount' && name === account);
  if (account !== undefined && account !== 'default' && !isThere)
    add(
      'error',
      `There is no ServiceAccount ${JSON.stringify(account)} in this folder.`,
      'Write the name of the one in account.yaml.',
      `${at}/serviceAccountName`,
    );
  if (memberAt(pod, 'automountServiceAccountToken') !== false)
    add(
      'warning',
      'The pod has a token of the cluster, which the server does not need.',
      'Write: automountServiceAccountToken: false',
      `${at}/automountServiceAccountToken`,
    );
  const names = new Set(listAt(pod, 'volumes').map((one) => memberAt(one, 'name')));
  for (const [index, mount] of listAt(pod, 'containers', 0, 'volumeMounts').entries())
    if (isMap(mount) && !names.has(mount['name']))
      add(
        'error',
        `There is no volume ${JSON.stringify(mount['name'])}.`,
        'Add it to volumes: name: tmp, emptyDir: {}',
        `${at}/containers/0/volumeMounts/${index}/name`,
      );
}

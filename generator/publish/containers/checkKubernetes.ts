import { askOwner } from '../askOwner.js';
import { isMap } from '../../model/document.js';
import type { PublishFinding } from '../../model/publish/facts.js';
import { listLocal } from './checkDocker.js';
import { isSecretVariable, isStandIn } from '../findSecrets.js';
import { type Manifest, checkPod, memberAt, listAt, listPorts } from './podRules.js';
import { checkScaling } from './scalingRules.js';
import { explainAddress, fixAddress } from './entryRules.js';
import { type CheckContext, checkAgainst, findingsFor, readYamlFile } from '../projectFiles.js';

const folder = 'kubernetes';
/** The files that are written, and the kind that each holds. */
const written: Record<string, string> = {
  'account.yaml': 'ServiceAccount',
  'autoscaler.yaml': 'HorizontalPodAutoscaler',
  'config.yaml': 'ConfigMap',
  'deployment.yaml': 'Deployment',
  'disruption.yaml': 'PodDisruptionBudget',
  'network.yaml': 'NetworkPolicy',
  'secret.example.yaml': 'Secret',
  'service.yaml': 'Service',
};
const listed = 'kustomization.yaml';

/**
 * Holds the manifests against Kubernetes' own schema, closed to unknown members, and against what that does not say: names,
 * selectors, ports and references that have to agree, and what a cluster with restricted pods refuses.
 */
export async function checkKubernetes(context: CheckContext): Promise<PublishFinding[]> {
  const tell = findingsFor('kubernetes', 'mcpwright.yaml');
  const { facts } = context;
  if (!facts.transports.http)
    return [
      tell(
        'error',
        'Kubernetes runs the HTTP server, which this project has not.',
        'Add http to features.transports in mcpwright.yaml, or take kubernetes out of publish.to.',
        '/publish/to',
      ),
    ];
  const findings: PublishFinding[] = [];
  if (facts.choices.image === undefined)
    findings.push(
      askOwner('kubernetes', 'error', 'image', facts, 'No cluster finds the image: it names no registry.'),
    );
  const { resources, found } = await readKustomization(context);
  findings.push(...found);
  const manifests: Manifest[] = [];
  for (const file of new Set([...Object.keys(written), ...resources])) {
    const read = await readManifests(`${folder}/${file}`, context);
    findings.push(...read.findings);
    manifests.push(...read.manifests);
    const kind = written[file];
    if (kind !== undefined && read.manifests.length > 0 && !read.manifests.some((one) => one.kind === kind))
      findings.push(
        findingsFor('kubernetes', `${folder}/${file}`)(
          'error',
          `It holds no ${kind}.`,
          `Write: kind: ${kind}`,
          '/kind',
        ),
      );
  }
  return [...findings, ...checkTogether(manifests, context)];
}

/** The files that are applied (kustomize, resources). */
async function readKustomization(
  context: CheckContext,
): Promise<{ resources: string[]; found: PublishFinding[] }> {
  const path = `${folder}/${listed}`;
  const { values, findings } = await readYamlFile('kubernetes', path, context);
  const [value] = values;
  const resources = listAt(value, 'resources').filter(
    (one): one is string => typeof one === 'string' && /^[\w.-]+\.ya?ml$/.test(one),
  );
  if (findings.length > 0) return { resources: [], found: findings };
  const tell = findingsFor('kubernetes', path);
  const found = Object.keys(written)
    .filter((file) => file !== 'secret.example.yaml' && !resources.includes(file))
    .map((file) => tell('error', `${file} is not applied.`, `Add it to resources: - ${file}`, '/resources'));
  if (resources.includes('secret.example.yaml'))
    found.push(
      tell(
        'error',
        'The example would be applied in place of the secrets.',
        'Take secret.example.yaml out of resources, and create the Secret with kubectl.',
        '/resources',
      ),
    );
  return { resources, found };
}

async function readManifests(
  file: string,
  context: CheckContext,
): Promise<{ manifests: Manifest[]; findings: PublishFinding[] }> {
  const { values, findings } = await readYamlFile('kubernetes', file, context);
  const manifests: Manifest[] = [];
  for (const value of values) {
    const { kind, metadata } = isMap(value) ? value : {};
    if (!isMap(value) || typeof kind !== 'string') {
      const tell = findingsFor('kubernetes', file);
      findings.push(
        tell('error', 'A document in it has no kind.', 'Write it, such as kind: Deployment.', '/kind'),
      );
      continue;
    }
    const name = isMap(metadata) && typeof metadata['name'] === 'string' ? metadata['name'] : '';
    manifests.push({ file, kind, name, value });
    findings.push(...checkManifest({ file, kind, name, value }, context));
  }
  return { manifests, findings };
}

interface Definition {
  'x-kubernetes-group-version-kind'?: { group: string; version: string; kind: string }[];
}

/** One manifest by itself: whether its kind is known, and whether the schema takes it. */
function checkManifest({ file, kind, name, value }: Manifest, { schemas }: CheckContext): PublishFinding[] {
  const tell = findingsFor('kubernetes', file);
  const schema = schemas.get('kubernetes.schema.json') ?? '{}';
  const { definitions = {} } = JSON.parse(schema) as { definitions?: Record<string, Definition> };
  const known = Object.entries(definitions).flatMap(([definition, one]) =>
    (one['x-kubernetes-group-version-kind'] ?? [])
      .filter((form) => form.kind === kind)
      .map(({ group, version }) => ({ definition, api: group === '' ? version : `${group}/${version}` })),
  );
  const [first] = known;
  if (first === undefined)
    return [
      tell(
        'warning',
        `Manifests of the kind ${kind} are not checked here.`,
        'Look whether it is misspelt.',
        '/kind',
      ),
    ];
  const fitting = known.find(({ api }) => api === value['apiVersion']);
  if (fitting === undefined)
    return [
      tell(
        'error',
        `A ${kind} is not of the version ${JSON.stringify(value['apiVersion'])}.`,
        `Write: apiVersion: ${first.api}`,
        '/apiVersion',
      ),
    ];
  return [
    ...checkAgainst(value, schema, tell, `#/definitions/${fitting.definition}`),
    ...checkResourceName(name, kind, tell),
    ...checkPorts(value, '', tell),
  ];
}

/** A label of RFC 1123; services have to begin with a letter (RFC 1035). */
function checkResourceName(
  name: string,
  kind: string,
  tell: ReturnType<typeof findingsFor>,
): PublishFinding[] {
  const form =
    kind === 'Service' ? /^[a-z](?:[-a-z0-9]{0,61}[a-z0-9])?$/ : /^[a-z0-9](?:[-a-z0-9.]{0,251}[a-z0-9])?$/;
  if (form.test(name)) return [];
  return [
    tell(
      'error',
      `${JSON.stringify(name)} is no name of a ${kind}.`,
      'Write one of small letters, digits and "-" that begins with a letter, of 63 characters at most.',
      '/metadata/name',
    ),
  ];
}

const portMembers = new Set(['port', 'containerPort', 'targetPort', 'nodePort', 'hostPort']);

/** Ports are numbers from 1 to 65535, or names of 15 characters (RFC 6335). */
function checkPorts(value: unknown, at: string, tell: ReturnType<typeof findingsFor>): PublishFinding[] {
  if (Array.isArray(value)) return value.flatMap((one, index) => checkPorts(one, `${at}/${index}`, tell));
  if (!isMap(value)) return [];
  return Object.entries(value).flatMap(([key, member]) => {
    const place = `${at}/${key}`;
    if (!portMembers.has(key) || isMap(member)) return checkPorts(member, place, tell);
    const isPort =
      typeof member === 'number'
        ? Number.isInteger(member) && member >= 1 && member <= 65_535
        : typeof member === 'string' && /^(?=.{1,15}$)(?=.*[a-z])[a-z0-9]+(?:-[a-z0-9]+)*$/.test(member);
    if (isPort) return [];
    return tell(
      'error',
      `${JSON.stringify(member)} is no port.`,
      'Write a number from 1 to 65535, or its name.',
      place,
    );
  });
}

/** What has to agree between manifests. */
function checkTogether(manifests: readonly Manifest[], context: CheckContext): PublishFinding[] {
  const deployments = manifests.filter(({ kind }) => kind === 'Deployment');
  const own = deployments.find(({ file }) => file === `${folder}/deployment.yaml`);
  const deployment = own ?? deployments[0];
  if (deployment === undefined) return [];
  const labels = memberAt(deployment.value, 'spec', 'template', 'metadata', 'labels');
  // What an owner adds is of what they run besides.
  const ours = manifests.filter(({ file }) => written[file.slice(folder.length + 1)] !== undefined);
  return [
    ...ours
      .filter(({ kind }) => kind !== 'Deployment')
      .concat(deployment)
      .flatMap((one) => checkSelector(one, labels)),
    ...checkScaling(deployment, manifests),
    ...checkServicePorts(ours, deployment),
    ...checkValues(manifests, context),
    ...checkPod(deployment, manifests, context),
  ];
}

/** Where each kind says which pods it is about. */
const selectors: Record<string, string[]> = {
  Deployment: ['spec', 'selector', 'matchLabels'],
  NetworkPolicy: ['spec', 'podSelector', 'matchLabels'],
  PodDisruptionBudget: ['spec', 'selector', 'matchLabels'],
  Service: ['spec', 'selector'],
};

function checkSelector({ kind, value, file }: Manifest, labels: unknown): PublishFinding[] {
  const path = selectors[kind];
  if (path === undefined) return [];
  const selector = memberAt(value, ...path);
  const isMatched =
    isMap(selector) &&
    Object.keys(selector).length > 0 &&
    Object.entries(selector).every(([key, one]) => memberAt(labels, key) === one);
  if (isMatched) return [];
  return [
    findingsFor('kubernetes', file)(
      'error',
      'The selector finds no pod: it differs from the labels of the template in deployment.yaml.',
      `Write there: ${JSON.stringify(labels ?? {})}`,
      `/${path.join('/')}`,
    ),
  ];
}

/** A service names a port of the pod, or its number. */
function checkServicePorts(manifests: readonly Manifest[], deployment: Manifest): PublishFinding[] {
  const open = listPorts(memberAt(deployment.value, 'spec', 'template', 'spec', 'containers', 0));
  return manifests
    .filter(({ kind }) => kind === 'Service')
    .flatMap(({ value, file }) => {
      return listAt(value, 'spec', 'ports').flatMap((one, index) => {
        const target = memberAt(one, 'targetPort') ?? memberAt(one, 'port');
        if (open.includes(target)) return [];
        return findingsFor('kubernetes', file)(
          'error',
          `The pod has no port ${JSON.stringify(target)}.`,
          `Write one of deployment.yaml: ${open.filter((port) => typeof port === 'string').join(', ') || 'name it there first'}`,
          `/spec/ports/${index}/targetPort`,
        );
      });
    });
}

/** No secret stands in a file, and nothing that is needed is left empty. */
function checkValues(manifests: readonly Manifest[], context: CheckContext): PublishFinding[] {
  const config = manifests.filter(({ kind }) => kind === 'ConfigMap');
  const { origins, variables } = context.facts;
  const found = config.flatMap(({ file, value }) => {
    const tell = findingsFor('kubernetes', file);
    const data = memberAt(value, 'data');
    return Object.entries(isMap(data) ? data : {}).flatMap(([name, text]) => {
      if (isSecretVariable(name, context.facts))
        return tell(
          'error',
          `${name} is a secret, and a ConfigMap is none.`,
          'Move it to the Secret.',
          `/data/${name}`,
        );
      if (text === '')
        return tell('error', `${name} is empty.`, 'Write its value, which only you know.', `/data/${name}`);
      const fault = explainAddress(name, String(text), context.facts);
      return fault === undefined ? [] : tell('error', `${name} ${fault}.`, fixAddress(name), `/data/${name}`);
    });
  });
  const base = variables.find(({ name }) => name.endsWith('_BASE_URL'))?.name ?? 'the base URL';
  const isSet = config.some(({ value }) => memberAt(value, 'data', base) !== undefined);
  const local = listLocal(origins);
  if (local.length > 0 && !isSet)
    found.push(
      findingsFor('kubernetes', `${folder}/config.yaml`)(
        'warning',
        `The API is at ${local.join(', ')}, which is the pod itself when it is called from there.`,
        `Write under data: ${base}: and the address that pods reach.`,
        '/data',
      ),
    );
  const secrets = manifests.filter(({ kind }) => kind === 'Secret');
  return found.concat(
    secrets.flatMap(({ file, value }) =>
      ['data', 'stringData'].flatMap((member) =>
        Object.entries(memberAt(value, member) ?? {}).flatMap(([name, text]) =>
          isStandIn(String(text))
            ? []
            : findingsFor('kubernetes', file)(
                'error',
                `${name} has a value that looks like a secret.`,
                `Write ${name}: replace-me, and create the Secret with kubectl.`,
                `/${member}/${name}`,
              ),
        ),
      ),
    ),
  );
}

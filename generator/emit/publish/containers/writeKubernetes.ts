import { stringify } from 'yaml';
import type { PublishFacts } from '../../../model/publish/facts.js';
import { parseUrl } from '../../../text/parseUrl.js';
import { type ContainerPlan, planContainer, port, portOf } from './planContainer.js';
import type { PublishedFile, WriteContext } from '../published.js';

/** How long a server that is told to stop waits for calls in flight (runtime/transport/http/runHttp.ts), and some. */
const drainS = 15;

/**
 * The manifests of the HTTP server, one file for each kind, and the list that `kubectl apply -k kubernetes` reads. Replicas
 * share nothing but their settings: each request stands for itself. Secrets are referred to, and never written.
 */
export function writeKubernetes(context: WriteContext): PublishedFile[] {
  const { facts } = context;
  if (!facts.transports.http) return [];
  const plan = planContainer(context);
  const { name } = plan;
  const manifests: [file: string, comment: string, value: object][] = [
    [
      'config',
      `What is no secret. What is empty has to be filled in. Pods read it when they start: after a change,\nkubectl rollout restart deployment/${name}`,
      manifest('v1', 'ConfigMap', name, { data: plan.settings }),
    ],
    ['deployment', deploymentComment(plan), composeDeployment(plan, facts)],
    ['service', `In the cluster: http://${name}:80/mcp`, composeService(name)],
    ['autoscaler', 'Needs the metrics server of the cluster.', composeAutoscaler(name)],
    ['disruption', 'While nodes are drained, one replica at most is away.', composeBudget(name)],
    [
      'network',
      'Pods reach names (DNS) and the ports below, and are reached on the port of the server. Say under "from" who may, where you know it.',
      composePolicy(name, facts),
    ],
    [
      'account',
      'Has no rights in the cluster, and no token.',
      { ...manifest('v1', 'ServiceAccount', name), automountServiceAccountToken: false },
    ],
  ];
  const list = {
    apiVersion: 'kustomize.config.k8s.io/v1beta1',
    kind: 'Kustomization',
    resources: manifests.map(([file]) => `${file}.yaml`).toSorted(),
  };
  return [
    ...manifests.map(([file, comment, value]) => printManifest(file, comment, value)),
    printManifest('secret.example', secretComment(plan), composeSecret(plan)),
    printManifest('kustomization', 'kubectl apply -k kubernetes', list),
  ].toSorted((a, b) => (a.path < b.path ? -1 : 1));
}

function printManifest(file: string, comment: string, value: object): PublishedFile {
  const lines = comment.split('\n').map((line) => (line === '' ? '#' : `# ${line}`));
  return {
    path: `kubernetes/${file}.yaml`,
    content: `${lines.join('\n')}\n${stringify(value, { lineWidth: 0, aliasDuplicateObjects: false })}`,
  };
}

function labelsOf(name: string): Record<string, string> {
  return { 'app.kubernetes.io/name': name };
}

function manifest(apiVersion: string, kind: string, name: string, more: object = {}): object {
  return { apiVersion, kind, metadata: { name, labels: labelsOf(name) }, ...more };
}

function deploymentComment({ name, longestCall }: ContainerPlan): string {
  return `A pod that is to end is reached by no new connection, and sleeps for as long as a call takes (${longestCall} s), so that a rolling update
loses none; only then is it told to stop. The sleep needs Kubernetes 1.30.
How many replicas there are is said in autoscaler.yaml alone: each kubectl apply would undo what the autoscaler has chosen.
The Secret ${name} holds credentials: secret.example.yaml has its keys.`;
}

function composeDeployment(plan: ContainerPlan, { choices }: PublishFacts): object {
  const { name, longestCall } = plan;
  const within = ['', '.$(POD_NAMESPACE)', '.$(POD_NAMESPACE).svc', '.$(POD_NAMESPACE).svc.cluster.local'];
  const publicHost = choices.url === undefined ? undefined : parseUrl(choices.url)?.hostname;
  const hosts = [...within.map((rest) => name + rest), ...(publicHost === undefined ? [] : [publicHost])];
  const container = {
    name: 'server',
    image: plan.image,
    imagePullPolicy: 'IfNotPresent',
    command: plan.command,
    env: [
      { name: 'POD_NAMESPACE', valueFrom: { fieldRef: { fieldPath: 'metadata.namespace' } } },
      { name: 'MCP_ALLOWED_HOSTS', value: hosts.join(',') },
    ],
    envFrom: [{ configMapRef: { name } }, ...(plan.secrets.length > 0 ? [{ secretRef: { name } }] : [])],
    ports: [{ name: 'http', containerPort: port }],
    startupProbe: toProbe('/healthz', { periodSeconds: 1, failureThreshold: 60 }),
    readinessProbe: toProbe('/readyz', { periodSeconds: 5, failureThreshold: 1 }),
    livenessProbe: toProbe('/healthz', { periodSeconds: 10, timeoutSeconds: 5, failureThreshold: 3 }),
    lifecycle: { preStop: { sleep: { seconds: longestCall } } },
    resources: { requests: { cpu: '100m', memory: '128Mi' }, limits: { memory: '512Mi' } },
    securityContext: {
      allowPrivilegeEscalation: false,
      readOnlyRootFilesystem: true,
      capabilities: { drop: ['ALL'] },
    },
    volumeMounts: [{ name: 'tmp', mountPath: '/tmp' }],
  };
  const spec = {
    serviceAccountName: name,
    automountServiceAccountToken: false,
    enableServiceLinks: false,
    terminationGracePeriodSeconds: longestCall + drainS,
    securityContext: {
      runAsNonRoot: true,
      runAsUser: 1000,
      runAsGroup: 1000,
      seccompProfile: { type: 'RuntimeDefault' },
    },
    topologySpreadConstraints: [
      {
        maxSkew: 1,
        topologyKey: 'kubernetes.io/hostname',
        whenUnsatisfiable: 'ScheduleAnyway',
        labelSelector: { matchLabels: labelsOf(name) },
      },
    ],
    containers: [container],
    volumes: [{ name: 'tmp', emptyDir: { sizeLimit: '64Mi' } }],
  };
  return manifest('apps/v1', 'Deployment', name, {
    spec: {
      strategy: { type: 'RollingUpdate', rollingUpdate: { maxUnavailable: 0, maxSurge: 1 } },
      selector: { matchLabels: labelsOf(name) },
      template: { metadata: { labels: labelsOf(name) }, spec },
    },
  });
}

function toProbe(path: string, more: object): object {
  return { httpGet: { path, port: 'http' }, ...more };
}

function composeService(name: string): object {
  const ports = [{ name: 'http', port: 80, targetPort: 'http', appProtocol: 'http' }];
  return manifest('v1', 'Service', name, { spec: { selector: labelsOf(name), ports } });
}

function composeAutoscaler(name: string): object {
  return manifest('autoscaling/v2', 'HorizontalPodAutoscaler', name, {
    spec: {
      scaleTargetRef: { apiVersion: 'apps/v1', kind: 'Deployment', name },
      minReplicas: 2,
      maxReplicas: 10,
      metrics: [
        {
          type: 'Resource',
          resource: { name: 'cpu', target: { type: 'Utilization', averageUtilization: 70 } },
        },
      ],
    },
  });
}

function composeBudget(name: string): object {
  return manifest('policy/v1', 'PodDisruptionBudget', name, {
    spec: { maxUnavailable: 1, selector: { matchLabels: labelsOf(name) } },
  });
}

function composePolicy(name: string, { origins }: PublishFacts): object {
  return manifest('networking.k8s.io/v1', 'NetworkPolicy', name, {
    spec: {
      podSelector: { matchLabels: labelsOf(name) },
      policyTypes: ['Ingress', 'Egress'],
      ingress: [{ ports: [{ protocol: 'TCP', port: 'http' }] }],
      egress: [
        { ports: [{ protocol: 'UDP', port: 53 }, toTcp(53)] },
        { ports: [...new Set([443, ...origins.map(portOf)])].toSorted((a, b) => a - b).map(toTcp) },
      ],
    },
  });
}

function toTcp(number: number): object {
  return { protocol: 'TCP', port: number };
}

/** What stands in place of a secret. */
const placeholder = 'replace-me';

function secretComment({ name, secrets }: ContainerPlan): string {
  const notes: Record<string, string> = {
    MCP_AUTH_TOKEN: 'the token that clients have to send: openssl rand -base64 32',
    MCP_STATE_KEYS: 'seals what clients bring back to any of the replicas: openssl rand -base64 32',
  };
  return [
    'An example, which is not applied: do not write secrets into files of the project. Pods read the Secret when they start:',
    `after a change, kubectl rollout restart deployment/${name}`,
    '',
    `kubectl create secret generic ${name}${secrets.map((one) => ` --from-literal=${one.name}="$${one.name}"`).join('')}`,
    ...secrets.flatMap((one) => (notes[one.name] === undefined ? [] : [`${one.name}: ${notes[one.name]}`])),
    ...(secrets.some(({ needed, name: key }) => !needed && !notes[key])
      ? ['Of the credentials, leave out those that you do not use.']
      : []),
  ].join('\n');
}

function composeSecret({ name, secrets }: ContainerPlan): object {
  const values = Object.fromEntries(secrets.map((one) => [one.name, placeholder]));
  return manifest('v1', 'Secret', name, { type: 'Opaque', stringData: values });
}

import type { PublishFinding } from '../../model/publish/facts.js';
import { findingsFor } from '../projectFiles.js';
import { type Manifest, memberAt } from './podRules.js';

/** How many replicas of a Deployment there are at the least, and what says so. */
interface Scaling {
  least: number;
  /** The file and the member to write it in. */
  file: string;
  at: string;
  member: string;
}

/** How many replicas there are, and whether what else is said of them can be kept. */
export function checkScaling(deployment: Manifest, manifests: readonly Manifest[]): PublishFinding[] {
  const scalers = manifests.filter(({ kind }) => kind === 'HorizontalPodAutoscaler');
  const own = scalers.find((one) => isTarget(one, deployment));
  const scaling = readScaling(deployment, own);
  return [
    ...checkTargets(scalers, deployment, manifests),
    ...(own === undefined ? [] : [...checkScaler(own), ...checkCount(deployment, own)]),
    ...checkReplacement(deployment, scaling),
    ...manifests
      .filter((one) => one.kind === 'PodDisruptionBudget' && isSelected(one, deployment))
      .flatMap((one) => checkBudget(one, scaling)),
  ];
}

/** Whether a budget is about the pods of a Deployment. */
function isSelected({ value }: Manifest, deployment: Manifest): boolean {
  const labels = memberAt(deployment.value, 'spec', 'template', 'metadata', 'labels');
  const wanted = Object.entries(memberAt(value, 'spec', 'selector', 'matchLabels') ?? {});
  return wanted.length > 0 && wanted.every(([key, one]) => memberAt(labels, key) === one);
}

/** What the autoscaler of this server scales is there; those of others may be about what is applied elsewhere. */
function checkTargets(
  scalers: readonly Manifest[],
  deployment: Manifest,
  manifests: readonly Manifest[],
): PublishFinding[] {
  return scalers
    .filter(({ file }) => file.endsWith('/autoscaler.yaml'))
    .filter((scaler) => !manifests.some((one) => isTarget(scaler, one)))
    .map(({ file }) =>
      findingsFor('kubernetes', file)(
        'error',
        'What is scaled is in no file of this folder.',
        `Write: kind: Deployment, name: ${deployment.name}`,
        '/spec/scaleTargetRef',
      ),
    );
}

/** Whether an autoscaler names a workload (Kubernetes, CrossVersionObjectReference). */
function isTarget({ value }: Manifest, { kind, name }: Manifest): boolean {
  const target = memberAt(value, 'spec', 'scaleTargetRef');
  return memberAt(target, 'kind') === kind && memberAt(target, 'name') === name;
}

/** One replica unless something else is written, by the autoscaler where there is one. */
function readScaling({ file, value }: Manifest, scaler: Manifest | undefined): Scaling {
  const member = scaler === undefined ? 'replicas' : 'minReplicas';
  const least = Number(memberAt(scaler?.value ?? value, 'spec', member) ?? 1);
  return { least, file: scaler?.file ?? file, at: `/spec/${member}`, member };
}

function checkScaler({ value, file }: Manifest): PublishFinding[] {
  const tell = findingsFor('kubernetes', file);
  const found: PublishFinding[] = [];
  const [least, most] = [memberAt(value, 'spec', 'minReplicas') ?? 1, memberAt(value, 'spec', 'maxReplicas')];
  if (Number(least) > Number(most))
    found.push(
      tell(
        'error',
        `At least ${String(least)} and at most ${String(most)} replicas cannot be.`,
        'Write more as maxReplicas.',
        '/spec/maxReplicas',
      ),
    );
  return found;
}

/** Of two that say how many replicas there are, each undoes the other (Kubernetes, migrating Deployments to autoscaling). */
function checkCount({ file, value }: Manifest, scaler: Manifest): PublishFinding[] {
  const replicas = memberAt(value, 'spec', 'replicas');
  if (replicas === undefined) return [];
  return [
    findingsFor('kubernetes', file)(
      'warning',
      `Each kubectl apply sets the number of replicas to ${String(replicas)}, whatever the autoscaler has chosen.`,
      `Delete replicas: ${scaler.file} says how many there are.`,
      '/spec/replicas',
    ),
  ];
}

function checkReplacement({ value }: Manifest, { least, file, at, member }: Scaling): PublishFinding[] {
  const away = memberAt(value, 'spec', 'strategy', 'rollingUpdate', 'maxUnavailable');
  if (away === 0 || away === '0%' || least >= 2) return [];
  return [
    findingsFor('kubernetes', file)(
      'warning',
      'While the only pod is replaced, nobody answers.',
      `Write: ${member}: 2`,
      at,
    ),
  ];
}

/** A budget that lets no pod go keeps nodes from being drained; parts of a hundred are rounded up (Kubernetes, disruptions). */
function checkBudget({ value, file }: Manifest, scaling: Scaling): PublishFinding[] {
  const tell = findingsFor('kubernetes', file);
  const [needed, away] = ['minAvailable', 'maxUnavailable'].map((member) => memberAt(value, 'spec', member));
  const { least } = scaling;
  if ((needed === undefined) === (away === undefined))
    return [
      tell(
        'error',
        needed === undefined
          ? 'It says neither how many pods have to stay nor how many may be away.'
          : 'Of minAvailable and maxUnavailable Kubernetes takes one alone.',
        'Write maxUnavailable: 1, and no minAvailable.',
        '/spec',
      ),
    ];
  if (away !== undefined && countPods(away, least) === 0)
    return [
      tell(
        'error',
        'No node can be drained: no pod may be away.',
        'Write: maxUnavailable: 1',
        '/spec/maxUnavailable',
      ),
    ];
  if (needed === undefined || !(countPods(needed, least) >= least)) return [];
  return [
    tell(
      'error',
      `No node can be drained while there are ${least} replicas, of which ${String(needed)} have to stay.`,
      `Write maxUnavailable: 1 in place of minAvailable, or more as ${scaling.member} in ${scaling.file}.`,
      '/spec/minAvailable',
    ),
  ];
}

/** A number of pods, or the part of them that a percentage is. */
function countPods(amount: unknown, all: number): number {
  const [, percent] = /^(\d+)%$/.exec(String(amount)) ?? [];
  return percent === undefined ? Number(amount) : Math.ceil((Number(percent) * all) / 100);
}

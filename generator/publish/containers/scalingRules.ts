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
    ...scalers.flatMap((one) => checkScaler(one, deployment)),
    ...(own === undefined ? [] : checkCount(deployment, own)),
    ...checkReplacement(deployment, scaling),
    ...manifests
      .filter(({ kind }) => kind === 'PodDisruptionBudget')
      .flatMap((one) => checkBudget(one, scaling)),
  ];
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

function checkScaler(scaler: Manifest, deployment: Manifest): PublishFinding[] {
  const { value, file } = scaler;
  const tell = findingsFor('kubernetes', file);
  const found: PublishFinding[] = [];
  if (!isTarget(scaler, deployment))
    found.push(
      tell(
        'error',
        'What is scaled is not the Deployment.',
        `Write: kind: Deployment, name: ${deployment.name}`,
        '/spec/scaleTargetRef',
      ),
    );
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

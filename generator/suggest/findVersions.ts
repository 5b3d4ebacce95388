import { memoizeIn } from '../text/memo.js';
import { type Candidate, isValue } from './candidate.js';

const version = /^v(\d+)(?:(alpha|beta)(\d*))?$/i;

/** Operations of which a later version does the same, by their keys, with the key of the latest one. */
export function findVersions(candidates: readonly Candidate[]): Map<string, string> {
  const same = new Map<string, Candidate[]>();
  for (const one of candidates) {
    if (!one.segments.some((segment) => version.test(segment))) continue;
    const plain = one.segments.map((segment) =>
      version.test(segment) ? 'v' : isValue(segment) ? '{}' : segment,
    );
    const known = `${one.operation.method} ${plain.join('/')}`;
    memoizeIn(same, known, (): Candidate[] => []).push(one);
  }
  const found = new Map<string, string>();
  for (const group of same.values()) {
    const latest = group.reduce((best, one) => (rankVersion(one) > rankVersion(best) ? one : best));
    for (const { key } of group) if (key !== latest.key) found.set(key, latest.key);
  }
  return found;
}

/** Finished versions come after all that are not. */
function rankVersion({ segments }: Candidate): number {
  const [, major = '0', stage, minor = '0'] = segments.map((one) => version.exec(one)).find(Boolean) ?? [];
  const ripeness = { undefined: 2, beta: 1, alpha: 0 }[String(stage?.toLowerCase())] ?? 0;
  return ripeness * 1e6 + Math.min(Number(major), 999) * 1e3 + Math.min(Number(minor) || 0, 999);
}

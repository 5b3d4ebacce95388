import type { Api, Schema } from '../model/api.js';
import type { Report } from '../model/diagnostic.js';
import type { Figures } from '../model/server.js';
import { collectEvidence, type Evidence } from './collectEvidence.js';
import { createJudge, type Judge } from './createJudge.js';
import type { Enforcer } from './enforce.js';
import { fits } from './guard.js';
import { guardOf } from './guardOf.js';
import { locateSchemas } from './locateSchemas.js';
import { relax } from './relax.js';

/** Rounds in which a value may bring up new problems, once others are out of the way. */
const mostRounds = 20;

/**
 * Holds the enforced schemas against what the document itself gives as fit: examples, defaults and listed values.
 * Where one does not fit, that one constraint is relaxed, in place, and reported: a documented call is always
 * possible. Values are judged as calls are, that is, after what clients get wrong has been put right.
 */
export function applyEvidence(api: Api, enforcer: Enforcer, report: Report): Figures {
  const { evidence, table } = collectEvidence(api, enforcer);
  const locate = locateSchemas(api);
  const requests = evidence.filter(({ request }) => request !== undefined);
  const unsendable = requests.filter(isUnsendable);
  for (const { value, request } of unsendable) {
    const { name = '', in: place } = request?.parameter ?? {};
    const what = `The example ${show(value)} of "${name}" cannot be sent in a ${place}`;
    report('schema-relaxed', request?.pointer ?? '#', { what, done: 'calls like it are refused' });
  }
  let left = findUnfit(evidence, table);
  const unfitBefore = countUnfit(left);
  let relaxed = 0;
  for (let round = 0; left.length > 0 && round < mostRounds; round++) {
    const before = relaxed;
    const judges = createJudge(table);
    for (const one of left) relaxed += relaxFor(one, judges);
    if (relaxed === before) break;
    left = findUnfit(left, table);
  }
  const unfitAfter = countUnfit(left);
  return {
    examples: requests.length,
    acceptedBefore: requests.length - unfitBefore,
    acceptedAfter: requests.length - unfitAfter,
    relaxed,
  };

  /** Examples of requests that cannot be sent, for one reason or the other. */
  function countUnfit(unfit: readonly Evidence[]): number {
    return new Set([...unsendable, ...unfit.filter(({ request }) => request !== undefined)]).size;
  }

  /** How many constraints were relaxed for a value. */
  function relaxFor(one: Evidence, judge: Judge): number {
    let count = 0;
    for (const problem of judge.call(one.schema, one.value)) {
      for (const { node, constraint, value, done } of relax(problem, one, {
        judge,
        origin: enforcer.origin,
      })) {
        count++;
        const pointer = whereIs(node, one);
        report('constraint-relaxed', pointer, { evidence: describe(one, value), constraint, done });
      }
    }
    return count;
  }

  function whereIs(node: Schema, { schema, whole, request }: Evidence): string {
    const sources = [node, whole ?? schema].map((one) => enforcer.origin(one)?.source);
    const known = sources.map((source) => (source === undefined ? '#' : locate(source)));
    return known.find((pointer) => pointer !== '#') ?? request?.pointer ?? '#';
  }
}

function findUnfit(evidence: readonly Evidence[], table: Record<string, Schema>): Evidence[] {
  const judge = createJudge(table);
  return evidence.filter(({ schema, value }) => judge.call(schema, value).length > 0);
}

const longestValue = 60;

function describe({ kind }: Evidence, value: unknown): string {
  return `The ${kind} ${show(value)}`;
}

function show(value: unknown): string {
  const text = JSON.stringify(value) ?? 'null';
  return text.length > longestValue ? `${text.slice(0, longestValue - 1)}…` : text;
}

/** Whether an example would break out of the place that it is sent in. */
function isUnsendable({ value, request }: Evidence): boolean {
  const guard = request?.parameter && guardOf(request.parameter);
  return guard !== undefined && [value].flat().some((item) => !fits(item, guard));
}

import type { Api, ApiLink, Operation } from '../../model/api.js';
import type { ToolEntry } from '../../model/server.js';
import { lookIn } from '../../schema/parts.js';
import { memoizeIn } from '../../text/memo.js';
import { listSuccesses } from '../responses.js';
import { type Index, indexGivers, needs } from './indexGivers.js';
import type { Asked, Reason } from './readRequired.js';
import { joinNouns } from './nouns.js';
import { type Ranked, rankGivers, tiers } from './rankGivers.js';
import { createShapes, foldName } from './readAnswer.js';

/** Where the values of arguments come from. */
interface Sources {
  /** By the name of a tool, the tools that give each of its required arguments, best first. */
  given: Map<string, Record<string, string[]>>;
  /** By the name of a tool, why no source of a path argument is told. */
  ungiven: Map<string, Record<string, Reason>>;
}

/** Sources that are told of an argument. */
const most = 3;
/** Sources that hold it by the way: none is told beside what lists it. */
const mostByTheWay = 2;

/**
 * Finds which tools give the values that others need: what a path lists is taken by the placeholder behind it, and a member
 * of an answer by an argument that is called so, or after the thing that has it (OpenAPI 3.2, Paths Object).
 */
export function findSources(
  api: Pick<Api, 'operations' | 'components'>,
  entries: readonly ToolEntry[],
): Sources {
  const readShape = createShapes(lookIn(api.components));
  const index = indexGivers(api, entries, readShape);
  const links = followLinks(index);
  const found = new Map<string, ReturnType<typeof rankGivers>>();
  const given = new Map<string, Record<string, string[]>>();
  const ungiven = new Map<string, Record<string, Reason>>();
  for (const giver of index.givers) {
    const sources: [string, string[]][] = [];
    const reasons = [...giver.required.unasked];
    for (const asked of giver.required.asked) {
      const { ranked, lack } = memoizeIn(found, identifyAsked(asked), () =>
        rankGivers(asked, index, readShape),
      );
      const linking = links.get(giver.operation)?.get(asked.argument) ?? [];
      const reading = linking.filter((one) => one.giver.reads);
      const all = [...reading, ...ranked, ...linking];
      const names = choose(all.filter((one) => one.giver !== giver));
      if (names.length > 0) sources.push([asked.argument, names]);
      else if (asked.isPath) reasons.push([asked.argument, lack]);
    }
    // Arguments may be called `__proto__`.
    if (sources.length > 0) given.set(giver.name, Object.fromEntries(sources));
    if (reasons.length > 0) ungiven.set(giver.name, Object.fromEntries(reasons));
  }
  return { given, ungiven };
}

/** The tools whose answers have links that give an argument, by operation and argument (OpenAPI 3.2, Link Object). */
function followLinks({ givers }: Index): Map<Operation, Map<string, Ranked[]>> {
  const found = new Map<Operation, Map<string, Ranked[]>>();
  const linking = givers.filter(({ operation }) => operation.responses.some(({ links }) => links));
  if (linking.length === 0) return found;
  const targets = new Map(
    givers.flatMap((giver) => {
      const { operationId, method, path, pointer } = giver.operation;
      return [operationId, `${method} ${path}`, pointer].map((name) => [name, giver] as const);
    }),
  );
  for (const giver of linking)
    for (const { links = [] } of listSuccesses(giver.operation))
      for (const link of links) {
        const target = targets.get(link.target);
        const taken = new Set(listTaken(link).map((name) => foldName(name.replace(/^(?:path|query)\./, ''))));
        for (const asked of target?.required.asked ?? [])
          if (target !== undefined && taken.has(asked.folded) && !needs(giver, asked)) {
            const given = memoizeIn(found, target.operation, () => new Map<string, Ranked[]>());
            memoizeIn(given, asked.argument, () => []).push({
              giver,
              tier: giver.reads ? tiers.above : tiers.creator,
            });
          }
      }
  return found;
}

/** The parameters that a link takes from the response. */
function listTaken({ parameters }: ApiLink): string[] {
  return Object.entries(parameters)
    .filter(([, value]) => typeof value === 'string' && /^\{?\$response\./.test(value))
    .map(([name]) => name);
}

/** What decides about the sources of an argument, whichever tool has it. */
function identifyAsked({ folded, above, isPath, naming, about, isAdded, isFree }: Asked): string {
  const marks = [isPath, isAdded === true, isFree === true].map(Number).join('');
  return [folded, above, marks, naming.key, joinNouns(naming.entity), joinNouns(about)].join(' ');
}

/** The best of those that give a value; those that hold it by the way only where others are few. */
function choose(ranked: readonly Ranked[]): string[] {
  const names: string[] = [];
  const [first = { tier: tiers.creator }] = ranked;
  for (const { giver, tier } of ranked) {
    if (names.length >= most) break;
    const isByTheWay = tier > tiers.self && tier < tiers.creator;
    const isWorse = tier >= tiers.self && tier < tiers.creator && first.tier < tiers.self;
    if (names.includes(giver.name)) continue;
    if (isWorse || (isByTheWay && (first.tier === tiers.self || names.length >= mostByTheWay))) continue;
    names.push(giver.name);
  }
  return names;
}

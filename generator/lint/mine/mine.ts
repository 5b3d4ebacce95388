import type { Keywords } from '../listSubschemas.js';
import { contradicts } from './contradicts.js';
import { mineBounds } from './mineBounds.js';
import { mineDefault } from './mineDefault.js';
import { mineEnum } from './mineEnum.js';
import { mineFormat } from './mineFormat.js';
import { mineList } from './mineList.js';
import type { Mined, Miner } from './sentence.js';
import { splitSentences } from './splitSentences.js';

/** What words may say something about. */
export interface Described {
  words: string;
  schema: Keywords;
  /** Whether it is the schema of a query parameter, which has a style. */
  inQuery: boolean;
  /** Values that the document gives beside the schema. */
  examples: readonly unknown[];
}

const miners: readonly Miner[] = [mineBounds, mineEnum, mineDefault, mineFormat, mineList];

/** How much of a text is read. */
const longest = 4000;

/** What one sentence says that a schema does not declare. */
export interface Suggested extends Mined {
  evidence: string;
}

/** The constraints that words state and a schema does not declare, each with the sentence that says so. */
export function mine({ words, schema, inQuery, examples }: Described): Suggested[] {
  const type = onlyType(schema);
  if (words.trim() === '' || type === undefined) return [];
  const found = splitSentences(words.slice(0, longest)).flatMap((evidence) =>
    miners.flatMap((miner) =>
      miner({ text: evidence, words, schema, type, inQuery }).map((mined) =>
        Object.assign(mined, { evidence }),
      ),
    ),
  );
  const agreed = withoutDisputes(found).filter(({ update }) => !contradicts(update, schema, examples));
  return joinBySentence(agreed);
}

function onlyType({ type }: Keywords): string | undefined {
  const types = (Array.isArray(type) ? type : [type]).filter((one) => one !== 'null');
  return types.length === 1 && typeof types[0] === 'string' ? types[0] : undefined;
}

/** Where two sentences say different things of one keyword, neither is believed. */
function withoutDisputes(found: readonly Suggested[]): Suggested[] {
  const said = new Map<string, Set<string>>();
  for (const { update } of found) {
    for (const [keyword, value] of Object.entries(update))
      said.set(keyword, new Set([...(said.get(keyword) ?? []), JSON.stringify(value)]));
  }
  const agreed = found.filter(({ update }) => Object.keys(update).every((key) => said.get(key)?.size === 1));
  return [...new Map(agreed.map((mined) => [mined.says, mined])).values()];
}

/** What one sentence says is one suggestion, unless a part of it is for the parameter. */
function joinBySentence(found: readonly Suggested[]): Suggested[] {
  const joined = new Map<string, Suggested>();
  for (const mined of found) {
    const key = `${mined.ofParameter ?? false} ${mined.evidence}`;
    const known = joined.get(key);
    const says = known === undefined ? mined.says : `${known.says}, ${mined.says}`;
    joined.set(key, { ...known, ...mined, says, update: { ...known?.update, ...mined.update } });
  }
  return [...joined.values()];
}

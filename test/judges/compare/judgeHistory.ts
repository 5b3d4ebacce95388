import { compareServers } from '../../../generator/compare/compareServers.js';
import { takeSnapshot } from '../../../generator/compare/takeSnapshot.js';
import type { ServerChange } from '../../../generator/model/comparison.js';
import { shapeDocument } from '../../support/shapeDocument.js';
import { differ, listMoved, walkAnswers } from './walkAnswers.js';

interface Verdict {
  /** What is told, a line each. */
  lines: string[];
  /** Lines on results that nothing in the documents bears out. */
  isFalse: string[];
  /** Operations whose results have other fields, and of which no line tells. */
  isMissing: string[];
}

/** Holds what is told of two versions of a document against an independent walk through both. */
export function judgeHistory(old: object, now: object): Verdict {
  const [before, after] = [old, now].map((document) => takeSnapshot(shapeDocument(document).server));
  const { changes } = compareServers(before!, after!);
  const [left, right] = [walkAnswers(old), walkAnswers(now)];
  const operations = new Map(after!.tools.map(({ tool, operation }) => [tool.name, operation]));
  const isChanged = (tool: string): boolean => {
    const operation = operations.get(tool) ?? '';
    const [was, is] = [left.get(operation), right.get(operation)];
    return was === undefined || is === undefined || differ(was, is);
  };
  const onResults = changes.filter(({ kind }) => kind.startsWith('output-') && kind !== 'output-words');
  const told = new Set(onResults.flatMap(toolsOf));
  return {
    lines: changes.map(write),
    isFalse: onResults.filter((change) => !toolsOf(change).every(isChanged)).map(write),
    isMissing: [...operations].flatMap(([tool, operation]) => {
      const [was, is] = [left.get(operation), right.get(operation)];
      if (was === undefined || is === undefined || told.has(tool)) return [];
      const moved = listMoved(was, is);
      return moved.length === 0 ? [] : [`${tool}: ${moved.slice(0, 3).join(', ')}`];
    }),
  };
}

function toolsOf({ tool, tools }: ServerChange): readonly string[] {
  return tools ?? (tool === undefined ? [] : [tool]);
}

function write({ impact, kind, subject, summary, tools }: ServerChange): string {
  const about = subject === undefined ? '' : `${kind.split('-')[0]} ${subject}: `;
  return `${impact}: ${about}${summary}${tools === undefined ? '' : ` (${tools.length})`}`;
}

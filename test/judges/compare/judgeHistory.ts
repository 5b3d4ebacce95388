import { compareServers } from '../../../generator/compare/compareServers.js';
import { takeSnapshot } from '../../../generator/compare/takeSnapshot.js';
import type { ServerChange, Snapshot } from '../../../generator/model/comparison.js';
import { shapeDocument } from '../../support/shapeDocument.js';
import { type Walked, differ, listMoved, listTurned, walkDocument } from './walkDocument.js';

export interface Verdict {
  /** What is told, a line each. */
  lines: string[];
  /** Lines that nothing in the documents bears out. */
  isFalse: string[];
  /** Operations of which the documents say something else, and no line tells. */
  isMissing: string[];
}

/** Holds what is told of two versions of a document against an independent walk through both. */
export function judgeHistory(old: object, now: object): Verdict {
  const [before, after] = [old, now].map((document) => takeSnapshot(shapeDocument(document).server));
  const { changes } = compareServers(before!, after!);
  return judgeChanges(changes, { old, now, before: namesOf(before!), after: namesOf(after!) });
}

function namesOf({ tools }: Snapshot): Map<string, string> {
  return new Map(tools.map(({ tool, operation }) => [tool.name, operation]));
}

/** Two versions of a document, and the operations of the tools that they became, by name. */
interface Versions {
  old: object;
  now: object;
  before: ReadonlyMap<string, string>;
  after: ReadonlyMap<string, string>;
}

/** The same of changes that were found otherwise. */
export function judgeChanges(changes: readonly ServerChange[], versions: Versions): Verdict {
  const [left, right] = [walkDocument(versions.old), walkDocument(versions.now)];
  const operations = new Map([...versions.before, ...versions.after]);
  const sidesOf = (tool: string): Sides | undefined => {
    const operation = operations.get(tool) ?? '';
    const [was, is] = [left.get(operation), right.get(operation)];
    return was === undefined || is === undefined ? undefined : [was, is];
  };
  const isBorne = (change: ServerChange): boolean =>
    toolsOf(change).every((tool) => {
      const sides = sidesOf(tool);
      const subject = subjects.find(({ kinds }) => kinds.test(change.kind));
      return sides === undefined || subject === undefined || subject.isChanged(sides);
    });
  return {
    lines: changes.map(write),
    isFalse: changes.filter((change) => !isBorne(change)).map(write),
    isMissing: [...versions.after.keys()].flatMap((name) => {
      const sides = sidesOf(name);
      if (sides === undefined || !versions.before.has(name)) return [];
      return subjects.flatMap(({ kinds, list }) => {
        const moved = list(sides);
        const isTold = changes.some((change) => kinds.test(change.kind) && toolsOf(change).includes(name));
        return moved.length === 0 || isTold ? [] : [`${name}: ${moved.slice(0, 3).join(', ')}`];
      });
    }),
  };
}

type Sides = readonly [was: Walked, is: Walked];

/** What can change of an operation, by the kinds of lines that tell of it. */
interface Subject {
  kinds: RegExp;
  isChanged: (sides: Sides) => boolean;
  /** What has to be told, in the words of the walk. */
  list: (sides: Sides) => string[];
}

const subjects: readonly Subject[] = [
  {
    kinds: /^output-(?!words)/,
    isChanged: ([was, is]) => differ(was.answer, is.answer),
    list: ([was, is]) => listMoved(was.answer, is.answer),
  },
  {
    kinds: /^argument-(?!words)/,
    isChanged: ([was, is]) => differ(was.takes, is.takes),
    list: ([was, is]) => [...listMoved(was.takes, is.takes), ...listTurned(was.takes, is.takes)],
  },
  {
    kinds: /^tool-credentials/,
    isChanged: ([was, is]) => was.security.join() !== is.security.join(),
    list: ([was, is]) => (was.security.join() === is.security.join() ? [] : is.security),
  },
  {
    kinds: /^tool-deprecated/,
    isChanged: ([was, is]) => was.isDeprecated !== is.isDeprecated,
    list: ([was, is]) => (was.isDeprecated === is.isDeprecated ? [] : ['deprecated']),
  },
];

function toolsOf({ tool, tools }: ServerChange): readonly string[] {
  return tools ?? (tool === undefined ? [] : [tool]);
}

function write({ impact, kind, subject, summary, tools }: ServerChange): string {
  const about = subject === undefined ? '' : `${kind.split('-')[0]} ${subject}: `;
  return `${impact}: ${about}${summary}${tools === undefined ? '' : ` (${tools.length})`}`;
}

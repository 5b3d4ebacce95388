import type { Skipped } from '../model/api.js';
import type { Rule } from '../model/config.js';

/** An operation as rules look at it. */
export interface Subject {
  operation: Skipped;
  toolset: { name: string; title: string };
  /** Whether its tool says that it only reads. */
  readOnly: boolean;
}

/** What each member of a rule that holds texts is compared with. */
export const comparedWith = {
  toolset: ({ toolset }) => [toolset.name, toolset.title],
  tag: ({ operation }) => operation.tags,
  path: ({ operation: { path } }) => [path, path.replace(/\?.*$/, '')],
  method: ({ operation }) => [operation.method],
  operationId: ({ operation }) => [operation.operationId],
} as const satisfies { [member in keyof Rule]: (subject: Subject) => readonly string[] };

/** Makes what says whether an operation fits all members of a rule; of a list of values, any. */
export function createMatcher(rule: Rule): (subject: Subject) => boolean {
  const { deprecated, readOnly } = rule;
  const tests = Object.entries(comparedWith).flatMap(([member, textsOf]) => {
    const globs = rule[member as keyof typeof comparedWith];
    if (globs === undefined) return [];
    const patterns = globs.map((glob) => (member === 'path' ? toPathPattern(glob) : toPattern(glob)));
    return (subject: Subject): boolean =>
      textsOf(subject).some((text) => patterns.some((pattern) => pattern.test(text)));
  });
  return (subject) =>
    tests.every((test) => test(subject)) &&
    (deprecated === undefined || deprecated === subject.operation.deprecated) &&
    (readOnly === undefined || readOnly === subject.readOnly);
}

/** `*` is anything; case does not count. */
function toPattern(glob: string): RegExp {
  return new RegExp(`^${glob.split(/\*+/).map(escape).join('.*')}$`, 'is');
}

/** `*` is any part of a segment, `**` any number of segments: `/a/**` is `/a` and all below it. */
function toPathPattern(glob: string): RegExp {
  const pattern = glob
    .split(/(\/\*\*(?=\/|$)|\*+)/)
    .map((part) => {
      if (part === '/**') return '(?:/.*)?';
      if (/^\*+$/.test(part)) return part === '*' ? '[^/]*' : '.*';
      return escape(part);
    })
    .join('');
  return new RegExp(`^${pattern}$`, 's');
}

function escape(text: string): string {
  return text.replaceAll(/[\\^$.*+?()[\]{}|/]/g, String.raw`\$&`);
}

import {
  type Comparison,
  type Impact,
  type ServerChange,
  type ToolChange,
  impacts,
} from '../../model/comparison.js';
import { escapeHidden } from '../../text/hidden.js';
import { type Context, type Style, formatCount } from '../context.js';

/** What impacts are called, and how they are painted. */
export const impactWords: Record<Impact, string> = {
  breaking: 'breaking',
  'possibly-breaking': 'possibly breaking',
  compatible: 'compatible',
  words: 'words only',
};
const styles: Record<Impact, Style> = {
  breaking: 'red',
  'possibly-breaking': 'yellow',
  compatible: 'green',
  words: 'dim',
};
const widest = Math.max(...Object.values(impactWords).map(({ length }) => length));

/**
 * All that changed, for a terminal.
 *
 * @param most - how many tools are named of a change of several
 */
export function describeComparison(
  comparison: Comparison,
  paint: Context['paint'],
  most = mostNamed,
): string {
  const { tools, changes } = comparison;
  if (changes.length === 0) return `${describeHead(comparison, paint)}\n`;
  const about = changes.filter(({ tool, tools: some }) => tool === undefined && some === undefined);
  const shared = changes.filter(({ tools: some }) => some !== undefined);
  const describeTools = (severe: boolean) =>
    sortTools(tools).flatMap((tool) => {
      const own = sortChanges(changes.filter((change) => change.tool === tool.name));
      const isNamed = own.length > 0 || tool.state !== 'changed';
      if (!isNamed || isSevere(own[0] ?? tool) !== severe) return [];
      // The name of one that is new or gone says all.
      const told = own.filter(({ kind }) => kind !== 'tool-added' && kind !== 'tool-removed');
      return [
        [describeToolChange(tool, paint)].concat(told.map((change) => describeChange(change, paint, most))),
      ];
    });
  // What calls may fail by comes before what they do not notice, whatever it is about.
  const sections = [true, false].flatMap((severe) =>
    describeSection('Server', about, severe, paint, most).concat(
      describeSection('Several tools', shared, severe, paint, most),
      describeTools(severe),
    ),
  );
  return [describeHead(comparison, paint), ...sections.map((lines) => lines.join('\n'))].join('\n\n') + '\n';
}

/** What of a list is severe, or what is not, under a title; nothing where there is none. */
function describeSection(
  title: string,
  changes: readonly ServerChange[],
  severe: boolean,
  paint: Context['paint'],
  most: number,
): string[][] {
  const own = sortByReach(changes.filter((change) => isSevere(change) === severe));
  if (own.length === 0) return [];
  return [[paint('bold', title)].concat(own.map((change) => describeChange(change, paint, most)))];
}

function isSevere({ impact }: { impact: Impact }): boolean {
  return impact === 'breaking' || impact === 'possibly-breaking';
}

/** Changes in the order of what they mean, and of how many tools they are about. */
function sortChanges(changes: readonly ServerChange[]): ServerChange[] {
  return changes.toSorted(
    (a, b) => impacts.indexOf(a.impact) - impacts.indexOf(b.impact) || countTools(b) - countTools(a),
  );
}

/** The same order, and of those that mean the same, what is about whole tools before what they take and give. */
export function sortByReach(changes: readonly ServerChange[]): ServerChange[] {
  return sortChanges(changes).toSorted(
    (a, b) => impacts.indexOf(a.impact) - impacts.indexOf(b.impact) || rankKind(a) - rankKind(b),
  );
}

/** How many tools a change is about; what is about all of them comes first. */
function countTools({ tool, tools }: ServerChange): number {
  return tools?.length ?? (tool === undefined ? Number.MAX_SAFE_INTEGER : 1);
}

/** Tools in the order of what their changes mean. */
function sortTools(tools: readonly ToolChange[]): ToolChange[] {
  return tools.toSorted((a, b) => impacts.indexOf(a.impact) - impacts.indexOf(b.impact));
}

/** The figures of a comparison in two lines; one where nothing changed. */
function describeHead(comparison: Comparison, paint: Context['paint']): string {
  const { impact } = comparison;
  if (impact === undefined) return 'Nothing changed for models and callers.';
  const head = [paint(styles[impact], countImpacts(comparison)), describeSize(comparison)];
  return head.concat(describeWhole(comparison)).join('\n');
}

/** What has to be known of a comparison as a whole, a sentence each: that it may be of two APIs, or why things changed. */
export function describeWhole({ program, isUnrelated, changes }: Comparison): string[] {
  const found: string[] = [];
  if (isUnrelated) found.push('No operation of one side is on the other: these may be two APIs.');
  if (program === undefined || changes.length === 0) return found;
  const { old, new: now, isAlone } = program;
  const what = old === now ? 'Another build of mcpwright' : `mcpwright ${now} in place of ${old}`;
  found.push(
    isAlone
      ? `${what} made all of these changes: the API, the choices and the names are as they were.`
      : `${what} made this side, and may be why some of it changed: generate with the former document first to see what.`,
  );
  return found;
}

/** How many changes there are of each impact: `1 breaking, 2 in words only`. */
export function countImpacts({ counts }: Comparison): string {
  return impacts
    .filter((one) => counts[one] > 0)
    .map((one) => `${printNumber(counts[one])} ${one === 'words' ? 'in ' : ''}${impactWords[one]}`)
    .join(', ');
}

/** Tools and tokens before and after. */
export function describeSize({ old, new: now }: Comparison): string {
  const tools =
    old.tools === now.tools
      ? formatCount(now.tools, 'tool')
      : `${printNumber(old.tools)} → ${formatCount(now.tools, 'tool')}`;
  return `${tools}, ${describeTokens(old.tokens, now.tokens)}`;
}

function describeTokens(before: number | undefined, after: number | undefined): string {
  if (before === undefined || after === undefined || before === after)
    return formatCount(after ?? before ?? 0, 'token');
  return `${printNumber(before)} → ${formatCount(after, 'token')}`;
}

function printNumber(number: number): string {
  return number.toLocaleString('en');
}

function describeToolChange(
  { name, was, state, impact, operation, tokensBefore, tokensAfter }: ToolChange,
  paint: Context['paint'],
): string {
  const named = was === undefined ? name : `${was} → ${name}`;
  const told = state === 'changed' ? '' : paint(styles[impact], ` ${state} (${impactWords[impact]})`);
  return `${paint('bold', escapeHidden(named))}${told}  ${paint('dim', escapeHidden(`${operation}, ${describeTokens(tokensBefore, tokensAfter)}`))}`;
}

function describeChange(change: ServerChange, paint: Context['paint'], most: number): string {
  const { impact } = change;
  return `  ${paint(styles[impact], impactWords[impact].padEnd(widest))}  ${escapeHidden(describeWhat(change, most))}`;
}

/** What a change is about, and what happened, on one line. */
export function describeWhat({ kind, subject, summary, tools }: ServerChange, most = mostNamed): string {
  const [what = ''] = kind.split('-');
  const told = subject === undefined ? summary : `${what} ${subject}: ${summary}`;
  return tools === undefined
    ? told
    : `${told} (${formatCount(tools.length, 'tool')}: ${listFirst(tools, most)})`;
}

/** Names that are shown of several tools. */
const mostNamed = 3;

function listFirst(names: readonly string[], most = mostNamed): string {
  const shown = names.slice(0, most).join(', ');
  return names.length > most ? `${shown} and ${printNumber(names.length - most)} more` : shown;
}

/** What happens to whole tools, and what is said of several of them. */
const collapsed: Partial<Record<ServerChange['kind'], string>> = {
  'tool-added': 'added',
  'tool-removed': 'removed',
  'tool-renamed': 'renamed',
  'tool-left-out': 'left out',
};

/** One change for all tools that are new, gone or renamed, and for all members of an object, where there are several. */
function collapse(changes: readonly ServerChange[]): ServerChange[] {
  const groups = new Map<string, ServerChange[]>();
  for (const change of changes) {
    const key = markOf(change);
    groups.set(key, [...(groups.get(key) ?? []), change]);
  }
  return [...groups.values()].flatMap((group) => {
    const [first] = group;
    if (first === undefined || group.length <= mostNamed) return group;
    const { kind, impact, subject, summary, tool, tools } = first;
    const what = collapsed[kind];
    if (what !== undefined)
      return [{ kind, impact, summary: what, tools: group.flatMap((one) => one.tool ?? []) }];
    if (subject === undefined) return group;
    const [parent] = splitSubject(subject);
    const names = listFirst(group.map((one) => splitSubject(one.subject ?? '')[1]));
    const of = { ...(tool !== undefined && { tool }), ...(tools && { tools }) };
    return [{ kind, impact, subject: parent === '' ? names : `${parent}: ${names}`, summary, ...of }];
  });
}

/** What changes have in common that are told as one: what happens to whole tools, and to members of one object alike. */
function markOf({ kind, impact, subject, summary, tool, tools }: ServerChange): string {
  if (kind in collapsed && tools === undefined) return kind;
  const [parent] = splitSubject(subject ?? '');
  return JSON.stringify([kind, impact, parent, summary, tool, tools]);
}

/** The object that a member is of, and its name: `owner.address` and `city` of `owner.address.city`. */
function splitSubject(subject: string): [parent: string, name: string] {
  const at = subject.lastIndexOf('.');
  return [subject.slice(0, Math.max(at, 0)), subject.slice(at + 1)];
}

/** What is told first of changes that mean the same for callers: what is about whole tools, then what they take and give. */
const prominence = ['list', 'base', 'tool', 'credential', 'argument', 'output'];

function rankKind({ kind }: ServerChange): number {
  const rank = prominence.indexOf(kind.split('-')[0] ?? '');
  return rank === -1 ? prominence.length : rank;
}

/** Above what changed with the API as it was. */
export const ownTitle = 'What mcpwright itself changed';

/** Lines that are shown after a run. */
const mostLines = 10;

/** The changes that matter most in a few lines, worst first. */
export function summarizeComparison(
  comparison: Comparison,
  paint: Context['paint'],
  title = 'Since the last run',
  command = 'in the project: mcpwright diff HEAD:. .',
): string[] {
  const { changes } = comparison;
  if (changes.length === 0) return [];
  const all = sortByReach(collapse(changes));
  const told = all.slice(0, mostLines);
  const rest = all.length - told.length;
  return [
    `${comparison.program?.isAlone === true ? ownTitle : title}: ${countImpacts(comparison)}; ${describeSize(comparison)}.`,
    ...describeWhole(comparison),
    ...told.map(
      (change) =>
        `  ${paint(styles[change.impact], impactWords[change.impact].padEnd(widest))}  ${escapeHidden(`${change.tool === undefined ? '' : `${change.tool}: `}${describeWhat(change)}`)}`,
    ),
    ...(rest > 0 ? [paint('dim', `  … and ${printNumber(rest)} more; all of them, ${command}`)] : []),
  ];
}

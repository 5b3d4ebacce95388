import { escapeHidden } from '../../text/hidden.js';
import type { Context } from '../context.js';
import type { RenamePlan, Wish } from './planRename.js';

/** A line of a file of the owner. */
export interface Place {
  file: string;
  line: number;
  text: string;
}

/** Where files of the owner have the name. */
export interface Places {
  /** Lines of code that were changed. */
  changed: readonly Place[];
  /** Lines of code that may mean it, and were not. */
  left: readonly Place[];
  /** Lines of the choices that may mean it; none of them is changed. */
  config: readonly Place[];
}

/**
 * What was renamed or let go of, and which lines it is about.
 *
 * @param again - the command by which it was
 */
export function describeRename(
  plan: RenamePlan,
  places: Places,
  { now, again }: Wish & { again: string },
  context: Context,
): string {
  const of = plan.kind === 'argument' ? `${plan.tool}.` : '';
  const told = now === undefined ? tellDropped(plan, of) : tellRenamed(plan, of, again);
  const what = now === undefined ? 'Dropped:' : 'Renamed:';
  return `${context.paint('green', what)} ${told}\n${describePlaces(places, context)}`;
}

function tellRenamed({ old, now, isSent }: RenamePlan, of: string, again: string): string {
  const until = isSent ? ': the API itself has it.' : `, until: ${again} --drop ${of}${old}`;
  return `${of}${old} is called ${now} now. The old name still works${until}`;
}

function tellDropped({ kind, old, now, isSent }: RenamePlan, of: string): string {
  if (isSent) return `${of}${old} is kept no longer. It still works for ${now}: the API itself has it.`;
  return `${of}${old} does not work any more: the ${kind} is called ${now}.`;
}

/** Most lines of a text that are told. */
const mostTold = 50;
/** Characters of a line that are shown. */
const longestShown = 100;

/** The lines that are changed, and those to look at. */
export function describePlaces({ changed, left, config }: Places, { paint }: Context): string {
  const list = (title: string, places: readonly Place[]) =>
    places.length === 0
      ? []
      : [
          title,
          ...places
            .slice(0, mostTold)
            .map(
              ({ file, line, text }) =>
                `  ${escapeHidden(`${file}:${line}`)}  ${paint('dim', escapeHidden(text.slice(0, longestShown)))}`,
            ),
          ...(places.length > mostTold ? [`  … and ${places.length - mostTold} more`] : []),
        ];
  const look = paint('yellow', 'Look at');
  return [
    ...list('Changed in your code:', changed),
    ...list(`${look} these lines, which may mean it and stay as they are:`, left),
    ...list(`${look} these lines of your choices, which are yours to change where they mean it:`, config),
  ]
    .map((line) => `${line}\n`)
    .join('');
}

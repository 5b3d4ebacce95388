import { listNames } from '../../text/notes.js';
import type { ArgumentLoss } from '../advertised/arguments.js';

/** What a tool lost on its way down the ladder. */
interface ToolLoss {
  /** Whether its own words were cut. */
  words: boolean;
  arguments: readonly ArgumentLoss[];
  /** Whether there was no room for what its answers look like. */
  output: boolean;
  /** How many arguments are listed by their names alone. */
  named?: number | undefined;
  /** How many there is no room to name. */
  unnamed?: number | undefined;
}

/** What was left out of a tool, in short phrases; none where nothing was. */
export function describeLoss({ words, arguments: list, output, named = 0, unnamed = 0 }: ToolLoss): string[] {
  const cut = list.filter((one) => one.words === 'cut').map(({ key }) => key);
  const off = list.filter((one) => one.words === 'off');
  const optional = off.filter(({ required }) => !required).map(({ key }) => key);
  const required = off.filter((one) => one.required).map(({ key }) => key);
  const lists = list.reduce((sum, one) => sum + one.lists, 0);
  const patterns = list.reduce((sum, one) => sum + one.patterns, 0);
  const stubs = list.flatMap(({ key, stubs: paths }) =>
    paths.map((path) => [key, path].filter(Boolean).join('.')),
  );
  return [
    words ? 'words of the tool cut' : '',
    tell(cut, 'words of', 'argument', 'cut'),
    tell(optional, 'words of', 'optional argument', 'off'),
    tell(required, 'words of', 'required argument', 'off'),
    lists === 0 ? '' : `values of ${lists === 1 ? '1 enum' : `${lists} enums`} in words`,
    patterns === 0 ? '' : `${patterns === 1 ? '1 pattern' : `${patterns} patterns`} told by example`,
    tell(stubs, '', 'part', stubs.length === 1 ? 'shown as a stub' : 'shown as stubs'),
    named === 0 ? '' : `${named} argument${named === 1 ? '' : 's'} listed by name only`,
    unnamed === 0 ? '' : `${unnamed} argument${unnamed === 1 ? '' : 's'} neither listed nor named`,
    output ? 'no output schema' : '',
  ].filter((phrase) => phrase !== '');
}

function tell(names: readonly string[], of: string, what: string, how: string): string {
  if (names.length === 0) return '';
  const counted = `${names.length} ${what}${names.length === 1 ? '' : 's'}`;
  return `${of === '' ? '' : `${of} `}${counted} ${how}: ${listNames(names)}`;
}

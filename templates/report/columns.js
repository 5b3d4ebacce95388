/** @import { PageTool } from './data.js' */
import { print, printShare, savedShare } from './format.js';

/**
 * @typedef {object} Column
 * @property {string} key
 * @property {string} label
 * @property {boolean} numeric
 * @property {(tool: PageTool) => number | string} value what the column is sorted by
 * @property {(tool: PageTool) => string} text what it shows
 */

/**
 * The columns of the table.
 *
 * @type {readonly Column[]}
 */
export const columns = [
  { key: 'name', label: 'Tool', numeric: false, value: ({ name }) => name, text: ({ name }) => name },
  {
    key: 'toolset',
    label: 'Toolset',
    numeric: false,
    value: ({ toolset }) => toolset,
    text: ({ toolset }) => toolset,
  },
  {
    key: 'naive',
    label: 'Before',
    numeric: true,
    value: ({ naive }) => naive,
    text: ({ naive }) => print(naive),
  },
  {
    key: 'tokens',
    label: 'After',
    numeric: true,
    value: ({ tokens }) => tokens,
    text: ({ tokens }) => print(tokens),
  },
  {
    key: 'saved',
    label: 'Saved',
    numeric: true,
    value: ({ naive, tokens }) => savedShare(naive, tokens),
    text: ({ naive, tokens }) => printShare(savedShare(naive, tokens)),
  },
  {
    key: 'output',
    label: 'Output',
    numeric: true,
    value: ({ output }) => output,
    text: ({ output }) => print(output),
  },
  { key: 'rung', label: 'Rung', numeric: true, value: ({ rung }) => rung, text: ({ rung }) => String(rung) },
  {
    key: 'lost',
    label: 'Lost',
    numeric: false,
    value: ({ lost }) => lost.join(', '),
    text: ({ lost }) => lost.join(', ') || '–',
  },
];

/**
 * The column of this key, or the first one.
 *
 * @param {string} key
 * @returns {Column}
 */
export function columnOf(key) {
  return /** @type {Column} */ (columns.find((column) => column.key === key) ?? columns[0]);
}

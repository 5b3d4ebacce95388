/** @import { PageTool } from './data.js' */
import { columnOf } from './columns.js';

/**
 * @typedef {object} Choice
 * @property {string} query words that a tool must hold, all of them
 * @property {string} toolset any where empty
 * @property {string} rung any where empty
 * @property {boolean} over only those over their budget
 * @property {string} sort key of a column
 * @property {boolean} descending
 */

/**
 * The tools that fit a choice, in its order. What is equal stays in the order of the names.
 *
 * @param {readonly PageTool[]} tools
 * @param {Choice} choice
 * @returns {PageTool[]}
 */
export function selectTools(tools, { query, toolset, rung, over, sort, descending }) {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean);
  const { value } = columnOf(sort);
  const direction = descending ? -1 : 1;
  return tools
    .filter((tool) => toolset === '' || tool.toolset === toolset)
    .filter((tool) => rung === '' || tool.rung === Number(rung))
    .filter((tool) => !over || tool.over)
    .filter((tool) => {
      const text = textOf(tool);
      return words.every((word) => text.includes(word));
    })
    .toSorted((a, b) => direction * compare(value(a), value(b)) || compare(a.name, b.name));
}

/**
 * @param {number | string} a
 * @param {number | string} b
 */
function compare(a, b) {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}

/** @param {PageTool} tool */
function textOf({ name, title, toolset, method, path, lost }) {
  return [name, title, toolset, method, path, ...lost].join('\n').toLowerCase();
}

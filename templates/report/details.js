/** @import { PageData, PageTool } from './data.js' */
import { byId, element } from './element.js';
import { print, printShare, savedShare } from './format.js';
import { printJson } from './printJson.js';
import { bandOf, rungs } from './rungs.js';
import { unpack } from './unpack.js';

/**
 * The dialog that shows one tool: as a model sees it, and as the document says it.
 *
 * @param {PageData} data
 * @param {{ open: (tool: PageTool) => void, close: () => void }} on
 */
export function createDetails({ budget, mode, values }, on) {
  const dialog = /** @type {HTMLDialogElement} */ (byId('details'));
  const previous = /** @type {HTMLButtonElement} */ (byId('previous'));
  const next = /** @type {HTMLButtonElement} */ (byId('next'));
  /** @type {(PageTool | undefined)[]} */
  let neighbours = [];
  const openNeighbour = (/** @type {number} */ which) => {
    const tool = neighbours[which];
    if (tool !== undefined) on.open(tool);
  };
  previous.addEventListener('click', () => openNeighbour(0));
  next.addEventListener('click', () => openNeighbour(1));
  byId('close').addEventListener('click', () => dialog.close());
  dialog.addEventListener('close', on.close);
  // What is outside of the sheet is the dialog itself.
  dialog.addEventListener('click', ({ target }) => {
    if (target === dialog) dialog.close();
  });

  /** @param {PageTool} tool */
  function fill(tool) {
    byId('details-title').textContent = tool.name;
    byId('details-operation').replaceChildren(
      element('span', { class: `method ${tool.readOnly ? 'reads' : 'writes'}` }, tool.method),
      ` ${tool.path}`,
    );
    byId('details-facts').replaceChildren(
      ...fact('Toolset', tool.toolset),
      ...fact('Before', print(tool.naive)),
      ...fact('After', `${print(tool.tokens)} of ${print(budget.tool)}`),
      ...fact('Output schema', `${print(tool.output)} of ${print(tool.naiveOutput)}`),
      ...fact('Saved', printShare(savedShare(tool.naive, tool.tokens))),
      ...fact(
        'Rung',
        element('span', { class: `chip ${tool.over ? 'over' : bandOf(tool.rung).id}` }, String(tool.rung)),
      ),
      ...fact('At connect', mode === 'list' ? 'listed' : tool.pinned ? 'pinned' : 'found by search'),
    );
    byId('details-lost').replaceChildren(...describeLosses(tool, budget.tool));
    byId('listed').replaceChildren(printJson(unpack(values, tool.listed)));
    byId('pointer').textContent = tool.pointer;
    const original = byId('original');
    original.replaceChildren(printJson(unpack(values, tool.operation)));
    if (tool.shared !== undefined) {
      original.append('\n\n', element('span', { class: 'comment' }, 'Parameters of the path:'), '\n');
      original.append(printJson(unpack(values, tool.shared)));
    }
    for (const id of ['listed', 'original']) byId(id).scrollTop = 0;
  }

  return {
    /**
     * Shows a tool, and leads on to those around it.
     *
     * @param {PageTool} tool
     * @param {readonly PageTool[]} rows
     */
    show(tool, rows) {
      const index = rows.indexOf(tool);
      neighbours = index === -1 ? [] : [rows[index - 1], rows[index + 1]];
      previous.disabled = neighbours[0] === undefined;
      next.disabled = neighbours[1] === undefined;
      fill(tool);
      if (!dialog.open) dialog.showModal();
      else if (document.activeElement === document.body) byId('details-title').focus();
    },
    hide() {
      dialog.close();
    },
  };
}

/**
 * @param {string} name
 * @param {Node | string} value
 */
function fact(name, value) {
  return [element('div', {}, element('dt', {}, name), element('dd', {}, value))];
}

/**
 * @param {PageTool} tool
 * @param {number} budget
 * @returns {Node[]}
 */
function describeLosses({ rung, lost, over, tokens, lostArguments }, budget) {
  const told = [];
  if (over) {
    told.push(element('p', { class: 'warn' }, `Still ${print(tokens - budget)} tokens over its budget.`));
  }
  if (lostArguments.length > 0) {
    told.push(
      element('p', { class: 'warn' }, `Parameters that are not listed: ${lostArguments.join(', ')}.`),
    );
  }
  told.push(element('p', {}, `Rung ${rung}: ${rungs[rung] ?? 'as far as it goes'}.`));
  if (lost.length > 0) told.push(element('ul', {}, ...lost.map((what) => element('li', {}, what))));
  return told;
}

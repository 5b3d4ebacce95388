/** @import { PageData, PageTool } from './data.js' */
/** @import { Choice } from './selectTools.js' */
import { columns } from './columns.js';
import { byId, element } from './element.js';
import { bandOf } from './rungs.js';

/** Pixels of a row, as the style sheet has them, and rows that are kept beyond what is seen. */
const rowHeight = 52;
const spare = 8;

/**
 * The table of tools. Only the rows that are seen are in the page, however many there are.
 *
 * @param {PageData} data
 * @param {{ open: (tool: PageTool) => void, sortBy: (column: string) => void }} on
 */
export function createTable({ budget }, on) {
  const scroll = byId('scroll');
  const table = byId('table');
  const head = /** @type {HTMLTableSectionElement} */ (table.querySelector('thead'));
  const body = /** @type {HTMLTableSectionElement} */ (table.querySelector('tbody'));
  /** @type {readonly PageTool[]} */
  let rows = [];
  let active = 0;
  let drawn = '';

  const heads = columns.map(({ key, label, numeric }) => {
    const button = element('button', { type: 'button' }, label);
    button.addEventListener('click', () => on.sortBy(key));
    return element('th', { scope: 'col', class: `${key}${numeric ? ' numeric' : ''}` }, button);
  });
  head.append(element('tr', {}, ...heads));

  scroll.addEventListener('scroll', () => requestAnimationFrame(draw), { passive: true });
  new ResizeObserver(draw).observe(scroll);
  body.addEventListener('click', ({ target }) => {
    const row = target instanceof Element ? target.closest('tr[data-index]') : null;
    if (row instanceof HTMLElement) openRow(Number(row.dataset['index']));
  });
  scroll.addEventListener('keydown', (event) => {
    if (event.target instanceof Node && head.contains(event.target)) return;
    if (event.key === 'Enter' && event.target === scroll) openRow(active);
    const next = rowFor(event.key);
    if (next === undefined) return;
    event.preventDefault();
    goTo(next);
  });

  /** @param {number} index */
  function openRow(index) {
    const tool = rows[index];
    if (tool === undefined) return;
    active = index;
    markActive();
    on.open(tool);
  }

  /**
   * The row that a key leads to.
   *
   * @param {string} key
   * @returns {number | undefined}
   */
  function rowFor(key) {
    const page = Math.max(1, Math.floor(scroll.clientHeight / rowHeight) - 2);
    const there = body.contains(document.activeElement) ? active : active - 1;
    switch (key) {
      case 'ArrowDown':
        return there + 1;
      case 'ArrowUp':
        return active - 1;
      case 'PageDown':
        return active + page;
      case 'PageUp':
        return active - page;
      case 'Home':
        return 0;
      case 'End':
        return rows.length - 1;
      default:
        return undefined;
    }
  }

  /**
   * Makes a row the active one, brings it into view and gives it the focus.
   *
   * @param {number} index
   */
  function goTo(index) {
    active = Math.max(0, Math.min(rows.length - 1, index));
    const top = active * rowHeight;
    const room = scroll.clientHeight - head.offsetHeight;
    if (top < scroll.scrollTop) scroll.scrollTop = top;
    else if (top + rowHeight > scroll.scrollTop + room) scroll.scrollTop = top + rowHeight - room;
    draw();
    markActive();
    activeButton()?.focus({ preventScroll: true });
  }

  function activeButton() {
    return /** @type {HTMLElement | null} */ (body.querySelector(`tr[data-index="${active}"] button`));
  }

  function markActive() {
    for (const row of body.querySelectorAll('tr[data-index]')) {
      const button = row.querySelector('button');
      if (button !== null) button.tabIndex = row.getAttribute('data-index') === String(active) ? 0 : -1;
    }
  }

  /** Puts the rows that are seen into the page, and empty space in place of the others. */
  function draw() {
    const first = Math.max(0, Math.floor(scroll.scrollTop / rowHeight) - spare);
    const last = Math.min(
      rows.length,
      Math.ceil((scroll.scrollTop + scroll.clientHeight) / rowHeight) + spare,
    );
    const next = `${first} ${last}`;
    if (next === drawn) return;
    drawn = next;
    const hadFocus = body.contains(document.activeElement);
    body.replaceChildren(
      space(first),
      ...rows.slice(first, last).map((tool, index) => createRow(tool, first + index)),
      space(rows.length - last),
    );
    markActive();
    if (hadFocus) (activeButton() ?? scroll).focus({ preventScroll: true });
  }

  /**
   * @param {PageTool} tool
   * @param {number} index
   */
  function createRow(tool, index) {
    const cells = columns.map((column) => {
      const cell = element('td', { class: `${column.key}${column.numeric ? ' numeric' : ''}` });
      cell.append(...fill(column.key, column.text(tool), tool));
      return cell;
    });
    return element('tr', { 'data-index': index, 'aria-rowindex': index + 2 }, ...cells);
  }

  /**
   * @param {string} key
   * @param {string} text
   * @param {PageTool} tool
   * @returns {Node[]}
   */
  function fill(key, text, tool) {
    if (key === 'name') {
      const operation = element('span', { class: 'operation' }, `${tool.method} ${tool.path}`);
      return [element('button', { type: 'button', class: 'open', tabindex: -1 }, text), operation];
    }
    if (key === 'tokens') {
      const part = element('span', { class: `part ${tool.over ? 'over' : bandOf(tool.rung).id}` });
      part.style.width = `${Math.min(100, (tool.tokens / budget.tool) * 100)}%`;
      return [
        element('span', {}, text),
        element('span', { class: 'meter', 'aria-hidden': 'true' }, part),
        ...(tool.over ? [element('span', { class: 'unseen' }, ' over budget')] : []),
      ];
    }
    if (key === 'rung') {
      return [element('span', { class: `chip ${tool.over ? 'over' : bandOf(tool.rung).id}` }, text)];
    }
    return [element('span', { title: key === 'lost' ? text : undefined }, text)];
  }

  return {
    /**
     * Shows these tools, from the top.
     *
     * @param {readonly PageTool[]} tools
     * @param {Choice} choice
     */
    show(tools, { sort, descending }) {
      rows = tools;
      active = 0;
      drawn = '';
      table.setAttribute('aria-rowcount', String(tools.length + 1));
      for (const [index, { key }] of columns.entries()) {
        const order = key === sort ? (descending ? 'descending' : 'ascending') : 'none';
        heads[index]?.setAttribute('aria-sort', order);
      }
      byId('none').hidden = tools.length > 0;
      scroll.scrollTop = 0;
      draw();
    },
  };
}

/** @param {number} number of rows that are not there */
function space(number) {
  const row = element('tr', { class: 'space', 'aria-hidden': 'true' });
  row.style.height = `${number * rowHeight}px`;
  return row;
}

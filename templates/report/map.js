/** @import { PageData, PageTool } from './data.js' */
/** @import { Box } from './squarify.js' */
import { byId, element } from './element.js';
import { count, print, printChange, printShort } from './format.js';
import { bandOf, bands } from './rungs.js';
import { squarify } from './squarify.js';

/** @typedef {'naive' | 'tokens'} Measure */
/** @typedef {{ tool: PageTool, button: HTMLButtonElement, box: Box | undefined }} Cell */
/** @typedef {{ name: string, frame: HTMLElement, head: HTMLButtonElement, cells: Cell[] }} Group */

/** How much of its budget a tool takes before anything is left out of it. */
const sizes = [
  { id: 'whole', label: 'Within its budget', over: -1 },
  { id: 'parts', label: 'Over it', over: 1 },
  { id: 'deep', label: 'Over twice', over: 2 },
  { id: 'over', label: 'Over five times', over: 5 },
];

/** Pixels that a letter takes, about. */
const letter = 6.9;

/** Cells that may move at a time without a stutter. */
const mostMoving = 400;

/** Pixels of the name of a toolset, and of the edge of its frame. */
const headHeight = 20;
const edge = 2;

/**
 * The map of tokens: a frame for each toolset, a cell for each tool, as large as what it takes.
 *
 * @param {PageData} data
 * @param {{ open: (tool: PageTool) => void, choose: (toolset: string) => void }} on
 */
export function createMap({ tools, toolsets, budget }, on) {
  const root = byId('map');
  const tip = byId('tip');
  /** @type {Map<HTMLElement, Cell>} */
  const cellOf = new Map();
  const groups = toolsets.map(({ name, title }) => {
    const head = element('button', { class: 'map-name', type: 'button', tabindex: -1 }, title);
    head.addEventListener('click', () => on.choose(name));
    const frame = element('div', { class: 'frame', role: 'group', 'aria-label': title }, head);
    const cells = tools.filter(({ toolset }) => toolset === name).map(createCell);
    for (const cell of cells) cellOf.set(cell.button, cell);
    frame.append(...cells.map(({ button }) => button));
    return { name, frame, head, cells };
  });
  const all = groups.flatMap(({ cells }) => cells);
  let current = all[0];
  /** @type {{ measure: Measure, toolset: string, chosen: ReadonlySet<PageTool> }} */
  let shown = { measure: 'tokens', toolset: '', chosen: new Set(tools) };
  root.append(...groups.map(({ frame }) => frame));
  root.classList.toggle('large', all.length > mostMoving);
  if (current !== undefined) makeCurrent(current);
  label();

  root.addEventListener('click', (event) => {
    const cell = cellAt(event);
    if (cell === undefined) return;
    makeCurrent(cell);
    on.open(cell.tool);
  });
  root.addEventListener('keydown', (event) => {
    const next = current && neighbour(event.key);
    if (next === undefined) return;
    event.preventDefault();
    makeCurrent(next);
    next.button.focus();
  });
  root.addEventListener('pointermove', (event) => {
    const cell = cellAt(event);
    if (cell === undefined) tip.hidden = true;
    else showTip(cell, event.clientX, event.clientY);
  });
  root.addEventListener('pointerleave', () => (tip.hidden = true));
  root.addEventListener('focusin', (event) => {
    const cell = cellAt(event);
    if (cell?.button.matches(':focus-visible')) {
      const { left, bottom } = cell.button.getBoundingClientRect();
      showTip(cell, left, bottom);
    }
  });
  root.addEventListener('focusout', () => (tip.hidden = true));
  new ResizeObserver(layOut).observe(root);

  /** @param {Event} event */
  function cellAt({ target }) {
    const button = target instanceof Element ? target.closest('button') : null;
    return button === null ? undefined : cellOf.get(button);
  }

  /** @param {Cell} cell */
  function makeCurrent(cell) {
    if (current !== undefined) current.button.tabIndex = -1;
    current = cell;
    cell.button.tabIndex = 0;
  }

  /**
   * The cell that a key leads to from the current one.
   *
   * @param {string} key
   * @returns {Cell | undefined}
   */
  function neighbour(key) {
    const there = all.filter(({ box }) => box !== undefined);
    if (key === 'Home') return there[0];
    if (key === 'End') return there.at(-1);
    const steps = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
    const step = Object.hasOwn(steps, key) ? steps[/** @type {keyof typeof steps} */ (key)] : undefined;
    if (step === undefined || current?.box === undefined) return undefined;
    const [dx = 0, dy = 0] = step;
    const from = middle(current.box);
    let best;
    let least = Infinity;
    for (const cell of there) {
      const to = middle(/** @type {Box} */ (cell.box));
      const ahead = (to.x - from.x) * dx + (to.y - from.y) * dy;
      const aside = Math.abs((to.x - from.x) * dy) + Math.abs((to.y - from.y) * dx);
      if (cell === current || ahead <= 0.5) continue;
      const distance = ahead + 2 * aside;
      if (distance < least) [best, least] = [cell, distance];
    }
    return best;
  }

  /**
   * @param {Cell} cell
   * @param {number} x
   * @param {number} y
   */
  function showTip({ tool }, x, y) {
    tip.replaceChildren(
      element('strong', {}, tool.name),
      element('span', {}, `${tool.method} ${tool.path}`),
      element('span', {}, `Toolset ${tool.toolset}`),
      element('span', {}, describeTool(tool)),
    );
    tip.hidden = false;
    const { width, height } = tip.getBoundingClientRect();
    const { clientWidth, clientHeight } = document.documentElement;
    tip.style.left = `${Math.max(8, Math.min(x + 14, clientWidth - width - 8))}px`;
    tip.style.top = `${y + 18 + height > clientHeight ? Math.max(8, y - height - 12) : y + 18}px`;
  }

  /** @param {PageTool} tool */
  function kindOf({ naive, over, rung }) {
    if (shown.measure === 'naive') {
      return /** @type {{ id: string }} */ (sizes.findLast(({ over: times }) => naive > times * budget.tool))
        .id;
    }
    return over ? 'over' : bandOf(rung).id;
  }

  /** Gives every cell its place, in proportion to what is measured. */
  function layOut() {
    const { width, height } = root.getBoundingClientRect();
    const { measure, toolset } = shown;
    const there = groups
      .filter(({ name }) => toolset === '' || name === toolset)
      .map((group) => ({ group, size: sizeOf(group.cells, measure) }))
      .toSorted((a, b) => b.size - a.size);
    const frames = squarify(
      there.map(({ size }) => size),
      { x: 0, y: 0, width, height },
    );
    for (const { frame, name, cells } of groups) {
      frame.hidden = toolset !== '' && name !== toolset;
      for (const cell of cells) cell.box = undefined;
    }
    for (const [index, { group }] of there.entries()) layOutGroup(group, frames[index], measure);
    if (current?.box === undefined) {
      const first = there[0]?.group.cells.find(({ box }) => box !== undefined);
      if (first !== undefined) makeCurrent(first);
    }
  }

  /** Says what is measured, in each cell and in the legend. */
  function label() {
    for (const { tool, button } of all) {
      const number = printShort(tool[shown.measure]);
      button.lastElementChild?.replaceChildren(number);
      button.setAttribute('aria-label', `${tool.name} ${number}: ${describeTool(tool)}`);
    }
    showLegend(tools, shown.measure, kindOf, budget.tool);
  }

  return {
    /**
     * Shows what is chosen; the rest fades, and a chosen toolset fills the map.
     *
     * @param {typeof shown} choice
     */
    show(choice) {
      const before = shown;
      shown = choice;
      for (const { tool, button } of all) {
        button.className = `cell ${kindOf(tool)}${choice.chosen.has(tool) ? '' : ' faded'}`;
      }
      if (choice.measure !== before.measure) label();
      if (choice.measure !== before.measure || choice.toolset !== before.toolset) layOut();
    },
  };
}

/**
 * @param {PageTool} tool
 * @returns {Cell}
 */
function createCell(tool) {
  const name = element('span', { class: 'cell-name' }, tool.name);
  const number = element('span');
  const button = element('button', { class: 'cell', type: 'button', tabindex: -1 }, name, ' ', number);
  return { tool, button, box: undefined };
}

/**
 * @param {Group} group
 * @param {Box | undefined} box
 * @param {Measure} measure
 */
function layOutGroup({ frame, head, cells }, box, measure) {
  if (box === undefined) return;
  place(frame, box);
  const withHead = box.width > 56 && box.height > 48;
  head.hidden = !withHead;
  const top = withHead ? headHeight : edge;
  const inner = {
    x: edge,
    y: top,
    width: Math.max(0, box.width - 2 * edge),
    height: Math.max(0, box.height - top - edge),
  };
  const sorted = cells.toSorted((a, b) => b.tool[measure] - a.tool[measure]);
  const boxes = squarify(
    sorted.map(({ tool }) => tool[measure]),
    inner,
  );
  for (const [index, cell] of sorted.entries()) {
    const inside = boxes[index] ?? inner;
    cell.box = { ...inside, x: box.x + inside.x, y: box.y + inside.y };
    place(cell.button, inside);
    const { width, height } = inside;
    const withNumber = width > 34 && height > 20;
    const lines = Math.floor((height - 22) / 14);
    cell.button.toggleAttribute('data-number', withNumber);
    cell.button.toggleAttribute('data-name', cell.tool.name.length * letter <= (width - 12) * lines);
  }
}

/**
 * @param {HTMLElement} part
 * @param {Box} box
 */
function place({ style }, { x, y, width, height }) {
  style.transform = `translate(${x.toFixed(1)}px, ${y.toFixed(1)}px)`;
  style.width = `${width.toFixed(1)}px`;
  style.height = `${height.toFixed(1)}px`;
}

/** @param {Box} box */
function middle({ x, y, width, height }) {
  return { x: x + width / 2, y: y + height / 2 };
}

/**
 * @param {readonly Cell[]} cells
 * @param {Measure} measure
 */
function sizeOf(cells, measure) {
  return cells.reduce((sum, { tool }) => sum + tool[measure], 0);
}

/** @param {PageTool} tool */
function describeTool({ naive, tokens, rung, over }) {
  const change = printChange(naive, tokens);
  return `${count(naive, 'token')} before, ${print(tokens)} after (${change}), rung ${rung}${over ? ', over budget' : ''}`;
}

/**
 * @param {readonly PageTool[]} tools
 * @param {Measure} measure
 * @param {(tool: PageTool) => string} kindOf
 * @param {number} budget
 */
function showLegend(tools, measure, kindOf, budget) {
  const overBudget = { id: 'over', label: `Over the budget of ${print(budget)}` };
  const kinds = measure === 'naive' ? sizes : [...bands, overBudget];
  byId('legend').replaceChildren(
    ...kinds.map(({ id, label }) => {
      const number = tools.filter((tool) => kindOf(tool) === id).length;
      const swatch = element('span', { class: `swatch ${id}`, 'aria-hidden': 'true' });
      return element('li', {}, swatch, label, element('span', { class: 'of' }, ` ${print(number)}`));
    }),
  );
}

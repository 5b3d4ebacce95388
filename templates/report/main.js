/** @import { PageData, PageTool } from './data.js' */
/** @import { Choice } from './selectTools.js' */
/** @import { Measure } from './map.js' */
import { columnOf, columns } from './columns.js';
import { createDetails } from './details.js';
import { byId, element } from './element.js';
import { count, print, printChange } from './format.js';
import { showHeadline } from './headline.js';
import { createMap } from './map.js';
import { selectTools } from './selectTools.js';
import { createTable } from './table.js';

/** @type {PageData} */
const data = JSON.parse(byId('data').textContent ?? '');
const { tools, toolsets } = data;

/** @type {Choice} */
let choice = { query: '', toolset: '', rung: '', over: false, sort: 'tokens', descending: true };
/** @type {Measure} */
let measure = 'tokens';
/** @type {PageTool[]} */
let rows = [];

const query = /** @type {HTMLInputElement} */ (byId('query'));
const toolset = /** @type {HTMLSelectElement} */ (byId('toolset'));
const rung = /** @type {HTMLSelectElement} */ (byId('rung'));
const order = /** @type {HTMLSelectElement} */ (byId('order'));
const over = /** @type {HTMLInputElement} */ (byId('over'));
const filters = byId('filters');
const theme = byId('theme');

const map = createMap(data, { open, choose: (name) => update({ toolset: name }) });
const table = createTable(data, { open, sortBy: sort });
const details = createDetails(data, { open, close: forget });

showHeadline(data, (chosen) => {
  update(chosen);
  byId('tools').scrollIntoView();
});
fillSelect(
  toolset,
  'All toolsets',
  toolsets.map(({ name, tools: of }) => [name, `${name} (${print(of)})`]),
);
const used = [...new Set(tools.map((tool) => tool.rung))].toSorted((a, b) => a - b);
fillSelect(
  rung,
  'All rungs',
  used.map((number) => [String(number), `Rung ${number}`]),
);
fillSelect(
  order,
  '',
  columns.map(({ key, label }) => [key, `By ${label.toLowerCase()}`]),
);

query.addEventListener('input', () => update({ query: query.value }));
toolset.addEventListener('change', () => update({ toolset: toolset.value }));
rung.addEventListener('change', () => update({ rung: rung.value }));
over.addEventListener('change', () => update({ over: over.checked }));
order.addEventListener('change', () => sort(order.value));
filters.addEventListener('submit', (event) => event.preventDefault());
byId('clear').addEventListener('click', clear);
byId('none').querySelector('button')?.addEventListener('click', clear);
byId('all').addEventListener('click', () => update({ toolset: '' }));
byId('measure').addEventListener('change', ({ target }) => {
  measure = /** @type {Measure} */ (/** @type {HTMLInputElement} */ (target).value);
  update({});
});
theme.addEventListener('click', () => setTheme(theme.getAttribute('aria-pressed') !== 'true'));
window.addEventListener('hashchange', follow);

setTheme(matchMedia('(prefers-color-scheme: dark)').matches);
update({});
follow();

/**
 * Changes what is shown.
 *
 * @param {Partial<Choice>} changes
 */
function update(changes) {
  choice = { ...choice, ...changes };
  rows = selectTools(tools, choice);
  query.value = choice.query;
  toolset.value = choice.toolset;
  rung.value = choice.rung;
  order.value = choice.sort;
  over.checked = choice.over;
  byId('clear').hidden = rows.length === tools.length;
  byId('all').hidden = choice.toolset === '';
  byId('count').textContent = describeRows(rows);
  byId('map-total').textContent = describeMap();
  table.show(rows, choice);
  map.show({ measure, toolset: choice.toolset, chosen: new Set(rows) });
}

function clear() {
  update({ query: '', toolset: '', rung: '', over: false });
}

/**
 * Sorts by a column: numbers from large to small first, texts from A to Z; the same column again, the other way.
 *
 * @param {string} key
 */
function sort(key) {
  const { numeric } = columnOf(key);
  update({ sort: key, descending: choice.sort === key ? !choice.descending : numeric });
}

/** @param {readonly PageTool[]} chosen */
function describeRows(chosen) {
  const number =
    chosen.length === tools.length
      ? count(tools.length, 'tool')
      : `${print(chosen.length)} of ${count(tools.length, 'tool')}`;
  return `${number}, ${count(sum(chosen, 'tokens'), 'token')}`;
}

function describeMap() {
  const chosen = choice.toolset === '' ? tools : tools.filter((tool) => tool.toolset === choice.toolset);
  const [before, after] = [sum(chosen, 'naive'), sum(chosen, 'tokens')];
  const where = choice.toolset === '' ? 'All toolsets' : choice.toolset;
  const words = `${print(before)} tokens before, ${print(after)} after`;
  return `${where}: ${words} (${printChange(before, after)})`;
}

/**
 * @param {readonly PageTool[]} chosen
 * @param {Measure} what
 */
function sum(chosen, what) {
  return chosen.reduce((total, tool) => total + tool[what], 0);
}

/**
 * Opens a tool by its address, so that it can be linked to and the browser's way back closes it.
 *
 * @param {PageTool} tool
 */
function open(tool) {
  location.hash = `tool=${encodeURIComponent(tool.name)}`;
}

/** Shows the tool that the address names, if any. */
function follow() {
  const tool = tools.find(({ name }) => location.hash === `#tool=${encodeURIComponent(name)}`);
  if (tool === undefined) details.hide();
  else details.show(tool, rows);
}

/** Takes the tool out of the address once its details are closed. */
function forget() {
  if (location.hash.startsWith('#tool=')) history.replaceState(undefined, '', '#');
}

/** @param {boolean} dark */
function setTheme(dark) {
  document.documentElement.dataset['theme'] = dark ? 'dark' : 'light';
  theme.setAttribute('aria-pressed', String(dark));
}

/**
 * @param {HTMLSelectElement} select
 * @param {string} any what stands for no choice; left out where empty
 * @param {readonly (readonly string[])[]} options value and label
 */
function fillSelect(select, any, options) {
  const all = any === '' ? [] : [element('option', { value: '' }, any)];
  select.append(...all, ...options.map(([value = '', label = '']) => element('option', { value }, label)));
}

/** @import { ComparisonPage, PageChange, PageImpact, PageToolChange } from './comparisonData.js' */
import { byId, element } from './element.js';
import { count, print } from './format.js';
import { paintJson } from './printJson.js';
import { unpack } from './unpack.js';

/** @type {Record<PageImpact, string>} */
const impacts = {
  breaking: 'Breaking',
  'possibly-breaking': 'Possibly breaking',
  compatible: 'Compatible',
  words: 'Words only',
};
const names = /** @type {PageImpact[]} */ (Object.keys(impacts));
/** Lines beyond which both sides are not compared line by line. */
const mostLines = 1500;

/** @type {ComparisonPage} */
const data = JSON.parse(byId('data').textContent ?? '');
const query = /** @type {HTMLInputElement} */ (byId('query'));
const impact = /** @type {HTMLSelectElement} */ (byId('impact'));
const theme = byId('theme');

byId('title').textContent = data.new.title;
byId('origin').textContent = [`${nameSide(data.old)} → ${nameSide(data.new)}`, ...(data.whole ?? [])].join(
  '. ',
);
byId('figures').classList.add('four');
byId('figures').append(
  ...names.map((name) => figure(impacts[name], print(data.counts[name]), '')),
  figure('Tools', print(data.new.tools), `${print(data.old.tools)} before`),
  figure('Tokens', print(data.new.tokens), `${print(data.old.tokens)} before`),
);
impact.append(
  element('option', { value: '' }, 'All impacts'),
  ...names.map((name) => element('option', { value: name }, impacts[name])),
);
query.addEventListener('input', show);
impact.addEventListener('change', show);
byId('filters').addEventListener('submit', (event) => event.preventDefault());
theme.addEventListener('click', () => setTheme(theme.getAttribute('aria-pressed') !== 'true'));
setTheme(matchMedia('(prefers-color-scheme: dark)').matches);
show();

/** @param {ComparisonPage['old']} side */
function nameSide({ source, version }) {
  return `${source} (${version})`;
}

/**
 * @param {string} label
 * @param {string} number
 * @param {string} unit
 */
function figure(label, number, unit) {
  return element(
    'li',
    {},
    element('p', { class: 'label' }, label),
    element('p', { class: 'number' }, number, ' ', element('span', { class: 'unit' }, unit)),
  );
}

/** Shows the changes that fit, each with its tool, worst tools first. */
function show() {
  const words = query.value.toLowerCase();
  const fitting = data.changes.filter(
    (change) =>
      (impact.value === '' || change.impact === impact.value) &&
      `${change.tool ?? change.tools?.join(' ') ?? 'server'} ${change.what}`.toLowerCase().includes(words),
  );
  const shared = fitting.filter(({ tools }) => tools !== undefined);
  const about = fitting.filter(({ tool, tools }) => tool === undefined && tools === undefined);
  const sections = about.length === 0 ? [] : [group({ name: 'Server', detail: '' }, about, undefined)];
  if (shared.length > 0)
    sections.push(group({ name: 'Several tools', detail: '' }, sortWorst(shared), undefined));
  const sorted = data.tools.toSorted((a, b) => names.indexOf(a.impact) - names.indexOf(b.impact));
  for (const tool of sorted) {
    const own = sortWorst(fitting.filter((change) => change.tool === tool.name));
    if (own.length === 0) continue;
    const name = tool.was === undefined ? tool.name : `${tool.was} → ${tool.name}`;
    sections.push(group({ name, detail: `${tool.operation}, ${tokensOf(tool)}` }, own, tool));
  }
  byId('list').replaceChildren(...sections);
  byId('none').hidden = sections.length > 0;
  byId('count').textContent =
    data.changes.length === 0 ? 'Nothing changed for models and callers.' : describeCount(fitting.length);
}

/**
 * Changes in the order of what they mean.
 *
 * @param {PageChange[]} changes
 */
function sortWorst(changes) {
  return changes.toSorted((a, b) => names.indexOf(a.impact) - names.indexOf(b.impact));
}

/** @param {number} shown */
function describeCount(shown) {
  const all = count(data.changes.length, 'change');
  return shown === data.changes.length ? all : `${print(shown)} of ${all}`;
}

/** @param {PageToolChange} tool */
function tokensOf({ tokensBefore: before, tokensAfter: after }) {
  if (before === undefined || after === undefined || before === after) {
    return count(after ?? before ?? 0, 'token');
  }
  return `${print(before)} → ${count(after, 'token')}`;
}

/**
 * @param {{ name: string, detail: string }} head
 * @param {PageChange[]} changes
 * @param {PageToolChange | undefined} tool
 */
function group({ name, detail }, changes, tool) {
  const list = element(
    'ul',
    {},
    ...changes.map((change) => element('li', {}, chip(change.impact), ' ', change.what)),
  );
  const worst = names.find((one) => changes.some((change) => change.impact === one)) ?? 'words';
  const made = element(
    'details',
    { class: 'tool', open: tool === undefined },
    element(
      'summary',
      {},
      element('span', { class: 'tool-name' }, name),
      chip(worst),
      element('span', { class: 'where' }, `${count(changes.length, 'change')}${detail && `, ${detail}`}`),
    ),
    list,
  );
  // Both sides of a thousand tools are written out only where they are looked at.
  if (tool !== undefined) {
    made.addEventListener('toggle', () => made.append(bothSides(tool)), { once: true });
  }
  return made;
}

/** @param {PageImpact} name */
function chip(name) {
  return element('span', { class: `chip ${name}` }, impacts[name]);
}

/** @param {PageToolChange} tool */
function bothSides({ name, before, after }) {
  const [left, right] = [before, after].map((place) =>
    place === undefined ? [] : JSON.stringify(unpack(data.values, place), undefined, 2).split('\n'),
  );
  const common = alignLines(left ?? [], right ?? []);
  return element(
    'div',
    { class: 'sides' },
    side(`Before`, name, left ?? [], common.left),
    side('After', name, right ?? [], common.right),
  );
}

/**
 * @param {string} title
 * @param {string} name
 * @param {string[]} lines
 * @param {ReadonlySet<number>} common
 */
function side(title, name, lines, common) {
  const shown = lines.map((line, index) =>
    element('span', common.has(index) ? {} : { class: 'changed' }, paintJson(`${line}\n`)),
  );
  const label = `${title}: ${name} as a model sees it`;
  return element(
    'div',
    {},
    element('h3', {}, title),
    element(
      'pre',
      { tabindex: '0', role: 'region', 'aria-label': label },
      ...(lines.length === 0 ? ['Not there'] : shown),
    ),
  );
}

/**
 * The lines that both sides have in the same order (longest common subsequence).
 *
 * @param {string[]} a
 * @param {string[]} b
 */
function alignLines(a, b) {
  const left = /** @type {Set<number>} */ (new Set());
  const right = /** @type {Set<number>} */ (new Set());
  if (a.length > mostLines || b.length > mostLines) {
    for (const index of a.keys()) left.add(index);
    for (const index of b.keys()) right.add(index);
    return { left, right };
  }
  const lengths = Array.from({ length: a.length + 1 }, () => new Uint16Array(b.length + 1));
  const at = (/** @type {number} */ i, /** @type {number} */ j) => lengths[i]?.[j] ?? 0;
  for (let i = a.length - 1; i >= 0; i--) {
    for (let j = b.length - 1; j >= 0; j--) {
      const row = /** @type {Uint16Array} */ (lengths[i]);
      row[j] = a[i] === b[j] ? at(i + 1, j + 1) + 1 : Math.max(at(i + 1, j), at(i, j + 1));
    }
  }
  let [i, j] = [0, 0];
  while (i < a.length && j < b.length) {
    if (a[i] === b[j]) {
      left.add(i++);
      right.add(j++);
    } else if (at(i + 1, j) >= at(i, j + 1)) i++;
    else j++;
  }
  return { left, right };
}

/** @param {boolean} dark */
function setTheme(dark) {
  document.documentElement.dataset['theme'] = dark ? 'dark' : 'light';
  theme.setAttribute('aria-pressed', String(dark));
}

/** @import { PageData } from './data.js' */
import { byId, element } from './element.js';
import { count, print, printChange, printShare } from './format.js';

/** Tokens of a common context window, to hold the figures against. */
const contextWindow = 200_000;

/** Toolsets that are named. */
const shownNames = 3;

/**
 * Shows what the whole comes to: the figures, the mode, and what asks for a decision.
 *
 * @param {PageData} data
 * @param {(choice: { over: boolean }) => void} choose shows the tools that a note is about
 */
export function showHeadline(data, choose) {
  const { server, tools, toolsets, tokens, claude, failed, unselected, openapi, source } = data;
  document.title = `${server.title}: token budget`;
  byId('title').textContent = server.title;
  byId('origin').textContent = [
    `Version ${server.version}`,
    `${count(tools.length, 'tool')} in ${count(toolsets.length, 'toolset')}`,
    `OpenAPI ${openapi}`,
    source,
  ].join(' · ');
  byId('figures').append(
    figure('Naive', tokens.naive, tokens.naive, 'Every schema in full, no text cut'),
    figure(
      'Listed',
      tokens.list,
      tokens.naive,
      `All ${print(tools.length)} tools, trimmed: ${printChange(tokens.naive, tokens.list)}`,
    ),
    figure(
      'At connect',
      tokens.connect,
      tokens.naive,
      `${print(claude[0])} to ${print(claude[1])} on Claude: ${printChange(tokens.naive, tokens.connect)}`,
    ),
    figure(
      'Output schemas',
      tokens.output,
      tokens.naiveOutput,
      `Counted apart, as clients seldom show them to models: ${printChange(tokens.naiveOutput, tokens.output)}`,
    ),
  );
  const mode = element(
    'p',
    { class: 'note mode' },
    element('strong', {}, `Mode ${data.mode}`),
    ` ${data.reason}`,
  );
  byId('notes').append(mode, ...listNotes(data, choose));
  if (failed.length > 0) byId('notes').append(note('warn', `${count(failed.length, 'operation')} failed`));
  if (unselected > 0) byId('notes').append(note('', `${count(unselected, 'operation')} not selected`));
  listFailed(data);
}

/**
 * Names what could not become a tool, and why.
 *
 * @param {PageData} data
 */
function listFailed({ failed }) {
  byId('failed').hidden = failed.length === 0;
  byId('failed-count').textContent = `${count(failed.length, 'operation')} could not become a tool`;
  byId('failed-list').append(
    ...failed.map(({ operation, why, location }) =>
      element(
        'li',
        {},
        element('code', {}, operation),
        ` ${why}`,
        ...(location === undefined ? [] : [element('span', { class: 'faint' }, ` Line ${location.line}.`)]),
      ),
    ),
  );
}

/**
 * @param {string} label
 * @param {number} tokens
 * @param {number} whole
 * @param {string} words
 */
function figure(label, tokens, whole, words) {
  const fill = element('span', { class: 'fill' });
  fill.style.width = `${Math.min(100, whole === 0 ? 0 : (tokens / whole) * 100)}%`;
  return element(
    'li',
    {},
    element('p', { class: 'label' }, label),
    element('p', { class: 'number' }, print(tokens), element('span', { class: 'unit' }, ' tokens')),
    element('span', { class: 'track', 'aria-hidden': 'true' }, fill),
    element('p', { class: 'words' }, words),
    element('p', { class: 'words faint' }, holdAgainst(tokens)),
  );
}

/**
 * @param {PageData} data
 * @param {(choice: { over: boolean }) => void} choose
 */
function listNotes({ budget, over, toolsetsOver, parametersLost }, choose) {
  const notes = [];
  if (over.length === 0) notes.push(note('good', `Every tool keeps to ${print(budget.tool)} tokens`));
  else {
    const text = `${count(over.length, 'tool')} over the budget of ${print(budget.tool)} tokens`;
    notes.push(noteButton(text, () => choose({ over: true })));
  }
  if (toolsetsOver.length > 0) {
    const names = toolsetsOver.slice(0, shownNames).join(', ');
    const rest = toolsetsOver.length - shownNames;
    const more = rest > 0 ? ` and ${print(rest)} more` : '';
    const text = `${count(toolsetsOver.length, 'toolset')} over ${print(budget.total)} tokens: ${names}${more}`;
    notes.push(note('warn', text));
  }
  notes.push(
    parametersLost === 0
      ? note('good', 'No parameter lost')
      : note('warn', `${count(parametersLost, 'parameter')} lost`),
  );
  return notes;
}

/** @param {number} tokens */
function holdAgainst(tokens) {
  const windows = tokens / contextWindow;
  const size = print(contextWindow);
  return windows < 2
    ? `${printShare(windows)} of a window of ${size}`
    : `${Math.round(windows)} windows of ${size}`;
}

/**
 * @param {string} kind
 * @param {string} text
 */
function note(kind, text) {
  return element('p', { class: `note ${kind}`.trim() }, text);
}

/**
 * @param {string} text
 * @param {() => void} onClick
 */
function noteButton(text, onClick) {
  const button = element('button', { class: 'note warn', type: 'button' }, text);
  button.addEventListener('click', onClick);
  return button;
}

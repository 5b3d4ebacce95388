/**
 * The script of the page, as the browser gets it: copies texts, and calls tools with what was filled into their forms. It
 * shows what comes as text, and asks no other server.
 */
export const script = /* js */ `'use strict';
const told = document.getElementById('told');

for (const button of document.querySelectorAll('[data-copy]')) {
  button.hidden = false;
  button.addEventListener('click', () => copy(button, document.getElementById(button.dataset.copy)));
}
for (const form of document.querySelectorAll('form'))
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    void tryTool(form);
  });

/** Copies the text of an element, or selects it where the browser has no clipboard for this page. */
async function copy(button, source) {
  try {
    await navigator.clipboard.writeText(source.textContent);
    for (const other of document.querySelectorAll('[data-copy]')) other.textContent = 'Copy';
    button.textContent = 'Copied';
    told.textContent = 'Copied.';
  } catch {
    getSelection().selectAllChildren(source);
    told.textContent = 'Selected: copy it with the keyboard.';
  }
}

/** Calls the tool of a form, and shows what it answers below. */
async function tryTool(form) {
  const shown = form.querySelector('[role=status]');
  const button = form.querySelector('[type=submit]');
  button.disabled = true;
  shown.hidden = false;
  shown.textContent = 'Calling …';
  try {
    shown.textContent = await callTool(form.dataset, readArguments(form));
  } catch (error) {
    shown.textContent = error.message;
  }
  button.disabled = false;
}

/** The arguments that were given: an empty field gives none. */
function readArguments(form) {
  const args = {};
  for (const { name, value, checked, dataset, required } of form.elements) {
    if (dataset.kind === 'boolean') args[name] = checked;
    else if (dataset.kind === 'text' && (value !== '' || required)) args[name] = value;
    else if (dataset.kind === 'json' && value.trim() !== '') args[name] = readJson(name, value);
  }
  return args;
}

function readJson(name, text) {
  try {
    return JSON.parse(text);
  } catch {
    throw new Error(name + ' has to be JSON, such as ["a"] or {"b": 1}.');
  }
}

/** One request of MCP (Streamable HTTP): a call that needs no session. */
async function callTool({ tool, version }, args) {
  const response = await fetch('mcp', {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      'mcp-protocol-version': version,
    },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: tool, arguments: args } }),
  });
  const { result, error } = await response.json();
  if (error !== undefined) return 'Error ' + response.status + ': ' + error.message;
  const texts = result.content.map((one) => (one.type === 'text' ? one.text : JSON.stringify(one, undefined, 2)));
  return (result.isError ? 'The tool reports an error.\\n\\n' : '') + texts.join('\\n\\n');
}
`;

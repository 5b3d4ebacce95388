import { LATEST_PROTOCOL_VERSION } from '@modelcontextprotocol/server';
import type { ListedTool } from '../../offer/createOffer.js';
import type { Schema, SchemaObject } from '../../tool.js';
import { type Html, html } from './markup.js';

type FormTool = Pick<ListedTool, 'name'> & Partial<Pick<ListedTool, 'description' | 'inputSchema'>>;

/** A form with a field for each argument of a tool; `script.ts` calls the tool with what was filled in. */
export function renderForm({ name, description, inputSchema }: FormTool): Html {
  const needed = new Set(inputSchema?.['required'] as readonly string[] | undefined);
  const fields = Object.entries(inputSchema?.properties ?? {}).map(([argument, schema], index) =>
    renderField(`${name}-${index}`, argument, schema, needed.has(argument)),
  );
  return html`<form data-tool="${name}" data-version="${LATEST_PROTOCOL_VERSION}">
    <p class="words">${description}</p>
    ${fields}
    <button type="submit">Call <code>${name}</code></button>
    <pre role="status" hidden></pre>
  </form>`;
}

function renderField(id: string, argument: string, schema: Schema, isNeeded: boolean): Html {
  const { description = '' } = typeof schema === 'object' ? schema : {};
  const about =
    description === '' ? undefined : html`<p class="words" id="${id}-about">${String(description)}</p>`;
  const attributes = html`id="${id}" name="${argument}"${about && html` aria-describedby="${id}-about"`}`;
  return html`<div class="field">
    <label for="${id}"><code>${argument}</code>${isNeeded ? ' (required)' : ''}</label>
    ${renderControl(attributes, typeof schema === 'object' ? schema : {}, isNeeded)}${about}
  </div>`;
}

/** What an argument is given with; `data-kind` says what its text becomes. */
function renderControl(attributes: Html, schema: SchemaObject, isNeeded: boolean): Html {
  const required = isNeeded ? html` required` : undefined;
  const type = [schema['type']].flat().find((one) => one !== 'null');
  const choices = type === 'boolean' && !isNeeded ? [true, false] : schema['enum'];
  if (Array.isArray(choices)) {
    const options = choices.map((choice: unknown) => {
      const json = JSON.stringify(choice);
      return html`<option value="${json}">${typeof choice === 'string' ? choice : json}</option>`;
    });
    return html`<select ${attributes} data-kind="json" ${required}>
      <option value="">not given</option>
      ${options}
    </select>`;
  }
  if (type === 'boolean') return html`<input type="checkbox" ${attributes} data-kind="boolean" />`;
  if (type === 'integer' || type === 'number')
    return html`<input
      type="number"
      step="${type === 'integer' ? 1 : 'any'}"
      ${attributes}
      data-kind="json"
      ${required}
    />`;
  if (type === 'string')
    return html`<input type="text" autocomplete="off" ${attributes} data-kind="text" ${required} />`;
  return html`<textarea
    rows="3"
    spellcheck="false"
    placeholder="JSON"
    ${attributes}
    data-kind="json"
    ${required}
  ></textarea>`;
}

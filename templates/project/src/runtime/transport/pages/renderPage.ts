import type { ListedTool } from '../../offer/createOffer.js';
import { countTools, mockNotice } from '../../planView.js';
import type { Annotations } from '../../tool.js';
import { listLinks, listCopies, placeholder, type Reached } from './clients.js';
import { embed, type Html, html } from './markup.js';
import { renderForm } from './renderForm.js';
import { script } from './script.js';
import { style } from './style.js';

/** What the page tells. Texts may hold anything: they are escaped where they are put. */
export interface Page {
  title: string;
  /** Of the API. */
  version: string;
  about: string;
  reached: Reached;
  /** Whether clients log in at an authorization server. */
  logsIn: boolean;
  tools: number;
  /** Whether clients search for the tools, in place of getting a list of all. */
  isSearched: boolean;
  /** Whether tools are only named, behind their toolsets. */
  isShort: boolean;
  isMock: boolean;
  /** Whether tools can be tried on the page. */
  isTried: boolean;
  isReadOnly: boolean;
  /** Whether the operator has left tools or toolsets out. */
  isSelected: boolean;
  groups: readonly ToolGroup[];
}

/** A toolset on the page. What `custom.ts` adds has no address and no known size. */
export interface ToolGroup {
  name?: string;
  title: string;
  description: string;
  tokens?: number;
  tools: readonly ShownTool[];
}

/** A tool on the page; what is only named has neither a description nor a schema. */
type ShownTool = Pick<ListedTool, 'name' | 'title'> &
  Partial<Pick<ListedTool, 'description' | 'inputSchema'>> & { annotations: Partial<Annotations> };

/** Writes the page: one document that asks for nothing else. */
export function renderPage(page: Page): string {
  const { title, version, about, reached } = page;
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="robots" content="noindex" />
        <title>${title}: MCP server</title>
        ${embed('style', style)}
      </head>
      <body>
        <main>
          <header>
            <p class="kind">MCP server</p>
            <h1>${title}</h1>
            <p class="about">${about}</p>
            <dl class="facts">
              <div>
                <dt>API version</dt>
                <dd>${version}</dd>
              </div>
              ${renderFacts(page)}
            </dl>
            ${renderNotes(page)}
          </header>
          <section aria-labelledby="add">
            <h2 id="add">Add it to a client</h2>
            ${renderClients(reached, page.logsIn)}
          </section>
          <section aria-labelledby="tools">
            <h2 id="tools">Tools</h2>
            ${renderIntroduction(page)} ${page.groups.map((group) => renderGroup(group, page))}
          </section>
          <p id="told" role="status"></p>
        </main>
        ${embed('script', script)}
      </body>
    </html> `.text;
}

function renderFacts({ tools, groups, isSearched }: Page): Html {
  const tokens = groups.reduce((sum, group) => sum + (group.tokens ?? 0), 0);
  const reads = groups.flatMap((group) => group.tools).filter(({ annotations }) => annotations.readOnlyHint);
  return html`<div>
      <dt>Tools</dt>
      <dd>${writeNumber(tools)}</dd>
    </div>
    <div>
      <dt>Of them read-only</dt>
      <dd>${writeNumber(reads.length)}</dd>
    </div>
    <div>
      <dt>${isSearched ? 'Tokens, if all were listed' : 'Tokens of the list'}</dt>
      <dd>${writeNumber(tokens)}</dd>
    </div>`;
}

/** What is not as it would be without settings of the operator. */
function renderNotes({ isMock, isReadOnly, isSelected }: Page): Html | undefined {
  const notes = [
    ...(isMock ? [mockNotice] : []),
    ...(isReadOnly ? ['It was started read-only: tools that change something are not offered.'] : []),
    ...(isSelected ? ['It was started with a selection of the tools: others are not offered.'] : []),
  ];
  if (notes.length === 0) return undefined;
  return html`<ul class="notes">
    ${notes.map((note) => html`<li>${note}</li>`)}
  </ul>`;
}

function renderClients(reached: Reached, logsIn: boolean): Html {
  const { url, needsToken } = reached;
  const words = [
    ...(needsToken ? [tokenWords] : []),
    ...(logsIn ? [html`They have you log in when they first connect.`] : []),
  ];
  return html`<p>Clients reach it over Streamable HTTP at this address:</p>
    ${renderCopied('url', 'the address', url)} ${words.map((one) => html`<p>${one}</p>`)}
    <p class="links">
      ${listLinks(reached).map(({ client, href }) => html`<a href="${href}">Add to ${client}</a> `)}
    </p>
    ${listCopies(reached).map(
      ({ client, where, text }, index) =>
        html`<h3>${client} <small>${where}</small></h3>
          ${renderCopied(`text${index}`, `the text for ${client}`, text)}`,
    )}`;
}

const tokenWords = html`They have to send its token: put the one that you were given in the place of
  <code>${placeholder}</code>, in the client and not here.`;

/** A text, and a button that copies it; without the script there is no button. */
function renderCopied(id: string, what: string, text: string): Html {
  return html`<div class="copied">
    <pre id="${id}">${text}</pre>
    <button type="button" hidden data-copy="${id}" aria-label="Copy ${what}">Copy</button>
  </div>`;
}

function renderIntroduction({ isSearched, isShort, isMock, groups, reached: { url } }: Page): Html {
  const [first, ...others] = groups;
  const address = others.length > 0 && first?.name !== undefined ? `${url}/${first.name}` : undefined;
  const words = [
    ...(isSearched ? [searchWords] : []),
    ...(address === undefined
      ? []
      : [
          html`A client that needs one toolset alone can be given its address, such as
            <code>${address}</code>.`,
        ]),
    ...(isMock ? [isShort ? fewerWords : html`Open a tool to try it.`] : []),
  ];
  return html`${words.map((one) => html`<p>${one}</p>`)}`;
}

const searchWords = html`They are too many for a list: clients find them with <code>search_tools</code>.`;
const fewerWords = html`To try tools on this page, offer fewer of them, with <code>--toolsets</code>.`;

function renderGroup(group: ToolGroup, { isShort, isTried }: Page): Html {
  const { name, title, description, tokens, tools } = group;
  const size = [countTools(tools.length), ...(tokens === undefined ? [] : [`${writeNumber(tokens)} tokens`])];
  const named = name === undefined || name === title ? undefined : html`<code>${name}</code>, `;
  const heading = html`<h3>${title} <small>${named}${size.join(', ')}</small></h3>`;
  const about = description === '' ? undefined : html`<p>${description}</p>`;
  const list = html`<ul class="tools">
    ${tools.map((tool) => html`<li>${isTried ? renderTried(tool) : renderTool(tool)}</li>`)}
  </ul>`;
  if (!isShort) return html`${heading}${about}${list}`;
  return html`<details class="group">
    <summary>${heading}</summary>
    ${about}${list}
  </details>`;
}

function renderTool({ name, title, annotations }: ShownTool): Html {
  return html`<code>${name}</code> ${title} ${renderMark(annotations)}`;
}

function renderTried(tool: ShownTool): Html {
  return html`<details>
    <summary>${renderTool(tool)}</summary>
    ${renderForm(tool)}
  </details>`;
}

/** Whether a tool reads, writes or may destroy, in a word; of what nothing is said there is none. */
function renderMark({ readOnlyHint, destructiveHint }: ShownTool['annotations']): Html | undefined {
  if (readOnlyHint === true) return html`<span class="mark">reads</span>`;
  if (destructiveHint === true) return html`<span class="mark destroys">may destroy</span>`;
  return readOnlyHint === false ? html`<span class="mark writes">writes</span>` : undefined;
}

function writeNumber(value: number): string {
  return value.toLocaleString('en-US');
}

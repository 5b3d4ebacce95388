import { createHash } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Admission, FindOther } from '../../door/guard.js';
import { readAddress } from '../../door/guardByToken.js';
import type { App } from '../../extensions.js';
import { isHtml } from '../../mediaTypes.js';
import type { ListedTool, Offer } from '../../offer/createOffer.js';
import { findUrl, needsToken } from './findUrl.js';
import { type Page, renderPage, type ToolGroup } from './renderPage.js';
import { script } from './script.js';
import { style } from './style.js';

/** Tools of which a page shows more than names: with more, it would be long to load and to read. */
const mostShown = 200;

/**
 * Serves a page on this server at `/` for people with a browser: what it offers to who asks, and how clients are told of it.
 * Who has to show a token elsewhere has to show it here.
 *
 * @throws SetupError where `MCP_PUBLIC_URL` is no URL.
 */
export function servePage(app: App): FindOther {
  const publicUrl = readAddress(app.env, 'MCP_PUBLIC_URL');
  return (request) => {
    const { method = '', url = '' } = request;
    if (url.split('?')[0] !== '/' || !['GET', 'HEAD'].includes(method) || !prefersHtml(request))
      return undefined;
    const answer = async (response: ServerResponse, admission?: Admission) => {
      const page = await describePage(app, findUrl(publicUrl, request), admission);
      response.writeHead(200, {
        'content-type': 'text/html; charset=utf-8',
        'content-security-policy': page.isTried ? `${policy}; connect-src 'self'` : policy,
      });
      response.end(method === 'HEAD' ? undefined : renderPage(page));
    };
    return { isOpen: false, answer };
  };
}

/** Whether the page is wanted rather than what programs read (RFC 9110, 12.5.1). */
function prefersHtml({ headers }: IncomingMessage): boolean {
  const wanted = (headers.accept ?? '').split(',').map((range) => {
    const weight = /;\s*q=([\d.]+)/i.exec(range)?.[1] ?? 1;
    return { weight: Number(weight), isPage: isHtml(range) };
  });
  const weigh = (isPage: boolean) =>
    Math.max(0, ...wanted.filter((one) => one.isPage === isPage).map(({ weight }) => weight));
  return weigh(true) > 0 && weigh(true) >= weigh(false);
}

/** All that the page may do: what came with it, and nothing that a text of the API's document could bring. */
const policy = [
  "default-src 'none'",
  `style-src '${hashOf(style)}'`,
  `script-src '${hashOf(script)}'`,
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

/** How a policy names what stands in the page (CSP 3, 6.7.2). */
function hashOf(text: string): string {
  return `sha256-${createHash('sha256').update(text).digest('base64')}`;
}

/** What the page is made of: what is offered to who asks, as the process was told to offer it. */
async function describePage(app: App, url: string, admission?: Admission): Promise<Page> {
  const { api, settings, env } = app;
  const scope = admission?.scope;
  const offer = scope === undefined ? app.offer : scope.narrow(app.offer);
  const { list } = await app.view(undefined, scope).serve();
  const listed = await list(new Set());
  const counts = await Promise.all(offer.toolsets.map(offer.countOf));
  const tools = counts.reduce((sum, one) => sum + one.tools, offer.own.size);
  const isSearched = listed.some(({ name }) => name === 'search_tools');
  const isShort = isSearched || tools > mostShown;
  const groups = isShort ? await listNamed(offer) : await listTools(offer);
  return {
    title: api.title,
    version: api.version,
    about: api.instructions,
    reached: { name: api.name, title: api.title, url, needsToken: needsToken(env) },
    logsIn: Boolean(env['MCP_AUTH_ISSUER']?.trim()),
    tools,
    isSearched,
    isShort,
    isMock: settings.mock,
    isTried: settings.mock && !isShort,
    isReadOnly: settings.readOnly,
    isSelected: settings.toolsets !== undefined || settings.exclude.length > 0,
    groups: groups.filter((group) => group.tools.length > 0),
  };
}

/** The tools by toolset, and those of `custom.ts`. */
async function listTools(offer: Offer): Promise<ToolGroup[]> {
  const groups = offer.toolsets.map(async (toolset) => {
    const { name, title, description } = toolset;
    const [tools, tokens] = await Promise.all([offer.toolsOf(toolset), offer.tokensOf(toolset)]);
    return { name, title, description, tokens, tools: [...tools.values()].map(({ listed }) => listed) };
  });
  return [...(await Promise.all(groups)), ownTools(offer)];
}

/** The same, of which no more is read than names, titles and whether they read. */
async function listNamed(offer: Offer): Promise<ToolGroup[]> {
  const entries = await offer.entries();
  const groups = offer.toolsets.map(async (toolset) => {
    const { name, title, description } = toolset;
    const tools = entries
      .filter((entry) => entry.toolset === name)
      .map((entry) => ({
        name: entry.name,
        title: entry.title,
        annotations: { readOnlyHint: entry.readOnly },
      }));
    return { name, title, description, tokens: await offer.tokensOf(toolset), tools };
  });
  return [...(await Promise.all(groups)), ownTools(offer)];
}

function ownTools({ own }: Offer): ToolGroup {
  const tools: ListedTool[] = [...own.values()].map(({ listed }) => listed);
  return { title: 'Tools of this server', description: 'They are not in the document of the API.', tools };
}

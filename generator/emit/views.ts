import type { Server } from '../model/server.js';
import { describeClients } from './describeClients.js';
import { codeCell, escapeMarkdown } from './escapeMarkdown.js';
import { listSettings, type Setting } from './listSettings.js';
import { toLine } from './toLine.js';

/** The longest text in a cell of a table. */
const longest = 160;

/** What the templates of prose are filled with; each text is safe where they put it. */
export function views(server: Server) {
  const { api, summary, toolsets } = server;
  const tools = toolsets.flatMap((toolset) => toolset.tools.map(({ tool }) => tool));
  const readOnly = tools.filter(({ annotations }) => annotations.readOnlyHint).length;
  const settings = listSettings(server);
  const secrets = settings.some(({ kind }) => kind === 'credential');
  return {
    readme: {
      name: api.name,
      title: escapeMarkdown(api.title),
      version: escapeMarkdown(api.version),
      summary: escapeMarkdown(summary),
      tools: tools.length === 1 ? '1 tool' : `${tools.length} tools`,
      readOnly,
      toolsets: toolsets.map((toolset) => ({
        title: escapeMarkdown(toolset.title),
        tools: toolset.tools.length,
        about: escapeMarkdown(shorten(toLine(toolset.description))),
      })),
      settings: settings.map((setting) => ({
        name: setting.name,
        about: escapeMarkdown(shorten(toLine(setting.about))),
        otherwise: describeFallback(setting),
      })),
      secrets,
      unserved: listUnserved(server).map(escapeMarkdown),
      clients: describeClients(
        api.name,
        settings.filter(({ needed }) => needed),
      ),
    },
    env: {
      title: toLine(api.title),
      secrets,
      settings: settings.map(({ name, about, fallback, needed }) => ({
        name,
        about: toLine(about),
        fallback: toLine(fallback),
        off: needed ? '' : '# ',
      })),
    },
  };
}

function describeFallback({ kind, fallback, needed }: Setting): string {
  if (kind === 'credential') return 'none is sent';
  return needed ? '**needed**' : codeCell(fallback);
}

function listUnserved({ api }: Server): string[] {
  const reasons = Object.values(api.auth).flatMap((scheme) =>
    scheme.kind === 'unsupported' ? [scheme.reason] : [],
  );
  return [...new Set(reasons)].toSorted();
}

function shorten(text: string): string {
  if (text.length <= longest) return text;
  return `${text.slice(0, text.lastIndexOf(' ', longest)).slice(0, longest)} …`;
}

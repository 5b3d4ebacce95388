import type { Server, ToolsetEntry } from '../model/server.js';
import { sizeOf } from '../model/size.js';
import { describeClients } from './describeClients.js';
import { codeCell, escapeMarkdown } from './escapeMarkdown.js';
import { listSettings, type Setting } from './listSettings.js';
import type { Transports } from './plan.js';
import { toLine } from './toLine.js';

/** The longest text in a cell of a table. */
const longest = 160;

/** What the templates of prose are filled with; each text is safe where they put it. */
export function views(server: Server, { stdio, http }: Transports) {
  const { api, summary, toolsets } = server;
  const tools = toolsets.flatMap((toolset) => toolset.tools.map(({ tool }) => tool));
  const readOnly = tools.filter(({ annotations }) => annotations.readOnlyHint).length;
  const settings = listSettings(server);
  const secrets = settings.some(({ kind }) => kind === 'credential');
  return {
    readme: {
      name: api.name,
      stdio,
      http,
      entry: stdio || !http ? 'dist/stdio.js' : 'dist/http.js',
      title: escapeMarkdown(api.title),
      version: escapeMarkdown(api.version),
      summary: escapeMarkdown(summary),
      tools: tools.length === 1 ? '1 tool' : `${tools.length} tools`,
      readOnly,
      isListed: isListed(server),
      mostTools: api.listLimit.tools,
      mostTokens: api.listLimit.tokens.toLocaleString('en-US'),
      // Some of them, for commands that show how to choose.
      some: toolsets
        .slice(0, 2)
        .map((toolset) => toolset.name)
        .join(','),
      one: tools[0]?.name ?? '',
      toolsets: toolsets.map((toolset) => ({
        name: toolset.name,
        tools: toolset.tools.length,
        about: escapeMarkdown(describeToolset(toolset)),
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

function describeToolset({ name, title, description }: ToolsetEntry): string {
  const [short, about] = [toLine(title), shorten(toLine(description))];
  if (about === '') return short;
  // A title that only repeats the name says nothing.
  const repeats = short.toLowerCase().replaceAll(/[^a-z0-9]+/g, '_') === name || about.startsWith(short);
  return repeats ? about : `${short}: ${about}`;
}

/** Whether all tools are listed unless the operator says otherwise. */
function isListed({ api, toolsets }: Server): boolean {
  const { tools, tokens } = sizeOf(toolsets.flatMap((toolset) => toolset.tools));
  return tools <= api.listLimit.tools && tokens <= api.listLimit.tokens;
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

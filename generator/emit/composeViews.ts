import { listSchemes } from '../model/requests.js';
import type { Server, ToolsetEntry } from '../model/server.js';
import { type Setting, listSettings, spellLogin } from './listSettings.js';
import { codeCell, escapeMarkdown, toLine } from '../text/markdown/escape.js';
import type { Parts } from './features.js';

/** The longest text in a cell of a table. */
const longest = 160;

/** How many of the tools only read, as the rest of a sentence. */
function countReading(all: number, reading: number): string {
  if (reading === all) return all === 1 ? 'which is read-only' : 'all of them read-only';
  if (reading === 0) return all === 1 ? 'which changes something' : 'none of them read-only';
  return `${reading} of them read-only`;
}

/** What the templates of prose are filled with; each text is safe where they put it. */
export function composeViews(
  server: Server,
  parts: Pick<Parts, 'transports' | 'unread' | 'choices' | 'features'>,
) {
  const reached = describeTransports(parts.transports);
  const { api, summary, toolsets } = server;
  const tools = toolsets.flatMap((toolset) => toolset.tools.map(({ tool }) => tool));
  const readOnly = tools.filter(({ annotations }) => annotations.readOnlyHint).length;
  const settings = listSettings(server, parts);
  const has = (part: string) => parts.features.some(({ name }) => name.includes(part));
  const secrets = settings.some(({ kind }) => kind === 'credential');
  return {
    readme: {
      name: api.name,
      ...reached,
      title: escapeMarkdown(api.title),
      version: escapeMarkdown(api.version),
      summary: escapeMarkdown(summary),
      tools: tools.length === 1 ? '1 tool' : `${tools.length} tools`,
      readOnly: countReading(tools.length, readOnly),
      isListed: !has('dynamic'),
      hasMock: has('mock'),
      hasAuth: has('auth'),
      hasPage: has('page'),
      hasCard: has('card'),
      hasPages: has('others'),
      fill: listNeededFirst(server, settings)
        .map((name) => `\`${name}=…\``)
        .join(' and '),
      choices: parts.choices.map(({ line, words }) => `\`${line}\` (${words})`).join(', '),
      // Some of them, for commands that show how to choose.
      some: toolsets
        .slice(0, 2)
        .map((toolset) => toolset.name)
        .join(','),
      one: tools[0]?.name ?? '',
      hasSets: toolsets.length > 1,
      first: toolsets[0]?.name ?? '',
      toolsets: toolsets.map((toolset) => ({
        name: toolset.name,
        tools: toolset.tools.length,
        about: escapeMarkdown(describeToolset(toolset)),
        listed: toolset.tools.map(({ tool }) => ({
          name: tool.name,
          title: escapeMarkdown(clipAtWord(toLine(tool.title))),
        })),
      })),
      groups: joinSubjects(groupSettings(server, settings)).map((group) => ({
        title: group.title === undefined ? '' : escapeMarkdown(group.title),
        settings: group.settings.map((setting) => ({
          name: setting.name,
          about: escapeMarkdown(clipAtWord(toLine(setting.about))),
          otherwise: describeFallback(setting),
        })),
      })),
      several: api.sources !== undefined,
      secrets,
      logins: reached.isProgram ? listLogins(server) : [],
      sessions: listSessions(server),
      unserved: listUnserved(server).map(escapeMarkdown),
      clients: describeClients(
        api.name,
        settings.filter(({ needed }) => needed),
      ),
    },
    env: {
      title: toLine(api.title),
      secrets,
      groups: groupSettings(server, settings).map((group) => ({
        title: group.title === undefined ? '' : toLine(group.title),
        settings: group.settings.map(({ name, about, fallback, needed }) => ({
          name,
          about: toLine(about),
          fallback: toLine(fallback),
          off: needed ? '' : '# ',
        })),
      })),
    },
  };
}

/** How the server is reached, and which program users log in with. */
function describeTransports({ stdio, http, worker, lambda }: Parts['transports']) {
  const platform = worker || lambda;
  const entry = stdio || !http ? 'dist/stdio.js' : 'dist/http.js';
  return { stdio, http, worker, lambda, platform, isProgram: stdio || http || !platform, entry };
}

/** Settings that are for one thing: an API, or a subject of the server itself. */
interface SettingGroup {
  /** Undefined for the only API: what is needed comes first, without a heading. */
  title: string | undefined;
  settings: Setting[];
}

function groupSettings({ api }: Server, settings: readonly Setting[]): SettingGroup[] {
  const ofApis = settings.filter(({ subject }) => subject === undefined);
  const own: SettingGroup[] =
    api.sources === undefined
      ? [{ title: undefined, settings: ofApis }]
      : Object.entries(api.sources).map(([name, { title }]) => ({
          title: `${title} (${name})`,
          settings: ofApis.filter(({ source }) => source === name),
        }));
  const subjects = [...new Set(settings.flatMap(({ subject }) => subject ?? []))];
  const shared = subjects.map((title) => ({
    title,
    settings: settings.filter(({ subject }) => subject === title),
  }));
  return [...own, ...shared].filter((group) => group.settings.length > 0);
}

/** The groups of the APIs, and what is the server's own in one: it is read in a table. */
function joinSubjects(groups: readonly SettingGroup[]): SettingGroup[] {
  const isOwn = ({ settings }: SettingGroup) => settings.some(({ subject }) => subject !== undefined);
  const own = groups.filter(isOwn).flatMap(({ settings }) => settings);
  return [
    ...groups.filter((group) => !isOwn(group)),
    ...(own.length === 0 ? [] : [{ title: 'The server itself', settings: own }]),
  ];
}

function describeToolset({ name, title, description, tools }: ToolsetEntry): string {
  const [short, about] = [toLine(title), clipAtWord(toLine(description))];
  // A title that only repeats the name says nothing.
  const repeats = short.toLowerCase().replaceAll(/[^a-z0-9]+/g, '_') === name;
  if (about === '') return repeats ? listSome(tools.map(({ tool }) => tool.name)) : short;
  return repeats || about.startsWith(short) ? about : `${short}: ${about}`;
}

/** Names of tools that stand for all, where nothing else says what they are about. */
const mostNamed = 3;

function listSome(names: readonly string[]): string {
  const more = names.length - mostNamed;
  return `${names.slice(0, mostNamed).join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
}

function describeFallback({ kind, fallback, needed }: Setting): string {
  if (kind === 'credential') return 'none is sent';
  return needed ? '**needed**' : codeCell(fallback);
}

/** The schemes that users log in to, and what is to be set for that; in whatever order the document has them. */
function listLogins({ api }: Server) {
  const schemes = Object.entries(listSchemes(api)).toSorted(([a], [b]) => (a < b ? -1 : 1));
  return schemes.flatMap(([name, scheme]) =>
    scheme.kind === 'oauth2' && scheme.login !== undefined
      ? [{ name: quoteArgument(name), variable: scheme.env.clientId }]
      : [],
  );
}

/** The operations by which the server logs in to the API, and the variables that it does that with. */
function listSessions({ api }: Server) {
  const schemes = Object.entries(listSchemes(api)).toSorted(([a], [b]) => (a < b ? -1 : 1));
  return schemes.flatMap(([name, scheme]) =>
    scheme.kind === 'session'
      ? [
          {
            name: codeCell(name),
            login: codeCell(spellLogin(scheme)),
            variables: [...new Set(Object.values(scheme.env))].map((one) => `\`${one}\``).join(' and '),
          },
        ]
      : [],
  );
}

/** As an argument that a shell hands on as it is. */
function quoteArgument(text: string): string {
  const line = toLine(text);
  return /^[\w.-]+$/.test(line) ? line : `'${line.replaceAll(/['`]/g, '')}'`;
}

function listUnserved({ api }: Server): string[] {
  const reasons = Object.values(listSchemes(api)).flatMap((scheme) =>
    scheme.kind === 'unsupported' ? [scheme.reason] : [],
  );
  return [...new Set(reasons)].toSorted();
}

function clipAtWord(text: string): string {
  if (text.length <= longest) return text;
  return `${text.slice(0, text.lastIndexOf(' ', longest)).slice(0, longest)} …`;
}

/** How to add the server to a client, as text to be copied. */
interface Snippets {
  claudeCode: string;
  claudeCodeHttp: string;
  /** Claude Desktop and Cursor read the same form. */
  mcpServers: string;
  vsCode: string;
}

const endpoint = 'http://127.0.0.1:3000/mcp';

/** Client configurations that start the server, with the settings that it needs. */
function describeClients(name: string, needed: readonly Setting[]): Snippets {
  const entry = `/path/to/${name}/dist/stdio.js`;
  const flags = needed.map((setting) => `--env ${setting.name}="$${setting.name}" `).join('');
  const start = (toValue: (setting: Setting) => string) => ({
    command: 'node',
    args: [entry],
    ...(needed.length > 0 && {
      env: Object.fromEntries(needed.map((setting) => [setting.name, toValue(setting)])),
    }),
  });
  const inputs = needed.map((setting) => ({
    type: 'promptString',
    id: setting.name,
    description: setting.name,
    password: setting.kind === 'credential',
  }));
  return {
    claudeCode: `claude mcp add ${flags}--transport stdio ${name} -- node ${entry}`,
    claudeCodeHttp: `claude mcp add --transport http ${name} ${endpoint}`,
    mcpServers: print({ mcpServers: { [name]: start((setting) => `<${setting.name}>`) } }),
    vsCode: print({
      ...(inputs.length > 0 && { inputs }),
      servers: { [name]: { type: 'stdio', ...start((setting) => `\${input:${setting.name}}`) } },
    }),
  };
}

/** JSON on few lines: a setting that is asked for, or given, takes one. */
function print(value: unknown): string {
  return JSON.stringify(value, undefined, 2)
    .replaceAll(
      /\{\n\s*("(?:type|[A-Z_\d]+)": [^{}]*?)\n\s*\}/g,
      (_, inner: string) => `{ ${inner.replaceAll(/\n\s*/g, ' ')} }`,
    )
    .replaceAll(/\[\n\s*([^[\]]*?)\n\s*\]/g, (_, inner: string) => `[${inner.replaceAll(/\n\s*/g, ' ')}]`);
}

/**
 * The page on the runtime of one project: rows and steps of its order that name a folder which is not emitted are left out.
 *
 * @param page - the page on all of the runtime
 * @param paths - the files that are emitted, from the project's folder
 */
export function describeRuntime(page: string, paths: readonly string[]): string {
  const folders = new Set(paths.map((path) => path.replace('src/runtime/', '').replace(/\/.*$/, '')));
  return page
    .split('\n')
    .filter((line) => {
      const [, folder] = /^\| `(\w+)\/` /.exec(line) ?? [];
      return folder === undefined || folders.has(folder);
    })
    .join('\n')
    .replace(/(?<=in this order: )(?:`\w+`(?:, )?)+/, (order) =>
      order
        .split(', ')
        .filter((name) => folders.has(name.slice(1, -1)))
        .join(', '),
    );
}

/** The variables that are set first: what little works without, else the credential that most tools send, whole. */
function listNeededFirst({ api, toolsets }: Server, settings: readonly Setting[]): string[] {
  const needed = settings.filter((one) => one.needed);
  const [first] = needed;
  if (first?.kind === 'api') return [first.name];
  const ways = toolsets.flatMap(({ tools }) =>
    tools.flatMap(({ tool }) => tool.request.security.slice(0, 1).flatMap((way) => Object.keys(way))),
  );
  const countOf = (scheme: string) => ways.filter((one) => one === scheme).length;
  const schemes = Object.entries(api.auth).toSorted(
    ([a], [b]) => countOf(b) - countOf(a) || (a < b ? -1 : 1),
  );
  for (const [, scheme] of schemes) {
    const env = 'env' in scheme ? scheme.env : '';
    const own = typeof env === 'string' ? [env] : (Object.values(env) as string[]);
    const found = needed.filter(({ name }) => own.includes(name)).map(({ name }) => name);
    if (found.length > 0) return found;
  }
  const other = first ?? settings.find(({ kind }) => kind === 'credential');
  return other === undefined ? [] : [other.name];
}

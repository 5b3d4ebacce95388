import { isPublishedTo, type PublishFacts, type PublishedVariable } from '../../../model/publish/facts.js';
import { codeCell, escapeMarkdown } from '../../../text/markdown/escape.js';
import { copyTemplate, render } from '../../render.js';
import { type Launch, chooseLaunch } from '../../../model/publish/chooseLaunch.js';
import { type PublishedFile, type WriteContext, layOutJson, nameToken } from '../published.js';

/** What a client is told of the server, and what it asks its user for. */
interface Entry {
  launch: Launch;
  facts: PublishFacts;
  /** What its user is asked for at once. */
  asked: readonly PublishedVariable[];
}

/** INSTALL.md: how each client adds the server, by a link or a command that holds no value of a credential. */
export function writeLinks({ facts, templates }: WriteContext): PublishedFile[] {
  const launch = chooseLaunch(facts);
  if (launch === undefined) return [];
  const isProgram = launch.kind === 'program';
  const asked = isProgram ? facts.variables.filter(({ isAsked }) => isAsked) : [];
  const entry = { launch, facts, asked };
  const vsCode = linkVsCode(entry);
  const release = facts.package.repository;
  const view = {
    title: escapeMarkdown(facts.title),
    remote: !isProgram,
    url: isProgram ? '' : launch.url,
    access: isProgram ? '' : describeAccess(launch, facts),
    command: isProgram ? [launch.command, ...launch.args].join(' ') : '',
    required: asked.filter(({ isRequired }) => isRequired).map(toItem),
    alternatives: asked.filter(({ isRequired }) => !isRequired).map(toItem),
    asksValues: asked.length > 0,
    hasBundle: isPublishedTo(facts, 'mcpb'),
    bundle: release === undefined ? 'a release' : `[a release](${escapeLink(`${release.url}/releases`)})`,
    claudeCode: commandClaude(entry),
    claudeCodeNote: noteClaude(entry),
    cursor: escapeLink(
      `cursor://anysphere.cursor-deeplink/mcp/install?name=${encodeURIComponent(facts.name)}&config=${encodeConfig(entry)}`,
    ),
    vsCode: vsCode === undefined ? '' : escapeLink(redirect(`vscode:${vsCode}`)),
    insiders: vsCode === undefined ? '' : escapeLink(redirect(`vscode-insiders:${vsCode}`)),
    vsCodeLink: vsCode === undefined ? '' : `vscode:${vsCode}`,
    vsCodeJson: vsCode === undefined ? toVsCodeFile(entry) : '',
    lmStudio: escapeLink(
      `lmstudio://add_mcp?name=${encodeURIComponent(facts.name)}&config=${encodeConfig(entry)}`,
    ),
    goose: escapeLink(linkGoose(entry)),
    json: layOutJson({ mcpServers: { [facts.name]: toConfig(entry, ({ name }) => `<${name}>`) } }).trimEnd(),
  };
  return [{ path: 'INSTALL.md', content: render(copyTemplate(templates, 'INSTALL.md.hbs'), view) }];
}

function toItem({ name, about }: PublishedVariable): { name: string; about: string } {
  return { name, about: escapeMarkdown(about) };
}

function describeAccess({ access }: Extract<Launch, { kind: 'remote' }>, facts: PublishFacts): string {
  if (access === 'none') return 'Everybody may use it.';
  if (access === 'oauth') return 'Clients open a browser to log in.';
  return `It needs a token, which its operator gives out: clients send it in the header \`Authorization\`, as ${codeCell(`Bearer <${nameToken(facts)}>`)}. The links below do not hold it: fill it in where the client asks for it, or in its settings.`;
}

/** What clients start or call, with a value for each thing that they have to hand over. */
function toConfig(
  { launch, facts, asked }: Entry,
  toValue: (variable: Pick<PublishedVariable, 'name'>) => string,
): object {
  if (launch.kind === 'program')
    return {
      command: launch.command,
      args: launch.args,
      ...(asked.length > 0 && { env: Object.fromEntries(asked.map((one) => [one.name, toValue(one)])) }),
    };
  const token = toValue({ name: nameToken(facts) });
  return {
    url: launch.url,
    ...(launch.access === 'token' && { headers: { Authorization: `Bearer ${token}` } }),
  };
}

/** The configuration as Cursor and LM Studio take it in a link: JSON in base64. Values are left empty for the user. */
function encodeConfig(entry: Entry): string {
  const json = JSON.stringify(toConfig(entry, () => ''));
  return encodeURIComponent(Buffer.from(json).toString('base64'));
}

/** What VS Code asks its user for. */
function listInputs({ launch, facts, asked }: Entry): object[] {
  const inputs =
    launch.kind === 'remote'
      ? [{ name: nameToken(facts), about: `Token for ${facts.title}`, isSecret: true }]
      : asked;
  if (launch.kind === 'remote' && launch.access !== 'token') return [];
  return inputs.map(({ name, about, isSecret }) => ({
    type: 'promptString',
    id: name,
    description: about,
    password: isSecret,
  }));
}

function toVsCode(entry: Entry): object {
  const type = entry.launch.kind === 'remote' ? 'http' : 'stdio';
  return { type, ...toConfig(entry, ({ name }) => `\${input:${name}}`) };
}

/**
 * The end of a link to VS Code. It is decoded twice there, so that a percent sign would become something else: words say it,
 * and an address with one has no link.
 */
function linkVsCode(entry: Entry): string | undefined {
  const server = toVsCode(entry);
  if (JSON.stringify(server).includes('%')) return undefined;
  const inputs = listInputs(entry);
  const json = JSON.stringify({ name: entry.facts.name, ...server, ...(inputs.length > 0 && { inputs }) });
  return `mcp/install?${encodeURIComponent(json.replaceAll('%', ' percent'))}`;
}

/** Code hosts show links of https alone. */
function redirect(link: string): string {
  return `https://insiders.vscode.dev/redirect?url=${encodeURIComponent(link)}`;
}

function toVsCodeFile(entry: Entry): string {
  const inputs = listInputs(entry);
  return layOutJson({
    ...(inputs.length > 0 && { inputs }),
    servers: { [entry.facts.name]: toVsCode(entry) },
  }).trimEnd();
}

function linkGoose({ launch, facts, asked }: Entry): string {
  const pairs: [string, string][] =
    launch.kind === 'program'
      ? [['cmd', launch.command], ...launch.args.map((arg): [string, string] => ['arg', arg])]
      : [
          ['type', 'streamable_http'],
          ['url', launch.url],
        ];
  pairs.push(['id', facts.name], ['name', facts.title], ['description', facts.summary]);
  for (const { name, about } of asked) pairs.push(['env', `${name}=${about}`]);
  if (launch.kind === 'remote' && launch.access === 'token')
    pairs.push(['header', `Authorization=Bearer and the token for ${facts.title}`]);
  return `goose://extension?${pairs.map(([key, value]) => `${key}=${encodeURIComponent(value)}`).join('&')}`;
}

/** The command that adds the server to Claude Code, which fills `${NAME}` in from the environment when it starts. */
function commandClaude(entry: Entry): string {
  const { launch, facts } = entry;
  if (launch.kind === 'program') {
    const unset = new Set(entry.asked.filter(({ isRequired }) => !isRequired).map(({ name }) => name));
    const config = {
      type: 'stdio',
      ...toConfig(entry, ({ name }) => (unset.has(name) ? `\${${name}:-}` : `\${${name}}`)),
    };
    return `claude mcp add-json ${facts.name} ${quoteWord(JSON.stringify(config))}`;
  }
  // It takes several values: what stands behind it would be one of them.
  const header =
    launch.access === 'token'
      ? ` --header ${quoteWord(`Authorization: Bearer \${${nameToken(facts)}}`)}`
      : '';
  return `claude mcp add --transport http ${facts.name} ${quoteWord(launch.url)}${header}`;
}

function noteClaude({ launch, facts, asked }: Entry): string {
  const names =
    launch.kind === 'remote' && launch.access === 'token'
      ? [nameToken(facts)]
      : asked.map(({ name }) => name);
  return names.length === 0
    ? 'Then `/mcp` shows it.'
    : `It takes ${names.map((name) => `\`${name}\``).join(', ')} from the environment in which it is started: set ${names.length === 1 ? 'it' : 'what you have of them'} there before.`;
}

/** One word for a shell. */
function quoteWord(word: string): string {
  return `'${word.replaceAll("'", String.raw`'\''`)}'`;
}

/** An address inside of the parentheses of a Markdown link. */
function escapeLink(url: string): string {
  return url
    .replaceAll('(', '%28')
    .replaceAll(')', '%29')
    .replaceAll("'", '%27')
    .replaceAll('*', '%2A')
    .replaceAll('!', '%21');
}

import type { Readable, Writable } from 'node:stream';
import { styleText } from 'node:util';
import yargs, { type Argv } from 'yargs';
import { modes } from '../templates/project/src/runtime/settings.js';
import { describeSystemError } from '../templates/project/src/runtime/transport/start.js';
import { budget } from './commands/budget.js';
import { type Chosen, chooseConfig } from './commands/chooseConfig.js';
import type { Context, ExitCode } from './commands/context.js';
import { describeInputError } from './commands/describeInputError.js';
import { generate } from './commands/generate.js';
import { type Format, lint } from './commands/lint.js';
import { serve } from './commands/serve.js';
import { tools } from './commands/tools.js';
import { RuleFault, parseRule } from './load/config/parseRule.js';
import { decodeText, gather } from './load/fetchText.js';
import { loadPackage } from './load/ownFiles.js';
import {
  type Choices,
  type Rule,
  configName,
  defaults,
  least,
  outputForms,
  profileNames,
} from './model/config.js';
import { InputError } from './model/diagnostic.js';
import { readBaseUrl } from './model/readBaseUrl.js';
import { nameServer } from './shape/names/nameServer.js';
import { escapeHidden } from './text/hidden.js';
import { nearest } from './text/nearest.js';

/** A run that takes less says nothing of its progress. */
const quietForMs = 1000;
/** How often the same step is told of. */
const toldEachMs = 2000;

/** What each command takes. */
const commands = {
  generate: generateOptions,
  tools: toolsOptions,
  budget: budgetOptions,
  lint: lintOptions,
  serve: serveOptions,
};

/** Options that may be given several times. */
const repeatable = new Set(['_', 'include', 'exclude', 'toolsets']);

/** What the program runs in. */
export interface System {
  stdin: Readable;
  stdout: Terminal;
  stderr: Terminal;
  env: Context['env'];
  /** Settled when the user, or the system, asks the run to stop. */
  stopped: () => Promise<void>;
}

/** Where text goes: people look at it, or a program reads it. */
interface Terminal extends Writable {
  isTTY?: boolean;
  columns?: number;
}

/** Runs the command that `argv` says, which holds what follows the program's name. */
export async function main(argv: string[], system: System): Promise<ExitCode> {
  const { version } = await loadPackage();
  let run: (() => Promise<ExitCode>) | undefined;
  const parser = yargs(argv)
    .scriptName('mcpwright')
    .usage('$0 <command>\n\nTurns an OpenAPI document into an MCP server.')
    .command('generate <document>', 'Write an MCP server project', generateOptions, (args) => {
      const { name = '', overwrite, force, strict, json } = args;
      const document = documentOf(args, argv);
      const out = args.out === '' && name !== '' ? nameServer({ title: '' }, { name }) : args.out;
      const choose = (folder: string) => chooseFor(args, argv, system, folder);
      run = () => generate({ document, out, choose, overwrite, force, strict, json }, context(args, system));
    })
    .command('tools <document>', 'List the tools that a document would become', toolsOptions, (args) => {
      const { json } = args;
      const document = documentOf(args, argv);
      run = async () =>
        tools({ document, ...(await chooseFor(args, argv, system)), json }, context(args, system));
    })
    .command(
      'budget <document>',
      'Say what the tools take of a context, and what was left out to make them fit',
      budgetOptions,
      (args) => {
        const { json, tools: byTool, html, failOver, failTotal } = args;
        const document = documentOf(args, argv);
        run = async () =>
          budget(
            { document, ...(await chooseFor(args, argv, system)), json, byTool, html, failOver, failTotal },
            context(args, system),
          );
      },
    )
    .command(
      'lint <document>',
      'Say what in the document costs a model, and how to fix it',
      lintOptions,
      (args) => {
        const { json, failOn } = args;
        const format = json ? 'json' : args.format;
        const document = documentOf(args, argv);
        run = async () =>
          lint(
            { document, ...(await chooseFor(args, argv, system)), format, failOn },
            context(args, system, system.stdout),
          );
      },
    )
    .command('serve <document>', 'Run the server straight from the document', serveOptions, (args) => {
      const { transport, port = 3000, host = '127.0.0.1', allowUnauthenticated, watch } = args;
      for (const option of ['port', 'host'] as const) {
        if (transport === 'http' || args[option] === undefined) continue;
        throw new InputError(
          `--${option} is for http, and clients talk over stdio.`,
          `Add --transport http, or leave --${option} out.`,
        );
      }
      const document = documentOf(args, argv);
      const settings = toSettings(args);
      const choose = () => chooseFor(args, argv, system);
      run = () =>
        serve(
          { document, choose, watch, transport, port, host, allowUnauthenticated, settings },
          context(args, system),
        );
    })
    .demandCommand(1, 'Name a command: generate, tools, budget, lint or serve.')
    .strict()
    .version(version)
    .alias({ help: 'h', version: 'v' })
    .wrap(Math.min(system.stdout.columns ?? 100, 100))
    .epilogue(
      'Exit codes: 0 done, 1 findings that need a decision, 2 wrong use or no document to read.\n' +
        'Colours follow NO_COLOR and FORCE_COLOR.',
    )
    .exitProcess(false)
    .fail((message, error) => {
      // What yargs itself finds wrong comes either way.
      if (error !== undefined && error.name !== 'YError') throw error;
      const found = error?.message ?? message;
      throw new InputError(
        explainUse(found, argv),
        'mcpwright --help, or mcpwright <command> --help, lists what there is.',
      );
    });
  try {
    checkValues(await parser.parseAsync());
    return run === undefined ? 0 : await run();
  } catch (error) {
    const reason = describeSystemError(error);
    const told = error instanceof InputError || reason === undefined ? error : new InputError(`${reason}.`);
    if (!(told instanceof InputError)) throw error;
    system.stderr.write(disarm(describeInputError(told, painterFor(system.stderr, system.env))));
    return 2;
  }
}

/** Refuses an option that is given twice, since only one of its values could count, and numbers that are none. */
function checkValues(args: Record<string, unknown>): void {
  for (const [key, value] of Object.entries(args)) {
    const name = key.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
    if (Array.isArray(value) && !repeatable.has(name))
      throw new InputError(`--${name} is given ${value.length} times.`, 'Give it once.');
    if (Number.isNaN(value))
      throw new InputError(`--${name} must be a whole number.`, `For example: --${name} 400`);
  }
}

/** What yargs finds wrong, as a sentence, with the nearest name that there is. */
function explainUse(found: string, argv: readonly string[]): string {
  if (found.startsWith('Not enough non-option')) {
    return 'Name a document: a file, a URL, or - for standard input.';
  }
  const [, wrong] = /^Unknown (?:argument|command)s?: ([^,]+)/.exec(found) ?? [];
  const command = argv.find((text) => Object.hasOwn(commands, text)) as keyof typeof commands | undefined;
  if (wrong !== undefined) {
    const option = argv.find((text) => text.startsWith('-') && text.replace(/^-+|=.*$/gs, '') === wrong);
    if (option === undefined && command === undefined) {
      const names = Object.keys(commands);
      return `There is no command ${JSON.stringify(wrong)}${suggest(wrong, names) ?? `: name one of ${names.join(', ')}.`}`;
    }
    if (option === undefined) return `${JSON.stringify(wrong)} is one argument too many.`;
    const known = command === undefined ? [] : listOptions(commands[command]);
    return `There is no option --${wrong}${suggest(wrong, known, '--') ?? '.'}`;
  }
  const [, lacking] = /^Not enough arguments following: (\S+)/.exec(found) ?? [];
  if (lacking !== undefined) return `--${lacking} needs a value.`;
  const [, option, given, choices] =
    /Argument: (\S+), Given: "?(.*?)"?, Choices: ([^\n]*)/s.exec(found)?.map((text) => text.trim()) ?? [];
  if (option === undefined || given === undefined || choices === undefined) return found;
  const names = choices.replaceAll('"', '').split(', ');
  const meant = nearest(given, names);
  return `--${option} cannot be ${JSON.stringify(given)}: it is one of ${names.join(', ')}${meant === undefined ? '.' : `; did you mean ${meant}?`}`;
}

function suggest(wrong: string, known: readonly string[], before = ''): string | undefined {
  const meant = nearest(wrong, known);
  return meant === undefined ? undefined : `; did you mean ${before}${meant}?`;
}

/** The options of a command, by their long names. */
function listOptions(describe: (argv: Argv) => unknown): string[] {
  const parser = yargs([]);
  describe(parser);
  const { key } = (parser as unknown as { getOptions: () => { key: Record<string, unknown> } }).getOptions();
  return Object.keys(key).filter((name) => name.length > 1 && name !== 'document');
}

function commonOptions(argv: Argv) {
  return argv
    .positional('document', {
      type: 'string',
      demandOption: true,
      describe: 'The OpenAPI document: a file, a URL, or - for standard input',
    })
    .option('config', {
      type: 'string',
      requiresArg: true,
      describe: `A file with choices such as those below; ${configName} is looked for`,
    })
    .option('name', {
      requiresArg: true,
      type: 'string',
      describe: 'Name of the server',
      defaultDescription: 'from the title',
    })
    .option('base-url', {
      requiresArg: true,
      type: 'string',
      describe: "The API's base URL, in place of the document's servers",
      defaultDescription: "the document's",
    })
    .option('names', {
      requiresArg: true,
      choices: ['snake_case', 'camelCase'] as const,
      describe: 'How tool names are written',
      defaultDescription: defaults.names,
    })
    .option('profile', {
      requiresArg: true,
      choices: profileNames,
      describe: 'What clients are to accept: portable is for all of them, the others say more to some',
      defaultDescription: defaults.profile,
    })
    .option('include', {
      type: 'string',
      requiresArg: true,
      coerce: toList,
      describe: 'Offer only what this rule matches; may be repeated: tag=pets, path=/a/**, method=GET',
    })
    .option('exclude', {
      type: 'string',
      requiresArg: true,
      coerce: toList,
      describe: 'Leave out what this rule matches; may be repeated: deprecated, operation=delete*',
    })
    .option('read-only', { type: 'boolean', describe: 'Offer only tools that read' })
    .option('group-by', {
      requiresArg: true,
      choices: ['tag', 'path'] as const,
      describe: 'What makes the toolsets where nothing else does',
      defaultDescription: defaults.groupBy,
    })
    .option('budget', {
      requiresArg: true,
      type: 'number',
      describe: 'Tokens that a tool may take in the list',
      defaultDescription: String(defaults.budget),
    })
    .option('total', {
      requiresArg: true,
      type: 'number',
      describe: 'Tokens that a list may take: beyond it, tools are searched for',
      defaultDescription: String(defaults.total),
    })
    .option('output-budget', {
      requiresArg: true,
      type: 'number',
      describe: "Tokens that the schema of a tool's answers may take, beside its budget; 0 for none",
      defaultDescription: String(defaults.outputBudget),
    })
    .option('output', {
      requiresArg: true,
      choices: outputForms,
      describe: 'How tools say what they answer: by an output schema (types), by a sentence (words), or not',
      defaultDescription: defaults.output,
    })
    .option('select', {
      type: 'boolean',
      describe: 'Give tools the argument _select, which picks parts of an answer out',
    })
    .option('quiet', { type: 'boolean', default: false, alias: 'q', describe: 'Say nothing but the result' });
}

/** Those of the commands that report. */
function reportOptions(argv: Argv) {
  return commonOptions(argv).option('json', {
    type: 'boolean',
    default: false,
    describe: 'Print a report for machines',
  });
}

function toolsOptions(argv: Argv) {
  return reportOptions(argv)
    .example('$0 tools openapi.yaml', 'see what would be offered')
    .example('$0 tools api.yaml --include tag=pets', 'offer a part of it')
    .example('$0 tools api.yaml --exclude deprecated', 'leave out a part of it');
}

function generateOptions(argv: Argv) {
  return reportOptions(argv)
    .option('out', {
      requiresArg: true,
      type: 'string',
      default: '',
      alias: 'o',
      describe: 'The folder to write to',
      defaultDescription: "the server's name",
    })
    .option('overwrite', {
      type: 'boolean',
      default: false,
      describe: 'Replace files that were edited by hand',
    })
    .option('force', {
      type: 'boolean',
      default: false,
      describe: 'Write into a folder that holds something else',
    })
    .option('strict', {
      type: 'boolean',
      default: false,
      describe: 'Exit with 1 when an operation had to be left out',
    })
    .example('$0 generate openapi.yaml', 'write to a folder named after the API')
    .example('$0 generate https://api.example.com/openapi.json -o server', 'read a URL')
    .example('cat openapi.json | $0 generate - --name shop', 'read standard input');
}

function budgetOptions(argv: Argv) {
  return reportOptions(argv)
    .option('tools', { type: 'boolean', default: false, describe: 'A row for each tool' })
    .option('html', {
      requiresArg: true,
      type: 'string',
      describe: 'Write the report as a page to this file',
    })
    .option('fail-over', {
      requiresArg: true,
      type: 'number',
      describe: 'Exit with 1 when a tool takes more tokens than this',
    })
    .option('fail-total', {
      requiresArg: true,
      type: 'number',
      describe: 'Exit with 1 when a client gets more tokens than this when it connects',
    })
    .example('$0 budget openapi.yaml', 'see what tools cost')
    .example('$0 budget openapi.yaml --html report.html', 'look at them')
    .example('$0 budget openapi.yaml --fail-over 400', 'stop a build');
}

function lintOptions(argv: Argv) {
  return reportOptions(argv)
    .option('format', {
      requiresArg: true,
      choices: ['text', 'json', 'sarif', 'overlay'] as const satisfies readonly Format[],
      default: 'text' as const,
      describe: 'How findings are printed; overlay prints suggested constraints as an OpenAPI overlay',
    })
    .option('fail-on', {
      requiresArg: true,
      choices: ['error', 'warning', 'info', 'never'] as const,
      default: 'error' as const,
      describe: 'Exit with 1 when there is a finding as bad as this, or worse',
    })
    .example('$0 lint openapi.yaml', 'see what to improve')
    .example('$0 lint openapi.yaml --fail-on warning', 'stop a build')
    .example('$0 lint openapi.yaml --format sarif > lint.sarif', 'show findings in a code host')
    .example('$0 lint openapi.yaml --format overlay > overlay.yaml', 'declare what the words say');
}

function serveOptions(argv: Argv) {
  return commonOptions(argv)
    .option('transport', {
      requiresArg: true,
      choices: ['stdio', 'http'] as const,
      default: 'stdio' as const,
      describe: 'How clients connect',
    })
    .option('port', {
      requiresArg: true,
      type: 'number',
      describe: 'Port for http',
      defaultDescription: '3000',
    })
    .option('host', {
      requiresArg: true,
      type: 'string',
      describe: 'Address for http',
      defaultDescription: '127.0.0.1',
    })
    .option('allow-unauthenticated', {
      type: 'boolean',
      default: false,
      describe: 'Listen on an address that others can reach',
    })
    .option('mode', {
      requiresArg: true,
      choices: modes,
      describe: 'Whether tools are listed or searched for; auto lists them where that is not too much',
      defaultDescription: 'auto',
    })
    .option('toolsets', {
      type: 'string',
      coerce: (value: string | string[]) => toList(value).join(','),
      requiresArg: true,
      describe: 'The toolsets that are served, divided by commas',
      defaultDescription: 'all',
    })
    .option('mock', {
      type: 'boolean',
      describe: 'Answer from the examples and schemas of the document, and send nothing',
    })
    .option('sessions', {
      type: 'boolean',
      describe: 'Give sessions to clients of older protocols over http',
    })
    .option('watch', {
      type: 'boolean',
      default: false,
      describe: 'Serve the document anew when a file of it changes',
    })
    .example('$0 serve openapi.yaml', 'serve over stdio')
    .example('$0 serve openapi.yaml --transport http --port 3000', 'serve http://127.0.0.1:3000/mcp')
    .example('$0 serve openapi.yaml --mock', 'try the tools with neither the API nor credentials')
    .example('$0 serve openapi.yaml --watch', 'serve what you save while you work on the document')
    .example('$0 serve openapi.yaml --mode dynamic', 'let clients search for tools, however few')
    .example('$0 serve openapi.yaml --toolsets pets,orders', 'serve these toolsets only');
}

/** The document as it was named: yargs makes an empty string of a lone dash. */
function documentOf({ document }: { document: string }, argv: readonly string[]): string {
  return document === '' && argv.includes('-') ? '-' : document;
}

/** Each member may be undefined, as options are that are not given. */
type Given<T> = { [key in keyof T]?: T[key] | undefined };

/** The options that all commands have. */
interface CommonOptions extends Given<
  Omit<Choices, 'include' | 'exclude' | 'toolsets' | 'tools'> & { include: string[]; exclude: string[] }
> {
  document: string;
  config?: string | undefined;
  quiet: boolean;
  json?: boolean | undefined;
}

/** The choices of the command line and of the file; `project` is the folder that is written to. */
async function chooseFor(
  args: CommonOptions,
  argv: readonly string[],
  system: System,
  project?: string,
): Promise<Chosen> {
  const said = { choices: toChoices(args), file: args.config, document: documentOf(args, argv) };
  const chosen = await chooseConfig(said, project);
  if (chosen.file !== undefined) context(args, system).note(`Choices are read from ${chosen.file}.\n`);
  return chosen;
}

/** What the command line says of the choices. */
function toChoices(args: CommonOptions): Choices {
  const { name, baseUrl, names, profile, output, groupBy, include, exclude, readOnly, select } = args;
  const read = baseUrl === undefined || baseUrl === '' ? undefined : readBaseUrl(baseUrl);
  if (typeof read === 'string') {
    // It may hold a password.
    const shown = baseUrl?.includes('@') === true ? `: it ${read}` : `, not "${baseUrl}"`;
    throw new InputError(
      `--base-url must be an absolute http or https URL${shown}.`,
      'For example: --base-url https://api.example.com/v1',
    );
  }
  const said: Given<Choices> = {
    name,
    baseUrl,
    names,
    profile,
    output,
    groupBy,
    readOnly,
    select,
    budget: checkNumber('--budget', args.budget, least.budget),
    total: checkNumber('--total', args.total, least.total),
    outputBudget: checkNumber('--output-budget', args.outputBudget, least.outputBudget),
    include: include?.map((rule) => toRule('--include', rule)),
    exclude: exclude?.map((rule) => toRule('--exclude', rule)),
  };
  return Object.fromEntries(Object.entries(said).filter(([, value]) => value !== undefined));
}

function checkNumber(option: string, value: number | undefined, smallest: number): number | undefined {
  if (value === undefined || (Number.isSafeInteger(value) && value >= smallest)) return value;
  throw new InputError(
    `${option} must be a whole number of at least ${smallest}.`,
    `For example: ${option} 300`,
  );
}

function toRule(option: string, text: string): Rule {
  try {
    return parseRule(text);
  } catch (error) {
    if (!(error instanceof RuleFault)) throw error;
    throw new InputError(
      `The rule ${JSON.stringify(text)} of ${option} ${error.message}${error.message.endsWith('?') ? '' : '.'}`,
      error.meant === undefined
        ? `For example: ${option} "${exampleFor(text)}"; docs/config.md has every rule.`
        : `Quote the rule as a whole too: ${option} '${error.meant}'`,
    );
  }
}

/** A bare name is most likely that of an operation or a toolset. */
function exampleFor(text: string): string {
  return /^[\w-]+$/.test(text) ? `operation=${text}" or "toolset=${text}` : 'tag=pets method=GET,POST';
}

/** The values of an option that may be repeated. */
function toList(value: string | string[]): string[] {
  return [value].flat();
}

/** What the command line says to the server, in the environment variables that it reads. */
function toSettings({ mode, toolsets, sessions, mock }: Given<ServeSettings>): Record<string, string> {
  return {
    ...(mode === undefined ? {} : { MCP_MODE: mode }),
    ...(toolsets === undefined ? {} : { MCP_TOOLSETS: toolsets }),
    ...(sessions === undefined ? {} : { MCP_SESSIONS: String(sessions) }),
    ...(mock === undefined ? {} : { MCP_MOCK: String(mock) }),
  };
}

interface ServeSettings {
  mode: string;
  toolsets: string;
  sessions: boolean;
  mock: boolean;
}

/** `shownOn` is where most of what is painted goes. */
function context(
  options: Pick<CommonOptions, 'quiet' | 'json'>,
  { stdin, stdout, stderr, env, stopped }: System,
  shownOn: Terminal = stderr,
): Context {
  const paint = painterFor(shownOn, env);
  const started = performance.now();
  let told = { step: '', at: started };
  const note = (text: string) => {
    if (!options.quiet) stderr.write(disarm(text));
  };
  return {
    print: (text) => stdout.write(disarm(text)),
    note,
    alert: (text) => stderr.write(disarm(text)),
    progress: (text) => {
      const now = performance.now();
      const step = text.replaceAll(/\d+/g, '');
      if (options.json === true || now - started <= quietForMs) return;
      if (step === told.step && now - told.at < toldEachMs) return;
      told = { step, at: now };
      note(paint('dim', `${escapeHidden(text)} …\n`));
    },
    paint,
    readStdin: async (maxBytes) => decodeText(await gather(stdin, 'Standard input', maxBytes)),
    input: stdin,
    output: stdout,
    get stopped() {
      return stopped();
    },
    env,
  };
}

/** What `styleText` writes for the colours that are used here. */
const colour = new RegExp(String.raw`(${String.fromCodePoint(27)}\[\d{1,2}m)`);

/** The one door to the terminal: of what a terminal obeys, line ends and our own colours alone come through. */
function disarm(text: string): string {
  return text
    .split(colour)
    .map((part, index) => (index % 2 === 1 ? part : escapeHidden(part, '\n')))
    .join('');
}

function painterFor(shownOn: Terminal, env: Context['env']): Context['paint'] {
  // Whether to paint is decided here: `styleText` would look at standard output alone.
  const options = { validateStream: false };
  return wantsColour(shownOn, env) ? (style, text) => styleText(style, text, options) : (_, text) => text;
}

/** https://no-color.org: any non-empty value switches colours off. */
function wantsColour({ isTTY = false }: Terminal, { NO_COLOR, FORCE_COLOR }: Context['env']): boolean {
  if (NO_COLOR !== undefined && NO_COLOR !== '') return false;
  if (FORCE_COLOR !== undefined && FORCE_COLOR !== '') return FORCE_COLOR !== '0';
  return isTTY;
}

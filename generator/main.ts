import { dirname } from 'node:path';
import yargs, { type Argv, type Options as YargsOptions } from 'yargs';
import { describeSystemError } from '../templates/project/src/runtime/transport/start.js';
import type { Chosen, ProjectFolder, Said } from './commands/chooseConfig.js';
import { type ExitCode, nameProgram, quoteForShell } from './commands/context.js';
import { describeInputError } from './commands/describe/describeInputError.js';
import {
  type Args,
  type CommandName,
  type DocumentCommand,
  type Option,
  commandNames,
  commands,
  options,
  nameOf,
  optionsOf,
  plainText,
  positionalsOf,
  usageOf,
} from './commands/options.js';
import { RuleError, parseRule } from './load/config/parseRule.js';
import { loadPackage } from './load/ownFiles.js';
import { type Rule, least } from './model/config.js';
import { InputError } from './model/diagnostic.js';
import { readBaseUrl } from './model/requests.js';
import { nameServer } from './shape/names/nameServer.js';
import { type System, disarm, openTerminal, painterFor } from './terminal.js';
import { escapeHidden } from './text/hidden.js';
import { nearest } from './text/nearest.js';

/** Runs the command that `argv` says, which holds what follows the program's name. */
export async function main(argv: string[], system: System): Promise<ExitCode> {
  const { version } = await loadPackage();
  let run: (() => Promise<ExitCode>) | undefined;
  const width = Math.min(system.stdout.columns ?? 100, 100);
  const parser = createParser(argv, width, (command, args) => {
    run = prepare(command, args, { argv, system });
  })
    .version(version)
    .alias({ help: 'h', version: 'v' });
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

/** What ends the help of every command. */
const epilogue =
  'Exit codes: 0 done, 1 findings that need a decision, 2 wrong usage or no document to read.\n' +
  'Colours follow NO_COLOR and FORCE_COLOR.';

/**
 * Makes the parser of the command line, which calls `use` with the command and what is given to it. It lays the help out
 * in every run, which takes long: there is little to lay out where nobody can have asked for help.
 */
function createParser(
  argv: string[],
  width: number,
  use: (command: CommandName, args: Args<CommandName>) => void,
): Argv {
  const asksHelp = argv.some((word) => word === 'help' || /^-.*h/.test(word));
  const parser = yargs(argv)
    .scriptName('mcpwright')
    .wrap(asksHelp ? width : null);
  if (asksHelp)
    parser.usage('$0 <command>\n\nTurns an OpenAPI document into an MCP server.').epilogue(epilogue);
  for (const command of commandNames)
    parser.command(
      usageOf(command),
      commands[command].describe,
      (own: Argv) => declare(own, command, asksHelp),
      (args) => use(command, args as unknown as Args<CommandName>),
    );
  return parser
    .demandCommand(1, `Name a command: ${commandNames.slice(0, -1).join(', ')} or ${commandNames.at(-1)}.`)
    .strict()
    .exitProcess(false)
    .fail((message, error) => {
      // What yargs itself finds wrong comes either way.
      if (error !== undefined && error.name !== 'YError') throw error;
      const found = error?.message ?? message;
      throw new InputError(
        explainUse(found, argv),
        'mcpwright --help and mcpwright <command> --help list all commands and options.',
      );
    });
}

/** Tells the parser of the options of a command. Hidden options are not laid out: they are where nobody asks for help. */
function declare(parser: Argv, command: CommandName, asksHelp: boolean): Argv {
  for (const [name, describe] of Object.entries(positionalsOf(command)))
    parser.positional(name, { type: 'string', describe });
  for (const [name, option] of optionsOf(command))
    parser.option(name, { ...toYargs(option), hidden: !asksHelp });
  if (!asksHelp) return parser;
  for (const [line, describe] of commands[command].examples) parser.example(line, describe);
  return parser.epilogue(epilogue);
}

function toYargs({
  text,
  type,
  group,
  choices,
  alias,
  repeatable,
  list,
  prose,
  shown,
  ...option
}: Option): YargsOptions {
  const told = prose ?? shown;
  return {
    describe: plainText(text),
    requiresArg: type !== 'boolean' && list !== true,
    ...(list === true ? { array: true } : {}),
    ...(choices === undefined ? { type } : { choices }),
    ...('default' in option ? { default: option.default } : {}),
    ...(told === undefined ? {} : { defaultDescription: String(told) }),
    ...(alias === undefined ? {} : { alias }),
    ...(group === undefined ? {} : { group }),
    ...(repeatable === true ? { coerce: (value: string | string[]) => [value].flat() } : {}),
  };
}

/** What a command line is about, beside its options. */
interface Line {
  argv: readonly string[];
  system: System;
}

/** The command line as one to copy, without passwords in URLs. */
function toCommand({ argv, system }: Line): string {
  const words = argv.map((word) => quoteForShell(word.replace(/(\/\/)[^/@]*@/, '$1…@')));
  const isScript = system.env['npm_lifecycle_event'] === 'generate';
  return isScript
    ? ['npm run generate --', ...words.slice(1)].join(' ')
    : [nameProgram(system.env), ...words].join(' ');
}

/**
 * Makes ready what each command does: what is wrong with its options is said before anything is read, and before the code
 * of the command is loaded, which takes longer than all else that help and mistakes need.
 */
const preparers: {
  [Command in CommandName]: (args: Args<Command>, line: Line) => () => Promise<ExitCode>;
} = {
  generate: (args, line) => {
    const { name = '', force, json, changelog } = args;
    const overwrite = args.overwrite?.length === 0 ? true : (args.overwrite ?? false);
    const document = namedDocument(args, line);
    const out = args.out === '' && name !== '' ? nameServer({ title: '' }, { name }) : args.out;
    const choose = (path?: string) => chooseFor(args, line, path && { path, isTitled: out === '' });
    const load = async () =>
      args.watch
        ? (await import('./commands/watch/generateOnChange.js')).generateOnChange
        : (await import('./commands/generate.js')).generate;
    return async () => {
      const run = await load();
      return run(
        {
          document,
          out,
          overlays: args.overlay,
          choose,
          overwrite,
          force,
          json,
          changelog,
          program: line.system.program,
          command: toCommand(line),
          ...(line.system.run && { run: line.system.run }),
        },
        openTerminal(args, line.system),
      );
    };
  },
  init: (args, line) => {
    const { name = '' } = args;
    const out = args.out === '' && name !== '' ? nameServer({ title: '' }, { name }) : args.out;
    const choices = toChoices(args);
    const document = namedDocument(args, line) ?? '';
    return async () => {
      const { init } = await import('./commands/init.js');
      return init({ document, out, choices }, openTerminal(args, line.system));
    };
  },
  check: (args, line) => {
    const { out, json } = args;
    const document = namedDocument(args, line);
    const choose = (path?: string) => chooseFor(args, line, path && { path, isTitled: out === '' });
    const run = line.system.run ?? (() => Promise.resolve(undefined));
    return async () => {
      const { check } = await import('./commands/check.js');
      const checked = { document, out, overlays: args.overlay, choose, json, run };
      return check(checked, openTerminal(args, line.system));
    };
  },
  eject: (args, line) => async () => {
    const { eject } = await import('./commands/eject.js');
    return eject(args.file, openTerminal(args, line.system));
  },
  rename: (args, line) => {
    const { old, new: now, drop, project, json, dryRun } = args;
    if (drop === (now !== undefined))
      throw new InputError(
        drop ? `--drop lets go of ${old}, and takes no new name.` : `Name what ${old} is to be called.`,
        `For example: mcpwright rename ${drop ? `--drop ${old}` : `${old} another_name`}`,
      );
    const choose = (path?: string) => chooseFor(args, line, path && { path, isTitled: false });
    const { program, run } = line.system;
    return async () => {
      const { rename } = await import('./commands/rename/rename.js');
      return rename(
        { old, now, project, choose, json, dryRun, program, ...(run && { run }) },
        openTerminal(args, line.system),
      );
    };
  },
  publish: (args, line) => {
    const { project, check, json } = args;
    const choose = (path?: string) => chooseFor(args, line, path && { path, isTitled: false });
    const { program, run } = line.system;
    return async () => {
      const { publish } = await import('./commands/publish/publish.js');
      return publish(
        { project, check, choose, json, program, ...(run && { run }) },
        openTerminal(args, line.system),
      );
    };
  },
  tools: (args, line) => {
    const { json } = args;
    return async () => {
      const { tools } = await import('./commands/tools.js');
      return tools({ ...(await chosenFor(args, line)), json }, openTerminal(args, line.system));
    };
  },
  budget: (args, line) => {
    const { json, tools: byTool, html, failOver, failTotal } = args;
    return async () => {
      const { budget } = await import('./commands/budget.js');
      return budget(
        { ...(await chosenFor(args, line)), json, byTool, html, failOver, failTotal },
        openTerminal(args, line.system),
      );
    };
  },
  suggest: (args, line) => {
    const { json, tools, sets, explain, out } = args;
    const wanted = checkNumber('--tools', tools, 1);
    return async () => {
      const { suggest } = await import('./commands/suggest/suggest.js');
      return suggest(
        { ...(await chosenFor(args, line)), json, tools: wanted, sets, explain, out },
        openTerminal(args, line.system, line.system.stdout),
      );
    };
  },
  lint: (args, line) => {
    const { json, failOn, fixOverlay } = args;
    const { system } = line;
    const failUnder = checkNumber('--fail-under', args.failUnder, 0);
    const format = json ? 'json' : args.format;
    return async () => {
      const { lint } = await import('./commands/lint.js');
      return lint(
        { ...(await chosenFor(args, line)), format, failOn, fixOverlay, failUnder },
        openTerminal(args, system, system.stdout),
      );
    };
  },
  diff: (args, line) => {
    const { json, markdown, all, html, failOn } = args;
    const [old, now] = [args.old, args.new].map((document) => namedDocument({ document }, line)) as [
      string,
      string,
    ];
    const choose = (document: string, path?: string) =>
      chooseFor(args, line, path && { path, isTitled: false }, document);
    return async () => {
      const { diff } = await import('./commands/diff/diff.js');
      return diff(
        { old, new: now, choose, json, markdown, all, html, failOn },
        openTerminal(args, line.system, line.system.stdout),
      );
    };
  },
  serve: (args, line) => {
    const { transport, port = 3000, host = '127.0.0.1', allowUnauthenticated, watch } = args;
    for (const option of ['port', 'host'] as const) {
      if (transport === 'http' || args[option] === undefined) continue;
      throw new InputError(
        `--${option} is for http, and clients talk over stdio.`,
        `Add --transport http, or leave --${option} out.`,
      );
    }
    const settings = toSettings(args);
    const choose = () => chooseFor(args, line);
    return async () => {
      const { serve } = await import('./commands/serve.js');
      return serve(
        { choose, watch, transport, port, host, allowUnauthenticated, settings },
        openTerminal(args, line.system),
      );
    };
  },
};

function prepare<Command extends CommandName>(command: Command, args: Args<Command>, line: Line) {
  return preparers[command](args, line);
}

/** Refuses an option that is given twice, since only one of its values could count, and numbers that are none. */
function checkValues(args: Record<string, unknown>): void {
  for (const [key, value] of Object.entries(args)) {
    const name = key.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
    if (Array.isArray(value) && name !== '_' && !isRepeatable(name))
      throw new InputError(`--${name} is given ${value.length} times.`, 'Give it once.');
    if (Number.isNaN(value))
      throw new InputError(`--${name} must be a whole number.`, `For example: --${name} 400`);
  }
}

function isRepeatable(name: string): boolean {
  return Object.entries<Option>(options).some(
    ([key, { repeatable, list }]) => nameOf(key) === name && (repeatable === true || list === true),
  );
}

/** What yargs finds wrong, as a sentence, with the nearest name that there is. */
function explainUse(found: string, argv: readonly string[]): string {
  if (found.startsWith('Not enough non-option')) {
    if (argv.includes('rename')) return 'Name a tool, or tool.argument, and what it is to be called.';
    if (argv.includes('eject')) return 'Name a file below src/runtime/ of a project.';
    if (argv.includes('diff'))
      return 'Name two documents, projects or revisions: what it was, and what it is now.';
    return 'Name a document: a file, a URL, or - for standard input.';
  }
  const [, wrong] = /^Unknown (?:argument|command)s?: ([^,]+)/.exec(found) ?? [];
  const command = argv.find((text) => Object.hasOwn(commands, text)) as CommandName | undefined;
  if (wrong !== undefined) {
    const option = argv.find((text) => text.startsWith('-') && text.replace(/^-+|=.*$/gs, '') === wrong);
    if (option === undefined && command === undefined) {
      return `There is no command ${JSON.stringify(wrong)}${proposeFor(wrong, commandNames) ?? `: name one of ${commandNames.join(', ')}.`}`;
    }
    if (option === undefined) return `${JSON.stringify(wrong)} is one argument too many.`;
    const known = command === undefined ? [] : optionsOf(command).map(([name]) => name);
    return `There is no option --${wrong}${proposeFor(wrong, [...known, 'help', 'version'], '--') ?? '.'}`;
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

function proposeFor(wrong: string, known: readonly string[], before = ''): string | undefined {
  const meant = nearest(wrong, known);
  return meant === undefined ? undefined : `; did you mean ${before}${meant}?`;
}

/** The document as it was named: yargs makes an empty string of a lone dash. */
function namedDocument({ document }: { document?: string | undefined }, { argv }: Line): string | undefined {
  return document === '' && argv.includes('-') ? '-' : document;
}

/** Each member may be undefined, as options are that are not given. */
type Given<T> = { [key in keyof T]?: T[key] | undefined };

/** The choices of the command line and of the file; `project` is the folder that is written to. */
async function chooseFor(
  args: Partial<Args<DocumentCommand>> & Pick<Args<CommandName>, 'quiet'>,
  line: Line,
  project?: ProjectFolder | '',
  source?: string,
): Promise<Chosen> {
  const document = source ?? namedDocument(args, line);
  const said = { choices: toChoices(args), file: args.config, document };
  const { chooseConfig } = await import('./commands/chooseConfig.js');
  const chosen = await chooseConfig(said, project || undefined);
  const { file, unread = [], beside } = chosen;
  const { note } = openTerminal(args, line.system);
  if (beside !== undefined) {
    // With it, the title says no longer where the project is.
    const moved =
      project !== undefined && project !== '' && project.isTitled
        ? `; the folder of the project is then its out, or ${dirname(beside)} where it names a document, unless --out says otherwise`
        : '';
    note(
      `${escapeHidden(`${beside} lies beside the document and is not read, since it may not be yours: add --config ${quoteForShell(beside)} if it is${moved}.`)}\n`,
    );
  }
  if (file !== undefined) {
    const others = unread.length === 0 ? '' : `, and not from ${unread.join(' or ')}`;
    note(`${escapeHidden(`Choices are read from ${file}${others}.`)}\n`);
    const { otherDocument } = chosen;
    if (otherDocument !== undefined)
      note(
        `${escapeHidden(`It names ${otherDocument}, and this run reads ${document}: write that into it (document) to keep to it.`)}\n`,
      );
  }
  return chosen;
}

/** The same, with the document that is named on the command line or in the file. */
async function chosenFor(args: Args<DocumentCommand>, line: Line): Promise<Chosen & { document: string }> {
  const chosen = await chooseFor(args, line);
  const { documentOf } = await import('./commands/chooseConfig.js');
  return { ...chosen, document: documentOf(chosen) };
}

/** What the command line says of the choices. */
function toChoices(args: Partial<Args<DocumentCommand>>): Said['choices'] {
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
  const refs = { folders: args.refFolder, hosts: args.refHost };
  const { strict } = args as Partial<Args<'generate'>>;
  const said: Given<Said['choices']> = {
    name,
    baseUrl,
    names,
    profile,
    output,
    groupBy,
    readOnly,
    select,
    strict,
    overlays: args.overlay,
    refs: dropUndefined(refs),
    budget: checkNumber('--budget', args.budget, least.budget),
    total: checkNumber('--total', args.total, least.total),
    outputBudget: checkNumber('--output-budget', args.outputBudget, least.outputBudget),
    include: include?.map((rule) => toRule('--include', rule)),
    exclude: exclude?.map((rule) => toRule('--exclude', rule)),
  };
  return dropUndefined(said);
}

function dropUndefined<T extends object>(members: T): { [key in keyof T]?: Exclude<T[key], undefined> } {
  return Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined)) as {
    [key in keyof T]?: Exclude<T[key], undefined>;
  };
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
    if (!(error instanceof RuleError)) throw error;
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

/** What the command line says to the server, in the environment variables that it reads. */
function toSettings({ mode, toolsets, sessions, mock }: Args<'serve'>): Record<string, string> {
  return {
    ...(mode === undefined ? {} : { MCP_MODE: mode }),
    ...(toolsets === undefined ? {} : { MCP_TOOLSETS: toolsets.join(',') }),
    ...(sessions === undefined ? {} : { MCP_SESSIONS: String(sessions) }),
    ...(mock === undefined ? {} : { MCP_MOCK: String(mock) }),
  };
}

#!/usr/bin/env node
import { text as readAll } from 'node:stream/consumers';
import { styleText } from 'node:util';
import yargs, { type Argv } from 'yargs';
import { hideBin } from 'yargs/helpers';
import type { Context, ExitCode } from './commands/context.js';
import { generate } from './commands/generate.js';
import { type Format, lint } from './commands/lint.js';
import { serve } from './commands/serve.js';
import { tools } from './commands/tools.js';
import { loadPackage } from './load/loadPackage.js';
import { defaults, profileNames, type Config } from './model/config.js';
import { InputError } from './model/diagnostic.js';

/** A run that takes less says nothing of its progress. */
const quietForMs = 1000;

process.exitCode = await main(hideBin(process.argv));

async function main(argv: string[]): Promise<ExitCode> {
  // Whoever reads the output may stop reading, as `head` does.
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error;
    process.exit();
  });
  const { version } = await loadPackage();
  let run: (() => Promise<ExitCode>) | undefined;
  const parser = yargs(argv)
    .scriptName('mcpwright')
    .usage('$0 <command>\n\nTurns an OpenAPI document into an MCP server.')
    .command('generate <document>', 'Write an MCP server project', generateOptions, (args) => {
      const { out, overwrite, force, strict, json } = args;
      const document = documentOf(args, argv);
      run = () =>
        generate({ document, out, config: toConfig(args), overwrite, force, strict, json }, context(args));
    })
    .command('tools <document>', 'List the tools that a document would become', commonOptions, (args) => {
      run = () =>
        tools({ document: documentOf(args, argv), config: toConfig(args), json: args.json }, context(args));
    })
    .command(
      'lint <document>',
      'Say what in the document costs a model, and how to fix it',
      lintOptions,
      (args) => {
        const { json, failOn } = args;
        const format = json ? 'json' : args.format;
        const document = documentOf(args, argv);
        run = () => lint({ document, config: toConfig(args), format, failOn }, context(args, process.stdout));
      },
    )
    .command('serve <document>', 'Run the server straight from the document', serveOptions, (args) => {
      const { transport, port, host, allowUnauthenticated } = args;
      const document = documentOf(args, argv);
      run = () =>
        serve(
          { document, config: toConfig(args), transport, port, host, allowUnauthenticated },
          context(args),
        );
    })
    .demandCommand(1, 'Name a command: generate, tools, lint or serve.')
    .strict()
    .version(version)
    .alias({ help: 'h', version: 'v' })
    .wrap(process.stdout.columns === undefined ? 100 : Math.min(process.stdout.columns, 100))
    .epilogue(
      'Exit codes: 0 done, 1 findings that need a decision, 2 wrong use or no document to read.\n' +
        'Colours follow NO_COLOR and FORCE_COLOR.',
    )
    .exitProcess(false)
    .fail((message, error) => {
      throw (
        error ??
        new InputError(
          message.startsWith('Not enough')
            ? 'Name a document: a file, a URL, or - for standard input.'
            : message,
          'mcpwright --help, or mcpwright <command> --help, lists what there is.',
        )
      );
    });
  try {
    await parser.parseAsync();
    return run === undefined ? 0 : await run();
  } catch (error) {
    if (!(error instanceof InputError)) throw error;
    process.stderr.write(describeInputError(error));
    return 2;
  }
}

function commonOptions(argv: Argv) {
  return argv
    .positional('document', {
      type: 'string',
      demandOption: true,
      describe: 'The OpenAPI document: a file, a URL, or - for standard input',
    })
    .option('name', {
      type: 'string',
      default: defaults.name,
      describe: 'Name of the server',
      defaultDescription: 'from the title',
    })
    .option('base-url', {
      type: 'string',
      default: defaults.baseUrl,
      describe: "The API's base URL, in place of the document's servers",
      defaultDescription: "the document's",
    })
    .option('names', {
      choices: ['snake_case', 'camelCase'] as const,
      default: defaults.names,
      describe: 'How tool names are written',
    })
    .option('profile', {
      choices: profileNames,
      default: defaults.profile,
      describe: 'What clients are to accept: portable is for all of them, the others say more to some',
    })
    .option('json', { type: 'boolean', default: false, describe: 'Print a report for machines' })
    .option('quiet', { type: 'boolean', default: false, alias: 'q', describe: 'Say nothing but the result' })
    .example('$0 tools openapi.yaml', 'see what would be offered');
}

function generateOptions(argv: Argv) {
  return commonOptions(argv)
    .option('out', {
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

function lintOptions(argv: Argv) {
  return commonOptions(argv)
    .option('format', {
      choices: ['text', 'json', 'sarif', 'overlay'] as const satisfies readonly Format[],
      default: 'text' as const,
      describe: 'How findings are printed; overlay prints suggested constraints as an OpenAPI overlay',
    })
    .option('fail-on', {
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
      choices: ['stdio', 'http'] as const,
      default: 'stdio' as const,
      describe: 'How clients connect',
    })
    .option('port', { type: 'number', default: 3000, describe: 'Port for http' })
    .option('host', { type: 'string', default: '127.0.0.1', describe: 'Address for http' })
    .option('allow-unauthenticated', {
      type: 'boolean',
      default: false,
      describe: 'Listen on an address that others can reach',
    })
    .example('$0 serve openapi.yaml', 'serve over stdio')
    .example('$0 serve openapi.yaml --transport http --port 3000', 'serve http://127.0.0.1:3000/mcp');
}

/** The document as it was named: yargs makes an empty string of a lone dash. */
function documentOf({ document }: { document: string }, argv: readonly string[]): string {
  return document === '' && argv.includes('-') ? '-' : document;
}

function toConfig(args: Pick<Config, 'name' | 'baseUrl' | 'names' | 'profile'>): Config {
  const { name, baseUrl, names, profile } = args;
  if (baseUrl !== '' && !/^https?:$/.test(URL.canParse(baseUrl) ? new URL(baseUrl).protocol : '')) {
    throw new InputError(
      `--base-url must be an absolute http or https URL, not "${baseUrl}".`,
      'For example: --base-url https://api.example.com/v1',
    );
  }
  return { ...defaults, name, baseUrl, names, profile };
}

/** `shownOn` is where most of what is painted goes. */
function context(
  options: { quiet: boolean; json: boolean },
  shownOn: NodeJS.WriteStream = process.stderr,
): Context {
  const { stdin, stdout, stderr, env } = process;
  const colour = wantsColour(shownOn);
  const started = performance.now();
  const note = (text: string) => {
    if (!options.quiet) stderr.write(text);
  };
  const paint: Context['paint'] = (style, text) => (colour ? styleText(style, text) : text);
  return {
    print: (text) => stdout.write(text),
    note,
    alert: (text) => stderr.write(text),
    progress: (text) => {
      if (!options.json && performance.now() - started > quietForMs) note(paint('dim', `${text} …\n`));
    },
    paint,
    readStdin: () => readAll(stdin),
    input: stdin,
    output: stdout,
    get stopped() {
      return new Promise<void>((resolve) => {
        process.once('SIGINT', resolve).once('SIGTERM', resolve);
      });
    },
    env,
  };
}

/** https://no-color.org: any non-empty value switches colours off. */
function wantsColour({ isTTY }: NodeJS.WriteStream): boolean {
  const { NO_COLOR, FORCE_COLOR } = process.env;
  if (NO_COLOR !== undefined && NO_COLOR !== '') return false;
  if (FORCE_COLOR !== undefined && FORCE_COLOR !== '') return FORCE_COLOR !== '0';
  return isTTY;
}

function describeInputError({ message, hint, location }: InputError): string {
  const where = location === undefined ? '' : `${location.file}:${location.line}:${location.column}: `;
  return `${wantsColour(process.stderr) ? styleText('red', 'error') : 'error'} ${where}${message}\n${hint === undefined ? '' : `${hint}\n`}`;
}

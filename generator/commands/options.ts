import { modes } from '../../templates/project/src/runtime/settings.js';
import { configName, defaults, outputForms, profileNames } from '../model/config.js';
import type { FailOn } from './diff/diff.js';
import type { Format } from './lint.js';

/** The commands: what each is for, and examples of its use. */
export const commands = {
  generate: {
    describe: 'Write an MCP server project',
    examples: [
      ['$0 generate openapi.yaml', 'write to a folder named after the API'],
      ['$0 generate', 'write again, from what mcpwright.yaml says'],
      ['$0 generate openapi.yaml --overlay ours.yaml', 'change the document first, by an OpenAPI overlay'],
      ['$0 generate https://api.example.com/openapi.json -o server', 'read a URL'],
      ['cat openapi.json | $0 generate - --name shop', 'read standard input'],
    ],
  },
  check: {
    describe: 'Say whether a project is as generating again would leave it, and write nothing',
    examples: [
      ['$0 check', 'compare the project here with what mcpwright.yaml says'],
      ['$0 check openapi.yaml -o server', 'fail a build when the project is behind or was edited'],
      ['$0 check openapi.yaml -o server --json', 'let a program read it'],
    ],
  },
  eject: {
    describe: 'Make a file of the runtime yours: it is not touched any more',
    takes: { file: 'The file, below src/runtime/ of a project' },
    examples: [['$0 eject server/src/runtime/json.ts', 'take a file over']],
  },
  rename: {
    describe: 'Give a tool or an argument another name; calls by the old one still work',
    takes: { old: 'The name of a tool, or tool.argument', 'new?': 'The new name, which --drop does without' },
    examples: [
      ['$0 rename list_pets find_pets', 'rename a tool, in the folder of a project'],
      ['$0 rename find_pets.limit max_results --project server', 'rename an argument of a tool'],
      ['$0 rename list_pets find_pets --dry-run', 'see what would change'],
      ['$0 rename --drop list_pets', 'let go of a former name'],
      ['$0 rename --drop find_pets.limit', 'let go of that of an argument'],
    ],
  },
  publish: {
    describe: 'Write what registries, directories and clusters want of a project, and say what is lacking',
    takes: {},
    examples: [
      ['$0 publish', 'write it, in the folder of a project, for each place that mcpwright.yaml names'],
      ['$0 publish --check', 'write nothing, and say what would be refused'],
      ['$0 publish --check --json', 'let a program read it'],
      ['$0 publish --project server', 'name the folder of the project'],
    ],
  },
  init: {
    describe: 'Write a configuration that names the document, to generate from',
    takes: { document: 'The OpenAPI document: a file or a URL' },
    examples: [
      ['$0 init openapi.yaml', 'write mcpwright.yaml to a folder named after the API'],
      ['$0 init openapi.yaml -o server --read-only', 'keep choices in it'],
    ],
  },
  tools: {
    describe: 'List the tools that a document would become',
    examples: [
      ['$0 tools openapi.yaml', 'see what would be offered'],
      ['$0 tools api.yaml --include tag=pets', 'offer a part of it'],
      ['$0 tools api.yaml --exclude deprecated', 'leave out a part of it'],
    ],
  },
  budget: {
    describe: 'Show what the tools cost in tokens, and what was left out to fit the budget',
    examples: [
      ['$0 budget openapi.yaml', 'see what tools cost'],
      ['$0 budget openapi.yaml --html report.html', 'write a report for the browser'],
      ['$0 budget openapi.yaml --fail-over 400', 'fail a build'],
    ],
  },
  suggest: {
    describe: 'Suggest which operations to offer, or how to group them, as a configuration to read and edit',
    examples: [
      ['$0 suggest openapi.yaml', 'print a mcpwright.yaml with the tools to begin with'],
      ['$0 suggest openapi.yaml --tools 20 --out mcpwright.yaml', 'write it to a new file'],
      ['$0 suggest openapi.yaml --explain', 'see each operation, and why it was taken or left'],
      ['$0 suggest openapi.yaml --sets', 'group all operations into tool sets that fit a list'],
      ['$0 suggest openapi.yaml --sets --tools 40', 'group the tools to begin with'],
    ],
  },
  lint: {
    describe: 'Find what in the document costs a model, and how to fix it',
    examples: [
      ['$0 lint openapi.yaml', 'see what to improve'],
      ['$0 lint openapi.yaml --fail-on warning', 'fail a build'],
      ['$0 lint openapi.yaml --fail-under 70', 'fail a build whose tools score less'],
      ['$0 lint openapi.yaml --format sarif > lint.sarif', 'show findings in a code host'],
      [
        '$0 lint openapi.yaml --fix-overlay fixes.yaml',
        'write the suggestions as an overlay, to be read and edited',
      ],
    ],
  },
  diff: {
    describe: 'Show what changed for models and callers',
    takes: {
      old: 'What it was: a document, the folder of a project, or either at a git revision (main:openapi.yaml)',
      new: 'What it is now, likewise',
    },
    examples: [
      ['$0 diff old.yaml new.yaml', 'compare two documents'],
      ['$0 diff server openapi.yaml', 'see what generating the project again would change'],
      [
        '$0 diff main:openapi.yaml openapi.yaml --fail-on breaking',
        'fail a pull request that breaks callers',
      ],
      ['$0 diff HEAD~1:server server --markdown', 'write a comment for a pull request'],
      ['$0 diff old.yaml new.yaml --html diff.html', 'see both sides in the browser'],
    ],
  },
  serve: {
    describe: 'Run the server straight from the document',
    examples: [
      ['$0 serve openapi.yaml', 'serve over stdio'],
      ['$0 serve openapi.yaml --transport http --port 3000', 'serve http://127.0.0.1:3000/mcp'],
      ['$0 serve openapi.yaml --mock', 'try the tools with neither the API nor credentials'],
      ['$0 serve openapi.yaml --watch', 'reload while you edit the document'],
      ['$0 serve openapi.yaml --mode dynamic', 'let clients search for tools, however few'],
      ['$0 serve openapi.yaml --toolsets pets,orders', 'serve these toolsets only'],
    ],
  },
} as const satisfies Record<string, CommandRow>;

interface CommandRow {
  describe: string;
  /**
   * What it has to be given besides options, and by names that end with `?`, what it may be given; where nothing is said,
   * it may be given a document.
   */
  takes?: Readonly<Record<string, string>>;
  examples: readonly (readonly [string, string])[];
}

export type CommandName = keyof typeof commands;
/** Those that read a document. */
export type DocumentCommand = Exclude<CommandName, 'eject' | 'rename' | 'publish'>;
export const commandNames = Object.keys(commands) as CommandName[];

/** What a command is given besides options, by name. */
export function positionalsOf(command: CommandName): Readonly<Record<string, string>> {
  const { takes }: CommandRow = commands[command];
  const document = `The OpenAPI document: a file, a URL, or - for standard input; ${configName} may name it`;
  return Object.fromEntries(
    Object.entries(takes ?? { document }).map(([name, text]) => [name.replace('?', ''), text]),
  );
}

/** A command with what it is given, as a line of its help: `generate [document]`. */
export function usageOf(command: CommandName): string {
  const { takes }: CommandRow = commands[command];
  const names = Object.keys(takes ?? { 'document?': '' }).map((name) =>
    name.endsWith('?') ? `[${name.slice(0, -1)}]` : `<${name}>`,
  );
  return [command, ...names].join(' ');
}

/** An option of one or more commands. */
export interface Option {
  /** What it does, in Markdown with links as in docs/; `--help` shows it without markup. */
  text: string;
  for: readonly CommandName[];
  /** The heading that `--help` lists it under; without one it stands last, under `Options:`. */
  group?: 'Document:' | 'Tools:' | 'Tokens:';
  /** Of its value, where that is not one of `choices`. */
  type?: 'string' | 'number' | 'boolean';
  choices?: readonly string[];
  /** The value if it is not given. */
  default?: string | boolean;
  /** The default as it is shown, where it is chosen later: the configuration file may have a say. */
  shown?: string | number;
  /** The same if `shown` is prose. */
  prose?: string;
  alias?: string;
  /** It may be given several times. */
  repeatable?: true;
  /** It takes any number of values, none too. */
  list?: true;
}

const all = ['generate', 'check', 'init', 'tools', 'budget', 'suggest', 'lint', 'diff', 'serve'] as const;
const reporting = ['generate', 'check', 'tools', 'budget', 'suggest', 'lint', 'diff'] as const;

/**
 * The options of all commands, in the order in which `--help` and docs/cli.md list them. An option that is another one
 * for another command has that after its name.
 */
export const options = {
  config: {
    for: [...all, 'rename', 'publish'],
    group: 'Document:',
    type: 'string',
    text: 'The [configuration file](config.md)',
    prose: `${configName}, of the project or here`,
  },
  name: {
    for: all,
    group: 'Tools:',
    type: 'string',
    text: 'Name of the server',
    prose: "the document's title",
  },
  'base-url': {
    for: all,
    group: 'Document:',
    type: 'string',
    text: 'Base URL of the API, in place of the `servers` of the document',
    prose: "the document's",
  },
  names: {
    for: all,
    group: 'Tools:',
    choices: ['snake_case', 'camelCase'],
    text: 'Style of tool names',
    shown: defaults.names,
  },
  profile: {
    for: all,
    group: 'Tools:',
    choices: profileNames,
    text: 'The [clients to write schemas for](schemas.md#profiles-what-clients-are-shown); `portable` suits all',
    shown: defaults.profile,
  },
  include: {
    for: all,
    group: 'Tools:',
    type: 'string',
    repeatable: true,
    text: 'Offer only operations that match this [rule](config.md#rules), such as `tag=pets`, `path=/a/**` or `method=GET`; repeatable',
  },
  exclude: {
    for: all,
    group: 'Tools:',
    type: 'string',
    repeatable: true,
    text: 'Leave out operations that match this [rule](config.md#rules), such as `deprecated` or `operation=delete*`; repeatable',
  },
  'read-only': { for: all, group: 'Tools:', type: 'boolean', text: 'Offer only read-only tools' },
  'group-by': {
    for: all,
    group: 'Tools:',
    choices: ['tag', 'path'],
    text: 'How tools form [toolsets](config.md#toolsets), unless the configuration says otherwise',
    shown: defaults.groupBy,
  },
  budget: {
    for: all,
    group: 'Tokens:',
    type: 'number',
    text: 'Maximum tokens of a tool in the list',
    shown: defaults.budget,
  },
  total: {
    for: all,
    group: 'Tokens:',
    type: 'number',
    text: 'Maximum tokens of the list; beyond it, clients search for tools',
    shown: defaults.total,
  },
  'output-budget': {
    for: all,
    group: 'Tokens:',
    type: 'number',
    text: "Maximum tokens of a tool's output schema, besides its budget; 0 for none",
    shown: defaults.outputBudget,
  },
  output: {
    for: all,
    group: 'Tokens:',
    choices: outputForms,
    text: 'How tools describe their results: with an output schema that says types in words (`types`) or in JSON Schema (`schema`), in a sentence (`words`), or not at all',
    shown: defaults.output,
  },
  select: {
    for: all,
    group: 'Tools:',
    type: 'boolean',
    text: 'Give tools the argument `_select`, which [extracts parts of a response](results.md#parts-of-a-response)',
  },
  quiet: {
    for: [...all, 'eject', 'rename', 'publish'],
    type: 'boolean',
    default: false,
    alias: 'q',
    text: 'Print only the result, and errors that stop the run',
  },
  json: {
    for: [...reporting, 'rename', 'publish'],
    type: 'boolean',
    default: false,
    text: 'Print a report as JSON',
  },
  overlay: {
    for: all,
    group: 'Document:',
    type: 'string',
    repeatable: true,
    text: 'Apply this [overlay](overlays.md) to the document, a file or a URL; repeatable, applied in this order',
  },
  'ref-folder': {
    for: all,
    group: 'Document:',
    type: 'string',
    repeatable: true,
    text: 'Let the document [refer to](documents.md#files-and-hosts-that-a-document-refers-to) files below this folder, besides its own; repeatable',
  },
  'ref-host': {
    for: all,
    group: 'Document:',
    type: 'string',
    repeatable: true,
    text: 'Let the document [refer to](documents.md#files-and-hosts-that-a-document-refers-to) what this host serves over https; repeatable',
  },
  out: {
    for: ['generate', 'check', 'init'],
    type: 'string',
    default: '',
    alias: 'o',
    text: 'The folder of the project',
    prose: `what ${configName} says, else the server's name`,
  },
  check: {
    for: ['publish'],
    type: 'boolean',
    default: false,
    text: 'Write nothing: say what of it is behind, and what the [places](publish.md) would refuse',
  },
  project: {
    for: ['rename', 'publish'],
    type: 'string',
    default: '',
    text: 'The folder of the project',
    prose: `what ${configName} says, else the current one`,
  },
  drop: {
    for: ['rename'],
    type: 'boolean',
    default: false,
    text: 'Let go of a [former name](project.md#rename-a-tool): calls by it fail from then on',
  },
  'dry-run': {
    for: ['rename'],
    type: 'boolean',
    default: false,
    text: 'Say what would be changed, and write nothing',
  },
  overwrite: {
    for: ['generate'],
    type: 'string',
    list: true,
    text: 'Replace these files, which you edited; without names, all that would stop the run (never `src/custom.ts`)',
  },
  force: {
    for: ['generate'],
    type: 'boolean',
    default: false,
    text: 'Write into a folder that contains other files',
  },
  changelog: {
    for: ['generate'],
    type: 'boolean',
    default: false,
    text: 'Add [what changed for callers](diff.md#after-each-run) to the `CHANGELOG.md` of the project',
  },
  strict: {
    for: ['generate', 'init'],
    type: 'boolean',
    text: 'Exit with 1 if an operation had to be left out',
  },
  tools: {
    for: ['budget'],
    type: 'boolean',
    default: false,
    text: 'One row per tool instead of one per toolset',
  },
  html: {
    for: ['budget', 'diff'],
    type: 'string',
    text: 'Write the [report](report.md), or the [comparison](diff.md), as an HTML page to this file',
  },
  'fail-over': { for: ['budget'], type: 'number', text: 'Exit with 1 if a tool takes more tokens than this' },
  'fail-total': {
    for: ['budget'],
    type: 'number',
    text: 'Exit with 1 if connecting takes more tokens than this',
  },
  'tools:suggest': {
    for: ['suggest'],
    type: 'number',
    text: 'Suggest at most so many tools',
    prose: 'a quarter of the useful ones, 10 to 40',
  },
  sets: {
    for: ['suggest'],
    type: 'boolean',
    default: false,
    text: 'Group the operations into [tool sets](suggest.md#tool-sets) of at most 40 tools and `--total` tokens',
  },
  explain: {
    for: ['suggest'],
    type: 'boolean',
    default: false,
    text: 'Print each operation, taken or left, with the reason',
  },
  'out:suggest': {
    for: ['suggest'],
    type: 'string',
    alias: 'o',
    text: 'Write the suggested configuration to this file, which must not exist',
  },
  format: {
    for: ['lint'],
    choices: ['text', 'json', 'sarif', 'overlay'] as const satisfies readonly Format[],
    default: 'text',
    text: 'How findings are printed: `--json` is `json`; `overlay` suggests constraints as an OpenAPI overlay',
  },
  'fix-overlay': {
    for: ['lint'],
    type: 'string',
    text: 'Write the suggested constraints as an [OpenAPI overlay](overlays.md#what-lint-suggests) to this file, which must not exist',
  },
  'fail-on': {
    for: ['lint'],
    choices: ['error', 'warning', 'info', 'never'],
    default: 'error',
    text: 'Exit with 1 if there is a finding of this severity or worse',
  },
  'fail-under': {
    for: ['lint'],
    type: 'number',
    text: 'Exit with 1 if the [tools score](lint.md#the-score-of-the-tools) less than this, of 100',
  },
  markdown: {
    for: ['diff'],
    type: 'boolean',
    default: false,
    text: 'Print the changes as Markdown, for a pull request',
  },
  all: {
    for: ['diff'],
    type: 'boolean',
    default: false,
    text: 'Name all tools of a change that several have',
  },
  'fail-on:diff': {
    for: ['diff'],
    choices: ['breaking', 'possibly', 'any', 'never'] as const satisfies readonly FailOn[],
    default: 'never',
    text: 'Exit with 1 if a change is [breaking](diff.md#what-breaks), possibly breaking or worse, or if there is any',
  },
  transport: { for: ['serve'], choices: ['stdio', 'http'], default: 'stdio', text: 'How clients connect' },
  port: { for: ['serve'], type: 'number', text: 'Port to listen on, with `http`', shown: 3000 },
  host: { for: ['serve'], type: 'string', text: 'Address to listen on, with `http`', shown: '127.0.0.1' },
  'allow-unauthenticated': {
    for: ['serve'],
    type: 'boolean',
    default: false,
    text: 'Listen on an address that other machines can reach',
  },
  mode: {
    for: ['serve'],
    choices: modes,
    text: 'Whether clients list tools or [search for them](serving.md#list-or-search); `auto` lists them unless there are too many',
    shown: 'auto',
  },
  toolsets: {
    for: ['serve'],
    type: 'string',
    repeatable: true,
    text: 'The toolsets to serve, separated by commas',
    prose: 'all',
  },
  mock: {
    for: ['serve'],
    type: 'boolean',
    text: 'Respond from the [examples and schemas](mock.md) of the document, and send nothing',
  },
  sessions: {
    for: ['serve'],
    type: 'boolean',
    text: 'Give clients of older protocol versions [sessions](serving.md#sessions), with `http`',
  },
  watch: {
    for: ['generate', 'serve'],
    type: 'boolean',
    default: false,
    text: 'Run again when the document, a file that it refers to, an overlay or the configuration changes: generate [writes the project](project.md), serve [reloads](serving.md#when-the-list-changes)',
  },
} as const satisfies Record<string, Option>;

type Options = typeof options;
/** The options that all of these commands have. */
type NameOf<Command extends CommandName> = {
  [Name in keyof Options]: [Command] extends [Options[Name]['for'][number]] ? Name : never;
}[keyof Options];

type NamePart<Key extends string> = Key extends `${infer Name}:${string}` ? Name : Key;

type CamelCase<Name extends string> = Name extends `${infer First}-${infer Rest}`
  ? `${First}${Capitalize<CamelCase<Rest>>}`
  : Name;

type ValueOf<Row> = Row extends { choices: readonly (infer Choice)[] }
  ? Choice
  : Row extends { repeatable: true } | { list: true }
    ? string[]
    : Row extends { type: 'number' }
      ? number
      : Row extends { type: 'boolean' }
        ? boolean
        : string;

type PositionalsOf<Command extends CommandName> = [Command] extends ['diff' | 'eject']
  ? Record<keyof (typeof commands)[Command]['takes'], string>
  : [Command] extends ['rename']
    ? { old: string; new?: string | undefined }
    : { document?: string | undefined };

/** What is given to a command, or to any of several, by the names of its options in camel case. */
export type Args<Command extends CommandName> = PositionalsOf<Command> & {
  [Name in NameOf<Command> as CamelCase<NamePart<Name>>]:
    ValueOf<Options[Name]> | (Options[Name] extends { default: unknown } ? never : undefined);
};

/** The options of a command, by name. */
export function optionsOf(command: CommandName): [name: string, option: Option][] {
  return Object.entries<Option>(options)
    .filter(([, option]) => option.for.includes(command))
    .map(([key, option]) => [nameOf(key), option]);
}

/** The name of an option as it is given: `fail-on`, of the one that is for `diff` too. */
export function nameOf(key: string): string {
  return key.replace(/:.*/s, '');
}

/** Markdown without its markup, as a terminal shows it. */
export function plainText(markdown: string): string {
  return markdown.replaceAll(/\[([^\]]*)\]\([^)]*\)|`/g, '$1');
}

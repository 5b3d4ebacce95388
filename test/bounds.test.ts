import { createServer, maxHeaderSize } from 'node:http';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { readSettings, type Settings } from '../templates/project/src/runtime/environment.js';

const page = readFileSync('docs/bounds.md', 'utf8');
const runtime = 'templates/project/src/runtime';

/** The rows of the page, by what they bound. */
const rows = new Map(
  page
    .split('\n')
    .filter((line) => line.startsWith('| '))
    .map((line) => line.split('|').map((cell) => cell.trim()))
    .map(([, what = '', bound = '', by = '']): [string, { bound: string; by: string }] => [
      what,
      { bound, by },
    ]),
);

const count = (value: number) => value.toLocaleString('en');
const megabytes = (value: number) => `${value / 1024 / 1024} MB`;
const seconds = (value: number) => `${value / 1000} s`;
const minutes = (value: number) => `${value / 60_000} min`;
const tokens = (value: number) => `${count(value)} tokens`;
const milliseconds = (value: number) => `${value} ms`;

type Row = [what: string, file: string, constant: string, format?: (value: number) => string];

const selected =
  'characters that a `_select` expression goes over, that a part of it comes to, and that are left';

/** What the page says of constants; names are those of the code. */
const constants: Row[] = [
  ['one call, with repetitions, redirects and waiting', `${runtime}/callLimit.ts`, 'usualMs', seconds],
  ['wait before a repetition', `${runtime}/answer/retry.ts`, 'backoffMs', seconds],
  ['redirects', `${runtime}/answer/send.ts`, 'mostRedirects'],
  ['wait between looks at work in progress', `${runtime}/answer/followUp.ts`, 'usualPollMs', milliseconds],
  ['faults in a row when looking at work in progress', `${runtime}/answer/followUp.ts`, 'mostFaults'],
  ['values, counted at all levels', `${runtime}/arguments/inspectArguments.ts`, 'mostValues'],
  ['levels of objects and lists', `${runtime}/arguments/inspectArguments.ts`, 'deepest'],
  ['address and headers of a request', `${runtime}/request/checkHead.ts`, 'longestHead'],
  ['layers of percent-encoding in a part of a path', `${runtime}/request/checkPathText.ts`, 'mostReadings'],
  ['lines of what is wrong with arguments', `${runtime}/arguments/refuseArguments.ts`, 'mostLines'],
  ['branches of a union that is compiled', `${runtime}/validators/compile.ts`, 'mostBranches'],
  ['an answer of the API, decompressed', `${runtime}/answer/send.ts`, 'mostBytes', megabytes],
  ['levels of an answer that is handed on as a value', `${runtime}/isDeep.ts`, 'deepest'],
  ['levels within which a long answer is cut', `${runtime}/answer/cutJson.ts`, 'deepest'],
  ['a file within a result', `${runtime}/answer/result.ts`, 'mostEmbedded', megabytes],
  ['name of a saved file', `${runtime}/answer/safeName.ts`, 'longest'],
  ['saved files of one name', `${runtime}/answer/saveFile.ts`, 'mostAlike'],
  ['body of an error that is shown', `${runtime}/answer/readProblem.ts`, 'mostCharacters'],
  ['reason in a status line', `${runtime}/answer/statusLine.ts`, 'longestReason'],
  ['address of a redirect that is shown', `${runtime}/answer/failure.ts`, 'longestLocation'],
  ['steps of a `_select` expression', `${runtime}/select/evaluate.ts`, 'mostSteps'],
  [selected, `${runtime}/select/boundWork.ts`, 'mostWork'],
  [selected, `${runtime}/select/boundWork.ts`, 'mostChars'],
  [selected, `${runtime}/select/evaluate.ts`, 'mostWritten'],
  ['notifications of progress', `${runtime}/createProgress.ts`, 'usualPauseMs', milliseconds],
  ['a message over stdio', `${runtime}/transport/stdioTransport.ts`, 'longestLine'],
  ['path of an address', `${runtime}/transport/createAddresses.ts`, 'longestPath'],
  ['combinations of toolsets that are kept ready', `${runtime}/transport/createAddresses.ts`, 'mostKept'],
  ['combinations of toolsets that are kept ready', 'templates/project/src/server.ts', 'mostViews'],
  ['sessions', `${runtime}/transport/createSessions.ts`, 'most'],
  ['session that nothing is asked of', `${runtime}/transport/createSessions.ts`, 'idleMs', minutes],
  ['calls in flight when the server is told to stop', `${runtime}/serveOverHttp.ts`, 'usualStopMs', seconds],
  ['calls in flight when the server is told to stop', `${runtime}/serveOverStdio.ts`, 'usualStopMs', seconds],
  ['tools that are listed rather than searched for', 'generator/model/config.ts', 'mostListed'],
  ['a query', `${runtime}/search/readQuery.ts`, 'longestQuery'],
  ['terms of a query', `${runtime}/search/readQuery.ts`, 'mostTerms'],
  ['descriptions of tools in one answer', `${runtime}/dynamic/createMetaCaller.ts`, 'longestAnswer'],
  ['a document, all its files together', 'generator/load/load.ts', 'maxBytes', megabytes],
  ['fetching it', 'generator/load/load.ts', 'timeoutMs', seconds],
  ['redirects when it is fetched', 'generator/load/fetchText.ts', 'maxRedirects'],
  ['levels', 'generator/load/checkBounds.ts', 'maxDepth'],
  ['values, aliases written out', 'generator/load/checkBounds.ts', 'maxValues'],
  ['values that YAML aliases may stand for', 'generator/load/parseYaml.ts', 'maxAliasCount'],
  ['references in a row', 'generator/load/followReference.ts', 'maxHops'],
  ['references in a row', 'generator/load/adoptComponents.ts', 'maxHops'],
  ['references in a row', 'generator/load/createLocator.ts', 'maxSteps'],
  ['levels of a schema', 'generator/read/readSchema.ts', 'deepest'],
  ['parts of a schema', 'generator/read/readSchema.ts', 'largest'],
  ['schemas that include one another, in a row', 'generator/read/findEntangled.ts', 'longestChain'],
  ['schemas that include one another, in all', 'generator/read/findEntangled.ts', 'mostChecks'],
  ['a pattern', 'generator/read/translatePattern.ts', 'longest'],
  ['groups of a pattern inside one another', 'generator/read/translatePattern.ts', 'deepest'],
  ['a description', 'generator/read/readDescription.ts', 'longest'],
  ['name of a server', 'generator/shape/nameServer.ts', 'longest'],
  ['name of a toolset', 'generator/shape/nameToolset.ts', 'longest'],
  ['name of a tool, with what clients put before it', 'generator/shape/longestName.ts', 'room'],
  ['name of an argument', 'generator/shape/nameArguments.ts', 'longest'],
];

const settings: [
  what: string,
  variable: string,
  setting: keyof Settings,
  format: (value: number) => string,
][] = [
  ['one request to the API, from its turn to the end of the answer', 'MCP_TIMEOUT_MS', 'timeoutMs', seconds],
  ['repetitions of a request that failed for the moment', 'MCP_RETRIES', 'retries', count],
  ['requests under way at once', 'MCP_CONCURRENCY', 'concurrency', count],
  ['requests that wait for their turn', 'MCP_QUEUE', 'queue', count],
  ['body of a request', 'MCP_UPLOAD_MB', 'uploadMb', (value) => `${value} MB`],
  ['an answer that is shown', 'MCP_ANSWER_TOKENS', 'answerTokens', tokens],
];

/** Bounds within these files that only shape words, or how work is done. */
const others = new Set([
  'runtime/request/streamFile.ts most',
  'runtime/request/nameRoots.ts mostRoots',
  'runtime/select/describeTop.ts most',
]);

/** The number that is the value of a constant, a default or a member; of an expression, what comes first. */
function readNumber(file: string, name: string): number {
  const source = readFileSync(file, 'utf8');
  const number = String.raw`([\d_.e]+(?: \*\*? [\d_.e]+)*)`;
  const found = new RegExp(String.raw`\b${name}(?::| =) (?:[\w.]+ \?\? )?${number}`).exec(source);
  const value = found?.[1];
  if (value === undefined) throw new Error(`${file} has no number ${name}`);
  return value
    .replaceAll('_', '')
    .split(' * ')
    .map((factor) => factor.split(' ** ').map(Number))
    .reduce((product, [base = 1, exponent = 1]) => product * base ** exponent, 1);
}

/** Whether a bound of the page is a figure, or holds it. */
function says(what: string, figure: string): boolean {
  return new RegExp(String.raw`(?<![\d,.])${figure}(?![\d,.]*\d)`).test(rows.get(what)?.bound ?? '');
}

describe('the page of bounds', () => {
  test.each(constants)('says what the code does: %s (%s, %s)', (what, file, constant, format = count) => {
    expect([...rows.keys()]).toContain(what);
    const figure = format(readNumber(file, constant));
    expect(says(what, figure), `${rows.get(what)?.bound} is not ${figure}`).toBe(true);
  });

  test.each(settings)('says what is set unless it is said: %s (%s)', (what, variable, setting, format) => {
    expect(rows.get(what)?.by).toContain(`\`${variable}\``);
    expect(rows.get(what)?.bound).toBe(format(readSettings({})[setting] as number));
  });

  test('names every number that can be set', () => {
    const source = readFileSync(`${runtime}/environment.ts`, 'utf8');
    const names = [...source.matchAll(/readInteger\(env, '(MCP_\w+)'/g)].map(([, name]) => name);
    expect(names.length).toBeGreaterThan(5);
    for (const name of names) expect(page).toContain(`\`${name}\``);
  });

  test('says what Node does', () => {
    const server = createServer();
    const figures: [string, string][] = [
      ['headers of a request over HTTP', `${maxHeaderSize / 1024} KiB`],
      ['time for the headers of a request over HTTP', seconds(server.headersTimeout)],
      ['time for a whole request over HTTP', seconds(server.requestTimeout)],
      ['idle connection over HTTP', seconds(server.keepAliveTimeout)],
    ];
    for (const [what, figure] of figures) expect(rows.get(what)?.bound).toBe(figure);
  });

  test.each([
    ['templates/project/src', 'runtime/transport'],
    ['templates/project/src', 'runtime/request'],
    ['templates/project/src', 'runtime/network'],
    ['templates/project/src', 'runtime/select'],
    ['generator', 'load'],
  ])('leaves out no bound of %s/%s', (root, folder) => {
    const known = new Set(constants.map(([, file, constant]) => `${file} ${constant}`));
    for (const file of readdirSync(join(root, folder)).filter((name) => name.endsWith('.ts'))) {
      const source = readFileSync(join(root, folder, file), 'utf8');
      for (const [, name] of source.matchAll(
        /^(?:export )?const ((?:most|longest|deepest|largest|max)\w*) = [\d_]+/gm,
      )) {
        if (others.has(`${folder}/${file} ${name}`)) continue;
        expect(known, 'add it to docs/bounds.md, and to the table above').toContain(
          `${root}/${folder}/${file} ${name}`,
        );
      }
    }
  });
});

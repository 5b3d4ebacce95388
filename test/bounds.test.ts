import { createServer, maxHeaderSize } from 'node:http';
import { readFileSync, readdirSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { coerce } from '../templates/project/src/runtime/arguments/coerce.js';
import { readTrace } from '../templates/project/src/runtime/call/readTrace.js';
import { type Settings, readSettings } from '../templates/project/src/runtime/settings.js';
import { createExpander } from '../templates/project/src/runtime/validate/expandSchema.js';

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

const expand = createExpander({});
const count = (value: number) => value.toLocaleString('en');
const megabytes = (value: number) => `${value / 1024 / 1024} MB`;
const seconds = (value: number) => `${value / 1000} s`;
const minutes = (value: number) => `${value / 60_000} min`;
const tokens = (value: number) => `${count(value)} tokens`;
const milliseconds = (value: number) => `${value} ms`;

type Row = [what: string, file: string, constant: string, format?: (value: number) => string];

const selected =
  'characters that a `_select` expression goes over, that a part of it comes to, and that are left';

const paged = 'levels, and members of an object, in which the next page is looked for';
const layered = 'layers of escapes, and of base64, below which secrets are found';
const valued = 'values, names counted, and levels of an answer that is read as a value';
const described = 'description of one tool, and of one part that is asked for';

/** What the page says of constants; names are those of the code. */
const constants: Row[] = [
  ['one call, with repetitions, redirects and waiting', `${runtime}/settings.ts`, 'usualMs', seconds],
  ['wait before a repetition', `${runtime}/http/retry.ts`, 'backoffMs', seconds],
  ['redirects', `${runtime}/http/send.ts`, 'mostRedirects'],
  ['wait between looks at work in progress', `${runtime}/result/polling.ts`, 'usualPollMs', milliseconds],
  ['faults in a row when looking at work in progress', `${runtime}/result/polling.ts`, 'mostFaults'],
  ['values, counted at all levels', `${runtime}/arguments/inspectArguments.ts`, 'mostValues'],
  ['levels of objects and lists', `${runtime}/arguments/inspectArguments.ts`, 'deepest'],
  ['address and headers of a request', `${runtime}/request/buildRequest.ts`, 'longestHead'],
  ['layers of percent-encoding in a part of a path', `${runtime}/request/checkPath.ts`, 'mostReadings'],
  ['lines of what is wrong with arguments', `${runtime}/errors.ts`, 'mostLines'],
  [
    'steps to compare a text with a pattern, and all texts of a call',
    `${runtime}/patterns/compilePattern.ts`,
    'mostSteps',
  ],
  [
    'steps to compare a text with a pattern, and all texts of a call',
    `${runtime}/patterns/compilePattern.ts`,
    'mostStepsInAll',
  ],
  ['branches of a union that is compiled', `${runtime}/validate/compile.ts`, 'mostBranches'],
  [
    'steps of one check: a value held to a schema, a member looked at',
    `${runtime}/validate/work.ts`,
    'mostSteps',
  ],
  [
    'steps of compiled code, of which none is remembered',
    `${runtime}/validate/compile.ts`,
    'fewestCompiledSteps',
  ],
  [
    'the same, for each value and each branch of its unions',
    `${runtime}/validate/compile.ts`,
    'stepsOfBranch',
  ],
  ['the same, at most', `${runtime}/validate/compile.ts`, 'mostCompiledSteps'],
  [
    'steps in which what is wrong with arguments is explained',
    `${runtime}/arguments/explain.ts`,
    'mostExplained',
  ],
  ['an answer of the API, decompressed', `${runtime}/http/send.ts`, 'mostBytes', megabytes],
  [
    'codings of a compressed answer, one over the other',
    `${runtime}/http/toResponse.ts`,
    'mostCodings',
    count,
  ],
  ['codings of an answer (`Content-Encoding`)', `${runtime}/http/toResponse.ts`, 'mostCodings'],
  ['levels of an answer that is handed on as a value', `${runtime}/json.ts`, 'deepest'],
  ['levels within which a long answer is cut', `${runtime}/result/truncateJson.ts`, 'deepest'],
  ['a result that code of `custom.ts` makes', `${runtime}/result/toolResult.ts`, 'mostBytes', megabytes],
  ['an error of the API, decompressed', `${runtime}/http/send.ts`, 'mostOfError', megabytes],
  ['answers of all calls that are being read', `${runtime}/http/createRoom.ts`, 'mostKept', megabytes],
  ['an answer that is one at a time', `${runtime}/http/createRoom.ts`, 'freeBytes', megabytes],
  [valued, `${runtime}/http/readJson.ts`, 'mostValues'],
  [valued, `${runtime}/http/readJson.ts`, 'deepest'],
  [
    'characters of JSON that is read as a value, where some are beyond Latin-1',
    `${runtime}/http/readJson.ts`,
    'mostWide',
  ],
  ['an answer that is shown, whatever `MCP_ANSWER_TOKENS` says', `${runtime}/result/result.ts`, 'mostShown'],
  ['an answer that says how work stands', `${runtime}/result/polling.ts`, 'mostOfState', megabytes],
  ['a file within a result', `${runtime}/result/toolResult.ts`, 'mostEmbedded', megabytes],
  ['name of a saved file', `${runtime}/result/fileResult.ts`, 'longest'],
  ['saved files of one name', `${runtime}/result/fileResult.ts`, 'mostAlike'],
  ['message of an error of `custom.ts` that is shown', `${runtime}/call/explainFailure.ts`, 'longestMessage'],
  ['body of an error that is shown', `${runtime}/result/readProblem.ts`, 'mostCharacters'],
  ['page of an error that is looked at (`text/html`)', `${runtime}/result/readProblem.ts`, 'mostMarkup'],
  ['secrets that are taken out of texts', `${runtime}/redact.ts`, 'shortestSecret'],
  [layered, `${runtime}/redact.ts`, 'mostLayers'],
  [layered, `${runtime}/redact.ts`, 'mostBase64'],
  ['places of secrets in one text', `${runtime}/redact.ts`, 'mostSpans'],
  [paged, `${runtime}/result/pagination.ts`, 'deepest'],
  [paged, `${runtime}/result/pagination.ts`, 'mostMembers'],
  ['value by which the next page is asked for', `${runtime}/result/pagination.ts`, 'longestValue'],
  ['members of an object that is cut', `${runtime}/result/truncateJson.ts`, 'mostMembers'],
  ['a `_select` expression', 'generator/shape/arguments/planSelect.ts', 'maxLength'],
  ['an answer of a [mock](mock.md)', 'generator/shape/mocks/makeAnswer.ts', 'mostCharacters'],
  ['reason in a status line', `${runtime}/result/failure.ts`, 'longestReason'],
  ['address of a redirect that is shown', `${runtime}/result/failure.ts`, 'longestLocation'],
  ['steps of a `_select` expression', `${runtime}/select/createSelector.ts`, 'mostSteps'],
  [selected, `${runtime}/select/boundWork.ts`, 'mostWork'],
  [selected, `${runtime}/select/boundWork.ts`, 'mostChars'],
  [selected, `${runtime}/select/createSelector.ts`, 'mostWritten'],
  ['notifications of progress', `${runtime}/server/createProgress.ts`, 'usualPauseMs', milliseconds],
  ['a message over stdio', `${runtime}/transport/stdio/stdioTransport.ts`, 'longestLine'],
  ['path of an address', `${runtime}/transport/http/createAddresses.ts`, 'longestPath'],
  [
    'combinations of toolsets that are kept ready',
    `${runtime}/transport/http/createAddresses.ts`,
    'mostKept',
  ],
  ['combinations of toolsets that are kept ready', 'templates/project/src/server.ts', 'mostViews'],
  ['a page of the list of tools', `${runtime}/server/createToolList.ts`, 'mostBytes', megabytes],
  ['a page of the list of tools', 'generator/shape/check/check.ts', 'mostBytes', megabytes],
  ['sessions', `${runtime}/transport/http/createSessions.ts`, 'most'],
  ['session that nothing is asked of', `${runtime}/transport/http/createSessions.ts`, 'idleMs', minutes],
  [
    'calls in flight when the server is told to stop',
    `${runtime}/transport/http/serveOverHttp.ts`,
    'usualStopMs',
    seconds,
  ],
  [
    'calls in flight when the server is told to stop',
    `${runtime}/transport/stdio/serveOverStdio.ts`,
    'usualStopMs',
    seconds,
  ],
  ['tools that are listed rather than searched for', 'generator/model/config.ts', 'mostListed'],
  ['tokens of a tool, or its budget where that is more', 'generator/shape/budget/fitTool.ts', 'mostInAll'],
  [
    'tokens that the arguments of a tool are written out to',
    'generator/shape/budget/fitTool.ts',
    'mostTokens',
  ],
  ['a query', `${runtime}/search/createSearch.ts`, 'longestQuery'],
  ['terms of a query', `${runtime}/search/createSearch.ts`, 'mostTerms'],
  ['descriptions of tools in one answer', `${runtime}/dynamic/createMetaCaller.ts`, 'longestAnswer'],
  [described, `${runtime}/dynamic/createMetaCaller.ts`, 'longestDescription'],
  [described, `${runtime}/dynamic/createMetaCaller.ts`, 'longestPart'],
  ['instructions of a server', `${runtime}/offer/writeInstructions.ts`, 'longest'],
  ['a document, all its files together', 'generator/load/load.ts', 'maxBytes', megabytes],
  ['fetching it', 'generator/load/load.ts', 'timeoutMs', seconds],
  ['redirects when it is fetched', 'generator/load/fetchText.ts', 'maxRedirects'],
  ['levels', 'generator/load/parse/checkBounds.ts', 'maxDepth'],
  ['values, aliases written out', 'generator/load/parse/checkBounds.ts', 'maxValues'],
  ['values that YAML aliases may stand for', 'generator/load/parse/parseYaml.ts', 'maxAliasCount'],
  ['characters of YAML, indentation apart', 'generator/load/parse/parseYaml.ts', 'maxCharacters', megabytes],
  ['names, values and signs of YAML', 'generator/load/parse/parseYaml.ts', 'maxTokens', count],
  ['references in a row', 'generator/load/references/followReference.ts', 'maxHops'],
  ['references in a row', 'generator/load/references/adoptComponents.ts', 'maxHops'],
  ['references in a row', 'generator/load/parse/createLocator.ts', 'maxSteps'],
  ['levels of a schema', 'generator/read/schemas/readSchema.ts', 'deepest'],
  ['parts of a schema', 'generator/read/schemas/readSchema.ts', 'largest'],
  ['schemas that include one another, in a row', 'generator/read/schemas/circles.ts', 'longestChain'],
  ['schemas that include one another, in all', 'generator/read/schemas/circles.ts', 'mostChecks'],
  ['a pattern', 'generator/regex/translate.ts', 'longest'],
  ['groups of a pattern inside one another', 'generator/regex/translate.ts', 'deepest'],
  ['parts of a pattern, its repetitions written out', `${runtime}/patterns/createWalker.ts`, 'mostPlaces'],
  ['a description', 'generator/read/values.ts', 'longest'],
  ['name of a server', 'generator/shape/names/nameServer.ts', 'longest'],
  ['name of a toolset', 'generator/shape/names/nameToolset.ts', 'longest'],
  ['name of a tool, with what clients put before it', 'generator/shape/names/legal.ts', 'room'],
  ['name of an argument', 'generator/shape/arguments/nameArguments.ts', 'longest'],
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

/** Constants of the runtime that are no bounds for a user, by what they are for. */
const others: Record<string, readonly string[]> = {
  'what is told in words, of which more would not help': [
    'result/truncate.ts mostNames',
    'result/truncate.ts mostSuggested',
    'result/truncate.ts mostPlaces',
    'result/polling.ts longest',
    'arguments/createChecker.ts flat',
    'arguments/explain.ts deepest',
    'arguments/explain.ts longestMembers',
    'arguments/explain.ts mostForms',
    'arguments/explain.ts mostProblems',
    'arguments/explain.ts longestName',
    'arguments/explainProblem.ts longestPattern',
    'arguments/explainProblem.ts longestValue',
    'arguments/explainProblem.ts mostPatterns',
    'arguments/explainProblem.ts mostValues',
    'arguments/explainProblem.ts longestName',
    'text.ts longestCompared',
    'text.ts mostCompared',
    'text.ts shortestPart',
    'arguments/explainProblem.ts longest',
    'text.ts longest',
    'arguments/inspectArguments.ts shownPath',
    'offer/createOffer.ts mostTools',
    'offer/createOffer.ts mostToolsets',
    'dynamic/createMetaCaller.ts mostGuesses',
    'dynamic/describeTool.ts longestEcho',
    'dynamic/describeTool.ts mostNames',
    'dynamic/listMetaTools.ts mostNames',
    'dynamic/searchTools.ts longestArguments',
    'dynamic/searchTools.ts longestEcho',
    'request/checkPath.ts longestText',
    'dynamic/searchTools.ts mostToolsets',
    'request/files.ts mostRoots',
    'errors.ts shownName',
    'select/createSelector.ts most',
    'transport/http/createGate.ts longestEcho',
    'transport/messages.ts longest',
    'patterns/compilePattern.ts longestShown',
    'validate/interpret.ts mostCertain',
    'validate/interpret.ts mostListed',
    'validate/interpret.ts mostOfBranches',
  ],
  'how what is too long is made to fit its bound': [
    'settings.ts charactersPerToken',
    'result/truncateJson.ts leastRoom',
    'dynamic/boundSchema.ts deepest',
    'dynamic/boundSchema.ts mostTried',
    'dynamic/boundSchema.ts shortWords',
  ],
  'how tools are ranked by a query': [
    'search/createIndex.ts countedParts',
    'search/createSearch.ts dilution',
    'search/createSearch.ts longestName',
    'search/createSearch.ts saturation',
    'search/createSearch.ts unasked',
    'search/createSearch.ts likeness',
    'search/createSearch.ts longestThing',
    'search/similar.ts longEnough',
    'search/terms.ts shortest',
    'search/terms.ts longest',
  ],
  'how work is done': [
    'settings.ts usualTokens',
    'result/failure.ts dayMs',
    'result/failure.ts largeBody',
    'http/send.ts step',
    'numbers.ts shortest',
    'http/createRoom.ts firstBlock',
    'http/createRoom.ts largestBlock',
    'http/createRoom.ts smallEnough',
    'http/readJson.ts firstWide',
    'http/readJson.ts shortEnough',
    'http/readJson.ts deepestScanned',
    'decodeLayer.ts mostDigits',
    'decodeLayer.ts shortestRun',
    'decodeLayer.ts shownBytes',
    'redact.ts longestEscape',
    'redact.ts mostAround',
    'redact.ts step',
    'numbers.ts keptDigits',
    'numbers.ts leastExact',
    'validate/expandSchema.ts mostKept',
    'arguments/chooseBranches.ts mostKept',
    'validate/compile.ts fewestNarrowed',
    'validate/compile.ts mostNarrowSteps',
    'validate/interpret.ts fewestSorted',
    'validate/sortBranches.ts mostLeft',
    'validate/sortBranches.ts mostParts',
    'settings.ts longestTimer',
    'request/files.ts most',
    'select/boundWork.ts workOfName',
    'select/createSelector.ts workOfName',
    'transport/stdio/stdioTransport.ts kept',
    'patterns/compilePattern.ts mostKept',
    'patterns/compilePattern.ts partsInStep',
    'patterns/createWalker.ts mostKept',
    'patterns/createWalker.ts stepsOfCount',
    'patterns/leavesChoice.ts farthest',
    'patterns/leavesChoice.ts theEnd',
    'patterns/parsePattern.ts noSymbols',
    'patterns/parsePattern.ts others',
  ],
};

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
    const source = readFileSync(`${runtime}/settings.ts`, 'utf8');
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

  test('says how long an integer may be', () => {
    const most = Number(rows.get('digits of an integer in a text, where a number is expected')?.bound);
    expect([readDigits(most), readDigits(most + 1)]).toEqual([
      10n ** BigInt(most) - 1n,
      '9'.repeat(most + 1),
    ]);
  });

  test('says how long a trace header may be', () => {
    const bound = rows.get('trace headers of a call (`traceparent`, `tracestate`, `baggage`)')?.bound ?? '';
    const most = Number(bound.split(' ')[0]?.replace(',', ''));
    expect([countRead(most), countRead(most + 1)]).toEqual([most, undefined]);
  });

  test('leaves out no constant of the runtime, nor of what loads documents', () => {
    const listed = new Set([
      ...constants.map(([, file, constant]) => `${file} ${constant}`),
      ...Object.values(others).flatMap((names) => names.map((name) => `${runtime}/${name}`)),
    ]);
    const found = [
      ...findConstants(runtime, /\w+/),
      ...findConstants('generator/load', /(?:most|longest|max)\w*/),
    ];
    expect(
      found.filter((name) => !listed.has(name)),
      'add it to docs/bounds.md and to the table above, or to the constants that are no bounds',
    ).toEqual([]);
    const there = new Set(found);
    const gone = Object.values(others).flatMap((names) =>
      names.filter((name) => !there.has(`${runtime}/${name}`)),
    );
    expect(gone).toEqual([]);
  });
});

function readDigits(most: number): unknown {
  return coerce('9'.repeat(most), { type: 'integer' }, expand);
}

/** How much is read of a trace header of so many characters. */
function countRead(length: number): number | undefined {
  return readTrace({ baggage: 'x'.repeat(length) }, undefined)['baggage']?.length;
}

/** The constants of such names, of the files of a folder, that are numbers. */
function findConstants(folder: string, names: RegExp): string[] {
  const pattern = new RegExp(`^(?:export )?const (${names.source}) = -?[\\d_.]+`, 'gm');
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts'))
    .map((name) => `${folder}/${name.replaceAll('\\', '/')}`)
    .flatMap((file) =>
      [...readFileSync(file, 'utf8').matchAll(pattern)].map(([, name]) => `${file} ${name}`),
    );
}

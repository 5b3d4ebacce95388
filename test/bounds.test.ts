import { readTrace } from '../templates/project/src/runtime/call/readClient.js';
import { maxHeaderSize } from 'node:http';
import { readFileSync, readdirSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { coerce } from '../templates/project/src/runtime/arguments/coerce.js';
import { type Settings, readSettings } from '../templates/project/src/runtime/settings.js';
import { createExpander } from '../templates/project/src/runtime/validate/createExpander.js';

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
  'characters that a `_select` expression processes, that a part of it produces, and that are left';

const scanned =
  'characters of a string in a step, if its pattern can be [scanned](schemas.md#regular-expressions): ASCII, others';
const uncheckable =
  'bytes, compressed and not, and members of a compressed response that ends without its check value';
const headed = 'headers of a response that are shown besides `Location`, and characters of each';
const paged = 'nesting depth, and members of an object, that are searched for the next page';
const layered = 'layers of escapes, and of base64, in which secrets are found';
const valued = 'values, names counted, and nesting depth of a response that is parsed';
const authorized = 'time and size of a response of the authorization server';
const keyed = 'time for which keys of an issuer are used without asking again; if they cannot be fetched';
const introspected = 'tokens whose introspection is cached, and that are asked about at once';

/** What the page says of constants; names are those of the code. */
const constants: Row[] = [
  ['one call, with retries, redirects and waiting', `${runtime}/settings.ts`, 'usualMs', seconds],
  ['delay before a retry', `${runtime}/http/send.ts`, 'backoffMs', seconds],
  ['calls that wait, where a tool has `concurrency`', `${runtime}/call/callAdjusted.ts`, 'mostWaiting'],
  ['redirects', `${runtime}/http/send.ts`, 'mostRedirects'],
  [
    'delay between polls of a long-running operation',
    `${runtime}/result/polling.ts`,
    'usualPollMs',
    milliseconds,
  ],
  ['a question to the user', `${runtime}/text.ts`, 'longestQuestion'],
  ['an argument in a question to the user', `${runtime}/interact/obtainConsent.ts`, 'longestValue'],
  ['questions that one call asks the user', `${runtime}/interact/createDialogue.ts`, 'mostRounds'],
  ['least `MCP_WATCH_SECONDS`', `${runtime}/resources/serveSubscriptions.ts`, 'leastSeconds'],
  [
    'URIs of one request to listen that are looked at',
    `${runtime}/resources/serveSubscriptions.ts`,
    'mostOfRequest',
  ],
  ['an `ETag` that is sent back', `${runtime}/resources/serveSubscriptions.ts`, 'longestMark'],
  [
    'sign of life of a stream of changes, over HTTP',
    `${runtime}/extend/serveListening.ts`,
    'keepAliveMs',
    seconds,
  ],
  ['resources that one client watches, and all of them', `${runtime}/resources/createBoard.ts`, 'mostOfOne'],
  ['resources that one client watches, and all of them', `${runtime}/resources/createBoard.ts`, 'mostOfAll'],
  [
    'seconds between two looks at a resource that is watched',
    `${runtime}/resources/serveSubscriptions.ts`,
    'usualSeconds',
  ],
  [
    'longest wait before a look at a resource that is watched',
    `${runtime}/resources/createBoard.ts`,
    'longestMs',
    (value) => `${value / 3_600_000} h`,
  ],
  [
    'messages that wait for a listening client to read them, over HTTP',
    `${runtime}/extend/serveListening.ts`,
    'mostUnread',
  ],
  ['values of one completion', `${runtime}/completion/serveCompletions.ts`, 'mostValues'],
  [
    'values of a listing that completions are looked for in, and characters of each',
    `${runtime}/completion/serveCompletions.ts`,
    'mostListed',
  ],
  [
    'values of a listing that completions are looked for in, and characters of each',
    `${runtime}/completion/serveCompletions.ts`,
    'longestValue',
  ],
  [
    'time for which a listing is used for completion; if it failed',
    `${runtime}/completion/serveCompletions.ts`,
    'freshMs',
    seconds,
  ],
  [
    'time for which a listing is used for completion; if it failed',
    `${runtime}/completion/serveCompletions.ts`,
    'failedMs',
    seconds,
  ],
  ['time for a listing for completion', `${runtime}/completion/serveCompletions.ts`, 'patienceMs', seconds],
  ['one argument of a prompt', `${runtime}/prompts/servePrompts.ts`, 'longestValue'],
  ['URI of a resource', `${runtime}/resources/compileTemplate.ts`, 'longest'],
  [
    'time for which clients may keep the lists of tools, resources and prompts',
    `${runtime}/server/createServer.ts`,
    'ttlMs',
    minutes,
  ],
  [
    'time for the answer of a user',
    `${runtime}/interact/createDialogue.ts`,
    'stateSeconds',
    (value) => `${value / 60} min`,
  ],
  [
    'time for which a task can be asked for',
    `${runtime}/tasks/taskId.ts`,
    'taskSeconds',
    (value) => `${value / 3600} h`,
  ],
  ['the id of a task', `${runtime}/tasks/taskId.ts`, 'longestId'],
  ['addresses to which one look follows work', `${runtime}/result/polling.ts`, 'mostHops'],
  ['confirmations that a process remembers', `${runtime}/interact/createDialogue.ts`, 'mostSpent', count],
  ['keys that seal what clients bring back', `${runtime}/interact/createSealer.ts`, 'mostKeys'],
  ['consecutive failures of such polls', `${runtime}/result/polling.ts`, 'mostFaults'],
  ['values, counted at all levels', `${runtime}/arguments/schemas.ts`, 'mostValues'],
  ['nesting depth of objects and arrays', `${runtime}/arguments/schemas.ts`, 'deepest'],
  ['URL and headers of a request', `${runtime}/request/buildRequest.ts`, 'longestHead'],
  ['layers of percent-encoding in a path segment', `${runtime}/request/servers.ts`, 'mostReadings'],
  ['the same, free when a part of the server is loaded', `${runtime}/memo.ts`, 'openAtOnce'],
  ['lines of a validation error', `${runtime}/errors.ts`, 'mostLines'],
  [
    'steps to match one string against a pattern, and all strings of a call',
    `${runtime}/patterns/compilePattern.ts`,
    'mostSteps',
  ],
  [
    'steps to match one string against a pattern, and all strings of a call',
    `${runtime}/patterns/compilePattern.ts`,
    'mostStepsInAll',
  ],
  [scanned, `${runtime}/patterns/createWalker.ts`, 'scansInStep'],
  ['sets of places of a pattern that is scanned', `${runtime}/patterns/createWalker.ts`, 'mostStates'],
  [
    'steps of one validation: a value against a schema, a member of an object',
    `${runtime}/validate/problem.ts`,
    'mostSteps',
  ],
  ['steps to explain a validation error', `${runtime}/arguments/explain.ts`, 'mostExplained'],
  [
    '`beforeSend` of `src/custom.ts`, and the body that it is given',
    `${runtime}/call/signRequests.ts`,
    'longestMs',
    seconds,
  ],
  [
    '`beforeSend` of `src/custom.ts`, and the body that it is given',
    `${runtime}/call/signRequests.ts`,
    'mostBytes',
    (value) => `${value / 1024 / 1024} MiB`,
  ],
  ['connecting to the API', `${runtime}/http/createClient.ts`, 'connectMs', seconds],
  ['opening a tunnel through a proxy', `${runtime}/http/openWays.ts`, 'tunnelMs', seconds],
  ['a response of the API, decompressed', `${runtime}/http/send.ts`, 'mostBytes', megabytes],
  ['codings of a response (`Content-Encoding`)', `${runtime}/http/decompress.ts`, 'mostCodings'],
  ['nesting depth of `structuredContent`', `${runtime}/json.ts`, 'deepest'],
  ['nesting depth to which a long response is truncated', `${runtime}/result/truncate.ts`, 'deepest'],
  ['a result of code in `custom.ts`', `${runtime}/result/toolResult.ts`, 'mostBytes', megabytes],
  ['an error response of the API, decompressed', `${runtime}/http/send.ts`, 'mostOfError', megabytes],
  ['responses of all calls that are being read', `${runtime}/http/limits.ts`, 'mostKept', megabytes],
  ['a response that is processed alone', `${runtime}/http/limits.ts`, 'freeBytes', megabytes],
  [valued, `${runtime}/http/readJson.ts`, 'mostValues'],
  [valued, `${runtime}/http/readJson.ts`, 'deepest'],
  [
    'characters of JSON that is parsed, if some are beyond Latin-1',
    `${runtime}/http/readJson.ts`,
    'mostWide',
  ],
  ['a response that is shown', `${runtime}/settings.ts`, 'usualTokens', tokens],
  ['a response that is shown, whatever `MCP_ANSWER_TOKENS` says', `${runtime}/result/result.ts`, 'mostShown'],
  [
    'a response that reports the state of an operation',
    `${runtime}/result/polling.ts`,
    'mostOfState',
    megabytes,
  ],
  ['a file within a result', `${runtime}/result/toolResult.ts`, 'mostEmbedded', megabytes],
  ['name of a saved file', `${runtime}/result/saveFile.ts`, 'longest'],
  ['saved files of the same name', `${runtime}/result/saveFile.ts`, 'mostAlike'],
  ['message of an error of `custom.ts` that is shown', `${runtime}/call/explainFailure.ts`, 'longestMessage'],
  ['body of an error response that is shown', `${runtime}/result/failure.ts`, 'mostCharacters'],
  ['an error page that is read (`text/html`)', `${runtime}/result/failure.ts`, 'mostMarkup'],
  ['secrets that are removed from texts', `${runtime}/redact.ts`, 'shortestSecret'],
  [layered, `${runtime}/secrets/redactor.ts`, 'mostLayers'],
  [layered, `${runtime}/secrets/redactor.ts`, 'mostRuns'],
  ['secrets in one text', `${runtime}/secrets/redactor.ts`, 'mostSpans'],
  [paged, `${runtime}/result/pagination.ts`, 'deepest'],
  [paged, `${runtime}/result/pagination.ts`, 'mostMembers'],
  ['value that asks for the next page', `${runtime}/result/pagination.ts`, 'longestValue'],
  ['lists within lists that `fields` look into', `${runtime}/select/reshape.ts`, 'deepest'],
  ['members of a truncated object', `${runtime}/result/truncate.ts`, 'mostMembers'],
  ['a `_select` expression', 'generator/shape/arguments/ownArguments.ts', 'maxLength'],
  ['a [mock](mock.md) response', 'generator/shape/mocks/sampleResponse.ts', 'mostCharacters'],
  [uncheckable, `${runtime}/http/decompress.ts`, 'mostKept', megabytes],
  [uncheckable, `${runtime}/http/decompress.ts`, 'mostInflated', megabytes],
  [uncheckable, `${runtime}/http/decompress.ts`, 'mostMembers'],
  [headed, 'generator/shape/tellHeaders.ts', 'mostTold'],
  [headed, `${runtime}/result/result.ts`, 'longestHeader'],
  ['reason in a status line', `${runtime}/result/failure.ts`, 'longestReason'],
  ['URL of a redirect that is shown', `${runtime}/result/failure.ts`, 'longestLocation'],
  ['URL of a declared redirect that is shown', `${runtime}/result/result.ts`, 'longestAddress'],
  ['steps of a `_select` expression', `${runtime}/select/createSelector.ts`, 'mostSteps'],
  [selected, `${runtime}/select/boundWork.ts`, 'mostWork'],
  [selected, `${runtime}/select/boundWork.ts`, 'mostChars'],
  [selected, `${runtime}/select/createSelector.ts`, 'mostWritten'],
  ['progress notifications', `${runtime}/server/createServer.ts`, 'usualPauseMs', milliseconds],
  ['a message over stdio', `${runtime}/transport/stdio/runStdio.ts`, 'longestLine'],
  ['path of a URL', `${runtime}/transport/http/createGate.ts`, 'longestPath'],
  ['combinations of toolsets that are cached', `${runtime}/transport/http/createGate.ts`, 'mostKept'],
  ['tools that the page for browsers shows at once', `${runtime}/transport/pages/servePage.ts`, 'mostShown'],
  ['combinations of toolsets that are cached', 'templates/project/src/server.ts', 'mostViews'],
  ['a page of the list of tools', `${runtime}/offer/createOffer.ts`, 'mostBytes', megabytes],
  ['a page of the list of tools', 'generator/shape/check/check.ts', 'mostBytes', megabytes],
  ['login with a browser', `${runtime}/auth/login/logInByBrowser.ts`, 'mostMs', seconds],
  [
    'seconds that a device code is waited for',
    `${runtime}/auth/login/logInByDevice.ts`,
    'mostSeconds',
    count,
  ],
  ['file of saved tokens', `${runtime}/auth/oauth/tokenStore.ts`, 'mostBytes', megabytes],
  [
    'renewal of saved tokens by one of several processes',
    `${runtime}/auth/oauth/tokenStore.ts`,
    'leaseMs',
    seconds,
  ],
  ['sessions', `${runtime}/transport/http/session.ts`, 'most'],
  ['idle session', `${runtime}/transport/http/session.ts`, 'idleMs', minutes],
  [
    'calls in progress when the server is stopped',
    `${runtime}/transport/http/runHttp.ts`,
    'usualStopMs',
    seconds,
  ],
  [
    'calls in progress when the server is stopped',
    `${runtime}/transport/stdio/runStdio.ts`,
    'usualStopMs',
    seconds,
  ],
  [
    'time for the headers of a request over HTTP',
    `${runtime}/transport/http/runHttp.ts`,
    'longestHeadMs',
    seconds,
  ],
  ['time for a whole request over HTTP', `${runtime}/transport/http/runHttp.ts`, 'longestRequestMs', seconds],
  ['idle connection over HTTP', `${runtime}/transport/http/runHttp.ts`, 'idleMs', seconds],
  ['connections', `${runtime}/transport/http/runHttp.ts`, 'mostConnections'],
  ['requests of all clients in progress', `${runtime}/transport/http/createListener.ts`, 'mostCalls'],
  ['requests of one user in a minute', `${runtime}/transport/http/limitClients.ts`, 'usualPerMinute'],
  ['requests of one user in progress', `${runtime}/transport/http/limitClients.ts`, 'usualAtOnce'],
  ['wrong tokens from one address in a minute', `${runtime}/transport/http/limitClients.ts`, 'mostFailures'],
  [
    'wrong tokens in a minute, without limits for each client',
    `${runtime}/transport/http/createListener.ts`,
    'mostFailures',
  ],
  ['clients that are counted', `${runtime}/transport/http/limitClients.ts`, 'mostClients'],
  ['a bearer token', `${runtime}/door/guardByToken.ts`, 'longestToken'],
  [
    'time for which the same reason why tokens cannot be checked is not logged again',
    `${runtime}/door/openDoor.ts`,
    'quietMs',
    minutes,
  ],
  ['`MCP_AUTH_TOKEN`, at least', `${runtime}/door/guardByToken.ts`, 'shortestToken'],
  ['difference between clocks', `${runtime}/door/readDoorSettings.ts`, 'usualSkew'],
  ['difference between clocks', `${runtime}/door/readDoorSettings.ts`, 'mostSkew'],
  [authorized, `${runtime}/door/claims.ts`, 'answerMs', seconds],
  [authorized, `${runtime}/door/claims.ts`, 'mostBytes', (value) => `${value / 1024} KB`],
  [keyed, `${runtime}/door/createVerifier.ts`, 'freshMs', (value) => `${value / 60_000} min`],
  [keyed, `${runtime}/door/createVerifier.ts`, 'staleMs', (value) => `${value / 3_600_000} h`],
  [
    'time between two requests for the keys of an issuer',
    `${runtime}/door/createVerifier.ts`,
    'pauseMs',
    seconds,
  ],
  ['keys of an issuer', `${runtime}/door/createVerifier.ts`, 'mostKeys'],
  ['time for which the response to an introspection is used', `${runtime}/door/claims.ts`, 'keptMs', seconds],
  ['users whose exchanged tokens are cached', `${runtime}/auth/users/createUserCredentials.ts`, 'mostKept'],
  ['logins to the API that are kept', `${runtime}/auth/session/session.ts`, 'mostKept'],
  [
    'time for which a login that nobody uses is kept',
    `${runtime}/auth/session/session.ts`,
    'idleMs',
    minutes,
  ],
  [
    'time for which a login that was refused is not tried again',
    `${runtime}/auth/session/session.ts`,
    'refusedMs',
    seconds,
  ],
  [introspected, `${runtime}/door/claims.ts`, 'mostKept'],
  [introspected, `${runtime}/door/claims.ts`, 'mostAsked'],
  [
    'tokens not taken before that are asked about at once for one address',
    `${runtime}/door/claims.ts`,
    'mostAskedBy',
  ],
  ['tools that are listed', 'generator/model/config.ts', 'mostListed'],
  ['tokens of a tool, or its budget if that is more', 'generator/shape/budget/fitTool.ts', 'mostInAll'],
  [
    'tokens to which the arguments of a tool are written out',
    'generator/shape/budget/fitTool.ts',
    'mostTokens',
  ],
  ['a query', `${runtime}/search/readQuery.ts`, 'longestQuery'],
  ['terms of a query', `${runtime}/search/readQuery.ts`, 'mostWords'],
  ['descriptions of tools in one result', `${runtime}/dynamic/describeTool.ts`, 'longestAnswer'],
  ['instructions of a server', `${runtime}/planView.ts`, 'longest'],
  ['a document, all its files together', 'generator/load/load.ts', 'maxBytes', megabytes],
  ['any other file: choices, names, parts of a project', 'generator/model/files.ts', 'mostBytes', megabytes],
  [
    'time for which nothing comes through a pipe that is read as a file',
    'generator/model/files.ts',
    'pipeMs',
    seconds,
  ],
  [
    'a file of the operator: a secret, a certificate, `.env`',
    `${runtime}/auth/readSecret.ts`,
    'mostBytes',
    megabytes,
  ],
  [
    'time for which nothing comes through a pipe that is such a file',
    `${runtime}/auth/readSecret.ts`,
    'pipeMs',
    seconds,
  ],
  ['fetching a document', 'generator/load/load.ts', 'timeoutMs', seconds],
  ['redirects when fetching a document', 'generator/load/fetchText.ts', 'maxRedirects'],
  ['values that an action of an overlay may visit', 'generator/load/overlay/applyOverlays.ts', 'mostSteps'],
  ['values that all of them may visit', 'generator/load/overlay/applyOverlays.ts', 'mostStepsInAll'],
  [
    'steps of the regular expressions in all overlays',
    'generator/load/overlay/applyOverlays.ts',
    'mostMatching',
  ],
  ['a JSONPath of an overlay', 'generator/load/overlay/compilePath.ts', 'longestPath'],
  ['nesting depth', 'generator/load/parse/checkBounds.ts', 'maxDepth'],
  ['values, with aliases expanded', 'generator/load/parse/checkBounds.ts', 'maxValues'],
  ['values that YAML aliases expand to', 'generator/load/parse/parseYaml.ts', 'maxAliasCount'],
  ['characters of YAML, indentation apart', 'generator/load/parse/parseYaml.ts', 'maxCharacters', megabytes],
  ['names, values and punctuation of YAML', 'generator/load/parse/parseYaml.ts', 'maxTokens', count],
  ['references in a chain', 'generator/load/references/followReference.ts', 'maxHops'],
  ['references in a chain', 'generator/load/references/adoptComponents.ts', 'maxHops'],
  ['references in a chain', 'generator/load/parse/createLocator.ts', 'maxSteps'],
  ['nesting depth of a schema', 'generator/read/schemas/readSchema.ts', 'deepest'],
  ['parts of a schema', 'generator/read/schemas/readSchema.ts', 'largest'],
  ['parts of a schema that includes others', 'generator/shape/enforced/enforce.ts', 'mostWithin'],
  ['schemas that include one another, in a chain', 'generator/read/schemas/circles.ts', 'longestChain'],
  ['schemas that include one another, in total', 'generator/read/schemas/circles.ts', 'mostChecks'],
  ['a pattern', 'generator/regex/translate.ts', 'longest'],
  ['nested groups of a pattern', 'generator/regex/translate.ts', 'deepest'],
  ['parts of a pattern, with its repetitions expanded', `${runtime}/patterns/createWalker.ts`, 'mostPlaces'],
  ['a description', 'generator/read/values.ts', 'longest'],
  [
    'what `diff` reads of a git repository at once',
    'generator/load/project/openRevision.ts',
    'mostBytes',
    megabytes,
  ],
  [
    'time in which git answers `diff`, each time',
    'generator/load/project/openRevision.ts',
    'patienceMs',
    seconds,
  ],
  ['files beside a document at a revision', 'generator/load/project/openSource.ts', 'mostFiles'],
  [
    'files of `src/`, and of `test/`, that `rename` looks into',
    'generator/load/project/openSource.ts',
    'mostOwn',
  ],
  [
    'pairs of schemas compared for one tool, each way',
    'generator/compare/schemas/createNarrowers.ts',
    'mostPairs',
    count,
  ],
  ['name of a server', 'generator/shape/names/nameServer.ts', 'longest'],
  ['name of a toolset', 'generator/shape/names/nameToolset.ts', 'longest'],
  ['name of a tool, with the prefix that clients add', 'generator/shape/names/legal.ts', 'room'],
  ['name of an argument', 'generator/shape/arguments/nameArguments.ts', 'longest'],
];

const settings: [
  what: string,
  variable: string,
  setting: keyof Settings,
  format: (value: number) => string,
][] = [
  [
    'one request to the API, from its turn to the end of the response',
    'MCP_TIMEOUT_MS',
    'timeoutMs',
    seconds,
  ],
  ['retries after a transient failure', 'MCP_RETRIES', 'retries', count],
  ['concurrent requests', 'MCP_CONCURRENCY', 'concurrency', count],
  ['queued requests', 'MCP_QUEUE', 'queue', count],
  ['body of a request', 'MCP_UPLOAD_MB', 'uploadMb', (value) => `${value} MB`],
];

/** Constants of the runtime that are no bounds for a user, by what they are for. */
const others: Record<string, readonly string[]> = {
  'when tokens are renewed, before which nothing fails': [
    'auth/oauth/tokenSource.ts early',
    'auth/session/logIn.ts early',
  ],
  'times that a date can say, beyond which a token lasts as long': [
    'auth/oauth/tokenSource.ts mostSeconds',
    'auth/oauth/tokenStore.ts lastMoment',
  ],
  'what a timer of Node can wait': ['transport/http/createListener.ts longestTimer'],
  'how often is looked whether something has happened': [
    'auth/login/logInByDevice.ts usualInterval',
    'auth/login/logInByDevice.ts slower',
    'auth/oauth/tokenStore.ts pollMs',
    'auth/oauth/tokenStore.ts emptyMs',
  ],
  'what is told in words, of which more would not help': [
    'result/truncate.ts mostNames',
    'result/truncate.ts mostSuggested',
    'result/truncate.ts mostPlaces',
    'result/polling.ts longest',
    'result/unpack.ts mostMembers',
    'result/unpack.ts largestShown',
    'result/unpack.ts mostOfTexts',
    'result/tellLinks.ts mostLinks',
    'result/tellLinks.ts longestValue',
    'auth/login/logInByDevice.ts longest',
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
    'arguments/schemas.ts shownPath',
    'offer/createOffer.ts mostTools',
    'offer/createOffer.ts mostToolsets',
    'dynamic/createMetaCaller.ts mostGuesses',
    'dynamic/createMetaCaller.ts mostOfSources',
    'dynamic/describeTool.ts longestEcho',
    'dynamic/describeTool.ts mostNames',
    'dynamic/listMetaTools.ts mostNames',
    'dynamic/searchTools.ts longestArguments',
    'dynamic/searchTools.ts mostOptional',
    'dynamic/searchTools.ts mostTyped',
    'dynamic/searchTools.ts mostSourced',
    'dynamic/searchTools.ts mostValues',
    'dynamic/searchTools.ts longestType',
    'dynamic/searchTools.ts mostUnknown',
    'dynamic/searchTools.ts longestEcho',
    'request/serialize.ts longestText',
    'dynamic/searchTools.ts mostToolsets',
    'dynamic/searchTools.ts mostSubjects',
    'request/files.ts mostRoots',
    'errors.ts shownName',
    'select/createSelector.ts most',
    'transport/http/createGate.ts longestEcho',
    'transport/runProgram.ts longest',
    'patterns/compilePattern.ts longestShown',
    'validate/validate.ts mostCertain',
    'validate/validate.ts mostListed',
    'validate/validate.ts mostOfBranches',
    'interact/obtainConsent.ts longestText',
    'call/describeProof.ts longestChallenge',
    'result/toFileResult.ts longest',
    'call/describeProof.ts mostTokens',
  ],
  'how what is too long is made to fit its bound': [
    'settings.ts charactersPerToken',
    'offer/createOffer.ts roomForNotes',
    'offer/createOffer.ts usuallyShown',
    'offer/createOffer.ts mostShown',
    'result/truncate.ts leastRoom',
    'auth/readSecret.ts leastChunk',
    'auth/readSecret.ts mostChunk',
    'dynamic/boundSchema.ts deepest',
    'dynamic/boundSchema.ts mostTried',
    'dynamic/boundSchema.ts mostValues',
    'dynamic/boundSchema.ts shortWords',
    'dynamic/createMetaCaller.ts longWords',
    'dynamic/cutWords.ts shortestClause',
    'dynamic/describeTool.ts leastPage',
    'dynamic/describeTool.ts longestHint',
    'dynamic/writeSignature.ts fewest',
    'dynamic/writeSignature.ts longestLine',
  ],
  'how tools are ranked by a query': [
    'search/createSearch.ts leastOfBest',
    'search/createSearch.ts fewest',
    'search/createSearch.ts longestName',
    'search/createSearch.ts saturation',
    'search/createSearch.ts begun',
    'search/createSearch.ts outdated',
    'search/createSearch.ts taken',
    'search/createSearch.ts ofHead',
    'search/createSearch.ts sought',
    'search/readQuery.ts mostOfThing',
    'search/readQuery.ts mostSteps',
    'search/readQuery.ts nearby',
    'search/readQuery.ts likeness',
    'search/readQuery.ts ofVerb',
    'search/readQuery.ts faintness',
    'search/readQuery.ts longPart',
    'search/readQuery.ts longEnough',
    'search/terms.ts longest',
    'search/terms.ts shortest',
  ],
  'how sessions ask': ['transport/http/session.ts streamWaitMs'],
  'how values are sealed': [
    'interact/createSealer.ts version',
    'interact/createSealer.ts headBytes',
    'interact/createSealer.ts nonceBytes',
    'interact/createSealer.ts tagBytes',
    'interact/createSealer.ts longestText',
    'interact/createSealer.ts leastKey',
  ],
  'what is kept so that it is not found out again': [
    'mediaTypes.ts mostKnown',
    'mediaTypes.ts longestKnown',
    'secrets/redactor.ts mostKnown',
    'secrets/redactor.ts longestKept',
    'request/outgoing.ts mostKnown',
    'request/outgoing.ts longestKnown',
  ],
  'how archives and streams are laid out': ['result/unpack.ts frameHead', 'result/unpack.ts block'],
  'how work is done': [
    'auth/session/session.ts shortest',
    'auth/session/logIn.ts opening',
    'tasks/taskId.ts usualPollMs',
    'door/guardByToken.ts retryAfter',
    'auth/users/createUserCredentials.ts usualSeconds',
    'auth/users/createUserCredentials.ts earlySeconds',
    'transport/http/createListener.ts minuteMs',
    'transport/http/limitClients.ts minuteMs',
    'result/failure.ts dayMs',
    'result/failure.ts largeBody',
    'http/send.ts step',
    'http/createClient.ts idleMs',
    'http/createClient.ts longestIdleMs',
    'http/createClient.ts marginMs',
    'http/createClient.ts writtenAtOnce',
    'arguments/largeIntegers.ts shortest',
    'http/decompress.ts checkBytes',
    'http/limits.ts firstBlock',
    'http/limits.ts largestBlock',
    'http/limits.ts smallEnough',
    'http/readJson.ts firstWide',
    'http/readJson.ts shortEnough',
    'http/readJson.ts deepestScanned',
    'secrets/redactor.ts longestEscape',
    'secrets/redactor.ts mostAround',
    'secrets/redactor.ts step',
    'arguments/largeIntegers.ts keptDigits',
    'arguments/largeIntegers.ts leastExact',
    'validate/createExpander.ts mostKept',
    'arguments/chooseBranches.ts mostKept',
    'validate/validate.ts fewestSorted',
    'validate/sortBranches.ts mostParts',
    'settings.ts longestTimer',
    'request/files.ts most',
    'select/boundWork.ts workOfName',
    'select/createSelector.ts workOfName',
    'transport/stdio/runStdio.ts kept',
    'patterns/compilePattern.ts mostKept',
    'patterns/compilePattern.ts partsInStep',
    'patterns/prepareBounded.ts partsOfProperty',
    'patterns/prepareBounded.ts charactersInPart',
    'patterns/prepareBounded.ts longText',
    'patterns/createWalker.ts mostKept',
    'patterns/createWalker.ts mostOthers',
    'patterns/createWalker.ts mostScanned',
    'patterns/createWalker.ts scansBeyondAscii',
    'patterns/createWalker.ts stepsOfCount',
    'patterns/parsePattern.ts farthest',
    'patterns/parsePattern.ts theEnd',
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
    expect(rows.get('headers of a request over HTTP')?.bound).toBe(`${maxHeaderSize / 1024} KiB`);
  });

  test('says how long an integer may be', () => {
    const most = Number(rows.get('digits of an integer in a string, where a number is expected')?.bound);
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

  test('has one row for each limit', () => {
    const places = constants.map(([, file, constant]) => `${file} ${constant}`);
    expect(places.filter((place, index) => places.indexOf(place) !== index)).toEqual([]);
    const told = [...page.matchAll(/^\| (.+?) +\|/gm)].map(([, what = '']) => what);
    const heads = new Set(['limit of']);
    const twice = told.filter((what, index) => told.indexOf(what) !== index);
    expect(twice.filter((what) => !heads.has(what) && !/^-+$/.test(what))).toEqual([]);
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

test.each(readdirSync('docs').filter((name) => name.endsWith('.md') && name !== 'bounds.md'))(
  '%s says no number of steps of its own',
  (name) => {
    expect(readFileSync(`docs/${name}`, 'utf8')).not.toMatch(
      /\b\d{1,3}(?:,\d{3})+ steps|\b\d+ million steps/,
    );
  },
);

import { quoteYaml } from '../../model/config.js';
import { bareName, mayProve, speaksOfOther } from '../../model/identifyCredential.js';
import type { PublishFinding } from '../../model/publish/facts.js';
import { isMethodOverride } from '../../model/requests.js';
import type { Schema, Server, Tool, ToolEntry } from '../../model/server.js';
import { listSubschemas } from '../../schema/subschemas.js';
import { hidden } from '../../text/hidden.js';
import { listNames } from '../../text/notes.js';
import { findSteering } from '../../text/orders/findOrder.js';
import { findingsFor } from '../projectFiles.js';

const config = findingsFor('directories', 'mcpwright.yaml');

type Severity = PublishFinding['severity'];

/** A tool, and its operation as mcpwright.yaml names it. */
interface Offered extends ToolEntry {
  key: string;
}

/** Findings of a rule that are told one by one: the rest of them is counted. */
const most = 20;

/** Characters of a tool's name (Claude's directory, review criteria). */
const longestName = 64;

/** How grave it is if a rule is broken that directories refuse a server for. */
export interface Gravity {
  refused: Severity;
}

/**
 * Holds each tool against the rules that directories of servers have in common (Claude: review criteria of connectors;
 * OpenAI: submission guidelines): titles, hints, names, and what descriptions and arguments may hold.
 */
export function checkToolRules(server: Server, { refused }: Gravity): PublishFinding[] {
  const tools = listWithKeys(server);
  return [
    ...checkHints(tools, server, refused),
    ...tellEach(tools, 'without a title', (one) => checkTitle(one, refused)),
    ...tellEach(tools, 'with a name that is too long', (one) => checkName(one, refused)),
    ...checkDescribed(tools, refused),
    ...checkSteered(tools, refused),
    ...tellEach(tools, 'that may both read and write', (one) => checkMethods(one, refused)),
    ...checkFreeInput(tools, server),
    ...checkSecrets(tools),
    ...checkMoney(tools),
  ];
}

/** The tools of a server with the keys under which `tools` of mcpwright.yaml has them. */
function listWithKeys({ toolsets, names }: Server): Offered[] {
  const keys = new Map(
    Object.entries(names.given).map(([place, { name, operationId = place }]) => [name, operationId] as const),
  );
  return toolsets.flatMap(({ tools }) =>
    tools.map((entry) => {
      const { name, request } = entry.tool;
      return { ...entry, key: keys.get(name) ?? `${request.method} ${request.path}` };
    }),
  );
}

/** The lines of mcpwright.yaml that say something of one tool. */
function writeLines({ key }: Offered, member: string, value: string): string {
  return `Write in mcpwright.yaml:\ntools:\n  ${quoteYaml(key)}:\n    ${member}: ${value}`;
}

/** What a rule finds of each tool, up to a number, and how many more there are. */
function tellEach(
  tools: readonly Offered[],
  what: string,
  check: (one: Offered) => PublishFinding | undefined,
): PublishFinding[] {
  const found = tools.flatMap((one) => check(one) ?? []);
  return boundFindings(found, `tools ${what}`);
}

function boundFindings(found: readonly PublishFinding[], what: string): PublishFinding[] {
  const [first] = found;
  if (found.length <= most || first === undefined) return [...found];
  const rest = found.length - most;
  const message = `There are ${rest.toLocaleString('en')} more ${what}.`;
  return [...found.slice(0, most), config(first.severity, message, 'Mend those above, and run this again.')];
}

function listToolNames(tools: readonly Offered[]): string {
  return listNames(tools.map(({ tool }) => tool.name));
}

const hintNames = ['readOnlyHint', 'destructiveHint', 'openWorldHint'] as const;

/** Every tool says all three hints, and reads or may destroy: one line of the choices does it for all. */
function checkHints(tools: readonly Offered[], { api }: Server, refused: Severity): PublishFinding[] {
  const findings: PublishFinding[] = [];
  const silent = tools.filter(({ tool }) =>
    hintNames.some((hint) => typeof (tool.annotations as Partial<Tool['annotations']>)[hint] !== 'boolean'),
  );
  if (silent.length > 0)
    findings.push(
      config(
        refused,
        `${tellNumber(silent)} without one of the hints ${hintNames.join(', ')}: ${listToolNames(silent)}.`,
        'Run mcpwright generate, which writes all of them.',
      ),
    );
  const neither = tools.filter(
    ({ tool }) => !tool.annotations.readOnlyHint && !tool.annotations.destructiveHint,
  );
  const [first] = neither;
  if (first === undefined) return findings;
  const about = `${tellNumber(neither)} with neither readOnlyHint nor destructiveHint set to true: ${listToolNames(neither)}. Directories ask for one of them.`;
  // Whoever has chosen that has said something else of these tools.
  const fix =
    api.asksForHints === true
      ? writeLines(first, 'annotations', '{ destructiveHint: true }')
      : 'Write in mcpwright.yaml: hints: directory';
  return [...findings, config(refused, about, fix, '/hints')];
}

function tellNumber(tools: readonly unknown[]): string {
  return tools.length === 1 ? 'There is 1 tool' : `There are ${tools.length.toLocaleString('en')} tools`;
}

function checkTitle(one: Offered, refused: Severity): PublishFinding | undefined {
  if (one.tool.title.trim() !== '') return undefined;
  return config(
    refused,
    `The tool ${one.tool.name} has no title.`,
    writeLines(one, 'title', 'what people call it'),
    '/tools',
  );
}

function checkName(one: Offered, refused: Severity): PublishFinding | undefined {
  const { name } = one.tool;
  if (name.length <= longestName) return undefined;
  return config(
    refused,
    `The name of the tool ${name} has ${name.length} characters, and ${longestName} are taken; clients put the name of the server before it.`,
    writeLines(one, 'name', 'a_shorter_name'),
    '/tools',
  );
}

/** Tools are told apart by what they say of themselves. */
function checkDescribed(tools: readonly Offered[], refused: Severity): PublishFinding[] {
  const groups = new Map<string, Offered[]>();
  for (const one of tools) {
    const words = one.tool.description.toLowerCase().replaceAll(/\s+/g, ' ').trim();
    const group = groups.get(words);
    if (group === undefined) groups.set(words, [one]);
    else group.push(one);
  }
  const found = [...groups].flatMap(([words, group]) => {
    const [first] = group;
    if (first === undefined || (words !== '' && group.length === 1)) return [];
    const message =
      words === ''
        ? `${tellNumber(group)} without a description: ${listToolNames(group)}.`
        : `${group.length} tools have the same description: ${listToolNames(group)}.`;
    return config(
      refused,
      message,
      writeLines(first, 'description', 'what this one does, unlike the others'),
      '/tools',
    );
  });
  return boundFindings(found, 'descriptions that tools share');
}

/** Characters of one text that are looked at. */
const longestText = 4_000;

/** Orders to the model, words that send it to other tools, and characters that nobody sees. */
function checkSteered(tools: readonly Offered[], refused: Severity): PublishFinding[] {
  const names = new Set(tools.map(({ tool }) => tool.name));
  const found = tools.flatMap((one) => {
    for (const [where, text] of listTexts(one.tool)) {
      const words = findSteering(text) ?? findOther(text, one.tool.name, names);
      const isHidden = words === undefined && text.replaceAll(/[\n\t]/g, '').search(hidden) !== -1;
      if (words === undefined && !isHidden) continue;
      const message = isHidden
        ? `${where} of the tool ${one.tool.name} has characters that nobody sees.`
        : `${where} of the tool ${one.tool.name} is read as an order to the model: ${JSON.stringify(words)}.`;
      return config(
        refused,
        message,
        where === 'The description'
          ? writeLines(one, 'description', 'what it does, and nothing else')
          : 'Correct it in the document, or by an overlay: it may only describe.',
        '/tools',
      );
    }
    return [];
  });
  return boundFindings(found, 'tools whose texts are read as orders');
}

/** Words that tell a model to call another tool of the server: `always call list_pets`. */
function findOther(text: string, own: string, names: ReadonlySet<string>): string | undefined {
  const calls =
    /\b(?:always|must|never|do not|don't)\b[^.\n]{0,20}?\b(?:call|use|invoke|run)\b\W{1,3}(\w{3,64})/gi;
  for (const [words, name = ''] of text.matchAll(calls))
    if (name.includes('_') && name !== own && names.has(name)) return words;
  return undefined;
}

/** Each text of a tool that models read, and where it is. */
function* listTexts(tool: Tool): Generator<[where: string, text: string]> {
  yield ['The title', tool.title.slice(0, longestText)];
  yield ['The description', tool.description.slice(0, longestText)];
  for (const [name, schema] of Object.entries(tool.inputSchema.properties))
    for (const text of describedIn(schema)) yield [`The argument ${name}`, text.slice(0, longestText)];
}

/** Every description in an advertised schema: such a schema is a tree of a bounded size. */
function describedIn(schema: Schema): string[] {
  const own = typeof schema === 'object' ? schema['description'] : undefined;
  return [...(typeof own === 'string' ? [own] : []), ...listSubschemas(schema).flatMap(describedIn)];
}

/** One tool reads, or it writes: what takes the method as an argument, or both queries and mutations, may do either. */
function checkMethods(one: Offered, refused: Severity): PublishFinding | undefined {
  const { name, request } = one.tool;
  const named = [
    ...request.parameters.map((each) => each.name),
    ...Object.values(request.body?.fields ?? {}),
  ];
  const method = named.find(isMethodOverride);
  const isGraph = request.method === 'POST' && /\/graphql\/?$/i.test(request.path);
  if (method === undefined && !isGraph) return undefined;
  return config(
    refused,
    method === undefined
      ? `The tool ${name} sends queries and mutations of GraphQL: safe and unsafe calls must not be one tool.`
      : `The tool ${name} takes the method of its request as the argument ${JSON.stringify(method)}: safe and unsafe calls must not be one tool.`,
    `Leave it out, in mcpwright.yaml:\ntools:\n  ${quoteYaml(one.key)}: false`,
    '/tools',
  );
}

/** A tool that takes any path, query or body has to say of which API, or where that is documented. */
function checkFreeInput(tools: readonly Offered[], { api }: Server): PublishFinding[] {
  const words = (api.title.toLowerCase().match(/[\p{L}\p{N}]{3,}/gu) ?? []).filter(
    (word) => !commonWords.has(word),
  );
  const silent = tools.filter(({ tool }) => {
    const said = tool.description.toLowerCase();
    return takesAnything(tool) && !/https?:\/\//.test(said) && !words.some((word) => said.includes(word));
  });
  const [first] = silent;
  if (first === undefined) return [];
  return [
    config(
      'warning',
      `${tellNumber(silent)} with a free path, query or body, and without the name of the API or a link to its documents in the description: ${listToolNames(silent)}.`,
      writeLines(
        first,
        'description',
        `what it does in ${JSON.stringify(api.title)}, and the URL of its documents`,
      ),
      '/tools',
    ),
  ];
}

/** Words of titles that name no API. */
const commonWords = new Set('api the rest http web service server open openapi public for and'.split(' '));

/** What of the request a caller writes as they like: a whole path, a query string, or a body of which nothing is declared. */
function takesAnything({ request, inputSchema }: Tool): boolean {
  if (
    /^\/?\{[^}]+\}$/.test(request.path) &&
    request.parameters.some(({ segments }) => segments !== undefined)
  )
    return true;
  if (request.parameters.some((each) => each.in === 'querystring')) return true;
  const { body } = request;
  if (body === undefined || body.codec !== 'json' || body.fields !== undefined) return false;
  const schema = inputSchema.properties[body.argument];
  return (
    schema === true ||
    (typeof schema === 'object' &&
      !['properties', 'items', 'enum', 'anyOf', 'oneOf', 'allOf', 'additionalProperties'].some(
        (keyword) => typeof schema[keyword] === 'object',
      ) &&
      [undefined, 'object'].includes(schema['type'] as string | undefined) &&
      !/\bfields: /i.test(String(schema['description'] ?? '')))
  );
}

/** Names that are as often of something else: a page's token, a key of a map. */
const doubtful = new Set(['token', 'key', 'auth']);

/** Secrets come from the environment and from logins, not from the conversation. */
function checkSecrets(tools: readonly Offered[]): PublishFinding[] {
  const asking = tools.flatMap((one) =>
    listSecrets(one.tool).map((argument) => ({ one, argument, name: `${one.tool.name}.${argument}` })),
  );
  const [first] = asking;
  if (first === undefined) return [];
  const { one, argument } = first;
  const isSent = one.tool.request.parameters.find((each) => each.argument === argument);
  const fix =
    isSent === undefined
      ? `Leave the tool out:\ntools:\n  ${quoteYaml(one.key)}: false`
      : `Have it taken from the environment:\ncredentials: [${quoteYaml(isSent.name)}]`;
  return [
    config(
      'warning',
      `${asking.length === 1 ? '1 argument seems to be a secret, which models must' : `${asking.length.toLocaleString('en')} arguments seem to be secrets, which models must`} not be asked for: ${listNames(asking.map(({ name }) => name))}.`,
      `In mcpwright.yaml: ${fix}`,
      '/tools',
    ),
  ];
}

/** The arguments of a tool that are called like a secret, and not said to be somebody else's. In a path, they name a thing. */
function listSecrets({ inputSchema, request }: Tool): string[] {
  const inPath = new Set(request.parameters.flatMap((each) => (each.in === 'path' ? each.argument : [])));
  return Object.entries(inputSchema.properties).flatMap(([name, schema]) => {
    const bare = bareName(name);
    if (inPath.has(name) || !mayProve(bare) || doubtful.has(bare)) return [];
    const description = String((typeof schema === 'object' && schema['description']) || '');
    return speaksOfOther({ description }) ? [] : name;
  });
}

/** Operations that move money, by the words of their names. */
const money =
  /(?:^|_)(?:payouts?|disburse(?:ment)?s?|remittances?|wire_transfers?|money_transfers?|(?:transfer|send|wire|withdraw)_(?:funds?|money|cash|crypto)|fund_transfers?)(?:_|$)/;
/** What is transferred, where the name says no more than that. */
const amounts = /^(?:amount|currency|destination_account|beneficiary|iban)$/i;

/** Claude's directory takes no tools that transfer money. */
function checkMoney(tools: readonly Offered[]): PublishFinding[] {
  const moving = tools.filter(({ tool }) => {
    const { name, annotations, inputSchema, request } = tool;
    if (annotations.readOnlyHint || request.method === 'DELETE') return false;
    const isTransfer = /(?:^|_)transfers?(?:_|$)/.test(name);
    const fields = Object.keys(inputSchema.properties);
    return money.test(name) || (isTransfer && fields.some((field) => amounts.test(field)));
  });
  const [first] = moving;
  if (first === undefined) return [];
  return [
    config(
      'warning',
      `${tellNumber(moving)} that may transfer money, which Claude's directory does not take: ${listToolNames(moving)}.`,
      `Leave out what does, in mcpwright.yaml:\ntools:\n  ${quoteYaml(first.key)}: false`,
      '/tools',
    ),
  ];
}

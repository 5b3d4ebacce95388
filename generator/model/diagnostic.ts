import type { Location } from './document.js';

/** Every message that the generator can give a user, in one table: what happened, and what was done instead. */
const messages = {
  // load
  'unreadable-reference': {
    severity: 'warning',
    text: (a: { ref: string; reason: string }) => `The reference "${a.ref}" cannot be read: ${a.reason}.`,
  },
  'odd-document': {
    severity: 'warning',
    text: (a: { what: string; done: string }) => `${a.what}; ${a.done}.`,
  },
  'overlay-unmatched': {
    severity: 'warning',
    text: (a: { target: string }) =>
      `The target ${JSON.stringify(a.target)} matches nothing in the document; the action changes nothing.`,
  },
  'overlay-refused': {
    severity: 'warning',
    text: (a: { target: string; reason: string }) =>
      `The action on ${JSON.stringify(a.target)} is not applied: ${a.reason}.`,
  },
  'overlay-of-another': {
    severity: 'warning',
    text: (a: { extended: string; source: string }) =>
      `The overlay says that it extends ${a.extended}; it is applied to ${a.source} all the same.`,
  },
  // read
  'operation-skipped': {
    severity: 'error',
    text: (a: { operation: string; reason: string }) =>
      `${a.operation} is left out: ${a.reason}. The other operations are not affected.`,
  },
  'schema-relaxed': {
    severity: 'warning',
    text: (a: { what: string; done: string }) => `${a.what}; ${a.done}.`,
  },
  'enum-open': {
    severity: 'info',
    text: (a: { values: string }) =>
      `The document says that its enum is open (modelAsString): ${a.values} shown as known, and others accepted, too.`,
  },
  'pattern-changed': {
    severity: 'info',
    text: (a: { pattern: string; written: string }) =>
      `The pattern ${quotePattern(a.pattern)} is of another dialect; it is checked as ${quotePattern(a.written)}.`,
  },
  'pattern-dropped': {
    severity: 'warning',
    text: (a: { pattern: string; reason: string }) =>
      `The pattern ${quotePattern(a.pattern)} is not checked: ${a.reason}. It is kept in words.`,
  },
  'parameter-ignored': {
    severity: 'warning',
    text: (a: { name: string; reason: string }) => `The parameter "${a.name}" is ignored: ${a.reason}.`,
  },
  'routing-refused': {
    severity: 'warning',
    text: (a: { argument: string; operation: string; reason: string }) =>
      `The argument ${JSON.stringify(a.argument)} of ${a.operation} is not repeated in a header: ${a.reason}${a.reason.endsWith('?') ? '' : '.'}`,
  },
  'parameter-supplied': {
    severity: 'info',
    text: (a: { name: string; called: string; scheme: string; thing: string }) =>
      `The ${a.thing} "${a.name}" of ${a.called} is not offered, and not sent: the security scheme "${a.scheme}" supplies the like. If the API needs it too, write "credentials: [${a.name}]" in mcpwright.yaml to send it from the environment, or "credentials: ['!${a.name}']" to offer it as an argument.`,
  },
  'scheme-added': {
    severity: 'info',
    text: (a: { name: string; called: string; scheme: string; line: string }) =>
      `The parameter "${a.name}" of ${a.called} is not offered: the security scheme "${a.scheme}" sends it from the environment, which the operation does not ask for. If it is something else, write "${a.line}" in mcpwright.yaml to offer it as an argument.`,
  },
  'scheme-dropped': {
    severity: 'warning',
    text: (a: { name: string; called: string; scheme: string; line: string }) =>
      `The parameter "${a.name}" of ${a.called} seems to be what the call is about: it is no credential there, and the security scheme "${a.scheme}", which the operation asks for, is not sent. If it is the credential, write "${a.line}" in mcpwright.yaml to send it from the environment.`,
  },
  'scheme-undefined': {
    severity: 'warning',
    text: (a: { name: string }) =>
      `The security scheme "${a.name}" is not defined in the document; it is sent no credential.`,
  },
  'scheme-unsupported': {
    severity: 'warning',
    text: (a: { name: string; reason: string }) =>
      `The security scheme "${a.name}" cannot be served: ${a.reason}.`,
  },
  'scheme-limited': {
    severity: 'info',
    text: (a: { name: string; reason: string; env: string }) =>
      `The security scheme "${a.name}" takes a token that is given, as ${a.env}: ${a.reason}.`,
  },
  'token-url-relative': {
    severity: 'warning',
    isGrave: true,
    text: (a: { name: string; url: string; env: string }) =>
      `The security scheme "${a.name}" gets its tokens at ${a.url}, which is relative, and the base URL of the API is not known: set ${a.env}, or baseUrl in mcpwright.yaml; tokens are asked for there.`,
  },
  'no-credential': {
    severity: 'warning',
    isGrave: true,
    text: (a: { why: string; refusing: string; all: string; line: string }) =>
      `Calls carry no credential: ${a.why}, and ${a.refusing} of ${a.all} operations describe 401 or 403. Say in mcpwright.yaml how the API is authenticated with, such as "${a.line}", and generate again.`,
  },
  'scopes-unoffered': {
    severity: 'warning',
    isGrave: true,
    text: (a: { name: string; scopes: string; line: string }) =>
      `Operations ask for scopes that the security scheme "${a.name}" does not offer: ${a.scopes}. Tokens are asked for with them, and a strict authorization server refuses that. Where it does, write "${a.line}" in mcpwright.yaml.`,
  },
  'login-unavailable': {
    severity: 'info',
    text: (a: { name: string; reason: string }) =>
      `Users cannot log in to the security scheme "${a.name}" by this server: ${a.reason}. Say the URL under "credentials" in mcpwright.yaml.`,
  },
  'login-not-offered': {
    severity: 'info',
    text: (a: { operation: string; name: string; line: string }) =>
      `${a.operation} logs in for the security scheme "${a.name}", and is no tool. Write "${a.line}" in mcpwright.yaml to offer it as well.`,
  },
  // shape
  'constraint-relaxed': {
    severity: 'warning',
    text: (a: { constraint: string; evidence: string; done: string }) =>
      `${a.evidence} does not fit ${a.constraint}; ${a.done}.`,
  },
  'discriminator-open': {
    severity: 'warning',
    text: (a: { property: string; reasons: string }) =>
      `The discriminator "${a.property}" cannot be made out in full: ${a.reasons}; there the schemas alone decide what is accepted.`,
  },
  'body-asked': {
    severity: 'info',
    text: (a: { names: string }) =>
      `The body needs ${a.names}, but the document does not say whether there must be a body; callers are asked for one. Declare it as "required: true", or as "required: false" if it may be left out.`,
  },
  'body-nullable': {
    severity: 'info',
    text: (a: { names: string }) =>
      `The body needs ${a.names}, but its schema takes null as well, and the document does not say whether there must be a body; callers may leave it out. Declare it as "required: true" if there must be one, or as "required: false".`,
  },
  'slashes-encoded': {
    severity: 'info',
    text: (a: { name: string; called: string; done: string; key: string }) =>
      `The value of "${a.name}" of ${a.called} looks like a path of several segments; "/" in it is ${a.done}. If the API takes it as it is, write "tools: { ${a.key}: { segments: true } }" in mcpwright.yaml.`,
  },
  'slashes-ambiguous': {
    severity: 'warning',
    text: (a: { name: string; called: string; other: string; key: string }) =>
      `The document sends "/" in "${a.name}" of ${a.called} as it is, but a value with one could lead to ${a.other}; it is sent as %2F. If the API takes it as it is, write "tools: { ${a.key}: { segments: true } }" in mcpwright.yaml.`,
  },
  'name-changed': {
    severity: 'info',
    text: (a: { wanted: string; given: string; reason: string }) =>
      `"${a.wanted}" becomes the tool "${a.given}": ${a.reason}.`,
  },
  'name-shared': {
    severity: 'warning',
    text: (a: { what: string; given: string }) =>
      `${a.what} is used by several operations; this one becomes the tool "${a.given}".`,
  },
  'server-name-kept': {
    severity: 'info',
    text: (a: { name: string; title: string; wanted: string }) =>
      `The server is still called "${a.name}", as .mcpwright/kept.json has it, though the title is now ${JSON.stringify(a.title)}. "name: ${a.wanted}" in mcpwright.yaml renames it, and its environment variables.`,
  },
  'server-name-general': {
    severity: 'info',
    text: (a: { name: string; title: string; meant: string }) =>
      `The title ${JSON.stringify(a.title)} makes no whole name of this API's own: the server is called "${a.name}". "name: ${a.meant}" in mcpwright.yaml, or --name, has another, in its environment variables too.`,
  },
  'server-name-shortened': {
    severity: 'info',
    text: (a: { name: string; wanted: string; spared: string }) =>
      `The server is called "${a.name}", since names of tools (${a.spared}) would be cut beside "${a.wanted}": clients show both together. "name: ${a.wanted}" in mcpwright.yaml, or --name, has it otherwise.`,
  },
  'name-held': {
    severity: 'warning',
    text: (a: { wanted: string; given: string; holder: string }) =>
      `"${a.wanted}" stays the name of ${a.holder}, as .mcpwright/names.json has it; this operation becomes the tool "${a.given}". To have it all the same, write name: ${a.wanted} for it under tools.`,
  },
  'name-given': {
    severity: 'warning',
    text: (a: { wanted: string; given: string; holder: string }) =>
      `"${a.wanted}" is the name that was chosen for ${a.holder}; this operation becomes the tool "${a.given}".`,
  },
  'name-refused': {
    severity: 'warning',
    text: (a: { name: string; reason: string }) =>
      `The name "${a.name}" that the document chooses for this tool cannot be used: ${a.reason}. The tool is named as if none was chosen.`,
  },
  'framework-followed': {
    severity: 'info',
    text: (a: { framework: string; effects: string }) =>
      `The document looks like one of ${a.framework}: ${a.effects}. To have it otherwise, see framework: and requests: in mcpwright.yaml.`,
  },
  'body-unsaid': {
    severity: 'warning',
    text: (a: { framework: string; called: string; target: string }) =>
      `${a.called} may take a body by what it is called, and the document declares none: ${a.framework} leaves it out where the code gives no type for it. If so, nothing can be sent until it is declared, in the code or by an overlay: { target: "${a.target}", update: { requestBody: { content: { application/json: { schema: { type: object } } } } } }`,
  },
  'list-of-one': {
    severity: 'info',
    text: (a: { framework: string; called: string }) =>
      `${a.called} takes a list in the query. ${a.framework} reads a list of one as a text, unless its code makes a list of it; where it refuses one, "requests: { arrays: brackets }" in mcpwright.yaml sends tags[]=a.`,
  },
  'query-required': {
    severity: 'info',
    text: (a: { framework: string; called: string; names: string }) =>
      `${a.called} requires ${a.names} in the query. ${a.framework} writes optional ones as required, too: if it may be left out, say so in the code, or by an overlay, or models have to make up a value.`,
  },
  'choice-followed': {
    severity: 'warning',
    text: (a: { key: string; called: string; now: string }) =>
      `"${a.key}" under tools is no operationId of the document any more; it stays the choice for ${a.called}, which had it before. Write "${a.now}" in its place.`,
  },
  'retries-ignored': {
    severity: 'warning',
    text: (a: { operations: string; more: string }) =>
      `${a.operations}${a.more} cannot be retried: sent twice, it may take effect twice, and it has no parameter Idempotency-Key; the choice has no effect there.`,
  },
  'nothing-matched': {
    severity: 'warning',
    text: (a: { what: string; hint: string }) => `${a.what} matches no operation${a.hint || '.'}`,
  },
  'resource-refused': {
    severity: 'warning',
    text: (a: { operation: string; reason: string }) =>
      `${a.operation} cannot be a resource: ${a.reason}. It stays a tool.`,
  },
  'prompt-left-out': {
    severity: 'info',
    text: (a: { prompt: string; tool: string }) =>
      `The prompt ${JSON.stringify(a.prompt)} is left out, since it speaks of the tool ${JSON.stringify(a.tool)}, which is not offered.`,
  },
  'listing-left-out': {
    severity: 'info',
    text: (a: { argument: string; tool: string }) =>
      `Values of the argument ${JSON.stringify(a.argument)} are not completed, since the tool ${JSON.stringify(a.tool)}, which lists them, is not offered.`,
  },
  'value-unfit': {
    severity: 'warning',
    text: (a: { name: string; value: string; called: string }) =>
      `The value ${a.value} for ${JSON.stringify(a.name)} does not fit what ${a.called} declares; it is sent all the same.`,
  },
  'toolset-made': {
    severity: 'warning',
    text: (a: { toolset: string; key: string; meant: string }) =>
      `The toolset ${a.toolset} of ${a.key} under tools is neither one of the document nor under toolsets; did you mean ${a.meant}?`,
  },
  'feature-unserved': {
    severity: 'warning',
    text: (a: { name: string; serves: string }) =>
      `${a.name} under features ${a.serves}, which is not among the transports of this project; it was left out.`,
  },
  'no-server': {
    severity: 'warning',
    isGrave: true,
    text: (a: { what: string; env: string; how: string; url: string }) =>
      `The document names no absolute server URL${a.what}; write "baseUrl: ${a.url}", with the host of the API, in mcpwright.yaml, set ${a.env} or pass --base-url${a.how}.`,
  },
  'server-unusable': {
    severity: 'warning',
    isGrave: true,
    text: (a: { url: string; reason: string; env: string }) =>
      `The server "${a.url}" is left out: ${a.reason}. Where it is the only one, set ${a.env} or pass --base-url.`,
  },
  'server-unfilled': {
    severity: 'warning',
    isGrave: true,
    text: (a: { what: string; variables: string; env: string }) =>
      `${a.what}: calls are refused until ${a.variables === '' ? '' : `${a.variables}, or `}${a.env} is set.`,
  },
  'server-doubtful': {
    severity: 'info',
    text: (a: { url: string; env: string }) =>
      `The host of ${a.url} looks like a placeholder; it is called as it stands. Set ${a.env} if it is one.`,
  },
  'foreign-server': {
    severity: 'warning',
    isGrave: true,
    text: (a: { origin: string; said: string; add: string }) =>
      `Operations are called at ${a.origin}; ${a.said}, so it gets no credentials. If they belong there, add ${a.add} to credentialOrigins in mcpwright.yaml.`,
  },
  'insecure-server': {
    severity: 'warning',
    isGrave: true,
    text: (a: { url: string }) => `Credentials would travel unencrypted to ${a.url}; prefer https.`,
  },
  'tool-over-budget': {
    severity: 'warning',
    text: (a: { tool: string; tokens: string; budget: string }) =>
      `The tool "${a.tool}" takes ${a.tokens} tokens in the list (name, description, arguments and annotations; its output schema is counted apart), more than its budget of ${a.budget}: everything but its arguments is left out already, and it is listed all the same. Group its arguments into objects, leave it out with --exclude, or pass --budget ${a.tokens}.`,
  },
  'toolset-over-total': {
    severity: 'info',
    text: (a: { toolset: string; tokens: string; total: string }) =>
      `The toolset "${a.toolset}" takes ${a.tokens} tokens by itself, more than the ${a.total} that a list may take: its tools are searched for rather than listed.`,
  },
  'nothing-to-offer': {
    severity: 'error',
    text: (a: { reason: string }) => `There is nothing to offer: ${a.reason}.`,
  },
  'tool-quarantined': {
    severity: 'error',
    text: (a: { tool: string; reason: string }) =>
      `The tool "${a.tool}" failed its check and is left out: ${a.reason}. The other tools are not affected.`,
  },
} as const satisfies Record<string, Row>;

/** A message; one that is grave is about every call, and not about a part of the document. */
interface Row {
  severity: Severity;
  isGrave?: true;
  text: (args: never) => string;
}

export type Severity = 'error' | 'warning' | 'info';
export type Code = keyof typeof messages;

/** One finding about the user's document. */
export interface Diagnostic {
  code: Code;
  severity: Severity;
  message: string;
  /**
   * JSON pointer into the document: `#/paths/~1pets/get`; into the configuration: `config#/tools/listPets`; into
   * an overlay, counted from 0: `overlays/0#/actions/2/target`; or the flag that it is about: `--exclude`.
   */
  pointer: string;
  location?: Location;
}

/** Whether a finding is about every call. */
export function isGrave({ code }: Pick<Diagnostic, 'code'>): boolean {
  return (messages[code] as Row).isGrave === true;
}

/** Collects a finding; `pointer` is a JSON pointer into the document. */
export type Report = <C extends Code>(
  code: C,
  pointer: string,
  args: Parameters<(typeof messages)[C]['text']>[0],
) => void;

/** Longest part of a sentence that comes from the document: names and ids may be of any length. */
const longestPart = 500;

/** Longest line of mcpwright.yaml to be copied, which is of no use without its middle. */
const longestLine = 4_000;

/** Longest pattern that is shown whole. */
const longestPattern = 80;

/** A pattern on one line, cut where it is long. */
function quotePattern(pattern: string): string {
  const line = pattern.replaceAll(/\s+/g, ' ');
  if (line.length <= longestPattern) return `"${line}"`;
  return `"${line.slice(0, longestPattern).replace(/[\uD800-\uDBFF]$/, '')}…"`;
}

/** A place to collect findings in: hand `report` down, read `diagnostics` at the end. */
export function collector(): { diagnostics: Diagnostic[]; report: Report } {
  const diagnostics: Diagnostic[] = [];
  return {
    diagnostics,
    report: (code, pointer, args) => {
      const { severity, text } = messages[code] as { severity: Severity; text: (a: object) => string };
      const parts = Object.entries(args).map(([name, part]): [string, string] => [
        name,
        clipMiddle(part, name === 'line' ? longestLine : longestPart),
      ]);
      diagnostics.push({ code, severity, message: text(Object.fromEntries(parts)), pointer });
    },
  };
}

/** A text without its middle, where it is long: its end says as much as its beginning. */
function clipMiddle(text: string, longest: number): string {
  if (text.length <= longest) return text;
  const half = longest / 2;
  const start = text.slice(0, half).replace(/[\uD800-\uDBFF]$/, '');
  const end = text.slice(-half).replace(/^[\uDC00-\uDFFF]/, '');
  return `${start}…${end}`;
}

/** Bad input of the user's that ends the run; anything else that is thrown is a fault of ours. */
export class InputError extends Error {
  override name = 'InputError';
  constructor(
    message: string,
    /** What the user can do about it. */
    readonly hint?: string,
    readonly location?: Location,
    /** Where the user made the choice that it is about, such as `config#/tools/addPet`; it leads to the location. */
    readonly pointer?: string,
    /** What else is wrong: all of it is told at once. */
    readonly others: readonly InputError[] = [],
  ) {
    super(message);
  }
}

/** A fault of ours as half a sentence, for the place of a document where it showed. */
export function describeError(error: unknown): string {
  const said = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
  return `mcpwright itself fails on it, which is a fault of mcpwright and none of the document (${said})`;
}

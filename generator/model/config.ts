import type { Json } from './document.js';
import type { Tool } from '../../templates/project/src/runtime/tool.js';
import type { PublishChoices } from './publish/choices.js';

/** The user's choices; {@link defaults} holds what they are when nothing is said. */
export interface Config {
  /** The document: a file, from the current folder, or a URL; empty where the file says none, or several. */
  document: string;
  /** Several documents, which one server offers, each with what belongs to it alone; none where there is one. */
  sources: SourceChoice[];
  /** Overlays that are applied to the document, in this order: files, from the current folder, or URLs. */
  overlays: string[];
  /** What the document may refer to, besides files below its own folder. */
  refs: Refs;
  /** The folder that is written to, from the current one; empty where it is decided otherwise. */
  out: string;
  /** Whether an operation that has to be left out makes the run fail. */
  strict: boolean;
  /** Name of the server; derived from the document's title where empty. */
  name: string;
  /** Takes the place of the document's servers where not empty. */
  baseUrl: string;
  /**
   * Origins, such as `https://uploads.example.com`, that credentials may go to where a single operation is called
   * there: besides those of the servers of the document as a whole.
   */
  credentialOrigins: string[];
  /**
   * Parameters, such as `X-API-Key`, that no caller gives: their values are secrets, and come from the environment. Or
   * what is said of a security scheme, which the document may know or not.
   */
  credentials: (string | SchemeChoice)[];
  /** Headers of requests by name; of several choices, the first whose rules match an operation. */
  headers: Record<string, ValueChoice[]>;
  /** The same for parameters, and for fields of bodies. */
  arguments: Record<string, ValueChoice[]>;
  /** How tool names are written. */
  names: (typeof nameStyles)[number];
  /** The limits that advertised schemas keep to. */
  profile: Profile;
  /** Tokens (o200k) that a tool may take in the list. */
  budget: number;
  /** Tokens that a list may take: beyond it, tools have to be searched for. */
  total: number;
  /** Tokens that the schema of a tool's answers may take, beside its budget; 0 for none. */
  outputBudget: number;
  /** How tools say what they answer. */
  output: OutputForm;
  /** What tools are grouped by where nothing else says it. */
  groupBy: (typeof groupings)[number];
  /** Toolsets of the user's own by name, and other words for those that the document makes. */
  toolsets: Record<string, ToolsetChoice>;
  /** Operations that any of these matches are offered; all are where there is none. */
  include: Rule[];
  /** Operations that any of these matches are not. */
  exclude: Rule[];
  /** Only tools that read are offered, whatever else is said. */
  readOnly: boolean;
  /** Whether tools have the argument `_select`, which picks parts of an answer out. */
  select: boolean;
  /** The calls that the user is asked about before they are made. */
  confirm: ConfirmRules;
  /** Whether `/` in a value of the path is sent as `%2F`, or refused: some servers take that for the end of a segment. */
  pathSlashes: (typeof slashForms)[number];
  /** The framework whose ways requests keep to where the document does not say: as it is recognized, or none. */
  framework: 'auto' | 'none' | FrameworkName;
  /** How requests are written where the document does not say; it comes before what is recognized. */
  requests: RequestChoices;
  /** What tools that neither read nor destroy say of themselves. */
  hints: (typeof hintForms)[number];
  /** Choices for single operations, by operationId or as `GET /pets/{petId}`. */
  tools: Record<string, ToolChoice>;
  /** How calls of many tools are made, and what is shown of their answers; of several choices, the first counts. */
  adjust: AdjustChoice[];
  /** What can be read by a URI. */
  resources: ResourceChoices;
  /** Words that users can start with, by name. */
  prompts: Record<string, PromptChoice>;
  /** What values of an argument, by its name, are completed from, wherever a user types them. */
  completions: Record<string, ListingChoice>;
  /** Whether src/custom.ts has prompts. */
  ownPrompts: boolean;
  /** Whether src/custom.ts has tools whose work goes on after their calls. */
  ownTasks: boolean;
  /** Parts of the server that the user wants, or does not want, whatever the document asks for. */
  features: FeatureChoices;
  /** Where the runtime of the project comes from. */
  runtime: RuntimeChoice;
  /** Where the server is published, and what is said of it there. */
  publish: PublishChoices;
}

/** Frameworks that read requests in ways that their documents do not say. */
export const frameworkNames = [
  'nestjs',
  'fastify',
  'laravel',
  'rails',
  'api-platform',
  'strapi',
  'springdoc',
  'django',
  'tsoa',
  'fastapi',
  'dotnet',
  'grpc',
  'elysia',
  'orpc',
] as const;
export type FrameworkName = (typeof frameworkNames)[number];

export const booleanForms = ['declared', 'digits'] as const;
export const arrayForms = ['declared', 'repeated', 'brackets'] as const;
export const objectForms = ['declared', 'brackets', 'json', 'dots', 'django'] as const;
export const bodyForms = ['declared', 'free', 'required', 'empty'] as const;
export const bareForms = ['declared', 'any'] as const;
export const cookieForms = ['declared', 'plain'] as const;
export const reservedForms = ['declared', 'escaped'] as const;
export const partForms = ['declared', 'values'] as const;
export const dateTimeForms = ['declared', 'local'] as const;

/** How requests are written beyond what the document says; what is absent is as the framework has it, else as declared. */
export interface RequestChoices {
  /** In queries: `digits` sends 1 and 0. */
  booleans?: (typeof booleanForms)[number];
  /** In queries: `repeated` sends `tag=a&tag=b`, and `brackets` `tag[]=a&tag[]=b`. */
  arrays?: (typeof arrayForms)[number];
  /**
   * In queries and forms: `brackets` sends `owner[name]=x`, `dots` sends `owner.name=x`, of objects in queries what is in their
   * members; in queries, `json` sends `owner={"name":"x"}`; in multipart, `django` sends `owner.name=x` and `items[0]id=1`.
   */
  objects?: (typeof objectForms)[number];
  /**
   * `free`: PUT and PATCH on one item of which the document declares no body take any JSON object. `required`: bodies of
   * which the document does not say whether they must be given must be. `empty`: objects without members are `{}`.
   */
  bodies?: (typeof bodyForms)[number];
  /** Members of JSON bodies that are objects without members of their own: `any` takes any value. */
  bareObjects?: (typeof bareForms)[number];
  /** In cookies: `plain` leaves the reserved characters of a value as they are, as `= + /`. */
  cookies?: (typeof cookieForms)[number];
  /** In queries: `escaped` escapes reserved characters and `%` where the document says that they may stay. */
  reserved?: (typeof reservedForms)[number];
  /** In multipart: `values` sends of an object with nothing but a `value` that value. */
  parts?: (typeof partForms)[number];
  /** `local`: what is a date-time may have no offset. */
  dateTimes?: (typeof dateTimeForms)[number];
}

/** How calls of a tool are made, and what is shown of its answers. */
export interface Adjustments {
  /** Milliseconds that a call may take, with all that it waits for. */
  timeoutMs?: number;
  /** How often a request is sent again at most, where that does no harm. */
  retries?: number;
  /** Calls that are under way at once. */
  concurrency?: number;
  /** What is shown of an answer, by the paths of its schema: `items[].owner.login`. */
  fields?: string[];
  /** The member of an answer that is shown in place of the whole; `fields` are those of that member then. */
  unwrap?: string;
  /** How its requests are written, in place of what `requests` says of all. */
  requests?: Omit<RequestChoices, 'bareObjects' | 'dateTimes'>;
}

/** The same of all operations that rules match, or of all: what is said of one alone comes before it. */
export interface AdjustChoice extends Adjustments {
  for?: Rule[];
}

/** How one parameter is written, whatever the document says. */
export interface ParameterChoice extends Pick<RequestChoices, 'booleans' | 'arrays' | 'objects'> {
  style?: (typeof styleForms)[number];
  explode?: boolean;
}

/** The styles of OpenAPI 3.2 (Parameter Object, style). */
export const styleForms = [
  'simple',
  'label',
  'matrix',
  'form',
  'spaceDelimited',
  'pipeDelimited',
  'deepObject',
  'cookie',
] as const;

export interface RuntimeChoice {
  /**
   * A version of the package of the runtime, or the path of a tarball of it, from the current folder: the project
   * imports it, and has no folder `src/runtime/`. Empty where the project has the runtime as code of its own.
   */
  package: string;
}

/** Whether something is written for places: for those that were chosen, or the skill that the server itself serves. */
export function isPublished({ publish, features }: Pick<Config, 'publish' | 'features'>): boolean {
  return (publish.to ?? []).length > 0 || features.skills === true;
}

/** Our own package, by the name that npm knows it by. */
export const ownPackage = 'mcpwright';

/** The package that holds the runtime, where a project has none of its own. */
export const runtimePackage = '@mcpwright/runtime';

/** Under which its package.json says what generated code it fits. */
export const contractKey = 'mcpwright';

/** Whether a choice of the package of the runtime names a file, and not a version. */
export function isTarball(choice: string): boolean {
  return /\.(?:tgz|tar\.gz)$/.test(choice);
}

/** How an emitted server can be called. */
export const transports = ['stdio', 'http', 'worker', 'lambda'] as const;

/** Whether tools are listed, or searched for; `auto` has them searched for where the list would be too long. */
export const modes = ['auto', 'list', 'dynamic'] as const;

/**
 * Parts that the document alone cannot decide. One that is not said is built in where the document needs it, and left out
 * otherwise: `generator/emit/features.ts` is the table of what they bring.
 */
export interface FeatureChoices {
  transports?: (typeof transports)[number][];
  mode?: (typeof modes)[number];
  /** Access tokens of an authorization server, which clients need over HTTP. */
  auth?: boolean;
  /** Calls over HTTP with credentials of their users: from headers, or exchanged for the token of the client. */
  users?: boolean;
  /** Sessions over HTTP for clients of protocol 2025-11-25 and earlier. */
  sessions?: boolean;
  /** Limits on the requests of one client over HTTP. */
  limits?: boolean;
  /** A page for browsers at `/` of the HTTP server. */
  page?: boolean;
  /** A server card over HTTP, and the catalogue that leads to it: experimental, and open to everybody. */
  card?: boolean;
  /** The skills of the project over MCP. */
  skills?: boolean;
  /** Whether code of src/custom.ts signs requests. */
  signing?: boolean;
  /** Spans and metrics of OpenTelemetry, and logs of requests. */
  telemetry?: boolean;
  /** Whether code of src/custom.ts asks users, or the client itself. */
  questions?: boolean;
  /** Results from the examples and schemas of the document, with nothing sent. */
  mock?: boolean;
  /** Proxies, further certificate authorities and client certificates. */
  proxies?: boolean;
  /** `status`, `login` and `logout` on the command line. */
  commands?: boolean;
  /** Files that the API returns, saved in a folder. */
  downloads?: boolean;
  /** A matcher of regular expressions whose work is bounded, in place of that of Node. */
  patterns?: boolean;
}

/** What an operation is offered as. */
export const kinds = ['tool', 'resource', 'both'] as const;
export type Kind = (typeof kinds)[number];

export interface ResourceChoices {
  /** The reads that are resources, unless something else is said of them. */
  include: Rule[];
  /** What they are then. */
  kind: Kind;
  /** Whether what the API is, its errors and the schemas of shortened arguments can be read. */
  reference: boolean;
  /** Whether src/custom.ts has resources. */
  own: boolean;
  /**
   * Whether clients can subscribe to them, those of src/custom.ts included; where it is not said, to those of which the
   * document says how a change is told: by an ETag or Last-Modified.
   */
  subscribe?: boolean;
}

export interface PromptChoice {
  title?: string;
  description?: string;
  /** The one message, or several. */
  text?: string;
  messages?: { role?: (typeof roles)[number]; text?: string }[];
  arguments?: Record<string, PromptArgumentChoice>;
}

/** Who says a message of a prompt. */
export const roles = ['user', 'assistant'] as const;

export interface PromptArgumentChoice {
  /** The argument of a tool that it stands for: `getPet.petId`. */
  of?: string;
  description?: string;
  required?: boolean;
  values?: string[];
  from?: ListingChoice;
}

/** A tool that lists values. */
export interface ListingChoice {
  /** As under `tools`, or by its name. */
  tool?: string;
  /** The members that lead to the value: `items.id`; lists on the way are gone through. */
  value?: string;
  arguments?: Record<string, Json>;
}

/** The calls that the user is asked about, and what is done for clients that cannot ask. */
export interface ConfirmRules {
  for: Rule[];
  otherwise: Otherwise;
}

/** What becomes of a call that its user cannot be asked about: it is refused in words, or let through. */
export const otherwiseForms = ['refuse', 'allow'] as const;
export type Otherwise = (typeof otherwiseForms)[number];

/** Whether the user is asked about a call; what is not said is as `confirm` has it for all. */
export interface ConfirmChoice {
  enabled?: boolean;
  otherwise?: Otherwise;
}

/** What can be said of one document of several: what is not said is as for all, where that may be said of all. */
export const sourceKeys = [
  'overlays',
  'refs',
  'baseUrl',
  'credentialOrigins',
  'credentials',
  'headers',
  'arguments',
  'confirm',
  'groupBy',
  'toolsets',
  'include',
  'exclude',
  'readOnly',
  'select',
  'pathSlashes',
  'framework',
  'requests',
  'tools',
  'adjust',
] as const satisfies readonly (keyof Config)[];

/** One document of several. */
export interface SourceChoice extends Partial<Pick<Config, (typeof sourceKeys)[number]>> {
  /** What it is called in messages, and what its environment variables begin with. */
  name: string;
  document: string;
  /** What the names of its tools begin with; `name` where it is not said, nothing where it is empty. */
  prefix?: string;
  /** What the names of its toolsets begin with; `name` where it is not said. */
  namespace?: string;
}

/** What a document may refer to, besides files below its own folder. */
export interface Refs {
  /** Folders, from the current one: files below them are read. */
  folders: string[];
  /** Hosts, with a port or without: what they serve over https is read. */
  hosts: string[];
}

/** Matches the operations that fit all of its members; of a list of values, any. Texts may hold `*`. */
export interface Rule {
  toolset?: string[];
  tag?: string[];
  /** A glob: `*` is any part of a segment, `**` any number of segments. */
  path?: string[];
  method?: string[];
  operationId?: string[];
  deprecated?: boolean;
  readOnly?: boolean;
  destructive?: boolean;
}

/** How a credential is sent, as the user says it. */
export const schemeTypes = ['apiKey', 'basic', 'bearer', 'oauth2', 'openIdConnect', 'mutualTLS'] as const;

/** Parameters of OAuth that no user sets: the server does, or they hold secrets (RFC 6749, 7636, 8628, 9101 and 7523). */
export const ownOAuthParameters = [
  'response_type',
  'response_mode',
  'client_id',
  'client_secret',
  'client_assertion',
  'client_assertion_type',
  'redirect_uri',
  'scope',
  'state',
  'code',
  'code_challenge',
  'code_challenge_method',
  'code_verifier',
  'device_code',
  'grant_type',
  'refresh_token',
  'assertion',
  'username',
  'password',
  'request',
  'request_uri',
] as const;

/** What the user says of a security scheme: what is not said stays as the document has it. */
export interface SchemeChoice {
  /** Its name, in the document or a new one; a scheme that is made can do without. */
  scheme?: string;
  type?: (typeof schemeTypes)[number];
  /** The header, the parameter of the query, or the cookie that holds the key. */
  header?: string;
  query?: string;
  cookie?: string;
  /** What stands before the key in a header: `Bot`. */
  prefix?: string;
  /** Where tokens come from, or where the authorization server describes itself; what they are asked for. */
  tokenUrl?: string;
  openIdConnectUrl?: string;
  /** Where users log in: with a browser, or with a code on any device. */
  authorizationUrl?: string;
  deviceAuthorizationUrl?: string;
  scopes?: string[];
  /** What else is sent with a request for a login, such as `access_type`, and for a token, such as `audience`. */
  authorizationParameters?: Record<string, string>;
  tokenParameters?: Record<string, string>;
  /** The operation of the API whose answer gives it. */
  session?: SessionChoice;
  /** The operations that it is for; where it is not said, all that ask for none, if it is asked for nowhere. */
  for?: Rule[];
  /** Whether it is needed besides what the document asks for there, and not instead. */
  besides?: boolean;
}

/** How environment variables of a user are called that hold values of theirs: those of the server itself begin with `MCP_`. */
export const variableName = /^(?!MCP_|.*_FILE$)[A-Z][A-Z0-9_]{0,99}$/;

/** A login to the API, by one of its operations. */
export interface SessionChoice {
  /** The operation that logs in: by operationId or as `POST /login`. */
  login: string;
  /** The environment variables that hold its arguments, by the names of these; members of a body may be paths: `user.email`. */
  arguments?: Record<string, string>;
  /** The members that lead to the token in its answer, divided by dots; without it, the cookies of the answer are kept. */
  token?: string;
}

/** A value that is sent with every call, or a default that the caller sees. */
export interface ValueChoice {
  value?: Json;
  default?: Json;
  /** The operations that it is for; all where it is not said. */
  for?: Rule[];
}

/** What the user says of a toolset. */
export interface ToolsetChoice {
  title?: string;
  description?: string;
  /** The operations that belong to it, wherever they would be otherwise. */
  include?: Rule[];
}

/** What the user says of a tool, in mcpwright.yaml or as `x-mcp` in the document. */
export interface ToolChoice extends Adjustments {
  /**
   * Whether it is offered. In mcpwright.yaml that is final, whatever the rules say; what the document offers can
   * still be left out by them.
   */
  enabled?: boolean;
  name?: string;
  title?: string;
  description?: string;
  toolset?: string;
  annotations?: Partial<Tool['annotations']>;
  /** Listed even where most tools have to be searched for. */
  pinned?: boolean;
  /** Whether the argument `_select` picks parts of its answers out; where it is not said, what `select` says. */
  select?: boolean;
  /** Whether an answer of 202 is followed up until the result is there; where it is not said, the document decides. */
  poll?: boolean;
  /** The operation that ends work which was only accepted: by operationId or as `DELETE /jobs/{id}`. */
  cancel?: string;
  /** Whether the values in its path are paths, with `/` between their segments; otherwise only what the document declares. */
  segments?: boolean;
  /** The media type that its body is sent in, of those that the document declares; without a body, that of its answers. */
  mediaType?: string;
  /** How single parameters are written, by their names. */
  parameters?: Record<string, ParameterChoice>;
  /** Whether the user is asked before it is called. */
  confirm?: ConfirmChoice;
  /** Arguments that the user is asked for, since no model knows them. */
  ask?: string[];
  /** Arguments that clients over HTTP repeat in a header, `Mcp-Param-` and this name, so that proxies can go by it. */
  routing?: Record<string, string>;
  /** Whether a read is a tool, a resource, or both; where it is not said, what `resources.include` says. */
  kind?: Kind;
  /** Whether clients can subscribe to the resource; where it is not said, what `resources.subscribe` says. */
  subscribe?: boolean;
}

/** What a file, or the command line, says of the configuration. */
export type Choices = Partial<Config>;

/** The file that holds the user's choices. */
export const configName = 'mcpwright.yaml';

/** A text as it is written in a flow of YAML, such as `credentials: [a, b]`. */
export function quoteYaml(text: string): string {
  return /^[\w./~][\w./~-]*$/.test(text) ? text : JSON.stringify(text);
}

/** Where its JSON Schema is, from the project. */
export const configSchemaPath = '.mcpwright/mcpwright.schema.json';

/** Families of MCP clients: what `portable` says is taken by all that are known. */
export const profileNames = ['portable', 'rich', 'openai-strict', 'gemini'] as const;

/** What a family of MCP clients takes. */
export type Profile = (typeof profileNames)[number];

/** How tool names may be written. */
export const nameStyles = ['snake_case', 'camelCase'] as const;

/** What tools may be grouped by. */
export const groupings = ['tag', 'path'] as const;

/** What may become of `/` in a value of the path. */
export const slashForms = ['encode', 'refuse'] as const;

/**
 * `protocol`: `destructiveHint` as the protocol means it. `directory`: every tool that does not read has it, since
 * directories of servers ask each tool for one of `readOnlyHint` and `destructiveHint`.
 */
export const hintForms = ['protocol', 'directory'] as const;

/**
 * How tools say what they answer: by an output schema that accepts every object and says types in words, by one that
 * holds values to types, by a sentence of the description, or not at all.
 */
export const outputForms = ['types', 'schema', 'words', 'none'] as const;
export type OutputForm = (typeof outputForms)[number];

/** Tools that a list may hold: with more, models choose worse. */
export const mostListed = 40;

/** The least that each number may be. */
export const least = {
  budget: 50,
  total: 1,
  outputBudget: 0,
  timeoutMs: 1,
  retries: 0,
  concurrency: 1,
} as const;

/** The longest time that timers can be set to. */
export const mostMs = 2 ** 31 - 1;

export const defaults: Config = {
  document: '',
  sources: [],
  overlays: [],
  refs: { folders: [], hosts: [] },
  out: '',
  strict: false,
  name: '',
  baseUrl: '',
  credentialOrigins: [],
  credentials: [],
  headers: {},
  arguments: {},
  names: 'snake_case',
  profile: 'portable',
  budget: 400,
  total: 20_000,
  outputBudget: 200,
  output: 'types',
  groupBy: 'tag',
  toolsets: {},
  include: [],
  exclude: [],
  readOnly: false,
  select: false,
  confirm: { for: [], otherwise: 'refuse' },
  pathSlashes: 'encode',
  framework: 'auto',
  requests: {},
  hints: 'protocol',
  tools: {},
  adjust: [],
  resources: { include: [], kind: 'both', reference: false, own: false },
  prompts: {},
  completions: {},
  ownPrompts: false,
  ownTasks: false,
  features: {},
  runtime: { package: '' },
  publish: {},
};

/** What is said of a tool in two places: where both say something, `inner` counts. */
export function combineChoices(outer: ToolChoice, inner: ToolChoice): ToolChoice {
  const annotations = { ...outer.annotations, ...inner.annotations };
  const confirm = { ...outer.confirm, ...inner.confirm };
  return {
    ...outer,
    ...inner,
    ...(Object.keys(confirm).length === 0 ? {} : { confirm }),
    ...(Object.keys(annotations).length === 0 ? {} : { annotations }),
  };
}

/** The members of a rule, as they are written on the command line. */
export const ruleWords = {
  toolset: 'toolset',
  tag: 'tag',
  path: 'path',
  method: 'method',
  operationId: 'operation',
  deprecated: 'deprecated',
  readOnly: 'read-only',
  destructive: 'destructive',
} as const satisfies Record<keyof Rule, string>;

/** A rule in one line, as on the command line: `tag=pets,orders method=GET deprecated=false`. */
export function writeRule(rule: Rule): string {
  return Object.entries(ruleWords)
    .flatMap(([key, word]) => {
      const value = rule[key as keyof Rule];
      if (value === undefined) return [];
      if (typeof value === 'boolean') return [value ? word : `${word}=false`];
      return [`${word}=${value.map(quoteValue).join(',')}`];
    })
    .join(' ');
}

function quoteValue(value: string): string {
  if (!/[\s,&"']/.test(value)) return value;
  return value.includes('"') ? `'${value}'` : `"${value}"`;
}

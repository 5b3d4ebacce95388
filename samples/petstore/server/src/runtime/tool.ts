/**
 * The contract between mcpwright and the servers that it writes: what is emitted is data of these types,
 * and the runtime is what reads it.
 */

/** JSON Schema 2020-12. */
export type Schema = boolean | { [keyword: string]: unknown };

/** A schema that says something of a value. */
export type SchemaObject = Exclude<Schema, boolean>;

/** A schema whose root is a plain object, as MCP asks of `inputSchema`. */
export type ObjectSchema = { type: 'object'; properties: Record<string, Schema>; [keyword: string]: unknown };

/** One tool, as data: what the model sees, and how its call becomes one HTTP request. */
export interface Tool {
  name: string;
  title: string;
  description: string;
  /** What the model reads: portable, without `$ref`. Calls are checked against the enforced schema instead. */
  inputSchema: ObjectSchema;
  /**
   * What the structured content of a successful answer looks like, as far as it is said. It accepts every object, but
   * where `typed` is set: clients refuse an answer that does not fit, and APIs drift.
   */
  outputSchema?: ObjectSchema;
  /** Set where `outputSchema` holds values to types. */
  typed?: TypedOutput;
  annotations: Annotations;
  request: Recipe;
  /** Set where the argument `_select` picks parts of the answer out (JMESPath). */
  select?: true;
  /** Set where the user is asked before the call is made. */
  consent?: Consent;
  /** Set where calls have limits of their own: what `call/callAdjusted.ts` reads. */
  adjust?: object;
  /** Set where a part of the answer is shown: what `select/reshape.ts` reads. */
  shown?: object;
  /** Names that arguments had before, each with that of now: calls may use them as well. */
  former?: Readonly<Record<string, string>>;
}

/** How structured content is made that fits an output schema with types, whatever the API answers. */
interface TypedOutput {
  /** The member, of any type, under which the whole of a value stands that does not fit. */
  other: string;
  /** Set where the API answers with no object: its value stands under `result`. */
  wrapped?: true;
}

/** What the user is asked before a call is made. */
export interface Consent {
  /** Whether they agree to it. */
  confirm?: true;
  /** Arguments that they give, with a field of a form for each (MCP, Elicitation). */
  ask?: Record<string, FormField>;
  /** Those of them that they have to give. */
  required?: string[];
  /** What is done for clients that cannot ask: the call is refused in words, or let through. */
  otherwise: 'refuse' | 'allow';
}

/** A field of a form, as JSON Schema: a text, a number, a switch, or a choice. */
export type FormField = Exclude<Schema, boolean>;

/** Hints about a tool's behaviour (MCP, ToolAnnotations). */
export interface Annotations {
  readOnlyHint: boolean;
  destructiveHint: boolean;
  idempotentHint: boolean;
  openWorldHint: boolean;
}

/** How a tool's arguments are laid out on the wire. */
export interface Recipe {
  method: Method;
  /** Path template with a `{name}` for each path parameter: `/pets/{petId}`. It may end in a fixed query. */
  path: string;
  /** Set where the operation has a server of its own. */
  server?: ServerUrl;
  parameters: Parameter[];
  body?: Body;
  /** Media types that the API answers with, sent as `Accept`. */
  accept: string[];
  /** Any one of these will do, each asks for all of its schemes; an empty one means that none is needed. */
  security: Requirement[];
  /** Set where an answer of 202 means that the result is to be asked for until it is there. */
  poll?: true;
  /** How work is ended that was only accepted: the operation whose path is that of its state, or lies below it. */
  cancel?: Pick<Recipe, 'method' | 'path'>;
  /** Redirects that the document declares: the address that one of them answers with is a result, not a failure. */
  redirects?: number[];
  /**
   * The argument that takes the link to the next page, of which what the query says is sent besides; and parameters that
   * it must not say.
   */
  nextPage?: { argument: string; ignored?: string[] };
  /**
   * Tools that a response leads to (OpenAPI 3.2, Link Object), with their arguments: values, or expressions such as
   * `$response.body#/id`.
   */
  links?: { tool: string; arguments: Record<string, unknown> }[];
  /** Headers of a successful response that are shown to the model, beside `Location` of what was created. */
  tells?: string[];
}

/** The methods that OpenAPI has a field for. */
export type FixedMethod =
  'GET' | 'PUT' | 'POST' | 'DELETE' | 'OPTIONS' | 'HEAD' | 'PATCH' | 'TRACE' | 'QUERY';
/** Also others, in capital letters: `PURGE`, `LINK`, `M-SEARCH`. */
export type Method = FixedMethod | Uppercase<string>;
export type ParameterLocation = 'path' | 'query' | 'header' | 'cookie' | 'querystring';
export type Style =
  | 'simple'
  | 'label'
  | 'matrix'
  | 'form'
  | 'spaceDelimited'
  | 'pipeDelimited'
  | 'tabDelimited'
  | 'deepObject'
  | 'cookie';

/** Scheme name to scopes: all of them are needed. */
export type Requirement = Record<string, string[]>;

/** One parameter of the operation (OpenAPI 3.2, Parameter Object). */
export interface Parameter {
  /** The tool's argument that holds the value; it differs from `name` where `name` is not a legal key or is taken. */
  argument: string;
  name: string;
  in: ParameterLocation;
  /** Left out where it is the default of `in`: `form` for query and cookie, `simple` for path and header. */
  style?: Style;
  /** Left out where it is the default of the style: true for `form` and `cookie`, false otherwise. */
  explode?: boolean;
  /** Reserved characters of RFC 3986 stay as they are. */
  allowReserved?: boolean;
  /** In the path: the value is a path itself, whose segments `/` separates; of an encoded one, as `%2F`. */
  segments?: true | 'encoded';
  /** In the path: `/` is not even sent as `%2F`, since the server would read it as the end of a segment. */
  slashes?: 'refused';
  /** The value is written in this media type (`content` of the parameter) instead of by style. */
  mediaType?: string;
  /** Of a list or object outside of the path: it must not be empty, since nothing would be sent. */
  required?: true;
  /** In a query string that is a form: how its properties are written (OpenAPI 3.2, Encoding Object). */
  encoding?: Record<string, Encoding>;
  /** Sent with every call; the model does not see this parameter, and `argument` is empty. */
  constant?: unknown;
  /** Sent where the caller gives no value. */
  default?: unknown;
}

/** What a request body is written with; XML that the caller writes is a text. */
export type Codec = 'json' | 'form' | 'multipart' | 'lines' | 'xml' | 'text' | 'binary';

/** The request body. */
export interface Body {
  mediaType: string;
  codec: Codec;
  required: boolean;
  /** The argument that holds the whole body. */
  argument: string;
  /** Where an object body is spread over the tool's arguments: argument to property. `argument` is then accepted too. */
  fields?: Record<string, string>;
  /** How properties of a form or multipart body are written (OpenAPI 3.2, Encoding Object). */
  encoding?: Record<string, Encoding>;
  /**
   * How the items of a multipart body that is a list are written: the first of them, and all others. Of an object, the
   * latter says whether members that `encoding` does not name may be files.
   */
  prefixEncoding?: Encoding[];
  itemEncoding?: Encoding;
  /** Members that are sent with every body, whatever is given, and those that are sent unless they are given. */
  fixed?: Record<string, unknown>;
  defaults?: Record<string, unknown>;
  /** The media type of JSON in which a multipart body is sent without files, where the document has it in both. */
  withoutFiles?: string;
  /** Set where its codec is `xml`: the body is given as an object or a list. */
  xml?: Xml;
}

/** How a value becomes an XML document. */
export interface Xml {
  root: XmlNode;
  /** The nodes that others refer to. */
  nodes?: Record<string, XmlNode>;
}

/** How a value is written as XML (OpenAPI 3.2, XML Object). What is left out is as the specification has it. */
export interface XmlNode {
  /** A node of {@link Xml.nodes} that is meant; what is said beside it counts more. */
  ref?: string;
  /** Left out where it is `none` for a list and `element` for any other value. */
  nodeType?: 'element' | 'attribute' | 'text' | 'cdata' | 'none';
  /** Left out where it is that of the property. */
  name?: string;
  namespace?: string;
  prefix?: string;
  /** The members of an object, in the order in which they are written; others follow them. */
  properties?: Record<string, XmlNode>;
  additionalProperties?: XmlNode;
  items?: XmlNode;
  /** The first items, before `items`. */
  prefixItems?: XmlNode[];
  /** The one that fits the value is meant as well. */
  oneOf?: XmlNode[];
  /** As one of several: the values of properties by which it is chosen. */
  tags?: Record<string, unknown[]>;
  /** An element inside of this one, which holds the value. */
  inside?: XmlNode;
}

export interface Encoding {
  contentType?: string;
  style?: Style;
  explode?: boolean;
  allowReserved?: boolean;
  /** Further headers of each part of a multipart body, with their values. */
  headers?: Record<string, string>;
  /** Set where a part of a multipart body is JSON, and its schema a text: one that is no object or list yet is quoted. */
  quoted?: true;
  /** Set where a list is one part of JSON, and null is `null`. */
  whole?: true;
  /** Set where values inside are sent by their paths: what stands behind an index, `.` in `items[0].id`. */
  paths?: '' | '.';
  /** Set where a part of a multipart body may be a file. */
  file?: true;
}

/** A server of the document; `{name}` in `url` stands for a variable (OpenAPI 3.2, Server Object). */
export interface ServerUrl {
  url: string;
  variables?: Record<string, ServerVariable>;
}

export interface ServerVariable {
  /** Left out where the document has none: the operator has to say it. */
  default?: string;
  enum?: string[];
  /** The environment variable that overrides the default. */
  env: string;
}

/** With a browser on this machine (RFC 8252), or a code that is entered on any device (RFC 8628). */
export type LoginWay = 'browser' | 'device';

/** How the server proves itself to the API. Each `env` names an environment variable. */
export type AuthScheme =
  | {
      kind: 'api-key';
      in: 'header' | 'query' | 'cookie' | 'body';
      name: string;
      /** What stands before the key in a header: `Bot `. */
      prefix?: string;
      env: string;
    }
  | { kind: 'basic'; env: { username: string; password: string } }
  | { kind: 'bearer'; env: string }
  /** A token that the server is given, or gets for itself from an authorization server. */
  | {
      kind: 'oauth2';
      /**
       * Where tokens come from, or the description that says it; and where they are renewed, if that is elsewhere. These
       * and those below may be relative to the base URL of the API.
       */
      tokenUrl?: string;
      discoveryUrl?: string;
      refreshUrl?: string;
      /** Where users log in, with a browser here, or with any device. */
      authorizationUrl?: string;
      deviceUrl?: string;
      /** What is asked for. */
      scopes: string[];
      /** Set where `mcpwright.yaml` says the scopes: none is added for logins to last. */
      isExact?: true;
      /** Scopes for logins to last, where the document offers them. */
      lasting?: string[];
      /** What else is sent, as `mcpwright.yaml` says: where users log in, and where tokens are asked for. */
      authorizationParameters?: Record<string, string>;
      tokenParameters?: Record<string, string>;
      /** Set where the client itself may be let in, without a user. */
      clientCredentials?: true;
      /** The ways in which a user can log in, the usual one first; absent where there is none. */
      login?: LoginWay[];
      env: { token: string; clientId: string; clientSecret: string; refreshToken: string };
    }
  /** What a login `by` an operation of the API gives, with its arguments in `env`, by name; unless the operator has `given` it. */
  | { kind: 'session'; env: Record<string, string>; given: string; by: object }
  /** The connection proves it, with a certificate. */
  | { kind: 'client-certificate'; env: CertificateVariables }
  /** A scheme that cannot be served yet; `reason` is a whole sentence. */
  | { kind: 'unsupported'; reason: string };

/** The variables that name the files, in PEM form, of a certificate and its key, and the one with the passphrase of the key. */
export interface CertificateVariables {
  certificate: string;
  key: string;
  passphrase: string;
}

/** Where an API is, and how the server proves itself to it. */
export interface ApiAccess {
  title: string;
  /** Empty where the document names none: the base URL has to come from the environment. */
  servers: ServerUrl[];
  /** The environment variable that overrides `servers`, and those of single operations. */
  baseUrlEnv: string;
  auth: Record<string, AuthScheme>;
  /** Origins, besides those of `servers`, that credentials may go to where a single operation is called there. */
  credentialOrigins?: string[];
  /** Servers with variables that only single operations name, and that are the API's own all the same. */
  credentialServers?: ServerUrl[];
}

/** What the server says of itself and of the API behind it. */
export interface ApiInfo extends ApiAccess {
  /** Name of the MCP server: `^[a-z][a-z0-9-]*$`. */
  name: string;
  version: string;
  /** Pictures that clients can show of it; with https alone. */
  icons?: { src: string; mimeType?: string }[];
  /** What the API is, in two or three sentences for the model; the server adds what it offers and how. */
  instructions: string;
  /** What is listed, at most, unless the operator says otherwise: beyond it, tools have to be searched for. */
  listLimit: Size;
  /** Where the server offers several documents: each API by the name that toolsets give; what is said above is of none. */
  sources?: Record<string, ApiAccess>;
  /** Set where every argument is advertised as required: null for an optional one means that it is not given. */
  nullMeansAbsent?: true;
  /** Set where an object is advertised as JSON in a string if no schema names its members. */
  mapsAsText?: true;
  /** Set where every tool says that it reads, or else that it may destroy: directories of servers ask for it. */
  asksForHints?: true;
  /** Set where clients over HTTP repeat arguments of some tools in headers (`x-mcp-header`). */
  routing?: true;
  /** Set where clients are given sealed values to bring back: some tool asks the user. */
  sealsState?: true;
  /** Set where tools are only listed, or searched for although a list could hold them. */
  mode?: 'list' | 'dynamic';
  /** Names that tools had before, each with the name of now: they can be called by them, and are not listed so. */
  formerNames?: Readonly<Record<string, string>>;
  /** What its server card says of it, where it has one: its name as registries of servers have it, and a line on it. */
  card?: { name: string; description: string };
  /** Parts that were not built in, by their lines under `features:` in mcpwright.yaml: the environment variables that ask for each, with blanks between them. */
  absent?: Readonly<Record<string, string>>;
}

/** How many tools there are, and the tokens (o200k) that they take in a list. */
export interface Size {
  tools: number;
  tokens: number;
}

/** A named group of tools, loaded when first needed. */
export interface Toolset {
  /** `^[a-z][a-z0-9_]*$`; also the name of its file. */
  name: string;
  title: string;
  description: string;
  /** Which of {@link ApiInfo.sources} its tools call, where there are several. */
  source?: string;
  /** All of its tools, and those that only read: known before they are loaded. */
  size: Size;
  readOnly: Size;
  /** The tools that are listed even where others have to be searched for. */
  pinned?: readonly string[];
  /** The tools in the order in which they are listed. */
  tools: () => Promise<readonly Tool[]>;
  /** The enforced schema of each tool by tool name; `$ref` names a schema of {@link Catalog.components}. */
  schemas: () => Promise<Readonly<Record<string, ObjectSchema>>>;
}

/** All that is generated from the document. */
export interface Catalog {
  api: ApiInfo;
  toolsets: readonly Toolset[];
  /** Schemas that enforced schemas share. A `$ref` in either is a bare name of this table, such as `Pet`. */
  components: () => Promise<Readonly<Record<string, Schema>>>;
  /** What tools are found by, in the order in which they are listed. */
  search: () => Promise<readonly SearchEntry[]>;
  /** What calls are answered with where nothing is sent. */
  mocks?: () => Promise<Mocks>;
  /** What can be read by a URI of the server's own; absent where there is nothing. */
  resources?: () => Promise<Resources>;
  /** The prompts of the configuration; absent where there are none. */
  prompts?: () => Promise<readonly Prompt[]>;
  /** Set where clients may be given work to look at later, in place of a result. */
  tasks?: true;
  /** Set where clients can subscribe to something that they read by its URI. */
  subscriptions?: true;
  /** Set where spans tell of requests. */
  telemetry?: true;
  /** Set where the skills of the project are served. */
  skills?: true;
}

/** The catalog as it is generated: where tools are only listed, nothing says what they are found by. */
export type GeneratedCatalog = Omit<Catalog, 'search'> & Partial<Pick<Catalog, 'search'>>;

/** What clients can read by a URI of the server's own (MCP, Resources). */
export interface Resources {
  list: readonly Resource[];
  /** What is said of each API, where that is chosen. */
  reference?: readonly Reference[];
}

/** Pages on an API, and the schemas of arguments that its tools show in part. */
export interface Reference {
  /** What their URIs begin with: `shop://reference`. */
  uri: string;
  title: string;
  /** What the API is, in Markdown. */
  about: string;
  /** The errors that the API describes, in Markdown, by toolset. */
  errors: Readonly<Record<string, string>>;
}

/** What an operation of the API reads, under a URI. */
export interface Resource {
  /** `shop://api/pets/{petId}`: with variables it is a template, each of them a part of one segment. */
  uri: string;
  name: string;
  title: string;
  description: string;
  /** Left out where the document does not say it, or several. */
  mimeType?: string;
  /** The toolset that it is served with. */
  toolset: string;
  /** Set where clients can subscribe to it. */
  subscribe?: true;
  /** The arguments that the variables stand for, where they are called otherwise. */
  variables?: Record<string, string>;
  /** What values of variables can be completed from. */
  completions?: Record<string, Completion>;
  /** How it is read, and what its arguments are checked against; left out where a tool of its name is offered too. */
  tool?: Tool;
  schema?: ObjectSchema;
  /** Then which of {@link ApiInfo.sources} it calls, where there are several. */
  source?: string;
}

/** Words that a user can start with (MCP, Prompts). */
export interface Prompt {
  name: string;
  title: string;
  description?: string;
  arguments: readonly PromptArgument[];
  /** The tools that it speaks of: it is offered where they are. */
  tools?: readonly string[];
  /** Texts with `{{argument}}` where a value goes. */
  messages: readonly PromptText[];
}

export interface PromptText {
  role: 'user' | 'assistant';
  text: string;
}

interface PromptArgument {
  name: string;
  description?: string;
  required?: true;
  /** What its value has to be, where a tool's argument says it. */
  schema?: Exclude<Schema, boolean>;
  completion?: Completion;
}

/** What values of an argument can be completed from: those that are known, or those that a tool lists. */
export interface Completion {
  values?: readonly string[];
  /** The tool, what it is called with, and the members that lead to the value: lists on the way are gone through. */
  from?: { tool: string; arguments?: Record<string, unknown>; value: readonly string[] };
}

/** What each tool answers where nothing is sent, by its name; a text is the name of a tool that answers the same. */
export type Mocks = Readonly<Record<string, MockResponse | string>>;

/** A sample of what the API answers success with. */
export interface MockResponse {
  status: number;
  /** Left out where the answer has no body. */
  mediaType?: string;
  /** Of JSON its value, of all else its text. Left out where it is a file: the runtime has one of its own. */
  body?: unknown;
  /** Of a redirect, where it leads. */
  location?: string;
  /** What of the document the body is made of, or where a redirect leads. */
  source?: 'example' | 'schema';
}

/** What a tool is found by, and how it is shown where it is found. */
export interface SearchEntry {
  name: string;
  /** The name of its toolset. */
  toolset: string;
  readOnly: boolean;
  title: string;
  /** Its arguments in one line, those that may be left out with a question mark: `owner, repo, page?`. */
  arguments: string;
  /**
   * The terms of its names and words, each once, divided by spaces. `|` divides those of the thing that it is about
   * from those of its names and title, these from those of its path and tags, and these from those of its arguments,
   * answers and description.
   */
  terms: string;
  /** What it does to what it is about; absent where nobody searches. */
  act?: 'list' | 'get' | 'create' | 'update' | 'delete' | 'do';
  /** Set where it is deprecated. */
  old?: true;
  /** Set where it finds things by a text. */
  seeks?: true;
  /** The tools that give the values of its required arguments, by argument: those that read first, best first. */
  sources?: Readonly<Record<string, readonly string[]>>;
}

/** What a search has found. */
export interface Found {
  /** The entries that match, best first. */
  entries: readonly SearchEntry[];
  /** Words of the query that no tool knows. */
  unknown: readonly string[];
  /** Whether those are most of them. */
  isPoor: boolean;
}

/**
 * Finds the entries that words match, best first, but those that match far less than the best; none where the query has
 * no word that says anything. Where only some are wanted, the best is the best of these.
 */
export type Search = (query: string, isWanted?: (entry: SearchEntry) => boolean) => Found;

import {
  type AdjustChoice,
  type Adjustments,
  type Config,
  type ListingChoice,
  type ParameterChoice,
  type PromptArgumentChoice,
  type PromptChoice,
  type Refs,
  type ResourceChoices,
  type RequestChoices,
  type RuntimeChoice,
  type Rule,
  type SchemeChoice,
  type SessionChoice,
  type SourceChoice,
  type ToolChoice,
  type ToolsetChoice,
  type ConfirmChoice,
  type ConfirmRules,
  type FeatureChoices,
  arrayForms,
  bareForms,
  bodyForms,
  cookieForms,
  booleanForms,
  frameworkNames,
  groupings,
  kinds,
  least,
  hintForms,
  modes,
  mostMs,
  nameStyles,
  otherwiseForms,
  objectForms,
  outputForms,
  dateTimeForms,
  partForms,
  profileNames,
  reservedForms,
  roles,
  runtimePackage,
  schemeTypes,
  sourceKeys,
  slashForms,
  styleForms,
  transports,
} from './config.js';
import { type PublishChoices, accessForms, places } from './publish/choices.js';
import type { Tool } from './server.js';

/** What a value of the configuration file has to be. What reads the file and its JSON Schema are made from this. */
export type Form = { text?: string } & (
  | {
      is:
        | 'text'
        | 'switch'
        | 'url'
        | 'origin'
        | 'host'
        | 'path'
        | 'source'
        | 'toolName'
        | 'toolsetName'
        | 'sourceName'
        | 'prefix'
        | 'rules'
        | 'headerName'
        /** The name of a server in the MCP registry, the https URL of a public page, a container image, a path in the project. */
        | 'registryName'
        | 'publicUrl'
        | 'imageName'
        | 'iconPath'
        /** A parameter of OAuth that the server does not set itself. */
        | 'oauthParameter'
        /** The name of an environment variable. */
        | 'variable'
        | 'anything';
    }
  /** `example`: for who writes something else, `a number of tokens, such as 400` where nothing is said. */
  | { is: 'number'; least: number; most?: number; example?: string }
  | { is: 'choice'; of: readonly string[] }
  /** Of one value, or of a list of them. */
  | { is: 'list'; of: Form; least?: number }
  /** Of which there may be an example, for who writes no mapping. */
  | { is: 'members'; members: Record<string, Form>; needed?: readonly string[]; example?: string }
  /** A mapping whose keys are the user's. */
  | { is: 'map'; of: Form; keys?: Form }
  /** A name, or what is said of a security scheme. */
  | { is: 'credential'; members: Record<string, Form> }
  /** What is sent under a name. */
  | { is: 'values'; inHeader?: true }
  /** A switch, which stands for the member `enabled`, or the whole. */
  | { is: 'switched'; of: Form }
);

/** A form for each key that a mapping may have. */
export type Members<T> = { [key in keyof T]-?: Form };

const text = (about: string): Form => ({ is: 'text', text: about });
const onOff = (about: string): Form => ({ is: 'switch', text: about });
const hint = (about: string): Form => ({ is: 'switch', text: `What clients are told: ${about}` });
const rules = (about: string): Form => ({ is: 'rules', text: about });
const members = <T extends object>(of: Members<T>, about: string, example?: string): Form => ({
  is: 'members',
  members: of as Record<string, Form>,
  ...(example !== undefined && { example }),
  text: about,
});

const requests: Members<RequestChoices> = {
  booleans: { is: 'choice', of: booleanForms, text: 'In queries and forms: digits sends 1 and 0' },
  arrays: {
    is: 'choice',
    of: arrayForms,
    text: 'In queries and forms: repeated sends tag=a&tag=b, brackets sends tag[]=a&tag[]=b',
  },
  objects: {
    is: 'choice',
    of: objectForms,
    text: 'In queries and forms: brackets sends owner[name]=x, dots owner.name=x and items[0].id=1 (in queries of objects in objects alone); json in queries owner={"name":"x"}; django in multipart owner.name=x and items[0]id=1',
  },
  bodies: {
    is: 'choice',
    of: bodyForms,
    text: 'free: PUT and PATCH on one item without a declared body take any JSON object; required: bodies must be given unless the document says that they need not; empty: bodies without members are {}',
  },
  bareObjects: {
    is: 'choice',
    of: bareForms,
    text: 'Members of JSON bodies that are objects without members of their own: any takes any value',
  },
  cookies: { is: 'choice', of: cookieForms, text: 'In cookies: plain leaves = + / and the like as they are' },
  reserved: {
    is: 'choice',
    of: reservedForms,
    text: 'In queries: escaped escapes reserved characters and % where the document lets them stay',
  },
  parts: {
    is: 'choice',
    of: partForms,
    text: 'In multipart: values sends of an object with nothing but a value that value',
  },
  dateTimes: { is: 'choice', of: dateTimeForms, text: 'local: a date-time may have no offset' },
};

const { bareObjects: _, dateTimes: __, ...ofOneTool } = requests;

const adjustments: Members<Adjustments> = {
  timeoutMs: {
    is: 'number',
    least: least.timeoutMs,
    most: mostMs,
    example: 'milliseconds, such as 5000',
    text: 'Milliseconds that a call may take, with retries and all that it waits for',
  },
  retries: {
    is: 'number',
    least: least.retries,
    example: 'a number, such as 0 for none',
    text: 'How often a request is retried at most: reads, PUT and DELETE, and others with an Idempotency-Key',
  },
  concurrency: {
    is: 'number',
    least: least.concurrency,
    example: 'a number of calls, such as 2',
    text: 'Calls that are under way at once; others wait. Of a rule, those of its tools together',
  },
  fields: {
    is: 'list',
    of: { is: 'text' },
    least: 1,
    text: 'What is shown of a response, by the paths of its schema: items[].id, items[].owner.login',
  },
  unwrap: text('The member of a response that is shown in place of the whole, such as data'),
  requests: members(ofOneTool, 'How its requests are written', 'requests: { arrays: brackets }'),
};

const adjustChoice: Members<AdjustChoice> = {
  for: rules('The operations that it is for; all of them unless set'),
  ...adjustments,
};

const parameterChoice: Members<ParameterChoice> = {
  booleans: requests.booleans,
  arrays: requests.arrays,
  objects: requests.objects,
  style: { is: 'choice', of: styleForms, text: 'Its style, as OpenAPI calls them' },
  explode: onOff('Whether each item or member is written by itself; as is usual for its style unless set'),
};

const annotations: Members<Tool['annotations']> = {
  readOnlyHint: hint('the tool changes nothing. A POST with it counts as a read-only tool'),
  destructiveHint: hint('the tool may destroy something'),
  idempotentHint: hint('calling it again changes nothing more'),
  openWorldHint: hint('it reaches beyond the API'),
};

const toolset: Members<ToolsetChoice> = {
  title: text('Its name for people'),
  description: text('Its description'),
  include: rules('The operations that belong to it'),
};

const otherwise: Form = {
  is: 'choice',
  of: otherwiseForms,
  text: 'What is done for clients that cannot ask: refuse the call in words, or allow it',
};

const confirmChoice: Members<ConfirmChoice> = {
  enabled: onOff('Whether the user is asked'),
  otherwise,
};

const confirmRules: Members<ConfirmRules> = {
  for: rules('The operations that it is for'),
  otherwise,
};

const tool: Members<ToolChoice> = {
  enabled: onOff('Whether it is offered'),
  name: { is: 'toolName', text: 'Its name: a letter, then letters, digits and _' },
  title: text('Its name for people'),
  description: text("Its description, instead of the document's"),
  toolset: { is: 'toolsetName', text: 'The toolset that it belongs to' },
  annotations: members(annotations, 'What clients are told of its effects; others keep their values'),
  pinned: onOff('Whether it is listed even if clients have to search for other tools'),
  select: onOff('Whether it has the argument _select'),
  poll: onOff('Whether a long-running operation is polled'),
  cancel: text('The operation that ends its work, by operationId or as "DELETE /jobs/{id}"'),
  segments: onOff('Whether / in its path parameters is sent unencoded, between segments'),
  mediaType: text(
    'The media type that its body is sent in, of those that the document declares; without a body, that of its responses',
  ),
  parameters: {
    is: 'map',
    of: members(
      parameterChoice,
      'How a parameter is written',
      'parameters: { tags: { style: pipeDelimited } }',
    ),
    text: 'How single parameters are written, whatever the document says',
  },
  ...adjustments,
  confirm: {
    is: 'switched',
    of: members(confirmChoice, 'How the user is asked'),
    text: 'Whether the user is asked before it is called',
  },
  ask: {
    is: 'list',
    of: { is: 'text' },
    text: 'Arguments that the user is asked for: texts, numbers, true or false, and choices; no secrets',
  },
  routing: {
    is: 'map',
    of: text('What follows Mcp-Param- in the name of the header'),
    text: 'Arguments that clients over HTTP repeat in a header, so that proxies can go by it: no secrets',
  },
  kind: { is: 'choice', of: kinds, text: 'Whether a GET is offered as a tool, as a resource, or as both' },
  subscribe: onOff('Whether clients can subscribe to it as a resource'),
};

const resources: Members<ResourceChoices> = {
  include: rules('The GETs that are resources, unless their own kind says otherwise'),
  kind: { is: 'choice', of: kinds, text: 'What those are: both, or resource alone' },
  reference: onOff(
    'Whether clients can read what the API is, its errors, and the schemas of arguments that the budget has shortened',
  ),
  own: onOff('Whether src/custom.ts adds resources'),
  subscribe: onOff(
    'Whether clients can subscribe to resources, those of src/custom.ts included; unless set, to those whose responses declare ETag or Last-Modified',
  ),
};

const listing: Members<ListingChoice> = {
  tool: text('The tool that lists the values, by operationId, as "GET /pets", or by its name'),
  value: text('The members that lead to a value in its response, such as items.id'),
  arguments: { is: 'map', of: { is: 'anything' }, text: 'What it is called with' },
};

const promptArgument: Members<PromptArgumentChoice> = {
  of: text('The argument of a tool that it stands for, such as getPet.petId: it has its type and its values'),
  description: text('Its description'),
  required: onOff('Whether it has to be given'),
  values: { is: 'list', of: { is: 'text' }, text: 'The values that are suggested' },
  from: members(listing, 'A tool that lists the values that are suggested'),
};

const prompt: Members<PromptChoice> = {
  title: text('Its name for people'),
  description: text('Its description'),
  text: text('Its text: {{argument}} stands for a value, {{tools.getPet}} for the name of a tool'),
  messages: {
    is: 'list',
    of: members<NonNullable<PromptChoice['messages']>[number]>(
      { role: { is: 'choice', of: roles, text: 'Who says it' }, text: text('Its text') },
      'A message',
    ),
    text: 'Several messages instead of one text',
  },
  arguments: { is: 'map', of: members(promptArgument, 'An argument'), text: 'Its arguments' },
};

const refs: Members<Refs> = {
  folders: { is: 'list', of: { is: 'path' }, text: 'Folders: files below them are read' },
  hosts: {
    is: 'list',
    of: { is: 'host' },
    text: 'Hosts, such as raw.githubusercontent.com: what they serve over https is read',
  },
};

const session: Members<SessionChoice> = {
  login: text('The operation that logs in, by operationId or as "POST /login"; it is no tool then'),
  arguments: {
    is: 'map',
    of: { is: 'variable', text: 'An environment variable, never its value' },
    text: 'The environment variables that hold its arguments, by their names: { username: SHOP_USERNAME }',
  },
  token: text(
    'The members that lead to the token in its response, such as data.access_token; without it, its cookies are kept',
  ),
};

const scheme: Members<SchemeChoice> = {
  scheme: text('Its name, in the document or a new one'),
  type: { is: 'choice', of: schemeTypes, text: 'How it is sent' },
  header: { is: 'headerName', text: 'The header that holds the key' },
  query: text('The parameter of the query that holds the key'),
  cookie: text('The cookie that holds the key'),
  prefix: text('What stands before the key in a header, such as Bot'),
  tokenUrl: { is: 'url', text: 'Where OAuth tokens come from: https, or this machine' },
  openIdConnectUrl: { is: 'url', text: 'Where the authorization server describes itself' },
  authorizationUrl: { is: 'url', text: 'Where users log in with a browser' },
  deviceAuthorizationUrl: { is: 'url', text: 'Where users log in with a code on any device' },
  scopes: {
    is: 'list',
    of: { is: 'text' },
    text: 'What tokens are asked for; by default, what the offered operations ask for',
  },
  authorizationParameters: {
    is: 'map',
    of: { is: 'text' },
    keys: { is: 'oauthParameter' },
    text: 'What else is sent where users log in, by name: access_type, prompt, audience',
  },
  tokenParameters: {
    is: 'map',
    of: { is: 'text' },
    keys: { is: 'oauthParameter' },
    text: 'What else is sent where tokens are asked for, by name: audience, resource',
  },
  session: {
    is: 'members',
    members: session as Record<string, Form>,
    needed: ['login'],
    text: 'The operation of the API whose response gives it: a token, or cookies',
  },
  for: rules('The operations that it is for'),
  besides: onOff('Whether it is needed besides what the document asks for, and not instead'),
};

const features: Members<FeatureChoices> = {
  transports: {
    is: 'list',
    of: { is: 'choice', of: transports },
    least: 1,
    text: 'How the server can be called: stdio and http unless set; worker for Cloudflare Workers, Deno, Bun and Vercel, lambda for AWS Lambda',
  },
  mode: {
    is: 'choice',
    of: modes,
    text: 'list to list all tools, dynamic to let clients search for them; auto, the default, lists as many as the list may hold',
  },
  auth: onOff(
    'Whether clients over HTTP can be asked for access tokens of an authorization server (MCP_AUTH_ISSUER)',
  ),
  users: onOff(
    'Whether calls over HTTP can be made with credentials of their users (MCP_FORWARD_HEADERS, MCP_EXCHANGE)',
  ),
  sessions: onOff(
    'Whether clients of protocol 2025-11-25 and earlier can have sessions over HTTP (MCP_SESSIONS)',
  ),
  limits: onOff(
    'Whether the requests of one client over HTTP can be limited (MCP_RATE_LIMIT, MCP_CLIENT_CONCURRENCY)',
  ),
  page: onOff('Whether GET / of the HTTP server answers browsers with a page on the server and its tools'),
  card: onOff(
    'Whether the HTTP server tells everybody of itself in a server card, and in the catalogue that leads to it; experimental: the specification is a draft',
  ),
  skills: onOff('Whether the Agent Skills in skills/ are served to clients (MCP extension Skills, SEP-2640)'),
  questions: onOff(
    'Whether src/custom.ts asks users or clients; what mcpwright.yaml or the document has asked is built in anyway',
  ),
  signing: onOff('Whether beforeSend of src/custom.ts gives headers of each request, such as a signature'),
  telemetry: onOff(
    'Whether the server tells OpenTelemetry of requests, and logs them as JSON where MCP_LOG_FORMAT says so',
  ),
  mock: onOff('Whether calls can be answered from the examples and schemas of the document (--mock)'),
  proxies: onOff(
    'Whether proxies, further authorities and client certificates can be set (HTTPS_PROXY, MCP_CA_FILE)',
  ),
  commands: onOff(
    'Whether the program has the command status; built in anyway with login, where the API has one',
  ),
  downloads: onOff('Whether files that the API returns can be saved in a folder (MCP_DOWNLOAD_DIR)'),
  patterns: onOff(
    'Whether patterns are matched with bounded work; built in anyway where one of the document needs it',
  ),
};

const runtime: Members<RuntimeChoice> = {
  package: text(`A version of ${runtimePackage}, or the path of a tarball of it from this file`),
};

const publish: Members<PublishChoices> = {
  to: {
    is: 'list',
    of: { is: 'choice', of: places },
    text: 'Where the server is published, and what is written for running it there',
  },
  name: {
    is: 'registryName',
    text: 'Its name in the MCP registry: io.github.owner/petstore, com.example/petstore',
  },
  title: text("Its name for people, in place of the document's title"),
  description: text("One sentence of at most 100 characters, in place of the document's"),
  url: { is: 'publicUrl', text: 'The https URL by which everybody reaches it: https://mcp.example.com/mcp' },
  access: {
    is: 'choice',
    of: accessForms,
    text: 'What clients show at that URL: a token of an authorization server (oauth, with features: { auth: true }), a fixed token, or none',
  },
  image: { is: 'imageName', text: 'The image of the container, without a tag: ghcr.io/owner/petstore' },
  icon: { is: 'iconPath', text: 'A PNG of 512 by 512 pixels in the project: assets/icon.png' },
  iconUrl: { is: 'publicUrl', text: 'The https URL of the icon' },
  category: text('What it is for, as directories sort servers: developer-tools, productivity, finance'),
  documentation: { is: 'publicUrl', text: 'The https URL of its documentation' },
  support: { is: 'publicUrl', text: 'The https URL where users find help' },
  privacy: { is: 'publicUrl', text: 'The https URL of its privacy policy' },
  terms: { is: 'publicUrl', text: 'The https URL of its terms of service' },
};

/** The keys of mcpwright.yaml, but for what is said of several documents. */
const plainForm: Members<Omit<Config, 'sources'>> = {
  document: { is: 'source', text: 'The OpenAPI document: a path from this file, or a URL' },
  overlays: {
    is: 'list',
    of: { is: 'source' },
    text: 'OpenAPI overlays that are applied to the document, in this order: paths from this file, or URLs',
  },
  refs: members(
    refs,
    "What the document may refer to, besides files below the document's folder",
    'refs: { folders: [../common] }',
  ),
  out: { is: 'path', text: 'The folder to write to, from this file' },
  strict: onOff('Whether generate fails if an operation has to be left out'),
  name: text('Name of the server'),
  baseUrl: { is: 'url', text: "The API's base URL, in place of the document's servers" },
  credentialOrigins: {
    is: 'list',
    of: { is: 'origin' },
    text: "Origins that get the API's credentials though only single operations name them",
  },
  credentials: {
    is: 'list',
    of: { is: 'credential', members: { ...scheme } },
    text: 'What no model is asked for, since its value comes from the environment: parameters and fields of bodies (!name keeps one an argument), and how security schemes are sent',
  },
  headers: {
    is: 'map',
    keys: { is: 'headerName' },
    of: { is: 'values', inHeader: true },
    text: 'Headers that are sent with every call',
  },
  arguments: {
    is: 'map',
    of: { is: 'values' },
    text: 'Values that are always sent for parameters and fields of bodies, and defaults for them',
  },
  names: { is: 'choice', of: nameStyles, text: 'Style of tool names' },
  profile: { is: 'choice', of: profileNames, text: 'The clients to write schemas for; portable suits all' },
  budget: { is: 'number', least: least.budget, text: 'Maximum tokens of a tool in the list' },
  total: {
    is: 'number',
    least: least.total,
    text: 'Maximum tokens of the list; beyond it, clients search for tools',
  },
  outputBudget: {
    is: 'number',
    least: least.outputBudget,
    text: "Maximum tokens of a tool's output schema, besides its budget; 0 for none",
  },
  output: { is: 'choice', of: outputForms, text: 'How tools describe their results' },
  groupBy: { is: 'choice', of: groupings, text: 'How tools form toolsets, unless something else decides' },
  toolsets: {
    is: 'map',
    keys: { is: 'toolsetName' },
    of: members(toolset, 'A toolset'),
    text: 'Your own toolsets, and titles and descriptions for those of the document',
  },
  include: rules('Rules: operations that any of them matches are offered, and no others'),
  exclude: rules('Rules: operations that any of them matches are left out'),
  readOnly: onOff('Whether only read-only tools are offered'),
  select: onOff('Whether tools have the argument _select, which extracts parts of a response'),
  confirm: members(
    confirmRules,
    'The calls that the user is asked about before they are made',
    'confirm: { for: [destructive] }',
  ),
  pathSlashes: {
    is: 'choice',
    of: slashForms,
    text: 'Whether / in a value of the path is sent as %2F, or refused',
  },
  framework: {
    is: 'choice',
    of: ['auto', 'none', ...frameworkNames],
    text: 'The framework whose ways requests keep to where the document does not say; auto recognizes it',
  },
  requests: members(
    requests,
    'How requests are written where the document does not say, in place of what the framework does',
    'requests: { arrays: brackets }',
  ),
  hints: {
    is: 'choice',
    of: hintForms,
    text: 'directory gives every tool readOnlyHint or destructiveHint, as directories of servers ask; protocol also knows tools that are neither',
  },
  tools: {
    is: 'map',
    of: { is: 'switched', of: members(tool, 'A tool; false leaves it out') },
    text: 'Single tools, by operationId or as "GET /pets/{petId}"',
  },
  adjust: {
    is: 'list',
    of: members(
      adjustChoice,
      'Limits, and what is shown of responses',
      'adjust: [{ for: tag=reports, timeoutMs: 60000 }]',
    ),
    text: 'How calls of many tools are made, and what they show; the first entry that says something of a tool counts',
  },
  resources: members(resources, 'What clients can read by a URI', 'resources: { include: [tag=pets] }'),
  prompts: { is: 'map', of: members(prompt, 'A prompt'), text: 'Prompts that users can start with' },
  completions: {
    is: 'map',
    of: members(listing, 'A tool that lists the values of the argument of this name'),
    text: 'What values of arguments are completed from, in prompts and resource templates',
  },
  ownPrompts: onOff('Whether src/custom.ts adds prompts'),
  ownTasks: onOff('Whether src/custom.ts adds tools whose work goes on as a task'),
  features: members(
    features,
    'Parts of the server that the document alone does not decide',
    'features: { auth: true }',
  ),
  runtime: members(
    runtime,
    'Where the runtime of the project comes from: code of its own in src/runtime/ unless a package is named',
    'runtime: { package: mcpwright-runtime-0.1.0.tgz }',
  ),
  publish: members(
    publish,
    'Where the server is published: mcpwright publish writes what each place wants',
    'publish: { to: [npm, registry], name: io.github.owner/petstore }',
  ),
};

const source: Members<SourceChoice> = {
  name: {
    is: 'sourceName',
    text: 'What it is called in messages; its environment variables begin with it: BILLING_BASE_URL',
  },
  document: plainForm.document,
  prefix: {
    is: 'prefix',
    text: 'What the names of its tools begin with; its name unless set, nothing if it is an empty text',
  },
  namespace: {
    is: 'sourceName',
    text: 'What the names of its toolsets begin with; its name unless set',
  },
  ...(Object.fromEntries(sourceKeys.map((key) => [key, plainForm[key]])) as Pick<
    typeof plainForm,
    (typeof sourceKeys)[number]
  >),
};

/** The keys of mcpwright.yaml. */
export const configForm: Members<Config> = {
  ...plainForm,
  sources: {
    is: 'list',
    of: {
      is: 'members',
      members: source as unknown as Record<string, Form>,
      needed: ['name', 'document'],
      text: 'A document, and what is said of it alone',
    },
    text: 'Several documents that one server offers, in place of document',
  },
};

/** The members of a rule, of which each takes one value or a list of them. */
export const ruleForm: Members<Rule> = {
  toolset: { is: 'list', of: { is: 'text' }, text: 'The toolset, by its name or title' },
  tag: { is: 'list', of: { is: 'text' }, text: 'A tag' },
  path: {
    is: 'list',
    of: { is: 'text' },
    text: 'A glob: * is any part of a segment, ** any number of segments',
  },
  method: { is: 'list', of: { is: 'text' }, text: 'The method' },
  operationId: { is: 'list', of: { is: 'text' }, text: 'The operationId' },
  deprecated: { is: 'switch', text: 'Whether the operation is deprecated' },
  readOnly: { is: 'switch', text: 'Whether its tool is read-only' },
  destructive: { is: 'switch', text: 'Whether its tool may destroy something' },
};

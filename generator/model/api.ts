import type {
  Encoding,
  FixedMethod,
  Method,
  ParameterLocation,
  Requirement,
  Schema,
  ServerUrl,
  Style,
} from '../../templates/project/src/runtime/tool.js';
import { type PatternSegment, splitSegments } from '../regex/splitSegments.js';
import type { Shown } from '../../templates/project/src/runtime/select/reshape.js';
import type { Adjustments, ToolChoice } from './config.js';
import type { Json } from './document.js';
import type { Tool } from './server.js';

/** What the document says, in one vocabulary for every OpenAPI version. Plain JSON. */
export interface Api {
  title: string;
  version: string;
  description: string;
  /** Where its logo is (`x-logo` of the Info Object). */
  logo?: string;
  servers: ApiServer[];
  schemes: Record<string, ApiScheme>;
  /** Tags in the order of the document, with their words. */
  tags: ApiTag[];
  /** In the order of path, then method: not that of the document, so that shuffling it changes nothing. */
  operations: Operation[];
  /** Those that are not offered: no tool is made of them, but their names stay theirs. */
  leftOut: Operation[];
  /** Those that could not be read; once selected, those that would have been offered. */
  skipped: Skipped[];
  /**
   * Every path of the document, those of operations that are left out or cannot be read as well; `{+name}` where the
   * document sends the `/` of a value as it is.
   */
  paths: readonly string[];
  /**
   * Every named schema that an operation reaches, in JSON Schema 2020-12, `readOnly` and `writeOnly` kept.
   * A `$ref` in it, or in a schema of an operation, is a bare name of this table.
   */
  components: Record<string, Schema>;
  /** Where the document says each of them: `#/components/schemas/Pet`. */
  pointers: Record<string, string>;
  /** Set where calls are held to less than models are shown. */
  takesAny?: true;
  /** Set where a date-time may have no offset. */
  takesLocal?: true;
}

/** The discriminator of a schema, as it stands there (OpenAPI 3.2, Discriminator Object). */
export interface Discriminator {
  propertyName: string;
  /** Value to component. */
  mapping: Record<string, string>;
  /** The values of `mapping` that the document does not say: they are the names of schemas. */
  inferred?: string[];
  /** Components that it chooses from, and that no value leads to. */
  unnamed?: string[];
  /** Values that the document maps to what is not there. */
  lost?: string[];
  /** The component that is meant where the property is missing or has another value; null for one that is not there. */
  fallback?: string | null;
  /** Set where it chooses among the schemas that include its own, although a union of something else stands beside it. */
  ofFamily?: true;
  /** Set where its own schema may be meant by its name (OpenAPI 2.0, Schema Object, discriminator). */
  namesItself?: true;
}

export interface ApiTag {
  name: string;
  description: string;
}

export interface Operation {
  /** As the document says; empty where it says nothing. */
  operationId: string;
  tags: string[];
  summary: string;
  description: string;
  deprecated: boolean;
  method: Method;
  /** As in the document, less its `#fragment`. */
  path: string;
  /** The path as it is written, where only the patterns in it tell the operation from another one: `/v1/{name=shelves/*}`. */
  written?: string;
  /** Set where the path or the operation has servers of its own. */
  servers: ApiServer[];
  /** Path-level parameters included; sorted as the document lists them, path-level ones first. */
  parameters: ApiParameter[];
  /** The possible bodies, best one first. */
  bodies: Content[];
  /** Absent where the document does not say. */
  bodyRequired?: boolean;
  bodyDescription: string;
  responses: ApiResponse[];
  security: Requirement[];
  /** Set where the operation itself says that it asks for no security scheme: `security: []`. */
  asksNothing?: true;
  /** `x-*` members of the operation. */
  extensions: Record<string, unknown>;
  /** What is said of its tool: by the document, then by the user. */
  choice: ToolChoice;
  /** Where the configuration says how it is called, and what is shown of its answers: by what is said. */
  adjustedAt?: Partial<Record<keyof Adjustments, string>>;
  /** Set where a part of its answers is shown: what is handed to the runtime, the paths of the fields, and its answers then. */
  shown?: { part: Shown; fields: string[]; responses: ApiResponse[] };
  /** Where the configuration, and not the document, names the arguments that the user is asked for. */
  asksByConfig?: string;
  /** Where the document says this: `#/paths/~1pets/get`. */
  pointer: string;
}

/** An operation that cannot be read, as far as rules and choices look at it. */
export interface Skipped extends Pick<
  Operation,
  'operationId' | 'tags' | 'summary' | 'deprecated' | 'path' | 'written' | 'choice' | 'pointer'
> {
  /** Any that the document writes; empty where nothing of the path can be read. */
  method: string;
}

/**
 * A member of ours that a parameter of Swagger 2.0 gets where a list has no `collectionFormat`: it has the style that is the
 * default there, and nobody has said so.
 */
export const unsaidStyle = 'x-style-unsaid';

export interface ApiParameter {
  name: string;
  in: ParameterLocation;
  style: Style;
  explode: boolean;
  /** Whether the document says the style. */
  styled?: true;
  /** Whether the document says style or explode. */
  written?: true;
  /** Set where the members of its members are parameters of their own: `total.min`. */
  isDotted?: true;
  allowReserved: boolean;
  /** Set where the parameter has `content` instead of a style. */
  mediaType?: string;
  /** Set where `content` says how the properties of a form are written. */
  encoding?: Record<string, Encoding>;
  /** Set where the user wants it as an argument, though a scheme seems to supply it. */
  isKept?: true;
  /** The security scheme that supplies it, and whether that sends it as this very parameter. */
  supplier?: { scheme: string; isSame: boolean };
  /** What the user has sent with every call, or unless the caller gives another value. */
  fixed?: Json;
  usual?: Json;
  required: boolean;
  deprecated: boolean;
  description: string;
  schema: Schema;
  /** Values of `example` and `examples` of the parameter itself. */
  examples: unknown[];
  /**
   * In the path, what is settled for `/` in its values: sent as it is, as `%2F` whatever is said of the value, or
   * refused. Where nothing is, it is sent as `%2F`.
   */
  slashes?: 'raw' | 'encoded' | 'refused';
  /** Where the document says this first. */
  pointer: string;
}

export interface Content {
  mediaType: string;
  schema: Schema;
  encoding: Record<string, Encoding>;
  /** The fields of a form of Swagger 2.0 that are lists without a `collectionFormat`: the default there, which nobody has said. */
  unsaidLists?: string[];
  /** How the items of a multipart body that is a list are written: the first of them, and all others. */
  prefixEncoding?: Encoding[];
  itemEncoding?: Encoding;
  /** Values of `example` and `examples`. */
  examples: unknown[];
  /** Of a form, the media type of JSON in which the document has the same body. */
  plain?: string;
  /** Set where its media type is something else than its schema says: what was done about it. */
  mended?: { what: string; done: string };
  /** Set where it is sent with every call, since no caller gives any of its members. */
  supplied?: true;
  /** The members that the user has sent with every call, or unless the caller gives other values. */
  fixed?: Record<string, Json>;
  usual?: Record<string, Json>;
  /** Where the document says this. */
  pointer: string;
}

export interface ApiResponse {
  /** `200`, `4XX`, `default`. */
  status: string;
  description: string;
  contents: Content[];
  /** The names of its headers, where it declares any. */
  headers?: string[];
  /** Of a redirect, what its `Location` holds, where it declares that. */
  location?: Content;
  /** Where its links lead to, where it has any. */
  links?: ApiLink[];
}

/** What a response says of an operation that may be called next (OpenAPI 3.2, Link Object). */
export interface ApiLink {
  name: string;
  /** The operation: its operationId, or a reference to it. */
  target: string;
  /** Values and expressions by the names of parameters, before which their places may stand: `path.id`. */
  parameters: Record<string, Json>;
}

/** A server before its variables have environment names. */
export interface ApiServer {
  url: string;
  description: string;
  /** Set where no document says it: it is where the document was fetched. */
  isImplied?: true;
  variables: Record<string, { default?: string; enum?: string[] }>;
}

/** The flows of OAuth by their names in OpenAPI. */
export const flowNames = [
  'clientCredentials',
  'authorizationCode',
  'deviceAuthorization',
  'password',
  'implicit',
] as const;
type FlowName = (typeof flowNames)[number];

/** Where a flow leads to (OpenAPI 3.2, OAuth Flow Object). */
export interface FlowUrls {
  tokenUrl?: string;
  refreshUrl?: string;
  authorizationUrl?: string;
  deviceUrl?: string;
}

/** A flow: where it leads to, and the scopes that it offers, where it says so. */
export interface Flow extends FlowUrls {
  scopes?: string[];
}

/** What else is sent with a request for a login, or for a token, as the user says: by name. */
interface OAuthParameters {
  authorizationParameters?: Record<string, string>;
  tokenParameters?: Record<string, string>;
}

/** A login by an operation of the API that gives a credential, as the user says. */
export interface ApiSession {
  /** The operation, as `POST /login`. */
  login: string;
  arguments: Record<string, string>;
  token?: string[];
  /** Where the user says it. */
  pointer: string;
}

/** A security scheme; `session` is what the user says, and no document. */
export type ApiScheme = OwnScheme & { session?: ApiSession };

/** A security scheme (OpenAPI 3.2, Security Scheme Object); `body` is what the user says, and no document. */
type OwnScheme =
  | {
      type: 'apiKey';
      in: 'header' | 'query' | 'cookie' | 'body';
      name: string;
      /** What stands before the key, as the user says, or the document in words that are known. */
      prefix?: string;
      description: string;
    }
  | { type: 'http'; scheme: string; description: string }
  | ({
      type: 'oauth2';
      /** The flows that the document describes (OpenAPI 3.2, OAuth Flows Object). */
      flows: Partial<Record<FlowName, Flow>>;
      /** Where the authorization server describes itself. */
      discoveryUrl?: string;
      /** What tokens are asked for, as the user says; otherwise what the operations ask for. */
      scopes?: string[];
      description: string;
    } & OAuthParameters)
  | ({
      type: 'openIdConnect';
      discoveryUrl?: string;
      scopes?: string[];
      description: string;
    } & OAuthParameters)
  | { type: 'mutualTLS'; description: string };

export type {
  Encoding,
  FixedMethod,
  Method,
  ParameterLocation as Place,
  Requirement,
  Schema,
  ServerUrl,
  Style,
};

/** Methods whose requests give a body no meaning (RFC 9110, 9.3), and seldom have one. */
export const bodiless: ReadonlySet<string> = new Set(['GET', 'HEAD', 'DELETE', 'OPTIONS', 'TRACE']);

/** The arguments that a call can carry into its request, in the order in which they are listed. */
export function argumentsOf({ parameters, body }: Tool['request']): string[] {
  const given = parameters.filter(({ constant }) => constant === undefined).map(({ argument }) => argument);
  if (body === undefined) return given;
  return [...given, ...(body.fields === undefined ? [body.argument] : Object.keys(body.fields))];
}

/** All that a response declares values of. */
export function listContents({ contents, location }: ApiResponse): Content[] {
  return location === undefined ? contents : [...contents, location];
}

/**
 * The path, with `{+name}` for the values whose `/` the document sends as it is (RFC 6570, 3.2.3), and with the segments
 * of those whose pattern says which they are.
 */
export function markReserved({ path, parameters }: Pick<Operation, 'path' | 'parameters'>): string {
  const inPath = new Map(parameters.flatMap((one) => (one.in === 'path' ? [[one.name, one] as const] : [])));
  return path.replaceAll(/\{([^{}]+)\}/g, (placeholder, name: string) => {
    const parameter = inPath.get(name);
    const segments = parameter && listSegments(parameter.schema);
    if (segments === undefined) return parameter?.allowReserved === true ? `{+${name}}` : placeholder;
    return segments.map(({ text, isWide }) => text ?? (isWide ? `{+${name}}` : placeholder)).join('/');
  });
}

/** The segments that the pattern of a value in a path says it has. */
export function listSegments(schema: Schema): PatternSegment[] | undefined {
  const pattern = typeof schema === 'boolean' ? undefined : schema['pattern'];
  return typeof pattern === 'string' ? splitSegments(pattern) : undefined;
}

/** The API with its parameters as `change` makes them; operations of which none changes are the same objects. */
export function mapParameters(
  api: Api,
  change: (parameter: ApiParameter, operation: Operation) => ApiParameter,
): Api {
  const operations = api.operations.map((operation) => {
    const parameters = operation.parameters.map((one) => change(one, operation));
    return parameters.every((one, index) => one === operation.parameters[index])
      ? operation
      : { ...operation, parameters };
  });
  return { ...api, operations };
}

import type { Located } from '../../support/layOut.js';

/** One behaviour of the generated server: a document, a call, and what must come of it. */
export interface Case {
  id: string;
  /** The name of the file that it stands in. */
  area: string;
  title: string;
  /** `bar`: what the strongest library of the kind does; `beyond`: what it does not. */
  tier: 'bar' | 'beyond';
  /** Why others do otherwise, where the specification leaves room. */
  contested?: string;

  /** The document: merged over defaults.json, or whole, or the text of the file. */
  spec?: object;
  specRaw?: object;
  specText?: string;
  /** Where the document was fetched from. */
  specUrl?: string;
  /** The base URL that the user gives. */
  baseUrl?: string;
  /** The user's choice of operations. */
  select?: Record<string, unknown>;

  /** `METHOD /path` of the tool under test. */
  operation?: string;
  args?: Located;
  /** The call is made although the input schema refuses it: every call here is. */
  skipArgValidation?: boolean;
  /** The secret of a security scheme, by its name. */
  credentials?: Record<string, string>;
  response?: CannedAnswer;
  expect: Expectations;
}

/** What the API answers with; without one, `200` and an empty JSON object. */
export interface CannedAnswer {
  status?: number;
  headers?: Record<string, string>;
  body?: string;
  bodyBase64?: string;
  /** A text, and how often it is repeated. */
  bodyRepeat?: [string, number];
  /** No answer comes, or the connection breaks. */
  error?: 'timeout' | 'network';
}

/** What must hold. Each member is judged by the member of the same name in `judges/`. */
export interface Expectations {
  request?: RequestFacts;
  rejected?: true;
  schema?: SchemaFacts;
  output?: { textContains?: string[]; textLacks?: string[] };
  result?: ResultFacts;
  tool?: ToolFacts;
  tools?: ListFacts;
  /** The operation is not offered, or says that it is deprecated. */
  deprecatedHandled?: true;
  /** There is no server, and words that say why. */
  loadError?: true;
}

/** The one request that the call causes. */
export interface RequestFacts {
  method?: string;
  origin?: string;
  /** The path as it is sent. */
  rawPath?: string;
  /** The path, split on `/` and then decoded. */
  pathSegments?: string[];
  /** All pairs, decoded, in any order. */
  query?: [string, string][];
  rawQueryContains?: string[];
  headers?: Record<string, string>;
  noHeaders?: string[];
  /** All cookies. */
  cookies?: Record<string, string>;
  /** The media type; its parameters count where the fact has some. */
  contentType?: string;
  body?: null | BodyFacts;
}

export interface BodyFacts {
  json?: unknown;
  /** All pairs of a form, in any order. */
  form?: [string, string][];
  /** All parts by name, in order; of files, the text. */
  multipart?: [string, string][];
  text?: string;
  rawText?: string;
}

/** Facts on the input schema of the tool. */
export interface SchemaFacts {
  /** Arguments that lead to a request, and such that do not. */
  accepts?: Located[];
  rejects?: Located[];
  prop?: PropertyFacts[];
  /** The arguments that must be given: all of them. */
  required?: string[];
  rootType?: string;
  /** Keywords that stand nowhere in it. */
  noKeywords?: string[];
  arraysHaveItems?: true;
  propNamePattern?: string;
  textContains?: string[];
  textLacks?: string[];
  /** Of each list, one at least. */
  textContainsAny?: string[][];
}

/** Facts on the argument for a parameter or a field of the body. */
export interface PropertyFacts {
  in: string;
  name: string;
  /** A part of its schema. */
  has?: object;
  descriptionMatches?: string;
  /** There is no such argument. */
  absent?: true;
}

/** Facts on the result of the call. */
export interface ResultFacts {
  isError?: boolean;
  structured?: unknown;
  /** The structured content fits the output schema that is advertised. */
  conforms?: true;
  rootOutputObjectOrNone?: true;
  textContains?: string[];
  textLacks?: string[];
  textMatches?: string;
  maxTextLength?: number;
  noReplacementChars?: true;
  hasContent?: object;
}

/** Facts on the tool as it is listed. */
export interface ToolFacts {
  title?: string;
  description?: { contains?: string[]; lacks?: string[]; maxLength?: number };
  annotations?: object;
}

/** Facts on the whole list. */
export interface ListFacts {
  count?: number;
  minCount?: number;
  uniqueNames?: true;
  namePattern?: string;
  /** The order is the same each time, and does not hang on that of the document. */
  stableOrder?: true;
  includesOps?: string[];
  excludesOps?: string[];
}

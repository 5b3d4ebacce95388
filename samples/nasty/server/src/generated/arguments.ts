// Generated from the API's document. Changes belong into src/custom.ts: one made here can stop the next run.

/** Arguments of `recursion_all_of`: Recursion through allOf */
export interface RecursionAllOfArguments {
  name: string;
  parent?: {
    name: string;
    /** Of the same form as the object that it is part of. */
    parent?: { [name: string]: unknown };
    entries?: { [name: string]: unknown }[];
  };
  entries?: {
    name: string;
    /** Of the same form as the object that it is part of. */
    parent?: { [name: string]: unknown };
    entries?: { [name: string]: unknown }[];
  }[];
}

/** Arguments of `recursion_array`: An array of itself, nothing else */
export interface RecursionArrayArguments {
  body: unknown[][];
}

/** Arguments of `recursion_direct`: A list whose rest is a list */
export interface RecursionDirectArguments {
  value: string;
  /** A value and the rest of the list. */
  next?: {
    value: string;
    /** Of the same form as the object that it is part of. */
    next?: { [name: string]: unknown };
  };
}

/** Arguments of `recursion_map`: A map of maps */
export interface RecursionMapArguments {
  body: { [name: string]: { [name: string]: unknown } };
}

/** Arguments of `recursion_mutual`: Two schemas that hold each other */
export interface RecursionMutualArguments {
  name: string;
  employer: {
    name?: string;
    staff?: {
      name: string;
      /** Of the same form as the object that it is part of. */
      employer: { [name: string]: unknown };
    }[];
    owner?:
      | {
          name: string;
          /** Of the same form as the object that it is part of. */
          employer: { [name: string]: unknown };
        }
      | {
          name?: string;
          staff?: {
            name: string;
            /** Of the same form as the object that it is part of. */
            employer: { [name: string]: unknown };
          }[];
          owner?:
            | {
                name: string;
                /** Of the same form as the object that it is part of. */
                employer: { [name: string]: unknown };
              }
            | { [name: string]: unknown };
        };
  };
}

/** Arguments of `recursion_parameter`: Recursion in a query parameter */
export interface RecursionParameterArguments {
  filter?: {
    field?: string;
    and?: { [name: string]: unknown }[];
    /** Of the same form as the object that it is part of. */
    not?: { [name: string]: unknown };
  };
  tree?: unknown[][];
}

/** Arguments of `recursion_union`: An expression made of expressions */
export interface RecursionUnionArguments {
  body: number | { operator: '+' | '*' | '-' | '/'; operands: unknown[] };
}

/** Arguments of `body_any_image`: Body any image */
export interface BodyAnyImageArguments {
  body?:
    | {
        /** The content of the file, in base64. */
        base64: string;
        filename?: string;
        /** Media type of the file, one of image/*. */
        contentType: string;
      }
    | {
        /** The path of the file, below a folder that MCP_FILE_ROOTS names. */
        path: string;
        filename?: string;
        /** Media type of the file, one of image/*. */
        contentType: string;
      };
}

/** Arguments of `body_any_of`: Any of several that overlap */
export interface BodyAnyOfArguments {
  body: { email: string } | { phone: string };
}

/** Arguments of `body_anything`: Body anything */
export interface BodyAnythingArguments {
  body?: unknown;
}

/** Arguments of `body_arrays`: Arrays that say little about their items */
export interface BodyArraysArguments {
  body: {
    unknown?: unknown[];
    empty?: unknown[];
    never?: unknown[];
    /** Items in order: string, integer. */
    tuple?: unknown[];
    nested?: unknown[][][];
    /** At least one item must be 1. */
    set?: unknown[];
  }[];
}

/** Arguments of `body_binary`: Body binary */
export interface BodyBinaryArguments {
  body:
    | {
        /** The content of the file, in base64. */
        base64: string;
        filename?: string;
        /** Media type of the file. */
        contentType?: string;
      }
    | {
        /** The path of the file, below a folder that MCP_FILE_ROOTS names. */
        path: string;
        filename?: string;
        /** Media type of the file. */
        contentType?: string;
      };
}

/** Arguments of `body_boolean_schemas`: Body boolean schemas */
export interface BodyBooleanSchemasArguments {
  anything?: unknown;
  list?: unknown[];
}

/** Arguments of `body_called_body`: A field called body beside parameters called body and body_body */
export interface BodyCalledBodyArguments {
  /** (query parameter) */
  body?: string;
  body_body?: string;
  /** (body field "body") */
  body_body_2?: string;
  data?: string;
}

/** Arguments of `body_dialect`: The rarer keywords of JSON Schema 2020-12 */
export interface BodyDialectArguments {
  /** card needs billing. billing needs card. Some fields depend on others. */
  body: {
    country?: string;
    postcode?: string;
    card?: string;
    billing?: string;
    /** Items in order: string, object, then integer. */
    pair?: unknown[];
    /** Must not be a text. */
    not?: unknown;
    local?: {
      /** Of the same form as the object that it is part of. */
      again?: { [name: string]: unknown };
    };
    /** In base64. */
    encoded?: string;
    /** Always {"deep":["*\/","`${globalThis.pwned = true}`"]}. */
    const?: { [name: string]: unknown };
  };
}

/** Arguments of `body_discriminated`: A union with a discriminator, its mapping by name and by reference */
export interface BodyDiscriminatedArguments {
  body:
    | { kind: 'round'; radius: number }
    | { kind: 'square"\'`*/'; side: number }
    | {
        /** Usually "Group". */
        kind: string;
        shapes?: unknown[];
      };
}

/** Arguments of `body_empty_schema`: Body empty schema */
export interface BodyEmptySchemaArguments {
  body: unknown;
}

/** Arguments of `body_form`: A form with styles */
export interface BodyFormArguments {
  grant_type: 'client_credentials' | 'a b&c=d';
  scope?: string[];
  piped?: string[];
  filter?: { from?: string; to?: { day?: number } };
  next?: string;
  json?: { [name: string]: unknown };
  /** Sent as `items[]`. */
  items?: number[];
}

/** Arguments of `body_free_form`: A map of anything */
export interface BodyFreeFormArguments {
  body: { [name: string]: unknown };
}

/** Arguments of `body_hostile_type`: Only a hostile media type */
export interface BodyHostileTypeArguments {
  x: number;
  y: number;
}

/** Arguments of `body_inherited`: A discriminator without oneOf, whose variants point back with allOf */
export interface BodyInheritedArguments {
  body: unknown;
}

/** Arguments of `body_integer`: Body integer */
export interface BodyIntegerArguments {
  body: number;
}

/** Arguments of `body_json_patch`: Body json patch */
export interface BodyJsonPatchArguments {
  body: {
    op: 'add' | 'remove' | 'replace' | 'move' | 'copy' | 'test';
    path: string;
    from?: string;
    value?: unknown;
  }[];
}

/** Arguments of `body_keywords`: Properties named like keywords of JSON Schema */
export interface BodyKeywordsArguments {
  /** Sent as `$ref`. */
  ref?: string;
  /** Sent as `$defs`. */
  defs?: { [name: string]: unknown };
  /** Sent as `$schema`. */
  schema?: string;
  type: string;
  enum?: string[];
  required: boolean;
  properties: { properties: string };
  items?: { items?: string }[];
  allOf?: string;
  oneOf?: string;
  additionalProperties?: boolean;
  default?: string;
  description?: string;
  format?: string;
  nullable?: boolean;
  readOnly?: boolean;
  discriminator?: { propertyName?: string };
  example?: string;
  examples?: unknown[];
}

/** Arguments of `body_many_types`: The same body in many media types */
export interface BodyManyTypesArguments {
  x: number;
  y: number;
}

/** Arguments of `body_map`: Maps with rules for their keys */
export interface BodyMapArguments {
  /** Also names that match ^x- (integer), ^"`\$\{globalThis\.pwned=true\}\*\/$ (string). */
  body: { known?: string };
}

/** Arguments of `body_merge_patch`: Body merge patch */
export interface BodyMergePatchArguments {
  /** null clears it. */
  text: string | null;
  /** null clears it. */
  choice?: 'a' | 'b' | null;
  /** null clears it. */
  bare?: 'a' | null;
  /** null clears it. */
  number?: number | string | boolean | null;
  /** null clears it. */
  reference: { x: number; y: number } | null;
  /** null clears it. */
  one?: { x: number; y: number } | string | null;
  /** null clears it. */
  list?: (string | null)[] | null;
  /** null clears it. */
  map?: { [name: string]: number } | null;
  /** null clears it. */
  nothing?: unknown;
  /** null clears it. */
  only?: unknown;
  /** Says nothing of its type. null clears it. */
  typeless?: unknown;
  /** null clears it. */
  oldStyle?: string | null;
  /** null clears it. */
  withDefault?: string | null;
}

/** Arguments of `body_merged`: Parts put together with allOf, one of them closed */
export interface BodyMergedArguments {
  x: number;
  y: number;
  label?: string;
  z: number;
}

/** Arguments of `body_multipart`: Files and JSON in one form */
export interface BodyMultipartArguments {
  /** The first file. */
  file:
    | {
        /** The content of the file, in base64. */
        base64: string;
        filename?: string;
        /** Media type of the file. */
        contentType?: string;
      }
    | {
        /** The path of the file, below a folder that MCP_FILE_ROOTS names. */
        path: string;
        filename?: string;
        /** Media type of the file. */
        contentType?: string;
      };
  photo?:
    | {
        /** The content of the file, in base64. */
        base64: string;
        filename?: string;
        /** Media type of the file. */
        contentType?: 'image/png' | 'image/jpeg';
      }
    | {
        /** The path of the file, below a folder that MCP_FILE_ROOTS names. */
        path: string;
        filename?: string;
        /** Media type of the file. */
        contentType?: 'image/png' | 'image/jpeg';
      };
  /** In base64. */
  encoded?: string;
  more?: (
    | {
        /** The content of the file, in base64. */
        base64: string;
        filename?: string;
        /** Media type of the file. */
        contentType?: string;
      }
    | {
        /** The path of the file, below a folder that MCP_FILE_ROOTS names. */
        path: string;
        filename?: string;
        /** Media type of the file. */
        contentType?: string;
      }
  )[];
  metadata: { title: string; tags?: string[] };
  count?: number;
  labels?: string[];
  /** Sent as "na\"me\r\nX-Injected: yes". */
  'na_me_X-Injected_yes'?: string;
}

/** Arguments of `body_no_schema`: Body no schema */
export interface BodyNoSchemaArguments {
  body?: unknown;
}

/** Arguments of `body_null`: Body null */
export interface BodyNullArguments {
  body?:
    | {
        /** Always null. */
        a?: unknown;
      }
    | null;
}

/** Arguments of `body_nullable`: Null wherever it may be */
export interface BodyNullableArguments {
  text: string | null;
  choice?: 'a' | 'b' | null;
  bare?: 'a' | null;
  number?: number | string | boolean | null;
  reference: { x: number; y: number } | null;
  one?: { x: number; y: number } | string | null;
  list?: (string | null)[] | null;
  map?: { [name: string]: number } | null;
  /** Always null. */
  nothing?: unknown;
  /** Always null. */
  only?: unknown;
  /** Says nothing of its type. */
  typeless?: unknown;
  oldStyle?: string | null;
  withDefault?: string | null;
}

/** Arguments of `body_numbers`: Numbers that doubles cannot hold */
export interface BodyNumbersArguments {
  big?: 9007199254740992 | -9223372036854776000 | 9223372036854776000;
  bound?: number;
  unsigned?: number;
  small?: number;
  cents?: number;
  float?: 0.1 | 1e21 | 0 | 1;
  decimal?: string;
}

/** Arguments of `body_of_delete`: Body of delete */
export interface BodyOfDeleteArguments {
  ids: number[];
}

/** Arguments of `body_of_get`: A body where few expect one */
export interface BodyOfGetArguments {
  query?: string;
}

/** Arguments of `body_one_of`: One of several, nothing says which */
export interface BodyOneOfArguments {
  body: { meows: boolean } | { barks: boolean } | string | number[];
}

/** Arguments of `body_one_of_required`: An object that must have one of two fields */
export interface BodyOneOfRequiredArguments {
  /** Needs exactly one: id, or name. */
  body: { id?: number; name?: string; note?: string };
}

/** Arguments of `body_read_write`: Fields for one direction only, at every depth */
export interface BodyReadWriteArguments {
  login: string;
  password: string;
  profile: { nick: string; pin?: string };
  friends?: {
    login: string;
    password: string;
    profile: { nick: string; pin?: string };
    friends?: { [name: string]: unknown }[];
  }[];
}

/** Arguments of `body_referenced`: A reference to a reference, with words beside it */
export interface BodyReferencedArguments {
  /** Other words than the parameter's own *\/ */
  fields?: string[];
  x: number;
  y: number;
}

/** Arguments of `body_string`: A JSON string */
export interface BodyStringArguments {
  body: string;
}

/** Arguments of `body_text`: Body text */
export interface BodyTextArguments {
  body: string;
}

/** Arguments of `body_undeclared`: A required field that no property declares */
export interface BodyUndeclaredArguments {
  seen: string;
  ghost: unknown;
}

/** Arguments of `body_wide`: More fields than anybody wants as arguments */
export interface BodyWideArguments {
  body: {
    field01: number;
    field02?: boolean;
    field03?: string;
    field04?: number;
    field05?: boolean;
    field06?: string;
    field07?: number;
    field08?: boolean;
    field09?: string;
    field10?: number;
    field11?: boolean;
    field12?: string;
    field13?: number;
    field14?: boolean;
    field15?: string;
    field16?: number;
    field17?: boolean;
    field18?: string;
    field19?: number;
    field20?: boolean;
    field21?: string;
    field22?: number;
    field23?: boolean;
    field24?: string;
    field25?: number;
    field26?: boolean;
    field27?: string;
    field28?: number;
    field29?: boolean;
    field30?: string;
  };
}

/** Arguments of `body_wrapped`: One required object, and a field called body */
export interface BodyWrappedArguments {
  body: { data: { x: number; y: number } };
}

/** Arguments of `body_xml`: XML and nothing else */
export interface BodyXmlArguments {
  id: number;
  customer?: string;
  lines?: string[];
}

/** Arguments of `subscribe`: Subscribe */
export interface SubscribeArguments {
  callbackUrl: string;
}

/** Arguments of `hostile_properties`: Properties that are no identifiers */
export interface HostilePropertiesArguments {
  /**
   * / globalThis.pwned = true; /. Other fields: "\"+(globalThis.pwned=true)+\"" (required),
   * "'+(globalThis.pwned=true)+'", "`+(globalThis.pwned=true)+`", "${globalThis.pwned=true}", "*\/
   * globalThis.pwned = true; /*", "\u2028globalThis.pwned = true" and 23 more.
   */
  body: {
    '0'?: string;
    toString: string;
    constructor?: string;
    /** prototype *\/ globalThis.pwned = true */
    prototype?: string;
    hasOwnProperty?: string;
    valueOf?: string;
    toJSON?: string;
    /** then *\/ globalThis.pwned = true */
    then?: string;
    length?: string;
    name?: string;
    /** -1 *\/ globalThis.pwned = true */
    '-1'?: string;
    '1e3'?: string;
    class?: string;
    function?: string;
    /** a.b *\/ globalThis.pwned = true */
    'a.b'?: string;
    /** a-b *\/ globalThis.pwned = true */
    'a-b'?: string;
    a_b?: string;
    case?: string;
    Case?: string;
    /** CASE *\/ globalThis.pwned = true */
    CASE?: string;
  };
}

/** Arguments of `hostile_schema_names`: Schemas named like members of every object */
export interface HostileSchemaNamesArguments {
  a?: { inner?: string };
  b?: { inner?: { inner?: string } };
  c?: string;
  d?: number;
  /** Differs from another schema by its case alone. */
  e?: { lower?: string };
  /** A value and the rest of the list. */
  f?: {
    value: string;
    /** Of the same form as the object that it is part of. */
    next?: { [name: string]: unknown };
  };
  g?: { length?: number };
  h?: 'default';
  /** A point by another name *\/ globalThis.pwned = true */
  i?: { x: number; y: number };
  j?: { properties: string };
}

/** Arguments of `parameters_constants`: Parameters that leave no choice */
export interface ParametersConstantsArguments {
  optional?: 'only';
}

/** Arguments of `parameters_cookies`: Parameters cookies */
export interface ParametersCookiesArguments {
  session?: string;
  list?: string[];
  listJoined?: string[];
  map?: { [name: string]: string };
  json?: { [name: string]: unknown };
  /** Sent as `$it's`. */
  it_s?: string;
}

/** Arguments of `parameters_headers`: Headers of every shape, and three that the specification ignores */
export interface ParametersHeadersArguments {
  'X-List'?: string[];
  'X-Map'?: { [name: string]: string };
  'X-Map-Exploded'?: { [name: string]: string };
  'X-Json'?: { [name: string]: unknown };
  'X-Number': number;
  /** Every odd character that a header name may hold. Sent as `X-It's`$&*|~`. */
  'X-It_s'?: string;
}

/** Arguments of `parameters_label`: Parameters label */
export interface ParametersLabelArguments {
  one: number;
  list: string[];
  map: { [name: string]: string };
  listExploded: string[];
  mapExploded: { [name: string]: string };
}

/** Arguments of `parameters_matrix`: Parameters matrix */
export interface ParametersMatrixArguments {
  one: string;
  list: string[];
  map: { [name: string]: string };
  listExploded: string[];
  mapExploded: { [name: string]: string };
}

/** Arguments of `parameters_odd_names`: Names that are no identifiers */
export interface ParametersOddNamesArguments {
  /** Sent as `page[size]`. */
  page_size?: number;
  /** Sent as `page[number]`. */
  page_number?: number;
  /** (query parameter "$top") */
  top_query?: number;
  /** (query parameter) */
  top?: number;
  /** (query parameter "StartTime<") */
  StartTime_query?: string;
  /** (query parameter "StartTime>") */
  StartTime_query_2?: string;
  /** (query parameter) */
  StartTime?: string;
  /** (query parameter "ids[]") */
  ids_list?: number[];
  /** (query parameter) */
  ids?: number[];
  Name?: string;
  name?: string;
  'filter.name'?: string;
  /** (query parameter "a b") */
  a_b?: string;
  /** (query parameter "a/b") */
  a_b_query?: string;
  /** Sent as `名前`. */
  value?: string;
  '1st'?: string;
  /** (query parameter) */
  'a-name-of-more-than-sixty-four-characters-as-some-generated-apis'?: string;
  /** (query parameter) */
  'a-name-of-more-than-sixty-four-characters-as-some-generate_query'?: string;
  class?: string;
  proto?: string;
  constructor?: string;
  toString?: string;
  hasOwnProperty?: string;
  _select?: string;
  /** (query parameter "'+(globalThis.pwned=true)+'") */
  'globalThis.pwned_true'?: string;
  /** (query parameter "\"];globalThis.pwned=true;[\"") */
  'globalThis.pwned_true_query'?: string;
  /** (query parameter "`${globalThis.pwned=true}`") */
  'globalThis.pwned_true_query_2'?: string;
  /** (query parameter "*\/globalThis.pwned=true;/*") */
  'globalThis.pwned_true_query_3'?: string;
  /** (query parameter). Sent as "\u2028globalThis.pwned=true\n". */
  'globalThis.pwned_true_query_4'?: string;
  /** Sent as `</script>&amp;=#?%20`. */
  script_amp_20?: string;
}

/** Arguments of `parameters_query`: Every style of a query parameter */
export interface ParametersQueryArguments {
  formExploded?: string[];
  formJoined?: number[];
  formObject?: { r?: number; g?: number };
  formObjectJoined?: { r?: number; g?: number };
  spaces?: string[];
  pipes?: string[];
  deep?: { gte?: string; lt?: string };
  deeper?: { created?: { gte?: string; lt?: string }; ids?: number[] };
  free?: { [name: string]: string };
  reserved?: string;
  flag?: boolean;
  json?: { gte?: string; lt?: string };
  maybe?: number | string | null;
  either?: number | number[];
  /** Deprecated. */
  old?: string;
  anything?: unknown;
  truly?: unknown;
  big?: 1 | 9007199254740992 | 9223372036854776000;
}

/** Arguments of `parameters_same`: One name in five places */
export interface ParametersSameArguments {
  /** (path parameter) */
  id: string;
  /** The operation's own. */
  trace: boolean;
  /** (query parameter "id") */
  id_query?: number;
  /** (header parameter "id") */
  id_header?: boolean;
  /** (cookie parameter "id") */
  id_cookie?: string;
  id_body?: string;
  /** (body field "id") */
  id_body_2: number;
  /** Sent as `id_query`. */
  id_query_body?: string;
}

/** Arguments of `parameters_simple`: Parameters simple */
export interface ParametersSimpleArguments {
  one: boolean;
  list: string[];
  map: { [name: string]: string };
  mapExploded: { [name: string]: string };
  json: { [name: string]: unknown };
}

/** Arguments of `parameters_values`: Values that are hard to quote */
export interface ParametersValuesArguments {
  choice?:
    | '"+(globalThis.pwned=true)+"'
    | "'+(globalThis.pwned=true)+'"
    | '`+(globalThis.pwned=true)+`'
    | '${globalThis.pwned=true}'
    | '*/globalThis.pwned=true;/*'
    | '</script><script>globalThis.pwned=true</script>'
    | '\u2028globalThis.pwned=true//\u2029'
    | 'line\nbreak\r\n'
    | '\\'
    | '\\"'
    | ''
    | ' '
    | '__proto__'
    | 'constructor'
    | "{{constructor.constructor('globalThis.pwned=true')()}}"
    | "$&$`$'$$"
    | '\u0000'
    | 'true'
    | 'null'
    | '1';
  again?:
    | '"+(globalThis.pwned=true)+"'
    | "'+(globalThis.pwned=true)+'"
    | '`+(globalThis.pwned=true)+`'
    | '${globalThis.pwned=true}'
    | '*/globalThis.pwned=true;/*'
    | '</script><script>globalThis.pwned=true</script>'
    | '\u2028globalThis.pwned=true//\u2029'
    | 'line\nbreak\r\n'
    | '\\'
    | '\\"'
    | ''
    | ' '
    | '__proto__'
    | 'constructor'
    | "{{constructor.constructor('globalThis.pwned=true')()}}"
    | "$&$`$'$$"
    | '\u0000'
    | 'true'
    | 'null'
    | '1';
  pattern?: string;
  /** Pattern: (?<=a)b(?!c)\p{L}+ */
  lookbehind?: string;
  otherDialect?: string;
  /** Pattern: ^(a+)+$ */
  backtracking?: string;
  mixed?: '1' | 'true' | 1 | 1.5 | true | null;
  format?: string;
  /** Example: "*\/ globalThis.pwned = true; /*". */
  text?: string;
  object?: { [name: string]: unknown };
}

/** Arguments of `hostile_deprecated`: Do not use */
export type HostileDeprecatedArguments = Record<string, never>;

/** Arguments of `hostile_long`: A summary that goes */
export type HostileLongArguments = Record<string, never>;

/** Arguments of `get_names_missing_0ba1b3`: Get names missing */
export type GetNamesMissing0ba1b3Arguments = Record<string, never>;

/** Arguments of `duplicate_names_01`: Duplicate names 01 */
export type DuplicateNames01Arguments = Record<string, never>;

/** Arguments of `duplicate_names_02`: Duplicate names 02 */
export type DuplicateNames02Arguments = Record<string, never>;

/** Arguments of `duplicate_names_03`: Duplicate names 03 */
export type DuplicateNames03Arguments = Record<string, never>;

/** Arguments of `get_thing_04`: Get thing 04 */
export type GetThing04Arguments = Record<string, never>;

/** Arguments of `get_thing_05`: Get thing 05 */
export type GetThing05Arguments = Record<string, never>;

/** Arguments of `get_thing`: Get thing */
export type GetThingArguments = Record<string, never>;

/** Arguments of `get_thing_07`: Get thing 07 */
export type GetThing07Arguments = Record<string, never>;

/** Arguments of `get_thing_08`: Get thing 08 */
export type GetThing08Arguments = Record<string, never>;

/** Arguments of `get_thing_09`: Get thing 09 */
export type GetThing09Arguments = Record<string, never>;

/** Arguments of `getthing`: Getthing */
export type GetthingArguments = Record<string, never>;

/** Arguments of `get_thing_11`: Get thing 11 */
export type GetThing11Arguments = Record<string, never>;

/** Arguments of `get_thing_12`: Get thing 12 */
export type GetThing12Arguments = Record<string, never>;

/** Arguments of `get_thing2`: Get thing2 */
export type GetThing2Arguments = Record<string, never>;

/** Arguments of `delete_names`: Delete names */
export type DeleteNamesArguments = Record<string, never>;

/** Arguments of `class`: Class */
export type Class_Arguments = Record<string, never>;

/** Arguments of `default`: Default */
export type Default_Arguments = Record<string, never>;

/** Arguments of `await`: Await */
export type Await_Arguments = Record<string, never>;

/** Arguments of `arguments`: Arguments */
export type Arguments_Arguments = Record<string, never>;

/** Arguments of `constructor`: Constructor */
export type ConstructorArguments = Record<string, never>;

/** Arguments of `proto`: Proto */
export type ProtoArguments = Record<string, never>;

/** Arguments of `to_string`: To string */
export type ToStringArguments = Record<string, never>;

/** Arguments of `then`: Then */
export type ThenArguments = Record<string, never>;

/** Arguments of `null`: Null */
export type Null_Arguments = Record<string, never>;

/** Arguments of `undefined`: Undefined */
export type Undefined_Arguments = Record<string, never>;

/** Arguments of `get_123start`: Get 123start */
export type Get123startArguments = Record<string, never>;

/** Arguments of `get_2`: Get 2 */
export type Get2Arguments = Record<string, never>;

/** Arguments of `get_names_27`: Get names 27 */
export type GetNames27Arguments = Record<string, never>;

/** Arguments of `get_names_28`: Get names 28 */
export type GetNames28Arguments = Record<string, never>;

/** Arguments of `get_names_29`: Get names 29 */
export type GetNames29Arguments = Record<string, never>;

/** Arguments of `get_names_30`: Get names 30 */
export type GetNames30Arguments = Record<string, never>;

/** Arguments of `get_names_31`: Get names 31 */
export type GetNames31Arguments = Record<string, never>;

/** Arguments of `get_names_32`: Get names 32 */
export type GetNames32Arguments = Record<string, never>;

/** Arguments of `unicode`: Unicode */
export type UnicodeArguments = Record<string, never>;

/** Arguments of `get_names_34`: Get names 34 */
export type GetNames34Arguments = Record<string, never>;

/** Arguments of `viii`: Viii */
export type ViiiArguments = Record<string, never>;

/** Arguments of `find_names`: Find names */
export type FindNamesArguments = Record<string, never>;

/** Arguments of `get_v1_things_id`: Get v1 things id */
export type GetV1ThingsIdArguments = Record<string, never>;

/** Arguments of `things_get_v2_now`: Things get v2 now */
export type ThingsGetV2NowArguments = Record<string, never>;

/** Arguments of `aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa_dec2bd`: Aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa b */
export type AaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaDec2bdArguments = Record<string, never>;

/**
 * Arguments of `averyveryverylongoperationidentifi_017408`:
 * Averyveryverylongoperationidentifieraveryveryverylongoperationidentifieraveryve…
 */
export type Averyveryverylongoperationidentifi017408Arguments = Record<string, never>;

/**
 * Arguments of `averyveryverylongoperationidentifi_549200`:
 * Averyveryverylongoperationidentifieraveryveryverylongoperationidentifieraveryve…
 */
export type Averyveryverylongoperationidentifi549200Arguments = Record<string, never>;

/** Arguments of `a_very_made_like_write_them_first`: A very made like write them first */
export type AVeryMadeLikeWriteThemFirstArguments = Record<string, never>;

/** Arguments of `a_very_made_like_write_them_second`: A very made like write them second */
export type AVeryMadeLikeWriteThemSecondArguments = Record<string, never>;

/** Arguments of `list_names`: List names */
export type ListNamesArguments = Record<string, never>;

/** Arguments of `tools`: Tools */
export type Tools_Arguments = Record<string, never>;

/** Arguments of `get_parsed_http_response_as_json`: Get parsed http response as json */
export type GetParsedHttpResponseAsJsonArguments = Record<string, never>;

/** Arguments of `snake_case_name`: Snake case name */
export type SnakeCaseNameArguments = Record<string, never>;

/** Arguments of `kebab_case_name`: Kebab case name */
export type KebabCaseNameArguments = Record<string, never>;

/** Arguments of `screaming_case`: Screaming case */
export type ScreamingCaseArguments = Record<string, never>;

/** Arguments of `global_this_pwned_true_50`: Global this pwned true 50 */
export type GlobalThisPwnedTrue50Arguments = Record<string, never>;

/** Arguments of `global_this_pwned_true_51`: Global this pwned true 51 */
export type GlobalThisPwnedTrue51Arguments = Record<string, never>;

/** Arguments of `global_this_pwned_true_52`: Global this pwned true 52 */
export type GlobalThisPwnedTrue52Arguments = Record<string, never>;

/** Arguments of `global_this_pwned_true_53`: Global this pwned true 53 */
export type GlobalThisPwnedTrue53Arguments = Record<string, never>;

/** Arguments of `get_names_54`: Get names 54 */
export type GetNames54Arguments = Record<string, never>;

/** Arguments of `get_names_55`: Get names 55 */
export type GetNames55Arguments = Record<string, never>;

/** Arguments of `escape`: Escape */
export type EscapeArguments = Record<string, never>;

/** Arguments of `script_script_global_pwned_true_script`: Script script global pwned true script */
export type ScriptScriptGlobalPwnedTrueScriptArguments = Record<string, never>;

/** Arguments of `global_this_pwned`: Global this pwned */
export type GlobalThisPwnedArguments = Record<string, never>;

/** Arguments of `get_names_methods`: Get names methods */
export type GetNamesMethodsArguments = Record<string, never>;

/** Arguments of `put_names_methods`: Put names methods */
export type PutNamesMethodsArguments = Record<string, never>;

/** Arguments of `post_names_methods`: Post names methods */
export type PostNamesMethodsArguments = Record<string, never>;

/** Arguments of `delete_names_methods`: Delete names methods */
export type DeleteNamesMethodsArguments = Record<string, never>;

/** Arguments of `options_names_methods`: Options names methods */
export type OptionsNamesMethodsArguments = Record<string, never>;

/** Arguments of `head_names_methods`: Head names methods */
export type HeadNamesMethodsArguments = Record<string, never>;

/** Arguments of `patch_names_methods`: Patch names methods */
export type PatchNamesMethodsArguments = Record<string, never>;

/** Arguments of `trace_names_methods`: Trace names methods */
export type TraceNamesMethodsArguments = Record<string, never>;

/** Arguments of `get_names_missing_33a516`: Get names missing */
export type GetNamesMissing33a516Arguments = Record<string, never>;

/** Arguments of `get_names_missing_by_id`: Get names missing by id */
export interface GetNamesMissingByIdArguments {
  id: string;
}

/** Arguments of `get_names_missing`: Get names missing */
export type GetNamesMissingArguments = Record<string, never>;

/** Arguments of `tagged02`: Tagged02 */
export type Tagged02Arguments = Record<string, never>;

/** Arguments of `tagged13`: Tagged13 */
export type Tagged13Arguments = Record<string, never>;

/** Arguments of `root_path`: Root path */
export type RootPathArguments = Record<string, never>;

/** Arguments of `upper_case`: Upper case */
export type UpperCaseArguments = Record<string, never>;

/** Arguments of `customer_orders`: Customer orders */
export interface CustomerOrdersArguments {
  id: string;
}

/** Arguments of `lower_case`: Lower case */
export type LowerCaseArguments = Record<string, never>;

/** Arguments of `deep_path`: Deep path */
export interface DeepPathArguments {
  a: number;
  b: number;
  c: boolean;
  d: string;
}

/** Arguments of `escaped_path`: Escaped path */
export type EscapedPathArguments = Record<string, never>;

/** Arguments of `file_path`: File path */
export interface FilePathArguments {
  /** The path of a file, with its folders. May hold / between its segments. */
  path: string;
}

/** Arguments of `fixed_cooked`: Fixed cooked */
export interface FixedCookedArguments {
  more?: string;
}

/** Arguments of `fixed_raw`: Fixed raw */
export type FixedRawArguments = Record<string, never>;

/** Arguments of `fragment_first`: Fragment first */
export type FragmentFirstArguments = Record<string, never>;

/** Arguments of `fragment_second`: Fragment second */
export type FragmentSecondArguments = Record<string, never>;

/** Arguments of `from_to`: From to */
export interface FromToArguments {
  to: string;
  from: string;
}

/** Arguments of `hostile_template`: Hostile template */
export interface HostileTemplateArguments {
  /** Sent as `process.exit(1)`. */
  'process.exit_1': string;
  /** Sent as `"`*\/'`. */
  value: string;
}

/** Arguments of `hostile_path`: Hostile path */
export interface HostilePathArguments {
  /** Sent as `globalThis.pwned=true`. */
  'globalThis.pwned_true': string;
}

/** Arguments of `proto_path`: Proto path */
export interface ProtoPathArguments {
  proto: string;
  constructor: string;
}

/** Arguments of `referenced_path`: Referenced path */
export interface ReferencedPathArguments {
  id: string;
}

/** Arguments of `server_hostile`: Server hostile */
export type ServerHostileArguments = Record<string, never>;

/** Arguments of `server_of_path`: Server of path */
export type ServerOfPathArguments = Record<string, never>;

/** Arguments of `server_of_operation`: Server of operation */
export type ServerOfOperationArguments = Record<string, never>;

/** Arguments of `without_slash`: Without slash */
export type WithoutSlashArguments = Record<string, never>;

/** Arguments of `with_slash`: With slash */
export type WithSlashArguments = Record<string, never>;

/** Arguments of `things_count`: Things count */
export type ThingsCountArguments = Record<string, never>;

/** Arguments of `thing_in_format`: Thing in format */
export interface ThingInFormatArguments {
  id: string;
  format: 'json' | 'xml';
}

/** Arguments of `thing_publish`: Thing publish */
export interface ThingPublishArguments {
  id: string;
}

/** Arguments of `thing_unpublish`: Thing unpublish */
export interface ThingUnpublishArguments {
  id: string;
}

/** Arguments of `things_batch_get`: Things batch get */
export type ThingsBatchGetArguments = Record<string, never>;

/** Arguments of `users_me`: Users me */
export type UsersMeArguments = Record<string, never>;

/** Arguments of `answer_broken`: JSON that ends too early */
export type AnswerBrokenArguments = Record<string, never>;

/** Arguments of `answer_bytes`: Answer bytes */
export type AnswerBytesArguments = Record<string, never>;

/** Arguments of `answer_undeclared`: Answer undeclared */
export type AnswerUndeclaredArguments = Record<string, never>;

/** Arguments of `answer_events`: Answer events */
export type AnswerEventsArguments = Record<string, never>;

/** Arguments of `answer_image`: Answer image */
export type AnswerImageArguments = Record<string, never>;

/** Arguments of `answer_integers`: Integers that doubles cannot hold */
export type AnswerIntegersArguments = Record<string, never>;

/** Arguments of `answer_many`: Several codes, media types, headers and links */
export type AnswerManyArguments = Record<string, never>;

/** Arguments of `answer_nothing`: Answer nothing */
export type AnswerNothingArguments = Record<string, never>;

/** Arguments of `answer_problem`: Always refused, and only a default answer is declared */
export type AnswerProblemArguments = Record<string, never>;

/** Arguments of `answer_slow`: Answer slow */
export interface AnswerSlowArguments {
  milliseconds?: number;
}

/** Arguments of `answer_text`: Answer text */
export type AnswerTextArguments = Record<string, never>;

/** Arguments of `answer_xml`: Answer xml */
export type AnswerXmlArguments = Record<string, never>;

/** Arguments of `security_basic`: Security basic */
export type SecurityBasicArguments = Record<string, never>;

/** Arguments of `security_bearer`: Security bearer */
export type SecurityBearerArguments = Record<string, never>;

/** Arguments of `security_both`: Security both */
export type SecurityBothArguments = Record<string, never>;

/** Arguments of `security_both_or`: Security both or */
export type SecurityBothOrArguments = Record<string, never>;

/** Arguments of `security_certificate`: Security certificate */
export type SecurityCertificateArguments = Record<string, never>;

/** Arguments of `security_collision`: Security collision */
export type SecurityCollisionArguments = Record<string, never>;

/** Arguments of `security_cookie`: Security cookie */
export type SecurityCookieArguments = Record<string, never>;

/** Arguments of `security_digest`: Security digest */
export type SecurityDigestArguments = Record<string, never>;

/** Arguments of `security_either`: Security either */
export type SecurityEitherArguments = Record<string, never>;

/** Arguments of `security_key`: Security key */
export type SecurityKeyArguments = Record<string, never>;

/** Arguments of `security_none`: Security none */
export type SecurityNoneArguments = Record<string, never>;

/** Arguments of `security_oauth`: Security oauth */
export type SecurityOauthArguments = Record<string, never>;

/** Arguments of `security_openid`: Security openid */
export type SecurityOpenidArguments = Record<string, never>;

/** Arguments of `security_optional`: Security optional */
export type SecurityOptionalArguments = Record<string, never>;

/** Arguments of `security_parameter`: A parameter that is the credential */
export type SecurityParameterArguments = Record<string, never>;

/** Arguments of `security_query`: Security query */
export type SecurityQueryArguments = Record<string, never>;

/** Arguments of `tagged04`: Tagged04 */
export type Tagged04Arguments = Record<string, never>;

/** Arguments of `tagged05`: Tagged05 */
export type Tagged05Arguments = Record<string, never>;

/** Arguments of `tagged06`: Tagged06 */
export type Tagged06Arguments = Record<string, never>;

/** Arguments of `tagged07`: Tagged07 */
export type Tagged07Arguments = Record<string, never>;

/** Arguments of `tagged08`: Tagged08 */
export type Tagged08Arguments = Record<string, never>;

/** Arguments of `tagged09`: Tagged09 */
export type Tagged09Arguments = Record<string, never>;

/** Arguments of `tagged10`: Tagged10 */
export type Tagged10Arguments = Record<string, never>;

/** Arguments of `hostile_words`: Summary " ' *\/ ${globalThis.pwned = true} globalThis.pwned = true… */
export interface HostileWordsArguments {
  /** / globalThis.pwned = true; / \. Example: "`${globalThis.pwned = true}`". */
  word?: string;
}

/** Arguments of `tagged15`: Tagged15 */
export type Tagged15Arguments = Record<string, never>;

/** Arguments of `tagged16`: Tagged16 */
export type Tagged16Arguments = Record<string, never>;

/** Arguments of `tagged12`: Tagged12 */
export type Tagged12Arguments = Record<string, never>;

/** Arguments of `tagged14`: Tagged14 */
export type Tagged14Arguments = Record<string, never>;

/** Arguments of `tagged01`: Tagged01 */
export type Tagged01Arguments = Record<string, never>;

/** Arguments of `tagged11`: Tagged11 */
export type Tagged11Arguments = Record<string, never>;

/** Arguments of `tagged03`: Tagged03 */
export type Tagged03Arguments = Record<string, never>;

/** The arguments of every tool, by its name. */
export interface Arguments {
  recursion_all_of: RecursionAllOfArguments;
  recursion_array: RecursionArrayArguments;
  recursion_direct: RecursionDirectArguments;
  recursion_map: RecursionMapArguments;
  recursion_mutual: RecursionMutualArguments;
  recursion_parameter: RecursionParameterArguments;
  recursion_union: RecursionUnionArguments;
  body_any_image: BodyAnyImageArguments;
  body_any_of: BodyAnyOfArguments;
  body_anything: BodyAnythingArguments;
  body_arrays: BodyArraysArguments;
  body_binary: BodyBinaryArguments;
  body_boolean_schemas: BodyBooleanSchemasArguments;
  body_called_body: BodyCalledBodyArguments;
  body_dialect: BodyDialectArguments;
  body_discriminated: BodyDiscriminatedArguments;
  body_empty_schema: BodyEmptySchemaArguments;
  body_form: BodyFormArguments;
  body_free_form: BodyFreeFormArguments;
  body_hostile_type: BodyHostileTypeArguments;
  body_inherited: BodyInheritedArguments;
  body_integer: BodyIntegerArguments;
  body_json_patch: BodyJsonPatchArguments;
  body_keywords: BodyKeywordsArguments;
  body_many_types: BodyManyTypesArguments;
  body_map: BodyMapArguments;
  body_merge_patch: BodyMergePatchArguments;
  body_merged: BodyMergedArguments;
  body_multipart: BodyMultipartArguments;
  body_no_schema: BodyNoSchemaArguments;
  body_null: BodyNullArguments;
  body_nullable: BodyNullableArguments;
  body_numbers: BodyNumbersArguments;
  body_of_delete: BodyOfDeleteArguments;
  body_of_get: BodyOfGetArguments;
  body_one_of: BodyOneOfArguments;
  body_one_of_required: BodyOneOfRequiredArguments;
  body_read_write: BodyReadWriteArguments;
  body_referenced: BodyReferencedArguments;
  body_string: BodyStringArguments;
  body_text: BodyTextArguments;
  body_undeclared: BodyUndeclaredArguments;
  body_wide: BodyWideArguments;
  body_wrapped: BodyWrappedArguments;
  body_xml: BodyXmlArguments;
  subscribe: SubscribeArguments;
  hostile_properties: HostilePropertiesArguments;
  hostile_schema_names: HostileSchemaNamesArguments;
  parameters_constants: ParametersConstantsArguments;
  parameters_cookies: ParametersCookiesArguments;
  parameters_headers: ParametersHeadersArguments;
  parameters_label: ParametersLabelArguments;
  parameters_matrix: ParametersMatrixArguments;
  parameters_odd_names: ParametersOddNamesArguments;
  parameters_query: ParametersQueryArguments;
  parameters_same: ParametersSameArguments;
  parameters_simple: ParametersSimpleArguments;
  parameters_values: ParametersValuesArguments;
  hostile_deprecated: HostileDeprecatedArguments;
  hostile_long: HostileLongArguments;
  get_names_missing_0ba1b3: GetNamesMissing0ba1b3Arguments;
  duplicate_names_01: DuplicateNames01Arguments;
  duplicate_names_02: DuplicateNames02Arguments;
  duplicate_names_03: DuplicateNames03Arguments;
  get_thing_04: GetThing04Arguments;
  get_thing_05: GetThing05Arguments;
  get_thing: GetThingArguments;
  get_thing_07: GetThing07Arguments;
  get_thing_08: GetThing08Arguments;
  get_thing_09: GetThing09Arguments;
  getthing: GetthingArguments;
  get_thing_11: GetThing11Arguments;
  get_thing_12: GetThing12Arguments;
  get_thing2: GetThing2Arguments;
  delete_names: DeleteNamesArguments;
  class: Class_Arguments;
  default: Default_Arguments;
  await: Await_Arguments;
  arguments: Arguments_Arguments;
  constructor: ConstructorArguments;
  proto: ProtoArguments;
  to_string: ToStringArguments;
  then: ThenArguments;
  null: Null_Arguments;
  undefined: Undefined_Arguments;
  get_123start: Get123startArguments;
  get_2: Get2Arguments;
  get_names_27: GetNames27Arguments;
  get_names_28: GetNames28Arguments;
  get_names_29: GetNames29Arguments;
  get_names_30: GetNames30Arguments;
  get_names_31: GetNames31Arguments;
  get_names_32: GetNames32Arguments;
  unicode: UnicodeArguments;
  get_names_34: GetNames34Arguments;
  viii: ViiiArguments;
  find_names: FindNamesArguments;
  get_v1_things_id: GetV1ThingsIdArguments;
  things_get_v2_now: ThingsGetV2NowArguments;
  aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa_dec2bd: AaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaDec2bdArguments;
  averyveryverylongoperationidentifi_017408: Averyveryverylongoperationidentifi017408Arguments;
  averyveryverylongoperationidentifi_549200: Averyveryverylongoperationidentifi549200Arguments;
  a_very_made_like_write_them_first: AVeryMadeLikeWriteThemFirstArguments;
  a_very_made_like_write_them_second: AVeryMadeLikeWriteThemSecondArguments;
  list_names: ListNamesArguments;
  tools: Tools_Arguments;
  get_parsed_http_response_as_json: GetParsedHttpResponseAsJsonArguments;
  snake_case_name: SnakeCaseNameArguments;
  kebab_case_name: KebabCaseNameArguments;
  screaming_case: ScreamingCaseArguments;
  global_this_pwned_true_50: GlobalThisPwnedTrue50Arguments;
  global_this_pwned_true_51: GlobalThisPwnedTrue51Arguments;
  global_this_pwned_true_52: GlobalThisPwnedTrue52Arguments;
  global_this_pwned_true_53: GlobalThisPwnedTrue53Arguments;
  get_names_54: GetNames54Arguments;
  get_names_55: GetNames55Arguments;
  escape: EscapeArguments;
  script_script_global_pwned_true_script: ScriptScriptGlobalPwnedTrueScriptArguments;
  global_this_pwned: GlobalThisPwnedArguments;
  get_names_methods: GetNamesMethodsArguments;
  put_names_methods: PutNamesMethodsArguments;
  post_names_methods: PostNamesMethodsArguments;
  delete_names_methods: DeleteNamesMethodsArguments;
  options_names_methods: OptionsNamesMethodsArguments;
  head_names_methods: HeadNamesMethodsArguments;
  patch_names_methods: PatchNamesMethodsArguments;
  trace_names_methods: TraceNamesMethodsArguments;
  get_names_missing_33a516: GetNamesMissing33a516Arguments;
  get_names_missing_by_id: GetNamesMissingByIdArguments;
  get_names_missing: GetNamesMissingArguments;
  tagged02: Tagged02Arguments;
  tagged13: Tagged13Arguments;
  root_path: RootPathArguments;
  upper_case: UpperCaseArguments;
  customer_orders: CustomerOrdersArguments;
  lower_case: LowerCaseArguments;
  deep_path: DeepPathArguments;
  escaped_path: EscapedPathArguments;
  file_path: FilePathArguments;
  fixed_cooked: FixedCookedArguments;
  fixed_raw: FixedRawArguments;
  fragment_first: FragmentFirstArguments;
  fragment_second: FragmentSecondArguments;
  from_to: FromToArguments;
  hostile_template: HostileTemplateArguments;
  hostile_path: HostilePathArguments;
  proto_path: ProtoPathArguments;
  referenced_path: ReferencedPathArguments;
  server_hostile: ServerHostileArguments;
  server_of_path: ServerOfPathArguments;
  server_of_operation: ServerOfOperationArguments;
  without_slash: WithoutSlashArguments;
  with_slash: WithSlashArguments;
  things_count: ThingsCountArguments;
  thing_in_format: ThingInFormatArguments;
  thing_publish: ThingPublishArguments;
  thing_unpublish: ThingUnpublishArguments;
  things_batch_get: ThingsBatchGetArguments;
  users_me: UsersMeArguments;
  answer_broken: AnswerBrokenArguments;
  answer_bytes: AnswerBytesArguments;
  answer_undeclared: AnswerUndeclaredArguments;
  answer_events: AnswerEventsArguments;
  answer_image: AnswerImageArguments;
  answer_integers: AnswerIntegersArguments;
  answer_many: AnswerManyArguments;
  answer_nothing: AnswerNothingArguments;
  answer_problem: AnswerProblemArguments;
  answer_slow: AnswerSlowArguments;
  answer_text: AnswerTextArguments;
  answer_xml: AnswerXmlArguments;
  security_basic: SecurityBasicArguments;
  security_bearer: SecurityBearerArguments;
  security_both: SecurityBothArguments;
  security_both_or: SecurityBothOrArguments;
  security_certificate: SecurityCertificateArguments;
  security_collision: SecurityCollisionArguments;
  security_cookie: SecurityCookieArguments;
  security_digest: SecurityDigestArguments;
  security_either: SecurityEitherArguments;
  security_key: SecurityKeyArguments;
  security_none: SecurityNoneArguments;
  security_oauth: SecurityOauthArguments;
  security_openid: SecurityOpenidArguments;
  security_optional: SecurityOptionalArguments;
  security_parameter: SecurityParameterArguments;
  security_query: SecurityQueryArguments;
  tagged04: Tagged04Arguments;
  tagged05: Tagged05Arguments;
  tagged06: Tagged06Arguments;
  tagged07: Tagged07Arguments;
  tagged08: Tagged08Arguments;
  tagged09: Tagged09Arguments;
  tagged10: Tagged10Arguments;
  hostile_words: HostileWordsArguments;
  tagged15: Tagged15Arguments;
  tagged16: Tagged16Arguments;
  tagged12: Tagged12Arguments;
  tagged14: Tagged14Arguments;
  tagged01: Tagged01Arguments;
  tagged11: Tagged11Arguments;
  tagged03: Tagged03Arguments;
}

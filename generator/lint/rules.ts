import { quoteYaml } from '../model/config.js';
import type { Code, Severity } from '../model/diagnostic.js';
import { listNames } from '../text/notes.js';

/** What is said of a rule, whatever it finds. */
export interface Rule {
  /** What it finds, in a sentence. */
  what: string;
  /** What that costs the model. */
  cost: string;
  /** What the author of the document can do. */
  fix: string;
}

/** A rule of `lint` itself. Errors cost an operation, warnings wrong choices and failed calls; infos are suggestions. */
interface OwnRule extends Rule {
  severity: Severity;
  text: (args: never) => string;
}

/** Every rule of `lint`, in one table. */
export const rules = {
  'missing-summary': {
    severity: 'warning',
    what: 'An operation has neither a summary nor a description.',
    cost: 'The model chooses the tool by its name alone.',
    fix: 'Add a summary: a verb, what it acts on, and when to use it rather than its neighbours.',
    text: (a: { operation: string; tool: string }) =>
      `${a.operation} ("${a.tool}") has neither summary nor description.`,
  },
  'vague-description': {
    severity: 'info',
    what: 'A description says no more than the name that it describes.',
    cost: 'The model pays for the words and learns nothing from them.',
    fix: 'Say what the name does not: what is acted on, what comes back, what to know before.',
    text: (a: { thing: string; words: string }) => `${a.thing} is described as ${quoteLine(a.words)}.`,
  },
  'oversized-description': {
    severity: 'warning',
    what: 'The description of an operation is too long for a tool.',
    cost: 'Tools carry 1,000 characters: the rest is cut, whatever it says.',
    fix: 'Put what decides the choice and the call into the first paragraph; move the manual to externalDocs.',
    text: (a: { operation: string; tokens: number; kept: number }) =>
      `The description of ${a.operation} takes ${number(a.tokens)} tokens; the tool keeps ${number(a.kept)}.`,
  },
  'missing-operation-id': {
    severity: 'info',
    what: 'An operation has no operationId.',
    cost: 'The tool is named after method and path: longer to read, and renamed whenever the path changes.',
    fix: 'Add an operationId that begins with a verb, such as listPets.',
    text: (a: { operation: string; tool: string }) =>
      `${a.operation} has no operationId; the tool is called "${a.tool}".`,
  },
  'ambiguous-names': {
    severity: 'warning',
    what: 'The names of several tools are made of the same words.',
    cost: 'The model takes one for the other: both calls are well-formed, one of them is wrong.',
    fix: 'Give each operationId a word of its own: getUser and listUsers rather than getUser and getUsers.',
    text: (a: { tools: readonly string[] }) =>
      `These tools have the same words as names: ${listFirst(a.tools)}.`,
  },
  'duplicate-description': {
    severity: 'warning',
    what: 'Several tools are described with the same words.',
    cost: 'Nothing but the name tells the tools apart: of N equal descriptions, a choice by meaning is right once in N.',
    fix: 'Say in the first sentence what distinguishes the operation.',
    text: (a: { words: string; tools: readonly string[] }) =>
      `${number(a.tools.length)} tools are described as ${quoteLine(a.words)}: ${listFirst(a.tools)}.`,
  },
  'deprecated-without-replacement': {
    severity: 'info',
    what: 'An operation is deprecated, and no word says what to use instead.',
    cost: 'The model is warned off a tool without being told of a better one, and may use it all the same.',
    fix: 'Name the operation that replaces it, or say that nothing does.',
    text: (a: { operation: string }) => `${a.operation} is deprecated; its description names no replacement.`,
  },
  'unsafe-get': {
    severity: 'warning',
    what: 'A GET is named as if it changed something.',
    cost: 'The tool is announced as read-only: clients may run it without asking their user.',
    fix: 'Use POST, PUT, PATCH or DELETE for what changes something, or choose another verb for the name.',
    text: (a: { operation: string; verb: string }) =>
      `${a.operation} begins with "${a.verb}", but a GET is taken for a safe read.`,
  },
  'undescribed-parameter': {
    severity: 'warning',
    what: 'A parameter has no description, and its name does not make up for it.',
    cost: 'The model guesses the value; a wrong guess costs a call.',
    fix: 'Describe what the value means and where it comes from.',
    text: (a: { name: string; place: string; why: string }) =>
      `The ${a.place} parameter "${a.name}" ${a.why} has no description.`,
  },
  'unbounded-path-string': {
    severity: 'info',
    what: 'A string in a path has no pattern, format, enum or maximum length.',
    cost: 'Any text passes the check before the call: a wrong id is only found by the API, at the price of a round trip.',
    fix: 'Add a format (uuid), a pattern or a maxLength.',
    text: (a: { name: string }) => `The path parameter "${a.name}" is a string without any limit.`,
  },
  'secret-parameter': {
    severity: 'warning',
    what: 'A parameter asks for a secret that is not declared as a security scheme.',
    cost: 'The secret becomes an argument: the model has to know it, and it stays in the conversation. A header Authorization, which OpenAPI leaves to security schemes, is not sent at all.',
    fix: 'Declare it under securitySchemes, so that it comes from the environment; or name it under credentials in mcpwright.yaml.',
    text: (a: { name: string; place: string }) =>
      a.place === 'body'
        ? `The field "${a.name}" of a body looks like a credential; "credentials: [${quoteYaml(a.name)}]" in mcpwright.yaml takes it from the environment.`
        : `The ${a.place} parameter "${a.name}" looks like a credential; "credentials: [${quoteYaml(a.name)}]" in mcpwright.yaml takes it from the environment.`,
  },
  'key-without-prefix': {
    severity: 'warning',
    what: 'An API key goes into the header Authorization, and nothing says what stands before it.',
    cost: 'None to the model; most APIs refuse a key without its word, such as Bot or ApiKey.',
    fix: 'Say the prefix under credentials in mcpwright.yaml; OpenAPI has no place for it, unless it is Bearer.',
    text: (a: { name: string; prefix: string }) =>
      a.prefix === ''
        ? `The key of "${a.name}" goes into Authorization as it is; "credentials: [{ scheme: ${quoteYaml(a.name)}, prefix: … }]" in mcpwright.yaml puts a word before it.`
        : `The key of "${a.name}" goes into Authorization as it is, but the description names "${a.prefix}" before it: "credentials: [{ scheme: ${quoteYaml(a.name)}, prefix: ${quoteYaml(a.prefix)} }]" in mcpwright.yaml.`,
  },
  'scheme-unasked': {
    severity: 'warning',
    what: 'Security schemes are declared, and no operation asks for any.',
    cost: 'Calls carry no credential: an API that wants one refuses them all.',
    fix: 'Add security at the root of the document, or name the scheme under credentials in mcpwright.yaml.',
    text: (a: { name: string }) =>
      `No operation asks for the security scheme "${a.name}"; "credentials: [{ scheme: ${quoteYaml(a.name)} }]" in mcpwright.yaml sends it with all.`,
  },
  'refused-without-scheme': {
    severity: 'warning',
    what: 'An operation describes 401 or 403, and asks for no security scheme.',
    cost: 'Calls carry no credential, and the API most likely refuses them.',
    fix: 'Declare how the API is authenticated with, or say it under credentials in mcpwright.yaml.',
    text: (a: { scheme: string }) =>
      `The API may refuse callers, and no security scheme is asked for; "credentials: [{ ${a.scheme === '' ? 'type: bearer' : `scheme: ${quoteYaml(a.scheme)}`} }]" in mcpwright.yaml sends one.`,
  },
  'token-without-scheme': {
    severity: 'warning',
    what: 'An operation hands out tokens, and the document declares no security scheme.',
    cost: 'Calls carry no token: the model would have to see it, and has no argument to give it.',
    fix: 'Declare the scheme that the tokens are for, or say it under credentials in mcpwright.yaml.',
    text: (a: { operation: string; tokenUrl: string }) =>
      a.tokenUrl === ''
        ? `${a.operation} hands out tokens, and no security scheme says where they are sent; "credentials: [{ type: bearer }]" in mcpwright.yaml sends one from the environment.`
        : `${a.operation} hands out tokens, and no security scheme says where they are sent; "credentials: [{ type: oauth2, tokenUrl: ${quoteYaml(a.tokenUrl)} }]" in mcpwright.yaml lets the server get them itself.`,
  },
  'cookie-without-login': {
    severity: 'info',
    what: 'A security scheme is a cookie, and an operation of the API logs in.',
    cost: 'Somebody has to copy the cookie into a variable, again and again; the model could log in only with the password in its context.',
    fix: 'Say under credentials in mcpwright.yaml which operation logs in: the server does it then, and keeps its cookies.',
    text: (a: { operation: string; scheme: string; line: string }) =>
      `The security scheme "${a.scheme}" is a cookie, and ${a.operation} logs in: "${a.line}" in mcpwright.yaml lets the server do it itself.`,
  },
  'server-of-another-role': {
    severity: 'warning',
    what: 'A server of the whole document seems to be for some of its operations.',
    cost: 'They are called at the first server, which most likely does not know them.',
    fix: 'Name the server at the paths or operations that belong to it, in the document or by an overlay.',
    text: (a: { url: string; first: string; role: string; action: string }) =>
      `${a.url} seems to be a server for ${a.role}, and not another ${a.first}, where all operations are called. An overlay names it at those that belong there: "actions: [${a.action}]".`,
  },
  'header-in-prose': {
    severity: 'warning',
    what: 'A description asks for a header that no operation declares.',
    cost: 'It is not sent: the API refuses calls, or responds as another version of it would.',
    fix: 'Declare it as a parameter, or give it a value under headers in mcpwright.yaml.',
    text: (a: { name: string; value: string; isSecret: boolean }) =>
      a.isSecret
        ? `Words ask for the header "${a.name}", which no operation declares; "credentials: [{ header: ${quoteYaml(a.name)} }]" in mcpwright.yaml sends it from the environment.`
        : `Words ask for the header "${a.name}", which no operation declares; "headers: { ${a.name}: ${a.value === '' ? '…' : `'${a.value}'`} }" in mcpwright.yaml sends it.`,
  },
  'undocumented-enum': {
    severity: 'warning',
    what: 'The values of an enum say nothing by themselves, and no description explains them.',
    cost: 'The model picks a value blindly: of N values, one is meant.',
    fix: 'Say in the description what each value means, or use values that are words.',
    text: (a: { name: string; values: readonly string[] }) =>
      `"${a.name}" takes ${listFirst(a.values)}; its description does not say what they mean.`,
  },
  'impossible-range': {
    severity: 'warning',
    what: 'A minimum is above its maximum.',
    cost: 'No value fits: every call that gives one is refused, or the API refuses it.',
    fix: 'Exchange or correct the bounds.',
    text: (a: { name: string; least: string; most: string }) =>
      `"${a.name}" asks for ${a.least} and ${a.most}: no value is both.`,
  },
  'undeclared-member': {
    severity: 'warning',
    what: 'A required member is declared by no schema.',
    cost: 'The model has to give a value of which it knows no more than the name.',
    fix: 'Declare it under properties, or correct its name under required.',
    text: (a: { name: string; members: string[] }) =>
      `"${a.name}" requires ${a.members.map((member) => JSON.stringify(member)).join(', ')}, which no schema declares.`,
  },
  'impossible-object': {
    severity: 'warning',
    what: 'An object requires a member that its own schema does not allow.',
    cost: 'No value fits: every call that gives one is refused, or the API refuses it.',
    fix: 'Declare the member, or take it out of `required`.',
    text: (a: { name: string; members: readonly string[] }) =>
      `"${a.name}" requires ${listFirst(a.members)}, which its own schema does not allow.`,
  },
  'impossible-format': {
    severity: 'warning',
    what: 'A pattern or a length leaves out every value of the format beside it.',
    cost: 'No value fits both: every call that gives one is refused, or the API refuses it.',
    fix: 'Keep the one that is meant.',
    text: (a: { name: string; format: string; limits: readonly string[] }) =>
      `"${a.name}" asks for the format ${a.format} and for ${a.limits.join(', ')}: no value is both.`,
  },
  'undeclared-parameter': {
    severity: 'warning',
    what: 'A path has a placeholder for which no parameter is declared.',
    cost: 'It is offered as a text that is required, without type and description: the model guesses what it takes.',
    fix: 'Declare it as a parameter with "in: path", a type and a description, or correct the name in the path.',
    text: (a: { operation: string; name: string }) => `${a.operation} declares no parameter for {${a.name}}.`,
  },
  'demanding-patch': {
    severity: 'warning',
    what: 'The body of a PATCH requires most of its members.',
    cost: 'To change one member, the model has to look up and repeat the others, and may overwrite what it got wrong.',
    fix: 'Make optional what may stay as it is.',
    text: (a: { operation: string; required: readonly string[]; members: number }) =>
      `${a.operation} requires ${number(a.required.length)} of the ${number(a.members)} members of its body: ${listFirst(a.required)}.`,
  },
  'vague-name': {
    severity: 'warning',
    what: 'The name of a tool does not say what it acts on.',
    cost: 'The model cannot tell from the list what the tool is for, and takes it for a general one.',
    fix: 'Add the noun to the operationId: deletePet rather than delete.',
    text: (a: { operation: string; tool: string }) =>
      `${a.operation} becomes the tool "${a.tool}", which does not say what it acts on.`,
  },
  'steering-text': {
    severity: 'warning',
    what: 'Words for the model read like orders to it.',
    cost: 'What they tell the model to do comes from the document, not from its user: calls may be made that nobody asked for.',
    fix: 'Describe the API; take out what addresses the model, and check who wrote it.',
    text: (a: { thing: string; words: string }) =>
      `The description of ${a.thing} seems to give orders to the model: ${quoteLine(a.words)}.`,
  },
  'not-judged': {
    severity: 'warning',
    what: 'Rules cannot judge an operation.',
    cost: 'What else there is to be said of it is not found.',
    fix: 'Report it with the document; all other operations are judged.',
    text: (a: { operation: string; reason: string }) => `${a.operation} is not judged in full: ${a.reason}.`,
  },
  'read-and-write-only': {
    severity: 'warning',
    what: 'A property is both readOnly and writeOnly.',
    cost: 'It belongs to no request and no response: the model never sees it.',
    fix: 'Keep one of the two.',
    text: (a: { name: string }) => `"${a.name}" is both readOnly and writeOnly.`,
  },
  'untyped-body': {
    severity: 'warning',
    what: 'A request body is JSON of which nothing is declared.',
    cost: 'The model invents the fields, and nothing is checked before the API refuses them.',
    fix: 'Declare its properties, or give an example.',
    text: (a: { operation: string }) => `The body of ${a.operation} may be any JSON.`,
  },
  'bare-object': {
    severity: 'info',
    what: 'A member of a JSON body is an object of which nothing is declared.',
    cost: 'The model invents its members; and frameworks write the same for a member that may be any value, which is refused here where it is no object.',
    fix: 'Declare its members, or leave its type out where it may be any value; for the whole document, set "requests: { bareObjects: any }" in mcpwright.yaml.',
    text: (a: { operation: string; names: string[] }) =>
      `${listNames(a.names)} in the body of ${a.operation} ${a.names.length === 1 ? 'is an object' : 'are objects'} of which nothing is declared.`,
  },
  'oversized-body': {
    severity: 'warning',
    what: 'The schema of a request body is too large for a tool.',
    cost: 'A tool has 400 tokens in the list: what its schema cannot show, the model learns from refused calls.',
    fix: 'Offer a smaller operation for the usual case, or keep what is needed at the top levels.',
    text: (a: { operation: string; tokens: number; levels: number; shown: number }) =>
      `The body of ${a.operation} takes ${number(a.tokens)} tokens of schema, ${a.levels} levels deep; ` +
      `the tool shows ${number(a.shown)}.`,
  },
  'constraint-in-prose': {
    severity: 'info',
    what: 'Words state a constraint that the schema does not declare.',
    cost: 'The constraint is read but not checked: a call against it fails at the API, not before.',
    fix: 'If the description means it, declare it; --fix-overlay writes this as an overlay to choose from.',
    text: (a: { name: string; says: string; evidence: string }) =>
      `"${a.name}" could declare ${a.says}: ${quoteLine(a.evidence)}`,
  },
} as const satisfies Record<string, OwnRule>;

export type RuleId = keyof typeof rules;

/** What is to be said of each finding of the generator's own run. */
export const diagnosed: Record<Code, Rule> = {
  'unreadable-reference': {
    what: 'A reference leads to something that cannot be read.',
    cost: 'What depends on it is missing.',
    fix: 'Publish what the reference names, or correct it.',
  },
  'odd-document': {
    what: 'The document is not quite what the specification asks for.',
    cost: 'It is read as its author most likely meant it, which may be wrong.',
    fix: 'Write it as the specification says.',
  },
  'overlay-unmatched': {
    what: 'An action of an overlay matches nothing.',
    cost: 'What it was to change is as the document has it.',
    fix: 'Correct its target, or delete the action if the document has changed.',
  },
  'overlay-refused': {
    what: 'An action of an overlay does not fit what it matches.',
    cost: 'What it was to change is as the document has it.',
    fix: 'Change the action as the message says.',
  },
  'overlay-of-another': {
    what: 'An overlay says that it extends another document.',
    cost: 'None, if it fits this one all the same.',
    fix: 'Name this document under extends, or leave extends out.',
  },
  'operation-skipped': {
    what: 'An operation cannot be read.',
    cost: 'It becomes no tool: the model cannot do what it does.',
    fix: 'Correct what the message names.',
  },
  'schema-relaxed': {
    what: 'A part of a schema cannot be used as it stands.',
    cost: 'That part is not checked before a call.',
    fix: 'Write it in JSON Schema as the specification says.',
  },
  'enum-open': {
    what: 'An enum is said to be open.',
    cost: 'A value that the API does not know fails there, not before.',
    fix: 'None, where it is meant so.',
  },
  'pattern-changed': {
    what: 'A pattern is of another dialect than ECMAScript.',
    cost: 'None, where it was understood: it is checked as translated.',
    fix: 'Write it in the dialect of ECMAScript, as OpenAPI asks.',
  },
  'pattern-dropped': {
    what: 'A pattern cannot be checked.',
    cost: 'A value against it fails at the API, not before.',
    fix: 'Write a pattern of ECMAScript that does not backtrack without bounds.',
  },
  'parameter-ignored': {
    what: 'A parameter cannot be sent.',
    cost: 'The model cannot give it.',
    fix: 'Correct the parameter, or remove it.',
  },
  'routing-refused': {
    what: 'An argument cannot be repeated in a header, though x-mcp or mcpwright.yaml asks for it.',
    cost: 'Proxies that go by the header do not see it.',
    fix: 'Name an argument that is a string, an integer or a boolean, and a header that no other argument has.',
  },
  'parameter-supplied': {
    what: 'A parameter, or a field of a body, seems to be the credential that a security scheme sends elsewhere.',
    cost: 'The model cannot give it, and the API does not get it.',
    fix: 'Leave it out of the document; or declare it as a security scheme, or name it under credentials in mcpwright.yaml.',
  },
  'scheme-added': {
    what: 'A parameter is that of a security scheme that its operation does not ask for.',
    cost: 'None, if it is the credential: the model is not asked for it, and the scheme sends it.',
    fix: 'Ask for the scheme in the operation; or keep the parameter an argument under credentials in mcpwright.yaml.',
  },
  'scheme-dropped': {
    what: 'A parameter is that of the security scheme that its operation asks for, but seems to be what the call is about.',
    cost: 'The model is asked for it, and the call carries no credential of that scheme.',
    fix: 'Leave the parameter out of the document, or name it under credentials in mcpwright.yaml; where it is what the call is about, ask for another scheme.',
  },
  'scheme-undefined': {
    what: 'A security scheme is asked for, but not defined.',
    cost: 'Calls carry no credential for it; the API refuses them.',
    fix: 'Define it under components.securitySchemes.',
  },
  'scheme-unsupported': {
    what: 'A security scheme cannot be served.',
    cost: 'Operations that need it cannot be called.',
    fix: 'Offer another scheme beside it, such as an API key or a bearer token.',
  },
  'login-not-offered': {
    what: 'An operation logs in for this server, and is no tool.',
    cost: 'None: the server calls it itself.',
    fix: 'None, unless models are to call it as well.',
  },
  'scheme-limited': {
    what: 'The server cannot get tokens for an OAuth scheme by itself.',
    cost: 'None to the model; someone has to renew the token.',
    fix: 'Describe another flow with its token URL; or say under credentials in mcpwright.yaml where tokens come from.',
  },
  'token-url-relative': {
    what: 'The token URL of an OAuth scheme is relative, and no server of the document is absolute.',
    cost: 'No token can be asked for until someone configures the base URL.',
    fix: 'Add the URL of the API under servers, or write the whole token URL.',
  },
  'no-credential': {
    what: 'No operation asks for a security scheme, and operations describe 401 or 403.',
    cost: 'Calls carry no credential, and the API most likely refuses them.',
    fix: 'Declare how the API is authenticated with, or say it under credentials in mcpwright.yaml.',
  },
  'scopes-unoffered': {
    what: 'Operations ask for scopes that the OAuth scheme does not offer.',
    cost: 'A strict authorization server gives no token, and every call fails.',
    fix: 'Describe the scopes in the flows of the scheme, or say under credentials in mcpwright.yaml which are asked for.',
  },
  'login-unavailable': {
    what: 'Users cannot log in to an OAuth scheme by the server.',
    cost: 'None to the model; a token has to be got elsewhere.',
    fix: 'Describe the URL of the flow, in https; or say it under credentials in mcpwright.yaml.',
  },
  'constraint-relaxed': {
    what: 'An example, default or enum value of the document contradicts a constraint of the document.',
    cost: 'At that place calls against it are no longer stopped, so that the documented one works; the model is shown it all the same.',
    fix: 'Correct the one that is wrong.',
  },
  'discriminator-open': {
    what: 'A discriminator does not lead to the schemas that it chooses from.',
    cost: 'Which schema is meant is not checked by it: a wrong value of its property fails at the API, not before.',
    fix: 'Name a property that each of them has, and map its values to schemas that are there and take them.',
  },
  'list-of-one': {
    what: 'A framework that reads a list of one as a text has lists in queries.',
    cost: 'A call with one item is refused, or taken for something else.',
    fix: 'Have the code make a list of one value, or send the names in brackets: requests: { arrays: brackets }.',
  },
  'query-required': {
    what: 'A framework that writes optional parameters of queries as required has required ones.',
    cost: 'The model has to make up a value that it could leave out.',
    fix: 'Say in the code that it may be left out (of NestJS, @ApiQuery with required: false), or by an overlay.',
  },
  'body-unsaid': {
    what: 'A framework that leaves bodies without a type out of its documents has an operation that should take one.',
    cost: 'Nothing can be sent: the tool calls the API without what it is to create.',
    fix: 'Give the body a type in the code (of NestJS, a class or @ApiBody), or declare it by an overlay.',
  },
  'body-asked': {
    what: 'The document asks for members of a body, but does not say whether there must be a body.',
    cost: 'None: the tool asks for the members.',
    fix: 'Declare the body as required: true, or as required: false if it may be left out.',
  },
  'body-nullable': {
    what: 'The schema of a body takes null, and the document does not say whether there must be a body.',
    cost: 'The body may be left out; an API that wants one refuses the call.',
    fix: 'Declare the body as required: true, or as required: false if it may be left out.',
  },
  'slashes-encoded': {
    what: 'A value in a path looks like a path of several segments, and nothing declares it.',
    cost: 'Its slashes are sent percent-encoded; an API that takes them as they are does not find what is meant.',
    fix: 'Write segments: true for the tool in mcpwright.yaml or x-mcp, or false if the value is one segment.',
  },
  'slashes-ambiguous': {
    what: 'A value in a path may hold slashes, with which it could lead to another path of the document.',
    cost: 'Its slashes are sent percent-encoded; an API that takes them as they are does not find what is meant.',
    fix: 'Give the paths fixed segments that tell them apart, or write segments: true for the tool in mcpwright.yaml or x-mcp.',
  },
  'name-changed': {
    what: 'An operationId cannot be the name of a tool.',
    cost: 'The tool has another name than the API documents.',
    fix: 'Choose an operationId of ASCII letters and digits, as short as the message asks for.',
  },
  'name-shared': {
    what: 'Several operations ask for the same name.',
    cost: 'The tool is named after method and path, or ends in a hash: the model has less to go by.',
    fix: 'Give each operation an operationId of its own.',
  },
  'server-name-kept': {
    what: 'The title of the document changed, and the server keeps the name that it was given.',
    cost: 'None: clients and environment variables go on working.',
    fix: 'Write "name:" into mcpwright.yaml: the name that it has, or another one.',
  },
  'server-name-general': {
    what: 'The title is one that every API may have, or too long for a name.',
    cost: 'The server, and what its environment variables begin with, are called by what is left of it.',
    fix: 'Give the document a title of its own, or write "name:" into mcpwright.yaml.',
  },
  'server-name-shortened': {
    what: 'Beside the name that the title makes, names of tools would be too long.',
    cost: 'The server has the first word of its title for a name.',
    fix: 'Write "name:" into mcpwright.yaml where it is to have another.',
  },
  'name-held': {
    what: 'An operation asks for a name that another tool has had since an earlier run.',
    cost: 'The tool has another name than the API documents.',
    fix: 'Choose another operationId, or let go of the name in .mcpwright/names.json.',
  },
  'name-given': {
    what: 'The name of a tool was chosen for another one.',
    cost: 'The tool has another name than before, or than the API documents.',
    fix: 'Choose a name for this operation too.',
  },
  'name-refused': {
    what: 'The name that the document chooses for a tool cannot be used.',
    cost: 'The tool has another name than its author wanted.',
    fix: 'Choose a name of its own, as short as the message asks for.',
  },
  'framework-followed': {
    what: 'A framework is recognized that reads requests in ways that its documents do not say.',
    cost: 'None, if it is that framework: requests are written as it reads them.',
    fix: 'Write framework: none, or what you want under requests:, where it is not so.',
  },
  'choice-followed': {
    what: 'An entry under tools names an operation by an operationId that it had on an earlier run.',
    cost: 'Nothing: the entry is followed. Whoever reads it looks for an operation that is not there.',
    fix: 'Write the operationId of now, or the method and the path.',
  },
  'retries-ignored': {
    what: 'Retries are asked for requests that may take effect twice when they are sent twice.',
    cost: 'Nothing: they are never sent again, whatever the configuration says.',
    fix: 'Declare the header Idempotency-Key where the API knows it, or leave these out of the rule.',
  },
  'nothing-matched': {
    what: 'A rule or an entry of the configuration matches no operation.',
    cost: 'It does nothing: what it was to offer, leave out or change is not.',
    fix: 'Correct it, or remove it.',
  },
  'resource-refused': {
    what: 'What is to be a resource cannot be read by a URI.',
    cost: 'It stays a tool: clients that show resources do not show it.',
    fix: 'Choose kind: tool for it, or give its required parameters a place in the path.',
  },
  'prompt-left-out': {
    what: 'A prompt speaks of a tool that is not offered.',
    cost: 'The prompt is not offered either.',
    fix: 'Offer the tool, or leave the prompt out.',
  },
  'listing-left-out': {
    what: 'The tool that lists the values of an argument is not offered.',
    cost: 'Clients suggest no values.',
    fix: 'Offer the tool, or leave the listing out.',
  },
  'value-unfit': {
    what: 'The configuration gives an argument a value that the document does not allow.',
    cost: 'None to the model; the API may refuse every call.',
    fix: 'Correct the value under arguments or headers in mcpwright.yaml, or the schema in the document.',
  },
  'toolset-made': {
    what: 'The configuration puts a tool into a toolset that is named nowhere else.',
    cost: 'The tool is apart from those that it may belong with.',
    fix: 'Correct the name, or add it under toolsets.',
  },
  'feature-unserved': {
    what: 'A part is chosen that serves a transport which the project does not have.',
    cost: 'It is left out, and what asks for it has no effect.',
    fix: 'Add the transport under features, or take the part out.',
  },
  'no-server': {
    what: 'The document names no absolute server URL, for all operations or for some.',
    cost: 'None of their calls can be sent until someone configures the URL.',
    fix: 'Add the URL of the API under servers.',
  },
  'server-unusable': {
    what: 'A server of the document is no URL that could be called.',
    cost: 'It is left out: calls go to another one, or nowhere.',
    fix: 'Correct its URL, or declare its placeholders as variables.',
  },
  'server-unfilled': {
    what: 'The URL of a server has a variable without a value, or with one that it cannot have.',
    cost: 'No call can be sent until someone configures the value.',
    fix: 'Give the variable a default, or leave it to who runs the server.',
  },
  'server-doubtful': {
    what: 'The host of a server looks like a placeholder that readers replace.',
    cost: 'If it is one, no call arrives before someone configures the URL.',
    fix: 'Write what readers replace as a variable, such as {domain}, or name the URL of the API.',
  },
  'foreign-server': {
    what: 'Operations that need credentials are called at an origin that the document as a whole does not name.',
    cost: 'They are called without credentials, and most likely refused.',
    fix: 'Name the origin under servers of the document, or under credentialOrigins in mcpwright.yaml.',
  },
  'insecure-server': {
    what: 'A server that gets credentials is not reached over https.',
    cost: 'None to the model; its credentials can be read on the way.',
    fix: 'Name the https URL.',
  },
  'nothing-to-offer': {
    what: 'The document has nothing that could become a tool.',
    cost: 'There is no server.',
    fix: 'Point at the document that describes the operations.',
  },
  'tool-over-budget': {
    what: 'A tool takes more tokens than its budget, with all of its descriptions left out.',
    cost: 'It is listed all the same, at the expense of everything else that the model reads.',
    fix: 'Group its arguments into objects, offer fewer of them, or give it more with --budget.',
  },
  'toolset-over-total': {
    what: 'A toolset takes more tokens than a list may.',
    cost: 'Its tools are searched for rather than listed, even where it is served by itself.',
    fix: 'Divide it: give its operations more tags, or toolsets in mcpwright.yaml.',
  },
  'tool-quarantined': {
    what: 'A tool would be refused by clients.',
    cost: 'It is left out: the model cannot do what it does.',
    fix: 'Change what the message names.',
  },
};

function number(value: number): string {
  return value.toLocaleString('en');
}

/** How many things are named before the rest is counted. */
const named = 5;

function listFirst(items: readonly string[]): string {
  const rest = items.length - named;
  return items.slice(0, named).join(', ') + (rest > 0 ? ` and ${rest} more` : '');
}

/** How much of a text is quoted. */
const longest = 160;

function quoteLine(text: string): string {
  const line = text.replaceAll(/\s+/g, ' ').trim();
  return `"${line.length > longest ? `${line.slice(0, longest)}…` : line}"`;
}

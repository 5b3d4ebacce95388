import type { Promises, Shape } from '../model/server.js';
import { stringify } from 'yaml';
import { type Config, type Rule, configSchemaPath, defaults } from '../model/config.js';
import type { Kept, NameLock } from '../model/names.js';
import { escapeHidden } from '../text/hidden.js';

const opening = `# yaml-language-server: $schema=${configSchemaPath}
#
# The choices that this project is generated with. The file is yours: it is read on every run, and never
# overwritten. What the command line says counts more, for that run. Paths start from this file.
`;

/** Where the document has no name that could be kept. */
const unnamed = `
# document: openapi.yaml # a path or a URL: with it, "mcpwright generate" alone generates again
`;

const examples = `
# For example:
#
# include: # offer what any of these matches, and nothing else
#   - tag=pets
#   - path=/orders/** method=GET
# exclude: # but not these
#   - deprecated
# toolsets:
#   shop:
#     title: The shop
#     include: [toolset=orders, tag=carts]
# overlays: # applied to the document, in this order
#   - overlay.yaml
# refs: # what the document may refer to, besides files below its own folder
#   folders: [../common]
#   hosts: [raw.githubusercontent.com]
# credentials: # their values come from the environment
#   - X-API-Key # a parameter that no model is asked for
#   - scheme: apiKey # a security scheme of the document, or a new one
#     header: Authorization
#     prefix: Bot
# headers: # sent with every call
#   X-Api-Version: '2024-01-01'
# arguments:
#   limit: { default: 20 }
# credentialOrigins: # get the credentials of the API, though only single operations are called there
#   - https://uploads.example.com
# tools:
#   listPets: # an operationId, or method and path: "GET /pets"
#     name: find_pets
#     description: Finds pets by name or owner.
#     pinned: true
#     confirm: true # the user is asked before it is called; "confirm: { for: [destructive] }" at the top for many
#     select: true # gives it the argument _select, which selects parts of its responses
#     fields: ['[].id', '[].name'] # what is shown of its responses
#   getPet:
#     kind: both # it can be read by a URI as well: tool, resource or both
# adjust:
#   - for: tag=reports
#     timeoutMs: 120000 # a call may take two minutes
#     concurrency: 2 # two calls of these tools at a time; others wait
# prompts:
#   introduce:
#     title: Introduce a pet
#     text: Call {{tools.getPet}} with {{pet}}, and write a notice about it.
#     arguments:
#       pet: { of: getPet.petId, required: true }
# features: # parts of the server that the document alone does not decide
#   auth: true # clients over HTTP need access tokens of an authorization server
#   users: true # calls over HTTP are made with credentials of their users
#   questions: true # src/custom.ts asks users
#   signing: true # src/custom.ts signs requests
#   mock: true # --mock responds from the document
#   proxies: true # HTTPS_PROXY, MCP_CA_FILE and client certificates
# publish: # "mcpwright publish" writes what each place wants
#   to: [npm, registry, mcpb]
#   name: io.github.your-name/your-server
`;

/**
 * The text of the file that holds the user's choices: those that differ from the defaults, and how to make others.
 *
 * @param more - what follows them in place of the examples: choices as text, with comments
 */
export function printConfig(config: Config, more = examples): string {
  const keys = Object.keys(defaults) as (keyof Config)[];
  const made = keys.filter((key) => JSON.stringify(config[key]) !== JSON.stringify(defaults[key]));
  const start = `${opening}${config.document === '' ? unnamed : ''}`;
  if (made.length === 0) return `${start}${more}`;
  const { include, exclude, resources, toolsets, adjust, ...others } = config;
  const told: Record<keyof Config, unknown> = {
    ...others,
    refs: Object.fromEntries(Object.entries(config.refs).filter(([, allowed]) => allowed.length > 0)),
    confirm: {
      for: config.confirm.for.map(toMapping),
      ...(config.confirm.otherwise !== defaults.confirm.otherwise && { otherwise: config.confirm.otherwise }),
    },
    include: include.map(toMapping),
    exclude: exclude.map(toMapping),
    adjust: adjust.map((one) =>
      one.for === undefined ? one : Object.assign({}, one, { for: one.for.map(toMapping) }),
    ),
    resources: { ...resources, include: resources.include.map(toMapping) },
    toolsets: Object.fromEntries(
      Object.entries(toolsets).map(([name, { include: rules, ...words }]) => [
        name,
        { ...words, ...(rules === undefined ? {} : { include: rules.map(toMapping) }) },
      ]),
    ),
  };
  const choices = Object.fromEntries(made.map((key) => [key, told[key]]));
  return `${start}\n${stringify(choices, { lineWidth: 100, aliasDuplicateObjects: false })}${more}`;
}

/** A rule without the lists that hold one text. */
function toMapping(rule: Rule): object {
  return Object.fromEntries(
    Object.entries(rule).map(([key, value]) => [
      key,
      Array.isArray(value) && value.length === 1 ? (value as string[])[0] : value,
    ]),
  );
}

/** The text of a lock: one line an operation, in a fixed order, so that a renamed tool is one changed line. */
export function printNames({ given }: NameLock): string {
  const lines = Object.entries(given)
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([key, { name, operationId, chosenAs, written, was = [], arguments: renamed = {} }]) => {
      const id = operationId === undefined ? '' : `, "operationId": ${printText(operationId)}`;
      const chosen = chosenAs === undefined ? '' : `, "chosenAs": ${printText(chosenAs)}`;
      const path = written === undefined ? '' : `, "written": ${printText(written)}`;
      const args = Object.entries(renamed)
        .toSorted(([a], [b]) => (a < b ? -1 : 1))
        .map(([own, one]) => `${printText(own)}: { "name": ${printText(one.name)}${printFormer(one.was)} }`);
      const changed = args.length === 0 ? '' : `, "arguments": { ${args.join(', ')} }`;
      return `  ${printText(key)}: { "name": ${printText(name)}${id}${chosen}${path}${printFormer(was)}${changed} }`;
    });
  return lines.length === 0 ? '{}\n' : `{\n${lines.join(',\n')}\n}\n`;
}

function printFormer(was: readonly string[] = []): string {
  return was.length === 0 ? '' : `, "was": [${was.map(printText).join(', ')}]`;
}

/** The text of what else was given: one line a fact, in a fixed order. */
export function printKept({ name = '', variables, forms }: Kept): string {
  const parts = [
    `  "name": ${printText(name)}`,
    `  "variables": ${printTexts(variables)}`,
    `  "arguments": ${printTexts(forms)}`,
  ];
  return `{\n${parts.join(',\n')}\n}\n`;
}

function printTexts(texts: Readonly<Record<string, string>>): string {
  const lines = Object.entries(texts)
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([key, text]) => `    ${printText(key)}: ${printText(text)}`);
  return lines.length === 0 ? '{}' : `{\n${lines.join(',\n')}\n  }`;
}

function printText(text: string): string {
  return escapeHidden(JSON.stringify(text));
}

/** What the API promises of its answers, as JSON: each answer, and each thing that several hold, on a line of its own. */
export function printPromises({ shared, answers, deprecated = [], ends = {} }: Promises): string {
  const parts = [printShapes('shared', shared), printShapes('answers', answers)];
  if (deprecated.length > 0) parts.push(`  "deprecated": ${JSON.stringify(deprecated)}`);
  if (Object.keys(ends).length > 0) parts.push(`  "ends": ${printTexts(ends)}`);
  return escapeHidden(`{\n${parts.join(',\n')}\n}\n`, '\n');
}

function printShapes(name: string, shapes: Readonly<Record<string, Shape>>): string {
  const lines = Object.entries(shapes).map(
    ([key, shape]) => `    ${JSON.stringify(key)}: ${JSON.stringify(shape)}`,
  );
  return `  "${name}": {${lines.length === 0 ? '' : `\n${lines.join(',\n')}\n  `}}`;
}

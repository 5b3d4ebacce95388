import { existsSync, readdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import type { Api, Operation } from '../../../generator/model/api.js';
import { defaults } from '../../../generator/model/config.js';
import { collector } from '../../../generator/model/diagnostic.js';
import type { Server, ToolEntry } from '../../../generator/model/server.js';
import { kindOf } from '../../../generator/schema/mediaTypes.js';
import { shapeTools } from '../../../generator/shape/shapeTools.js';
import { spreadBody } from '../../../templates/project/src/runtime/arguments/createChecker.js';
import { coerce } from '../../../templates/project/src/runtime/arguments/coerce.js';
import { createValidator } from '../../../templates/project/src/runtime/validate/validate.js';
import { createExpander } from '../../../templates/project/src/runtime/validate/createExpander.js';
import { countTokens } from '../../support/countTokens.js';
import { argumentOf } from '../../support/layOut.js';
import { readOnce, specs as shared } from '../../support/realDocuments.js';

const root = fileURLToPath(new URL('../../..', import.meta.url));
const examples = dirname(createRequire(import.meta.url).resolve('@readme/oas-examples/package.json'));
if (!existsSync(shared)) console.log(`Real documents are left out: ${shared} does not exist.`);

const documents = [
  ...find(join(root, 'samples'), /^\w+\/openapi\.\w+$/),
  ...find(examples, /^[23]\.\d\/json\/.*\.json$/),
  // The largest have no examples of requests.
  ...find(shared, /^(?!kubernetes|stripe|discord)[\w-]+\.(?:json|yaml)$/),
];

/** Where documents have examples that say nothing of a schema, such as `{ "$ref": "…" }` in place of a value. */
const misplaced: Readonly<Record<string, string[]>> = {
  [relative(root, join(examples, '3.0/json/request-examples.json'))]: [
    '#/paths/~1requestBody/put/requestBody/content/application~1json',
  ],
};

describe('every declared example of a request can be called', () => {
  test.each(documents)('%s', async (file) => {
    const { api, diagnostics: found } = await readOnce(join(root, file));
    const { report, diagnostics: shaped } = collector();
    const server = shapeTools(api, defaults, report, countTokens);
    const refused = listCalls(api, server).flatMap(({ entry, args, where }) =>
      judge(server, entry, args).map((problem) => `${where}: ${problem}`),
    );
    // What stands where a value should, but is none, is told of.
    const told = [...found, ...shaped]
      .filter(({ message }) => message.includes('is of another form than its schema'))
      .filter(({ pointer }) => pointer.startsWith('#/paths/'));
    expect(told.map(({ pointer }) => pointer)).toEqual(misplaced[file] ?? []);
    expect(
      refused.filter((one) => !told.some(({ pointer }) => pointer.startsWith(one.split(': ')[0]!))),
    ).toEqual([]);
    expect(server.evidence.acceptedAfter).toBe(server.evidence.examples - told.length);
  });
});

test('there are such examples', async () => {
  const { report } = collector();
  const file = join(examples, '3.0/json/request-examples.json');
  const { api } = await readOnce(file);
  expect(listCalls(api, shapeTools(api, defaults, report, countTokens)).length).toBeGreaterThan(10);
});

interface Call {
  entry: ToolEntry;
  args: Record<string, unknown>;
  where: string;
}

/** One call for each example, with nothing else given. */
function listCalls({ operations }: Api, server: Server): Call[] {
  const entries = new Map(
    server.toolsets.flatMap(({ tools }) => tools.map((entry) => [entry.pointer, entry])),
  );
  return operations.flatMap((operation) => {
    const entry = entries.get(operation.pointer);
    return entry === undefined
      ? []
      : [...callsOfParameters(operation, entry), ...callsOfBody(operation, entry)];
  });
}

function callsOfParameters({ parameters }: Operation, entry: ToolEntry): Call[] {
  const given = entry.tool.request.parameters.filter(({ constant }) => constant === undefined);
  const asked = parameters.filter(({ in: place, name }) =>
    given.some((one) => one.in === place && one.name === name),
  );
  return asked.flatMap((parameter) =>
    parameter.examples.map((value) => ({
      entry,
      args: { [argumentOf(entry, parameter.in, parameter.name)]: value },
      where: parameter.pointer,
    })),
  );
}

function callsOfBody({ bodies }: Operation, entry: ToolEntry): Call[] {
  const [body] = bodies;
  const { body: recipe } = entry.tool.request;
  if (body === undefined || recipe === undefined || !['json', 'form'].includes(kindOf(body.mediaType)))
    return [];
  return body.examples
    .filter((value) => value !== null)
    .map((value) => ({ entry, args: spreadBody({ [recipe.argument]: value }, recipe), where: body.pointer }));
}

/** What keeps a call from being sent, but for what the example is not about: other parameters may be missing. */
function judge(
  { components }: Server,
  { enforced, tool }: ToolEntry,
  args: Record<string, unknown>,
): string[] {
  const validate = createValidator(components);
  const isOther = (name: unknown) => tool.request.parameters.some(({ argument }) => argument === name);
  const isOfBody = Object.keys(args).some((name) => !isOther(name));
  return validate(enforced, coerce(args, enforced, createExpander(components)))
    .filter(({ instancePath, keyword, params: { missingProperty: missing } }) => {
      // That some member of the body is needed says nothing of a parameter.
      if (instancePath === '' && keyword === 'anyOf') return isOfBody;
      return missing === undefined || instancePath !== '' || (isOfBody && !isOther(missing));
    })
    .map(({ instancePath, keyword, params }) => `${instancePath} ${keyword} ${JSON.stringify(params)}`);
}

function find(folder: string, wanted: RegExp): string[] {
  if (!existsSync(folder)) return [];
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) =>
    wanted.test(file),
  );
  return files.toSorted().map((file) => relative(root, join(folder, file)));
}

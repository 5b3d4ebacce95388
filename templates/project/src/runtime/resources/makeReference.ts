import { isObject } from '../json.js';
import type { ExtensionParts, MakeReference } from '../extend/extensions.js';
import type { OwnResource } from '../customize.js';
import type { ObjectSchema, Reference, Schema } from '../tool.js';
import { asDeclared, mapSchemas } from '../validate/createExpander.js';

/** Makes the pages on each API that are in the view, and what gives the schemas of arguments that are shown in part. */
export const makeReference: MakeReference = async (parts) => {
  const { reference = [] } = (await parts.catalog.resources?.()) ?? {};
  return Object.assign({}, ...reference.map((one) => makePages(one, parts))) as Record<string, OwnResource>;
};

function makePages(one: Reference, parts: ExtensionParts): Record<string, OwnResource> {
  const { uri, title, about } = one;
  const errors = writeErrors(one, parts);
  const pages: Record<string, OwnResource> = {
    [uri]: {
      name: 'about',
      title: `About ${title}`,
      description: 'What the API is for, in the words of its document.',
      mimeType: 'text/markdown',
      read: () => about,
    },
    [`${uri}/{tool}/{argument}`]: {
      name: 'argument',
      title: `Arguments of ${title}`,
      description: 'The whole JSON Schema of an argument of a tool.',
      mimeType: 'application/schema+json',
      read: ({ tool = '', argument = '' }) => readArgument(tool, argument, parts),
    },
  };
  if (errors === '') return pages;
  pages[`${uri}/errors`] = {
    name: 'errors',
    title: `Errors of ${title}`,
    description: 'What the API answers where a call fails, by status.',
    mimeType: 'text/markdown',
    read: () => errors,
  };
  return pages;
}

/** The errors of the toolsets that are in the view. */
function writeErrors({ title, errors }: Reference, { toolsets }: ExtensionParts): string {
  const sections = toolsets.flatMap((toolset) =>
    Object.hasOwn(errors, toolset.name) ? [`## ${toolset.title}\n\n${errors[toolset.name]}`] : [],
  );
  return sections.length === 0 ? '' : [`# Errors of ${title}`, ...sections].join('\n\n');
}

/** The schema of an argument of a tool that is offered, with what it refers to. */
async function readArgument(
  name: string,
  argument: string,
  { catalog, offers }: ExtensionParts,
): Promise<string | undefined> {
  const home = (await catalog.search()).find((entry) => entry.name === name)?.toolset;
  const toolset = catalog.toolsets.find((one) => one.name === home);
  if (toolset === undefined || !(await offers(name))) return undefined;
  const tool = (await toolset.tools()).find((one) => one.name === name);
  const { [name]: enforced } = await toolset.schemas();
  const isAsked = Object.hasOwn(tool?.consent?.ask ?? {}, argument);
  if (isAsked || enforced === undefined || !Object.hasOwn(enforced.properties, argument)) return undefined;
  return JSON.stringify(withDefinitions(enforced, argument, await catalog.components()), undefined, 2);
}

/** A schema whose references lead into its own `$defs`. */
function withDefinitions(
  { properties }: ObjectSchema,
  argument: string,
  components: Readonly<Record<string, Schema>>,
): unknown {
  const definitions: Record<string, unknown> = {};
  const place = (schema: Schema | undefined): unknown =>
    mapSchemas(schema, (held) => {
      const part = asDeclared(held);
      const { $ref: name } = part;
      if (typeof name !== 'string' || !Object.hasOwn(components, name)) return part;
      if (!Object.hasOwn(definitions, name)) {
        // Said first: it may refer to itself.
        definitions[name] = true;
        definitions[name] = place(components[name]);
      }
      return { ...part, $ref: `#/$defs/${escapePointer(name)}` };
    });
  const schema = place(properties[argument]);
  if (!isObject(schema)) return schema;
  return Object.keys(definitions).length === 0 ? schema : { ...schema, $defs: definitions };
}

/** A name as a part of a reference (RFC 6901, in a fragment). */
function escapePointer(name: string): string {
  return encodeURIComponent(name.replaceAll('~', '~0').replaceAll('/', '~1'));
}

import type { Operation, Schema } from '../../model/api.js';
import type { ObjectSchema, SearchEntry, Tool } from '../../model/server.js';
import { clipText } from '../../text/clip.js';
import { listNames } from '../../text/notes.js';
import { termsOf } from '../../text/words.js';
import { listFields } from '../advertised/objects.js';
import { selectKey } from '../arguments/planSelect.js';

/** What a tool is found by. */
interface Findable {
  tool: Pick<Tool, 'name' | 'title' | 'description' | 'annotations' | 'select' | 'consent'> & {
    request: Pick<Tool['request'], 'body'>;
  };
  operation: Pick<Operation, 'operationId' | 'method' | 'path' | 'tags'>;
  toolset: string;
  enforced: ObjectSchema;
}

/** Terms of each part of an entry: its size is bounded, whatever the document says. */
const mostTerms = [30, 30, 30];
/** Characters of a description: what a tool is for stands at its beginning. */
const longestDescription = 300;

/** Makes the entry by which a tool is found; `lookUp` finds the components of its enforced schema. */
export function indexTool(findable: Findable, lookUp: (name: string) => Schema): SearchEntry {
  const { tool, operation, toolset, enforced: whole } = findable;
  const enforced = omitAsked(whole, tool);
  const { method, tags, operationId } = operation;
  const [path = ''] = operation.path.split('?');
  const parts = [
    [withoutHash(tool.name), operationId, tool.title],
    [path, ...tags, toolset, verbsOf(method, path)],
    [
      clipText(tool.description, longestDescription),
      ...Object.keys(enforced.properties).filter((name) => !(tool.select && name === selectKey)),
      ...namesInBody(findable, lookUp),
    ],
  ];
  return {
    name: tool.name,
    toolset,
    readOnly: tool.annotations.readOnlyHint,
    title: tool.title,
    arguments: listArguments(enforced),
    terms: writeTerms(parts),
  };
}

/** What models give: not what the user is asked for, unless calls are let through where nobody can be asked. */
function omitAsked(schema: ObjectSchema, { consent }: Pick<Tool, 'consent'>): ObjectSchema {
  const { ask = {}, otherwise } = consent ?? {};
  if (otherwise === 'allow') return schema;
  const properties = Object.entries(schema.properties).filter(([name]) => !Object.hasOwn(ask, name));
  return { ...schema, properties: Object.fromEntries(properties) };
}

/** A name that was cut ends in what says nothing. */
function withoutHash(name: string): string {
  return name.replace(/_[0-9a-f]{6}$/, '');
}

/** The fields of a body that is given as a whole. */
function namesInBody({ tool, enforced }: Findable, lookUp: (name: string) => Schema): string[] {
  const { body } = tool.request;
  if (body === undefined || body.fields !== undefined) return [];
  return listFields(enforced.properties[body.argument] ?? true, lookUp);
}

/** What a method does by itself, whatever the operation is called. */
function verbsOf(method: Operation['method'], path: string): string {
  const isItem = /\}\/?$/.test(path);
  switch (method) {
    case 'GET':
    case 'QUERY':
      return isItem ? 'get' : 'get list';
    case 'POST':
      return isItem ? 'update' : 'create';
    case 'PUT':
      return 'update replace';
    case 'PATCH':
      return 'update';
    case 'DELETE':
      return 'delete';
    case 'HEAD':
      return 'check';
    default:
      return '';
  }
}

/** The terms of each part, those of the weightiest first; none stands there twice. */
function writeTerms(parts: readonly (readonly string[])[]): string {
  const seen = new Set<string>();
  const written = parts.map((texts, part) => {
    const terms = [...new Set(texts.flatMap(termsOf))].filter((term) => !seen.has(term));
    const kept = terms.slice(0, mostTerms[part]);
    for (const term of kept) seen.add(term);
    return kept.join(' ');
  });
  return written.join('|').replace(/(?<!\|)\|+$/, '');
}

/** Characters of the line. */
const longest = 140;

/** The arguments of a tool in one line, those that are needed first: `owner, repo, page? and 12 more`. */
export function listArguments({ properties, required = [] }: ObjectSchema): string {
  const needed = new Set(required as string[]);
  const names = Object.keys(properties);
  return listNames(
    [
      ...names.filter((name) => needed.has(name)),
      ...names.filter((name) => !needed.has(name)).map((name) => `${name}?`),
    ],
    longest,
  );
}

import type { Api, Operation } from '../../model/api.js';
import type { ObjectSchema, SearchEntry, Tool } from '../../model/server.js';
import { type LookUp, lookIn } from '../../schema/parts.js';
import { clipText } from '../../text/clip.js';
import { selfTerm, termsOf } from '../../text/words.js';
import { listFields } from '../advertised/objects.js';
import { namePaths } from '../names/namePaths.js';
import { selectKey } from '../arguments/ownArguments.js';
import { readAct } from './readAct.js';
import { tellArguments } from './tellArguments.js';
import { listAnswered, listPatched, listQuoted, valuesOf } from './fields.js';

/** What a tool is found by. */
interface Findable {
  tool: Pick<Tool, 'name' | 'title' | 'description' | 'annotations' | 'select' | 'consent'> & {
    request: Pick<Tool['request'], 'body'>;
  };
  operation: Operation;
  toolset: string;
  enforced: ObjectSchema;
}

/** Terms of each part of an entry: its size is bounded, whatever the document says. */
const mostTerms = { thing: 8, names: 30, path: 30, arguments: 60, description: 30, values: 20, answers: 20 };
/** Characters of a description: what a tool is for stands at its beginning. */
const longestDescription = 300;

/** Makes what writes the entries by which the tools of an API are found; `lookUp` finds the components of enforced schemas. */
export function indexTools(api: Api, lookUp: LookUp): (findable: Findable) => SearchEntry {
  const { verbOf } = namePaths(api);
  const answers = lookIn(api.components);
  const operations = new Map(api.operations.map((one) => [`${one.method} ${one.path}`, one]));
  return (findable) =>
    indexTool(findable, { operations, lookUp, answers, isMany: verbOf(findable.operation) === 'list' });
}

/** What an entry is written with. */
interface IndexMeans {
  /** By method and path. */
  operations: ReadonlyMap<string, Operation>;
  lookUp: LookUp;
  /** Finds the components of bodies as they are read, and of answers. */
  answers: LookUp;
  /** Whether the tool answers with many things. */
  isMany: boolean;
}

function indexTool(findable: Findable, { operations, lookUp, answers, isMany }: IndexMeans): SearchEntry {
  const { tool, operation, toolset, enforced: whole } = findable;
  const enforced = omitAsked(whole, tool);
  const { tags, operationId, summary, choice } = operation;
  const [path = ''] = operation.path.split('?');
  const names = termsOf(
    [withoutHash(tool.name), operationId, choice?.title ?? (summary || tool.title)].join(' '),
  );
  const self = findSelf(path, tool);
  const thing = cutThing(lastFixed(path), new Set(names));
  const terms = joinParts([
    [[thing, mostTerms.thing]],
    [[names, mostTerms.names]],
    [
      [
        [...(self === 'own' ? [selfTerm] : []), ...termsOf([path, ...tags, toolset].join(' '))],
        mostTerms.path,
      ],
    ],
    [
      [self === 'named' ? [selfTerm] : [], 1],
      [
        termsOf(
          [...namesTaken(tool, enforced, lookUp), ...listPatched(operation, operations, answers)].join(' '),
        ),
        mostTerms.arguments,
      ],
      [termsOf(clipText(tool.description, longestDescription)), mostTerms.description],
    ],
    [
      [
        termsOf([...valuesOf(enforced, lookUp), ...listQuoted(operation.description)].join(' ')),
        mostTerms.values,
      ],
      [termsOf(listAnswered(operation, answers).join(' ')), mostTerms.answers],
    ],
  ]);
  return {
    name: tool.name,
    toolset,
    readOnly: tool.annotations.readOnlyHint,
    title: tool.title,
    arguments: tellArguments(enforced, tool.request, lookUp),
    terms,
    ...readAct(tool, operation, isMany, Object.keys(enforced.properties)),
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

/** Segments of what belongs to whoever asks. */
const ownSegment =
  /^(?:me|self|myself|current|@me|viewer|whoami|my-?\w*|(?:current|authenticated)[-_]?user|account\/self)$/i;
const ownWords = /\b(?:authenticated|current|logged[- ]in|your own|my)\b/i;

/** Whether a tool is for whoever asks, or for one who is named, who may be the same. */
function findSelf(path: string, { title }: Pick<Tool, 'title'>): 'own' | 'named' | undefined {
  const segments = path.split('/').filter(Boolean);
  const isOwn = segments.some(
    (segment, index) =>
      ownSegment.test(segment) || (segment === 'user' && !/[{}]/.test(segments[index + 1] ?? '')),
  );
  if (isOwn || ownWords.test(title)) return 'own';
  return /^\/(?:\w+\/)?(?:users|members|people)\/\{/.test(path) ? 'named' : undefined;
}

const version = /^v?\d+(?:(?:alpha|beta)\d*)?$/i;

/** The last segment of a path that is no parameter and no version. */
function lastFixed(path: string): string {
  return (
    path
      .split('/')
      .findLast((segment) => segment !== '' && !/[{}]/.test(segment) && !version.test(segment)) ?? ''
  );
}

/** The terms of a segment; one that is written together is cut by the words of the tool: `persistentvolumeclaims`. */
function cutThing(segment: string, names: ReadonlySet<string>): string[] {
  const longFirst = [...names].filter((name) => name.length > 2).toSorted((a, b) => b.length - a.length);
  return termsOf(segment).flatMap((term) => {
    if (names.has(term)) return [term];
    const found: string[] = [];
    let rest = term;
    for (const name of longFirst) {
      if (name === term || !rest.includes(name)) continue;
      found.push(name);
      rest = rest.replace(name, ' ');
    }
    return found.length > 1 && rest.trim().length <= 2 ? found : [term];
  });
}

/** The names of what is given: arguments, and the fields of a body that is given as a whole. */
function namesTaken(tool: Findable['tool'], { properties }: ObjectSchema, lookUp: LookUp): string[] {
  const { body } = tool.request;
  const isWhole = body !== undefined && body.fields === undefined;
  return [
    ...Object.keys(properties).filter((name) => !(tool.select && name === selectKey)),
    ...(isWhole ? listFields(properties[body.argument] ?? true, lookUp) : []),
  ];
}

/** The terms of the parts, each with those of which so many are kept; none stands there twice. */
function joinParts(parts: readonly (readonly [terms: readonly string[], most: number])[][]): string {
  const seen = new Set<string>();
  const written = parts.map((lists) =>
    lists
      .flatMap(([terms, most]) => {
        const fresh = [...new Set(terms)].filter((term) => !seen.has(term)).slice(0, most);
        for (const term of fresh) seen.add(term);
        return fresh;
      })
      .join(' '),
  );
  return written.join('|').replace(/(?<!\|)\|+$/, '');
}

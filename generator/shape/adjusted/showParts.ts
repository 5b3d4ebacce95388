import type { Kept } from '../../../templates/project/src/runtime/select/reshape.js';
import type { Api, ApiResponse, Operation, Schema } from '../../model/api.js';
import type { Adjustments } from '../../model/config.js';
import { InputError } from '../../model/diagnostic.js';
import { kindOf } from '../../schema/mediaTypes.js';
import { lookIn } from '../../schema/parts.js';
import { nearest } from '../../text/nearest.js';
import { listNames } from '../../text/notes.js';
import { operationKey } from '../names/legal.js';
import { listSuccesses, mapSuccesses } from '../responses.js';
import { addPath, parsePath } from './paths.js';
import { createProjector } from './createProjector.js';

/** What the choices of one place have come to. */
interface Outcome {
  /** The paths that some answer has. */
  met: Set<string>;
  /** An operation that was asked, and the paths that its answers have. */
  asked: Operation;
  known: string[];
}

/**
 * The API with what is shown of the answers of each operation, where that is a part: a member in place of the whole, and
 * the fields of either. By a rule, operations whose answers have none of it show the whole.
 *
 * @throws InputError where something is to be shown that no answer has.
 */
export function showParts(api: Api): Api {
  if (!api.operations.some(showsPart)) return api;
  const outcomes = new Map<string, Outcome>();
  const projector = createProjector(lookIn(api.components));
  const operations = api.operations.map((operation) => {
    if (!showsPart(operation)) return operation;
    const { choice, adjustedAt = {} } = operation;
    const schemas = listJson(operation);
    const note = (member: keyof Adjustments, path: string, isMet: boolean, known: () => string[]) => {
      const key = JSON.stringify([adjustedAt[member] ?? 'config#/tools', member, path]);
      const outcome = outcomes.get(key) ?? { met: new Set(), asked: operation, known: known() };
      if (isMet) outcome.met.add(path);
      outcomes.set(key, outcome);
    };
    const { unwrap } = choice;
    const members = unwrap === undefined ? [] : schemas.map((schema) => projector.memberOf(schema, unwrap));
    const isUnwrapped = members.some((one) => one !== undefined);
    if (unwrap !== undefined)
      note('unwrap', unwrap, isUnwrapped, () => schemas.flatMap((one) => projector.listPaths(one, 1)));
    const looked = isUnwrapped ? members.filter((one) => one !== undefined) : schemas;
    const fields = (choice.fields ?? []).filter((path) => {
      const parts = parsePath(path);
      if (parts === undefined) throw refusePath(path, adjustedAt.fields);
      const kept = addPath(undefined, parts);
      const isMet = kept !== undefined && looked.some((schema) => projector.project(schema, kept).has);
      note('fields', path, isMet, () => looked.flatMap((one) => projector.listPaths(one)));
      return isMet;
    });
    if (!isUnwrapped && fields.length === 0) return operation;
    const keep = keepAll(fields, adjustedAt.fields);
    const show = (schema: Schema): Schema => {
      const inner = isUnwrapped ? projector.memberOf(schema, unwrap ?? '') : schema;
      if (inner === undefined) return schema;
      return keep === undefined ? inner : projector.project(inner, keep).schema;
    };
    const part = { ...(isUnwrapped && { unwrap }), ...(keep !== undefined && { keep }) };
    return { ...operation, shown: { part, fields, responses: mapSuccesses(operation, mapJson(show)) } };
  });
  for (const [key, outcome] of outcomes) {
    const [place, member, path] = JSON.parse(key) as [string, 'fields' | 'unwrap', string];
    if (outcome.met.size === 0) throw refuseAbsent(place, member, path, outcome);
  }
  return { ...api, operations };
}

/** The API with what is shown of answers in place of the whole, where that is a part: what callers see. */
export function replaceAnswers(api: Api): Api {
  const operations = api.operations.map((operation) =>
    operation.shown === undefined ? operation : { ...operation, responses: operation.shown.responses },
  );
  return { ...api, operations };
}

/** Whether a part of its answers is to be shown. */
function showsPart({ choice }: Operation): boolean {
  return choice.fields !== undefined || choice.unwrap !== undefined;
}

/** The schemas of the JSON that an operation answers success with. */
function listJson(operation: Operation): Schema[] {
  const contents = listSuccesses(operation).flatMap((response) => response.contents);
  return contents.filter(({ mediaType }) => kindOf(mediaType) === 'json').map(({ schema }) => schema);
}

/** Changes the JSON of a response; examples of the whole say nothing of a part. */
function mapJson(show: (schema: Schema) => Schema): (response: ApiResponse) => ApiResponse {
  return (response) => {
    const contents = response.contents.map((content) =>
      kindOf(content.mediaType) === 'json'
        ? { ...content, schema: show(content.schema), examples: [] }
        : content,
    );
    return { ...response, contents };
  };
}

/** What is kept of an answer by several paths. */
function keepAll(fields: readonly string[], place: string | undefined): Kept | undefined {
  let keep: Kept | undefined;
  for (const path of fields) {
    const added = addPath(keep, parsePath(path) ?? []);
    if (added === undefined)
      throw new InputError(
        `Another field takes for an object what ${JSON.stringify(path)} takes for a list, or the reverse.`,
        'Write [] behind the name of a list in all of them, and behind no other.',
        undefined,
        place,
      );
    keep = added;
  }
  return keep;
}

function refusePath(path: string, place: string | undefined): InputError {
  return new InputError(
    `${JSON.stringify(path)} is no path of a response.`,
    'Write names with dots between them, and [] behind the name of a list: items[].owner.login. A name with a dot stands in quotes.',
    undefined,
    place,
  );
}

function refuseAbsent(
  place: string,
  member: 'fields' | 'unwrap',
  path: string,
  { asked, known }: Outcome,
): InputError {
  const meant = nearest(path, known);
  const whole = asked.choice.unwrap;
  const where = member === 'fields' && whole !== undefined ? `${whole} of the response` : 'response';
  return new InputError(
    `${operationKey(asked)} has no ${where} with ${JSON.stringify(path)}${meant === undefined ? '.' : `; did you mean ${JSON.stringify(meant)}?`}`,
    known.length === 0
      ? 'The document declares no JSON with members there.'
      : `The document declares ${listNames(known, 300)}.`,
    undefined,
    place,
  );
}

import type { Operation, Schema } from '../../model/api.js';
import type { Config } from '../../model/config.js';
import type { Report } from '../../model/diagnostic.js';
import { kindOfPaging, linkNames, toPlain } from '../../model/requests.js';
import type { Tool } from '../../model/server.js';
import { kindOf } from '../../schema/mediaTypes.js';
import { type LookUp, gatherParts } from '../../schema/parts.js';
import type { Keywords } from '../../schema/subschemas.js';
import { alternativesOf, typesOf } from '../../schema/types.js';
import type { Argument } from '../argument.js';
import { listSuccesses } from '../responses.js';

/** The argument by which parts of an answer are picked out: the runtime knows it by this name. */
export const selectKey = '_select';

const selector: Argument = {
  key: selectKey,
  schema: { type: 'string' },
  enforced: { type: 'string', maxLength: 1000 },
  required: false,
  words: '',
  notes: ['JMESPath: selects parts of the response, such as items[].{id: id, name: name}'],
};

/** Gives the argument by which parts of an answer are picked out, where the tool is to have it beside its own. */
export type SelectPlanner = (operation: Operation, own: readonly Argument[]) => Argument | undefined;

/** Makes the {@link SelectPlanner}: a tool has the argument where that is chosen and some answer is JSON. */
export function planSelect({ select }: Pick<Config, 'select'>, report: Report): SelectPlanner {
  return (operation, own) => {
    const { choice, pointer } = operation;
    const contents = listSuccesses(operation).flatMap((response) => response.contents);
    const isJson = contents.some(({ mediaType }) => kindOf(mediaType) === 'json');
    if (!(choice.select ?? select) || !isJson) return undefined;
    if (own.every((one) => one.key !== selectKey)) return selector;
    report('odd-document', pointer, {
      what: `The operation has a parameter or field "${selectKey}"`,
      done: 'its tool has no argument that selects parts of the response',
    });
    return undefined;
  };
}

/** Characters of a link that are taken. */
const longest = 4_000;

const nextLink: Omit<Argument, 'key'> = {
  schema: { type: 'string' },
  enforced: { type: 'string', maxLength: longest },
  required: false,
  words: '',
  notes: ['The link to the next page, as the last response gave it.'],
};

/** An argument that takes the link to the next page, and what the runtime has to know of it. */
interface NextPage {
  argument: Argument;
  recipe: NonNullable<Tool['request']['nextPage']>;
}

/**
 * Gives a tool an argument that takes the link to the next page, where its answers have one and no parameter says which
 * part of the list is asked for.
 *
 * @param own - the arguments that it has
 * @param unasked - parameters of the query that callers do not give
 */
export function planNextPage(
  operation: Operation,
  own: readonly Argument[],
  unasked: readonly string[],
  lookUp: LookUp,
): NextPage | undefined {
  const { method, parameters } = operation;
  if (method !== 'GET' || parameters.some(({ name }) => leadsOn.has(kindOfPaging(name) ?? '')))
    return undefined;
  const contents = listSuccesses(operation).flatMap((response) => response.contents);
  const isLinked = contents.some(
    ({ mediaType, schema }) => kindOf(mediaType) === 'json' && linksOn(schema, lookUp),
  );
  const key = ['next_page', 'next_page_link'].find((name) => own.every((one) => one.key !== name));
  if (!isLinked || key === undefined) return undefined;
  return {
    argument: { ...nextLink, key },
    recipe: { argument: key, ...(unasked.length > 0 && { ignored: [...new Set(unasked)] }) },
  };
}

/** The kinds of arguments that say which part of a list is asked for. */
const leadsOn: ReadonlySet<string> = new Set(['page', 'offset', 'cursor']);

/** Names of such links, by which members of another kind may go, too. */
const doubtful = new Set(['next', 'nextpage']);
/** Members that hold such links beside the list. */
const holders = new Set('links link paging pagination meta metadata pageinfo'.split(' '));

/** Whether an object has a list, and a link to the next part of it. */
function linksOn(schema: Schema, lookUp: LookUp): boolean {
  const members = membersOf(schema, lookUp);
  const isList = members.some(([, member]) =>
    partsOf(member, lookUp).some(
      (part) => part['items'] !== undefined || typesOf(part)?.includes('array') === true,
    ),
  );
  const isNext = ([name, member]: [string, Schema]): boolean =>
    linkNames.includes(toPlain(name)) && (!doubtful.has(toPlain(name)) || isLink(member, lookUp));
  return (
    isList &&
    members.some(
      (one) =>
        isNext(one) ||
        (holders.has(toPlain(one[0])) && membersOf(one[1], lookUp).some((inner) => isNext(inner))),
    )
  );
}

/** Whether a member holds an address: a text of that format or so described, or an object with one. */
function isLink(schema: Schema, lookUp: LookUp): boolean {
  const inner = membersOf(schema, lookUp).some(([name]) => /^(?:href|url|uri|link)$/.test(toPlain(name)));
  return (
    inner ||
    partsOf(schema, lookUp).some(
      ({ format, description }) =>
        /^(?:uri|url|iri)/.test(String(format)) || /\b(?:link|ur[li])\b/i.test(String(description ?? '')),
    )
  );
}

/** All that may apply to a value: the parts of its schema, and those of their alternatives. */
function partsOf(schema: Schema, lookUp: LookUp): Keywords[] {
  const parts = gatherParts(schema, lookUp) ?? [];
  return [...parts, ...parts.flatMap(alternativesOf).flatMap((one) => gatherParts(one, lookUp) ?? [])];
}

/** The members of an object, whatever it is put together of. */
function membersOf(schema: Schema, lookUp: LookUp): [string, Schema][] {
  return partsOf(schema, lookUp).flatMap(({ properties = {} }) =>
    Object.entries(properties as Record<string, Schema>),
  );
}

import type { Api, ApiParameter, Content, Operation, Schema } from '../../model/api.js';
import type { Report } from '../../model/diagnostic.js';
import type { BodyForm, GivenName } from '../../model/names.js';
import type { ObjectSchema, Tool } from '../../model/server.js';
import { type Kind, isMergePatch, kindOf } from '../../schema/mediaTypes.js';
import { gatherParts } from '../../schema/parts.js';
import { allowsNull, alternativesOf } from '../../schema/types.js';
import { cleanText } from '../../text/clean.js';
import { listNames, showName } from '../../text/notes.js';
import type { Argument, Value } from '../argument.js';
import type { Views } from '../enforced/enforce.js';
import type { Limits } from '../profiles.js';
import { decideFate } from './credentials.js';
import { enforceArguments } from './enforceArguments.js';
import type { Demand } from './fields.js';
import { type Given, type Wanted, listFormerArguments, nameArguments, renameGiven } from './nameArguments.js';
import { type BodyPlan, planBody } from './planBody.js';
import { planAsk } from './planAsk.js';
import { planParameter } from './planParameter.js';
import { planNextPage, type SelectPlanner } from './ownArguments.js';

type Recipe = Tool['request'];
type Body = NonNullable<Recipe['body']>;
type Codec = Body['codec'];

/** What a tool takes, and where each of its arguments goes. */
interface Input {
  enforced: ObjectSchema;
  /** Its arguments, in the order in which they are listed. */
  list: readonly Argument[];
  /** Set where one of them picks parts of the answer out. */
  select?: true;
  /** What the user is asked before it is called. */
  consent?: NonNullable<Tool['consent']>;
  /** Why it must not be called at all. */
  unusable?: string;
  nullable: string[];
  /** Names that arguments had before, each with that of now. */
  former?: NonNullable<Tool['former']>;
  parameters: Recipe['parameters'];
  nextPage?: NonNullable<Recipe['nextPage']>;
  body?: Body;
  /** What of the body's structure is lost, and what is done instead. */
  loss?: NonNullable<BodyPlan['loss']>;
}

/** What all operations of an API are laid out with. */
interface Layout extends Views {
  api: Api;
  valueOf: (parameter: ApiParameter) => Value;
  profile: Limits;
  report: Report;
  /** How the body of an operation was given before. */
  formOf?: (operation: Operation) => BodyForm | undefined;
  /** The arguments of an operation that the owner has renamed. */
  renamedOf?: (operation: Operation) => GivenName['arguments'];
  /** Where it is absent, no tool picks parts of its answers out. */
  selectOf?: SelectPlanner;
}

/** Lays out the arguments of a tool: those of parameters first, then those of the body, all at the top level. */
export function planInput(operation: Operation, layout: Layout): Input {
  const { api, enforcer, valueOf, profile } = layout;
  const fates = operation.parameters.map((parameter) => ({
    parameter,
    fate: decideFate(parameter, operation, api),
  }));
  reportSupplied(operation, layout);
  for (const { parameter, fate } of fates) {
    if (fate !== 'coding' || !parameter.required) continue;
    const reason = 'it names a coding of the body, and bodies are sent as they are, without one';
    layout.report('parameter-ignored', parameter.pointer, { name: parameter.name, reason });
  }
  const asked = fates.filter(({ fate }) => fate === 'argument').map(({ parameter }) => parameter);
  const { body, held } = settleRequired(planBoth(operation, layout), operation, layout);
  const wanted: Wanted[] = [
    ...asked.map((parameter) => ({ name: parameter.name, target: parameter.in })),
    ...namesOfBody(body).map((name) => ({ name, target: 'body' as const })),
  ];
  const unnamed = nameArguments(wanted, profile.argument);
  const renamed = layout.renamedOf?.(operation);
  const given = renameGiven(unnamed, renamed, profile.argument);
  const ofParameters = asked.map((parameter, index) =>
    fromParameter(parameter, valueOf(parameter), given[index]),
  );
  const mayBeNull = (schema: Schema): boolean => allowsNull(schema, enforcer.component);
  // Where all arguments are required, null says that one is not given.
  const clears = (field: Schema): boolean =>
    operation.method === 'PATCH' && !profile.allRequired && mayBeNull(field);
  const ofBody = body === undefined ? [] : fromBody(body, held ?? body, given.slice(asked.length), clears);
  const sent = [...ofParameters, ...ofBody];
  const select = layout.selectOf?.(operation, sent);
  const unasked = [
    ...fates.filter(({ fate }) => fate === 'credential').map(({ parameter }) => parameter),
    ...Object.values(api.schemes).filter((scheme) => scheme.type === 'apiKey'),
  ].filter(({ in: place }) => place === 'query');
  const nextPage = planNextPage(
    operation,
    sent,
    unasked.map(({ name }) => name),
    enforcer.component,
  );
  const added = [nextPage?.argument, select].filter((one) => one !== undefined);
  const list = [...sent, ...added];
  const own = added.map(({ key }) => key);
  const former = listFormerArguments(given, unnamed, renamed, own);
  const { consent, shown, unusable } = planAsk(operation, sent, layout);
  const keys = new Map(asked.map((parameter, index) => [parameter, given[index]?.key ?? '']));
  return {
    enforced: enforceArguments(list, body?.required === false, held && demandsOf(held)),
    list: [...shown, ...added],
    ...(nextPage && { nextPage: nextPage.recipe }),
    ...(select === undefined ? {} : { select: true }),
    ...(consent === undefined ? {} : { consent }),
    ...(unusable === undefined ? {} : { unusable }),
    nullable: list.filter((argument) => mayBeNull(argument.enforced)).map(({ key }) => key),
    ...(former && { former }),
    parameters: fates.flatMap(({ parameter, fate }) =>
      fate === 'credential' || fate === 'coding'
        ? []
        : [planParameter(parameter, keys.get(parameter) ?? '', fate, api.components)],
    ),
    ...(body?.loss === undefined ? {} : { loss: body.loss }),
    ...(body === undefined
      ? {}
      : {
          body: {
            ...planRecipe(
              body,
              ofBody,
              new Set([...list.map(({ key }) => key), ...Object.keys(former ?? {})]),
            ),
            ...planMembers(operation.bodies[0]),
          },
        }),
  };
}

/** The members of a body that are sent whether they are given or not. */
function planMembers({ fixed, usual }: Partial<Content> = {}): Pick<Body, 'fixed' | 'defaults'> {
  return { ...(fixed && { fixed }), ...(usual && { defaults: usual }) };
}

/** Says which parameters are not offered since a scheme sends the like under another name or at another place. */
function reportSupplied(operation: Operation, { report }: Layout): void {
  for (const { name, pointer, supplier } of operation.parameters) {
    if (supplier === undefined || supplier.isSame) continue;
    const called = `${operation.method} ${operation.path}`;
    report('parameter-supplied', pointer, { name, called, scheme: supplier.scheme, thing: 'parameter' });
  }
}

/** The body as models are shown it, and as it is checked; it has one form in both. */
interface Bodies {
  body: BodyPlan | undefined;
  held: BodyPlan | undefined;
}

/** Where an example makes one of them an object that takes more than it lists, that is the whole. */
function planBoth(operation: Operation, { api, enforcer, shown, formOf }: Layout): Bodies {
  const form = formOf?.(operation);
  const body = planBody(operation, api.components, shown, form);
  if (body === undefined || enforcer === shown) return { body, held: body };
  const held = planBody(operation, api.components, enforcer, form);
  if (held === undefined || (held.xml === undefined) !== (body.xml === undefined) || held.as !== body.as)
    return { body, held: body };
  const [names, others] = [namesOfBody(body), namesOfBody(held)];
  const isSame = names.length === others.length && names.every((name) => others.includes(name));
  const isSpread = body.fields !== undefined && held.fields !== undefined;
  if (form === 'flat' && body.fields !== undefined) return { body, held: isSpread ? held : body };
  return isSpread && isSame ? { body, held } : { body: withoutFields(body), held: withoutFields(held) };
}

/**
 * Most documents that ask for members of a body forget to say that there must be one (`required` is false by default).
 * So it is asked for, unless they say that it may be left out: in so many words, by an example, or by a schema that takes
 * null.
 */
function settleRequired(bodies: Bodies, operation: Operation, { enforcer, report }: Layout): Bodies {
  const { body, held } = bodies;
  const isOpen = operation.bodyRequired === undefined && !operation.bodies.some(leavesOut);
  if (body === undefined || held === undefined || !isOpen || (body.as ?? kindOf(body.mediaType)) === 'file')
    return bodies;
  const names = listNames(namesNeeded(held.schema, enforcer.component));
  if (names === '') return bodies;
  if (allowsNull(held.schema, enforcer.component)) {
    report('body-nullable', operation.pointer, { names });
    return bodies;
  }
  report('body-asked', operation.pointer, { names });
  return { body: { ...body, required: true }, held: { ...held, required: true } };
}

/** Null for a body says that there is none. */
function leavesOut({ examples }: Content): boolean {
  return examples.includes(null);
}

/** Unions within unions that are looked at: a branch may lead back to its own union. */
const mostUnions = 3;

/** The members that every object must have that fits a schema, null apart; of a union, `x or y` where its branches ask for different ones. */
function namesNeeded(schema: Schema, lookUp: (name: string) => Schema, unions = 0): string[] {
  if (unions > mostUnions) return [];
  const parts = gatherParts(schema, lookUp) ?? [];
  if (parts.some(({ type = 'object' }) => ![type].flat().includes('object'))) return [];
  const own = parts.flatMap(({ required }) => (required ?? []) as string[]);
  const inUnions = parts.flatMap((part) => {
    const branches = alternativesOf(part).map((branch) => namesNeeded(branch, lookUp, unions + 1));
    if (branches.some((names) => names.length === 0)) return [];
    const common = (branches[0] ?? []).filter((name) => branches.every((names) => names.includes(name)));
    const others = branches.map((names) => names.filter((name) => !common.includes(name)).join(' and '));
    const isSame = branches.length === 0 || others.includes('');
    return isSame ? common : common.concat(`either ${[...new Set(others)].join(' or ')}`);
  });
  return [...new Set([...own, ...inUnions])];
}

function withoutFields(body: BodyPlan): BodyPlan {
  const { fields: _, ...whole } = body;
  return whole;
}

function namesOfBody(body: BodyPlan | undefined): string[] {
  if (body === undefined) return [];
  return body.fields === undefined ? ['body'] : Object.keys(body.fields.properties);
}

function fromParameter({ name, in: place, required }: ApiParameter, value: Value, given?: Given): Argument {
  const notes = [...tellLocation(`${place} parameter`, name, descriptionOf(value), given), ...value.notes];
  return { ...value, key: given?.key ?? '', required, notes };
}

/** What is said of an argument: where nothing is said of it, that is what its schema says. */
function descriptionOf({ words, schema }: Pick<Value, 'words' | 'schema'>): string {
  return words || (typeof schema === 'boolean' ? '' : String(schema['description'] ?? ''));
}

/** Characters of a name that is told. */
const longestTold = 64;

/**
 * Where an argument goes whose name another one has as well, and what it is called there if that cannot be seen from
 * its name; `words` may say so already.
 */
function tellLocation(place: string, name: string, words: string, given?: Given): string[] {
  if (given === undefined) return [];
  if (!given.shared) return tellName(name, words, given);
  const isShown = given.key !== name && name !== '__proto__' && /^[\x20-\x7e]{1,64}$/.test(name);
  return isShown ? [`(${place} ${JSON.stringify(name)})`] : [`(${place})`, ...tellName(name, words, given)];
}

/** Models know an API by the names on the wire, which its own words and its errors use. */
function tellName(name: string, words: string, { key }: Given): string[] {
  const isSeen = name === '__proto__' || bareName(name) === bareName(key) || words.includes(name);
  if (isSeen || name === '' || name.length > longestTold) return [];
  const shown = showName(name);
  return [`Sent as ${shown === name ? `\`${name}\`` : shown}.`];
}

/** A name without what conventions differ in: case, and how words are divided. */
function bareName(name: string): string {
  return name.replaceAll(/[\s_.-]+/g, '').toLowerCase();
}

/** `held` is the body as it is checked; `clears`: whether null, given for a field, empties it. */
function fromBody(
  body: BodyPlan,
  held: BodyPlan,
  given: readonly Given[],
  clears: (field: Schema) => boolean,
): Argument[] {
  const { fields, schema, required, description } = body;
  if (fields === undefined) {
    const words = cleanText(description);
    const notes = isMergePatch(body.mediaType) ? ['null removes a member.'] : [];
    const whole = { schema, enforced: held.schema, required, words, notes, whole: true as const };
    return given.map(({ key }) => ({ key, ...whole }));
  }
  const keys = given.map(({ key }) => key);
  const keyOf = (name: string) => keys[Object.keys(fields.properties).indexOf(name)] ?? name;
  const demands = demandsOf(body);
  const unless = required ? '' : 'If any field of the body is given: ';
  return Object.entries(fields.properties).map(([name, shown], index) =>
    fromField({
      demands: index > 0 ? [] : demands.map((demand) => unless + tellDemand(demand, keys, keyOf)),
      name,
      schema: shown,
      enforced: held.fields?.properties[name] ?? shown,
      told: fields.required.has(name),
      needed: held.fields?.required.has(name) ?? false,
      always: required,
      clearable: clears(shown),
      given: given[index],
    }),
  );
}

/** Which members there have to be; one of a body that may be left out is there as soon as there is a body. */
function demandsOf({ fields, required }: BodyPlan): readonly Demand[] {
  return (fields?.demands ?? []).filter(({ least }) => required || least !== 1);
}

/** Which members there have to be, in words; they are named as their arguments are. */
function tellDemand(
  { keyword, ways, least }: Demand,
  keys: readonly string[],
  keyOf: (name: string) => string,
): string {
  if (least !== undefined)
    return `At least ${least === 1 ? 'one' : least} of ${listNames(keys)} must be given.`;
  const between = ways.every(({ length }) => length === 1) ? ' or ' : ', or ';
  const told = ways.map((names) => names.map(keyOf).join(' and ')).join(between);
  return keyword === 'oneOf' ? `Exactly one must be given: ${told}.` : `${told} must be given.`;
}

/** A member of the body that becomes an argument. */
interface Member extends Pick<Argument, 'schema' | 'enforced'> {
  name: string;
  /** Whether models are told that every body has it, and whether it is checked: an example may lack it. */
  told: boolean;
  needed: boolean;
  /** Whether there is always a body. */
  always: boolean;
  clearable: boolean;
  given: Given | undefined;
  /** Which members have to be given, where it is said here. */
  demands: readonly string[];
}

function fromField(member: Member): Argument {
  const { name, schema, enforced, told, needed, always, clearable, given, demands } = member;
  return {
    key: given?.key ?? name,
    schema,
    enforced,
    required: told && always,
    ...(told && !needed ? { waived: true as const } : {}),
    words: '',
    notes: [
      ...tellLocation('body field', name, descriptionOf({ words: '', schema }), given),
      ...(told && !always ? ['Required if any other field of the body is given.'] : []),
      ...(clearable ? ['null clears it.'] : []),
      ...demands,
    ],
    field: { name, required: needed },
  };
}

/** What a body is written with: the runtime asks nothing more of its media type. */
function codecOf({ xml, as, mediaType }: BodyPlan): Codec {
  return xml === undefined ? codecs[as ?? kindOf(mediaType)] : 'xml';
}

/** XML is given as text, where nothing says how to write it. */
const codecs: Record<Kind, Codec> = {
  json: 'json',
  form: 'form',
  multipart: 'multipart',
  lines: 'lines',
  xml: 'text',
  text: 'text',
  file: 'binary',
};

function planRecipe(body: BodyPlan, list: readonly Argument[], taken: ReadonlySet<string>): Body {
  const { mediaType, required, encoding, items, xml, withoutFiles } = body;
  const shared = {
    mediaType,
    codec: codecOf(body),
    required,
    ...(Object.keys(encoding).length === 0 ? {} : { encoding }),
    ...items,
    ...(xml === undefined ? {} : { xml }),
    ...(withoutFiles === undefined ? {} : { withoutFiles }),
  };
  const [whole] = list;
  if (body.fields === undefined) return { ...shared, argument: whole?.key ?? 'body' };
  const fields = list.map(({ key, field }) => [key, field?.name ?? key]);
  const argument = ['body', 'request_body', 'whole_request_body'].find((name) => !taken.has(name)) ?? '';
  return { ...shared, argument, fields: Object.fromEntries(fields) };
}

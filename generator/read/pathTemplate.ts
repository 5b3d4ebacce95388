import type { ApiParameter } from '../model/api.js';
import type { Report } from '../model/diagnostic.js';
import { ReadError } from './fault.js';

/** A path template, and the parameters that fit it. */
interface Path {
  path: string;
  parameters: ApiParameter[];
}

/**
 * Brings a path and its parameters together (OpenAPI 3.2, Path Templating): every placeholder gets a
 * parameter, and path parameters without a placeholder are dropped.
 */
export function readPath(
  raw: string,
  listed: readonly ApiParameter[],
  pointer: string,
  report: Report,
): Path {
  const text = closePlaceholders(raw.replaceAll(/&(?:amp|#0*38|#x0*26);/gi, '&'), listed, pointer, report);
  const written = readTemplate(text, listed, pointer, report);
  const { path: template } = written;
  const declared = nameLone(written, pointer, report);
  const names = new Set(declared.filter((parameter) => parameter.in === 'path').map(({ name }) => name));
  const path = cleanPath(template, names);
  const [before = '', query = ''] = path.split(/\?(.*)/s);
  const pairs = query.split('&');
  const rest = [before, ...pairs.filter((pair) => !openPair.test(pair))].join('&');
  const placeholders = new Set([...rest.matchAll(/\{([^{}]+)\}/g)].map(([, name = '']) => name));
  const parameters = placeInQuery(pairs, declared, placeholders, pointer).filter((parameter) => {
    if (parameter.in !== 'path' || placeholders.has(parameter.name)) return true;
    const reason = `the path ${path} has no {${parameter.name}}`;
    report('parameter-ignored', pointer, { name: parameter.name, reason });
    return false;
  });
  const missing = [...placeholders].filter((name) => !names.has(name));
  refuseStray(path, pointer);
  const offered = missing.map((name) => offerParameter(name, pointer));
  return { path, parameters: insertInOrder(offered, parameters, [...placeholders]) };
}

/** Puts the parameters that a document forgot among the others of the path, in the order of the path. */
function insertInOrder(
  offered: readonly ApiParameter[],
  declared: readonly ApiParameter[],
  order: readonly string[],
): ApiParameter[] {
  const all = [...declared];
  for (const parameter of offered) {
    const at = order.indexOf(parameter.name);
    const indexOf = (names: readonly string[]) =>
      all.findIndex((one) => one.in === 'path' && names.includes(one.name));
    const next = indexOf(order.slice(at + 1));
    const [previous = ''] = order
      .slice(0, at)
      .filter((name) => indexOf([name]) !== -1)
      .slice(-1);
    all.splice(next === -1 ? indexOf([previous]) + 1 : next, 0, parameter);
  }
  return all;
}

/**
 * Closes placeholders that are left open or opened twice: `/{id/return`, `/id}` where a parameter has that name,
 * `/{{id}}`. A placeholder ends where its segment does.
 */
function closePlaceholders(
  raw: string,
  listed: readonly ApiParameter[],
  pointer: string,
  report: Report,
): string {
  const names = new Set(listed.flatMap(({ name, in: location }) => (location === 'path' ? [name] : [])));
  const path = raw
    .replaceAll(/\{\{([\w.-]+)\}\}/g, '{$1}')
    .replaceAll(/\{([\w.-]+)(?=\/|$)/g, '{$1}')
    // What is between braces is passed over as a whole, so that each character is looked at once.
    .replaceAll(/\{[^{}]*\}?|(?<=\/)([\w.-]+)\}(?=\/|$)/g, (text, name?: string) =>
      name !== undefined && names.has(name) ? `{${text}` : text,
    );
  if (path === raw) return raw;
  const what = `The path ${JSON.stringify(raw)} has a placeholder whose braces do not match`;
  report('odd-document', pointer, { what, done: `it is read as ${JSON.stringify(path)}` });
  return path;
}

/** A brace that is left over would be sent as it stands, and what it stands for never. */
function refuseStray(path: string, pointer: string): void {
  const [before = ''] = path.split('?');
  if (/[{}]/.test(before.replaceAll(/\{[^{}]+\}/g, '')))
    throw new ReadError(`the braces of its path ${JSON.stringify(path)} do not match`, pointer);
}

/** A lone path parameter that the path lacks is meant by a lone placeholder that no parameter is declared for. */
function nameLone({ path, parameters }: Path, pointer: string, report: Report): ApiParameter[] {
  const [before = ''] = path.split('?');
  const names = new Set([...before.matchAll(/\{([^{}]+)\}/g)].map(([, name = '']) => name));
  const inPath = parameters.filter((one) => one.in === 'path');
  const lost = inPath.filter(
    ({ name }) => !names.has(name) && !path.includes(`:${name}`) && !path.includes(`{${name}}`),
  );
  const open = [...names].filter((name) => !inPath.some((one) => one.name === name));
  const [only, name] = [lost[0], open[0]];
  if (lost.length !== 1 || open.length !== 1 || only === undefined || name === undefined) return parameters;
  const what = `The path ${path} has {${name}}, and "${only.name}" is declared`;
  report('odd-document', pointer, { what, done: 'they are taken for the same parameter' });
  return parameters.map((one) => (one === only ? { ...one, name } : one));
}

/** A pair of the query whose value is a parameter: `page={page}`. */
const openPair = /^([^={}]+)=\{([^{}]+)\}$/;

/**
 * The parameters, with those that the query of the path has places for: they are sent in the query. OpenAPI gives a
 * path no query, but documents do; the parameter itself is then declared in the path, in the query, or not at all.
 */
function placeInQuery(
  pairs: readonly string[],
  declared: readonly ApiParameter[],
  placeholders: ReadonlySet<string>,
  pointer: string,
): ApiParameter[] {
  const placed = [...declared];
  for (const pair of pairs) {
    const [, name, placeholder = ''] = openPair.exec(pair) ?? [];
    if (name === undefined || placed.some((one) => one.in === 'query' && one.name === name)) continue;
    const index = placed.findIndex(
      (one) => one.name === placeholder && (one.in === 'path' || one.in === 'query'),
    );
    const found = placed[index] ?? offerParameter(placeholder, pointer);
    const style = found.in === 'query' ? found.style : 'form';
    const isFree = index !== -1 && !(found.in === 'path' && placeholders.has(placeholder));
    placed.splice(isFree ? index : placed.length, 1, { ...found, name, in: 'query', style });
  }
  return placed;
}

/** The path less its fragment; `/:id` is a placeholder where a path parameter `id` is declared. */
function cleanPath(raw: string, names: ReadonlySet<string>): string {
  const [path = ''] = raw.split('#');
  const rooted = path.startsWith('/') ? path : `/${path}`;
  return rooted.replaceAll(/(?<=\/):([\w-]+)(?=[/?]|$)/g, (text, name: string) =>
    names.has(name) ? `{${name}}` : text,
  );
}

/** A path with plain placeholders only, and its parameters. */
interface Template {
  path: string;
  parameters: ApiParameter[];
}

/** What an expression says of the variables in it, beyond their names. */
type Said = Partial<Pick<ApiParameter, 'style' | 'explode' | 'allowReserved'>>;

/** How the variables of an expression stand in the path, by its operator (RFC 6570, 3.2). */
interface Operator {
  said: Said;
  write: (placeholders: string[]) => string;
  /** Where the variables go, if not into the path. */
  place?: 'query' | 'fragment';
}

const reserved: Operator = { said: { allowReserved: true }, write: (all) => all.join(',') };
const query: Operator = { said: {}, write: () => '', place: 'query' };

const operators: Record<string, Operator> = {
  '': { said: {}, write: (all) => all.join(',') },
  '+': reserved,
  // How routers of some frameworks write the same.
  '*': reserved,
  '**': reserved,
  '.': { said: { style: 'label' }, write: (all) => all.join('') },
  ';': { said: { style: 'matrix' }, write: (all) => all.join('') },
  '/': { said: {}, write: (all) => all.map((one) => `/${one}`).join('') },
  '?': query,
  '&': query,
  '#': { said: {}, write: () => '', place: 'fragment' },
};

/** A placeholder with an operator, a list, or something behind a name. */
const expression = /\{(\*\*|[+*.;/?&#]?)([\w.~%$-]+[*+?]?(?:,[\w.~%$-]+\*?)*)\}/g;

/** A placeholder with a pattern, a type or a length behind its name: `{id:[0-9]{1,3}}`, `{id:int}`. */
const restricted = /\{([\w.-]+)\s*:((?:[^{}]|\{[^{}]*\})*)\}/g;

/**
 * Understands what paths are written with that OpenAPI does not know: the expressions of RFC 6570, as `{?page,size}`
 * and `{+path}`, and those of routers, as `{proxy+}` and `{id:[0-9]+}`. A placeholder that a parameter has as its name
 * is taken as it stands.
 */
function readTemplate(
  raw: string,
  declared: readonly ApiParameter[],
  pointer: string,
  report: Report,
): Template {
  const parameters = [...declared];
  const names = new Set(declared.map(({ name }) => name));
  let path = raw.replaceAll(restricted, (text, name: string, rest: string) => {
    if (names.has(text.slice(1, -1))) return text;
    if (/^\s*\.[*+]/.test(rest)) inPath(name, reserved.said);
    return `{${name}}`;
  });
  path = path.replaceAll(expression, (text, sign: string, list: string) => {
    const inside = text.slice(1, -1);
    if (names.has(inside)) {
      if (/^[+*]|\+$/.test(inside)) inPath(inside, reserved.said);
      return text;
    }
    const operator = operators[sign] ?? query;
    const variables = list.split(',').map((one) => readVariable(one, operator.said));
    for (const [name, said] of variables) {
      if (operator.place === 'query') inQuery(name, said);
      else if (operator.place === 'fragment') ignore(name);
      else if (Object.keys(said).length > 0) inPath(name, said);
    }
    return operator.write(variables.map(([name]) => `{${name}}`));
  });
  if (path !== raw) {
    const what = `The path ${JSON.stringify(raw)} has placeholders that OpenAPI does not know`;
    report('odd-document', pointer, { what, done: `it is read as ${JSON.stringify(path)}${queryWords()}` });
  }
  return { path, parameters };

  function inPath(name: string, said: Said): void {
    const index = parameters.findIndex((one) => one.in === 'path' && one.name === name);
    const known = parameters[index] ?? offerParameter(name, pointer);
    // What the parameter itself says counts.
    const parameter = known.styled === true ? known : { ...known, ...said };
    parameters.splice(index === -1 ? parameters.length : index, 1, parameter);
  }

  /** What a query leaves out is undefined (RFC 6570, 3.2.8); a path parameter is required in any case. */
  function inQuery(name: string, { explode = false }: Said): void {
    if (parameters.some((one) => one.in === 'query' && one.name === name)) return;
    const index = parameters.findIndex((one) => one.in === 'path' && one.name === name);
    const found = parameters[index] ?? offerParameter(name, pointer);
    const parameter: ApiParameter = { ...found, in: 'query', style: 'form', explode, required: false };
    parameters.splice(index === -1 ? parameters.length : index, 1, parameter);
  }

  function ignore(name: string): void {
    const index = parameters.findIndex((one) => one.in === 'path' && one.name === name);
    if (index !== -1) parameters.splice(index, 1);
    report('parameter-ignored', pointer, { name, reason: 'a fragment is never sent' });
  }

  function queryWords(): string {
    const moved = parameters.filter((one) => one.in === 'query' && !declared.includes(one));
    return moved.length === 0 ? '' : ` with ${moved.map(({ name }) => name).join(', ')} in the query`;
  }
}

/** RFC 6570, 2.4: `*` writes members one by one; `+` and `?` behind a name are those of routers. */
function readVariable(text: string, said: Said): [name: string, said: Said] {
  const [, name = text, mark = ''] = /^(.*?)([*+?]?)$/.exec(text) ?? [];
  const marked = mark === '*' ? { explode: true } : mark === '+' ? reserved.said : {};
  return [name, { ...said, ...marked }];
}

/** A parameter for a placeholder that the document forgot to declare. */
function offerParameter(name: string, pointer: string): ApiParameter {
  return {
    name,
    in: 'path',
    style: 'simple',
    explode: false,
    allowReserved: false,
    required: true,
    deprecated: false,
    description: '',
    schema: { type: 'string' },
    examples: [],
    pointer,
  };
}

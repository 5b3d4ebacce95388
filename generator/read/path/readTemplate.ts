import type { ApiParameter, Schema } from '../../model/api.js';
import type { Report } from '../../model/diagnostic.js';
import { offerParameter } from './offerParameter.js';
import { type RouteValue, rewriteRoutes } from './rewriteRoutes.js';

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

/**
 * Understands what paths are written with that OpenAPI does not know: the expressions of RFC 6570, as `{?page,size}`
 * and `{+path}`, and those of routers, as `{proxy+}` and `{id:[0-9]+}`. A placeholder that a parameter has as its name
 * is taken as it stands.
 */
export function readTemplate(
  raw: string,
  declared: readonly ApiParameter[],
  pointer: string,
  report: Report,
): Template {
  const parameters = [...declared];
  const names = new Set(declared.map(({ name }) => name));
  const route = rewriteRoutes(raw, declared);
  for (const value of route.values) takeValue(value);
  const path = route.path.replaceAll(expression, (text, sign: string, list: string) => {
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

  function takeValue({ name, isWide, schema, declaredAs = name }: RouteValue): void {
    const index = parameters.findIndex((one) => one.in === 'path' && one.name === declaredAs);
    const known = parameters[index];
    if (known !== undefined) parameters[index] = { ...known, name, schema: narrow(known.schema, schema) };
    else if (schema !== undefined) parameters.push(offerParameter(name, pointer, schema));
    if (isWide) inPath(name, reserved.said);
  }

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

/** A text of which the document says nothing more has the pattern of its route. */
function narrow(declared: Schema, ofRoute: Schema | undefined): Schema {
  if (typeof declared === 'boolean' || typeof ofRoute !== 'object' || ofRoute['pattern'] === undefined)
    return declared;
  const isClosed = ['$ref', 'pattern', 'enum', 'const', 'format'].some((key) => declared[key] !== undefined);
  return isClosed || declared.type !== 'string' ? declared : { ...declared, pattern: ofRoute['pattern'] };
}

/** RFC 6570, 2.4: `*` writes members one by one; `+` and `?` behind a name are those of routers. */
function readVariable(text: string, said: Said): [name: string, said: Said] {
  const [, name = text, mark = ''] = /^(.*?)([*+?]?)$/.exec(text) ?? [];
  const marked = mark === '*' ? { explode: true } : mark === '+' ? reserved.said : {};
  return [name, { ...said, ...marked }];
}

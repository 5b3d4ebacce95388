import type { ApiParameter } from '../../model/api.js';
import type { Report } from '../../model/diagnostic.js';
import { ReadError } from '../fault.js';
import { offerParameter } from './offerParameter.js';
import { readTemplate } from './readTemplate.js';

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

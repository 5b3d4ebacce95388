import type { ApiParameter } from '../model/api.js';
import type { Report } from '../model/diagnostic.js';
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
  const written = readTemplate(raw.replaceAll('&amp;', '&'), listed, pointer, report);
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
  return { path, parameters: [...missing.map((name) => offerParameter(name, pointer)), ...parameters] };
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

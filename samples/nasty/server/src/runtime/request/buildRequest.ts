import { nearest } from '../arguments/nearest.js';
import type { Outgoing } from './outgoing.js';
import { percentEncode } from './percentEncode.js';
import type { Body, Parameter, Place, Recipe, Tool } from '../tool.js';
import { Unsendable } from './unsendable.js';
import { writeBody } from './writeBody.js';
import { writeParameter } from './writeParameter.js';

/** The arguments of one call. */
export type Arguments = Readonly<Record<string, unknown>>;

/** Lays the checked arguments of a tool out as one HTTP request below `base`. */
export async function buildRequest({ request }: Tool, args: Arguments, base: URL): Promise<Outgoing> {
  checkNames(request, args);
  const written = request.parameters
    .filter((parameter) => isSent(valueOf(parameter, args)) || parameter.in === 'path')
    .map((parameter) => ({ parameter, pieces: writeParameter(parameter, valueOf(parameter, args)) }));
  const at = (place: Place) => written.filter(({ parameter }) => parameter.in === place);
  const piecesAt = (place: Place) => at(place).flatMap(({ pieces }) => pieces);

  const headers = new Headers();
  if (request.accept.length > 0) headers.set('accept', request.accept.join(', '));
  for (const { parameter, pieces } of at('header')) {
    if (pieces.length > 0) headers.set(parameter.name, pieces.join());
  }
  const cookies = piecesAt('cookie');
  if (cookies.length > 0) headers.set('cookie', cookies.join('; '));

  const [template = '', fixedQuery = ''] = request.path.split(/\?(.*)/s);
  const path = fillPath(
    template,
    new Map(at('path').map(({ parameter, pieces }) => [parameter.name, pieces.join()])),
  );
  const query = [base.search.slice(1), fixedQuery, ...piecesAt('query'), ...piecesAt('querystring')];
  const url = join(base, path, query.filter((pair) => pair !== '').join('&'));

  const { method, body } = request;
  const value = body && bodyValue(body, request, args);
  if (body === undefined || value === undefined) return { method, url, headers };
  const { content, contentType } = await writeBody(value, body);
  headers.set('content-type', contentType);
  return { method, url, headers, body: content };
}

/** An argument that has no place in the request would be dropped in silence. */
function checkNames({ parameters, body }: Recipe, args: Arguments): void {
  const known = [...parameters.map(({ argument }) => argument), ...Object.keys(body?.fields ?? {})];
  if (body !== undefined) known.push(body.argument);
  const unknown =
    body?.fields === undefined
      ? Object.keys(args).find((name) => args[name] !== undefined && !known.includes(name))
      : undefined;
  if (unknown === undefined) return;
  const meant = nearest(unknown, known);
  throw new Unsendable(unknown, `unknown field${meant === undefined ? '' : `, did you mean "${meant}"?`}`);
}

function valueOf({ constant, argument }: Parameter, args: Arguments): unknown {
  return constant ?? ownValue(args, argument);
}

function ownValue(args: Arguments, name: string): unknown {
  return Object.hasOwn(args, name) ? args[name] : undefined;
}

function isSent(value: unknown): boolean {
  return value !== undefined && value !== null;
}

function fillPath(template: string, values: ReadonlyMap<string, string>): string {
  return template.replaceAll(
    /\{([^{}]*)\}/g,
    (placeholder, name: string) => values.get(name) ?? percentEncode(placeholder),
  );
}

/** Puts the URL together, and makes sure that no argument has led it elsewhere. */
function join(base: URL, path: string, query: string): URL {
  const prefix = base.pathname.replace(/\/+$/, '');
  const address = `${prefix}${path.startsWith('/') ? '' : '/'}${path}`;
  const url = new URL(`${base.origin}${address}${query === '' ? '' : `?${query}`}`);
  const isSame = url.origin === base.origin && countSegments(url.pathname) === countSegments(address);
  if (!isSame || !url.pathname.startsWith(prefix)) {
    throw new Unsendable('arguments', 'they would change the address that the request goes to');
  }
  return url;
}

function countSegments(path: string): number {
  return path.split('/').length;
}

/** The value to send as the body, or nothing where none is given; the parts of a spread body are put together. */
function bodyValue(body: Body, { parameters }: Recipe, args: Arguments): unknown {
  if (body.fields === undefined) return ownValue(args, body.argument);
  const names = new Set(parameters.map(({ argument }) => argument));
  const members = Object.entries(args).filter(([name, value]) => !names.has(name) && value !== undefined);
  if (members.length === 0 && !body.required) return undefined;
  const { fields } = body;
  return Object.fromEntries(
    members.map(([name, value]) => [Object.hasOwn(fields, name) ? fields[name] : name, value]),
  );
}

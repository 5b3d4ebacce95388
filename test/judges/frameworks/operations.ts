import type { Operation } from './sendPlainly.js';

/** Operations that the APIs of all frameworks have in common, as far as these can say it. */
export const usual = {
  getItem: {
    tool: 'get_item',
    method: 'GET',
    path: '/items/{id}',
    places: { id: 'path' },
    fill: { id: 'a' },
  },
  getEntry: {
    tool: 'get_entry',
    method: 'GET',
    path: '/entries/{number}/{day}',
    places: { number: 'path', day: 'path' },
    fill: { number: 1, day: '2024-02-29' },
  },
  getTrace: {
    tool: 'get_trace',
    method: 'GET',
    path: '/trace',
    places: { 'x-trace': 'header', 'x-count': 'header' },
    fill: { 'x-trace': 'a' },
  },
  createName: {
    tool: 'create_name',
    method: 'POST',
    path: '/names',
    places: { text: 'json', type: 'json @type', odd_name: 'json odd name' },
    fill: { text: 'a' },
  },
  updateItem: {
    tool: 'update_item',
    method: 'PATCH',
    path: '/items/{id}',
    places: { id: 'path', text: 'json', nick: 'json' },
    fill: { id: 'a' },
  },
  replaceTags: {
    tool: 'replace_tags',
    method: 'PUT',
    path: '/items/{id}/tags',
    places: { id: 'path', body: 'body' },
    fill: { id: 'a', body: ['a'] },
  },
  createShape: {
    tool: 'create_shape',
    method: 'POST',
    path: '/shapes',
    places: { body: 'body' },
    members: ['kind', 'radius'],
    fill: { body: { kind: 'circle', radius: 1 } },
  },
  uploadCover: {
    tool: 'upload_cover',
    method: 'POST',
    path: '/covers',
    places: { title: 'multipart', pages: 'multipart', image: 'multipart' },
    fill: { image: { base64: 'aGk=', filename: 'a.png' } },
  },
  createForm: {
    tool: 'create_form',
    method: 'POST',
    path: '/forms',
    places: { text: 'form', count: 'form', day: 'form', tags: 'form', odd_name: 'form odd name' },
    fill: { text: 'a' },
  },
  readFile: {
    tool: 'read_file',
    method: 'GET',
    path: '/files/{path}',
    places: { path: 'path' },
    fill: { path: 'a' },
  },
} satisfies Record<string, Operation>;

/** Parameters of a query whose names no argument can have. */
export const oddQueries = { sort_by: 'query sort[by]', odd_name: 'query odd name', top: 'query $top' };

/** All of these names, at one place. */
export function each(place: string, names: readonly string[]): Record<string, string> {
  return Object.fromEntries(names.map((name) => [name, place]));
}

/** The path as routers of Node write it: `/items/:id`, `/files/*`. */
export function toRoute({ path }: Operation): string {
  return path.replace('{path}', '*').replaceAll(/\{(\w+)\}/g, ':$1');
}

/** Where the arguments of a body stand. */
export function findBodyPlace({ places }: Operation): string | undefined {
  return Object.values(places)
    .map((place) => place.split(' ')[0]!)
    .find((place) => /json|form|multipart/.test(place));
}

/** Of all headers or cookies, those that the operation declares. */
export function pickDeclared<T>(
  { places }: Operation,
  place: string,
  given: Readonly<Record<string, T>>,
): Record<string, T> {
  return Object.fromEntries(Object.entries(given).filter(([name]) => places[name] === place));
}

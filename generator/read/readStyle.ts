import type { Place, Style } from '../model/api.js';

/**
 * The styles of each place, its default first (OpenAPI 3.2, Style Values). `tabDelimited`, and delimited lists in
 * paths and headers, are of OpenAPI 2.0.
 */
const styles: Record<Place, readonly [Style, ...Style[]]> = {
  path: ['simple', 'label', 'matrix', 'spaceDelimited', 'pipeDelimited', 'tabDelimited'],
  query: ['form', 'spaceDelimited', 'pipeDelimited', 'tabDelimited', 'deepObject'],
  header: ['simple', 'spaceDelimited', 'pipeDelimited', 'tabDelimited'],
  cookie: ['form', 'cookie'],
  querystring: ['form'],
};

/** The style of that name, where the place has it. */
export function readStyle(place: Place, name: string): Style | undefined {
  return styles[place].find((style) => style === name);
}

/** The style of a parameter that names none. */
export function defaultStyle(place: Place): Style {
  return styles[place][0];
}

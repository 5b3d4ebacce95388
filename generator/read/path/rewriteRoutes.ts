import type { ApiParameter, Schema } from '../../model/api.js';

/** What the route of a framework says of a value in it. */
export interface RouteValue {
  name: string;
  /** Whether it stands for several segments, so that `/` in it is sent as it is. */
  isWide: boolean;
  /** What the route says of its type. */
  schema?: Schema;
  /** The parameter that is meant, where it is declared by another name. */
  declaredAs?: string;
}

/** A path with plain placeholders in place of those of routers, and what is known of their values. */
interface Route {
  path: string;
  values: RouteValue[];
}

/** What converters of routers, such as those of Flask and Starlette, say of a value. */
const converters: Record<string, Schema> = {
  int: { type: 'integer' },
  integer: { type: 'integer' },
  long: { type: 'integer' },
  float: { type: 'number' },
  double: { type: 'number' },
  decimal: { type: 'number' },
  bool: { type: 'boolean' },
  uuid: { type: 'string', format: 'uuid' },
  guid: { type: 'string', format: 'uuid' },
};

/** Flask's `<id>`, `<int:id>` and `<path:name>`. */
const angled = /<(?:([A-Za-z_]+)(?:\([^()<>]*\))?:)?([A-Za-z_][\w-]*)>/g;

/** A pattern of segments behind a name: `{name=shelves/*}` (google.api.http, Path template syntax). */
const transcoded = /\{([A-Za-z_][\w.]*)=([\w.~%*/:-]+)\}/g;

/** A placeholder with a pattern, a type or a length behind its name: `{id:[0-9]{1,3}}`, `{id:int}`. */
const restricted = /\{([\w.-]+)\s*:((?:[^{}]|\{[^{}]*\})*)\}/g;

/** A text behind the name that lets `/` through: the converter `path`, stars, `.*`, a class that lists `/`. */
const isWideText = /^\s*(?:path\s*$|\*{1,2}\s*$|\(*(?:\?:)?(?:\.[*+]|\[(?!\^)[^\]]*\/[^\]]*\][*+]))/;

/** hapi's `{rest*}` and `{pair*2}`. */
const starred = /\{([\w.-]+)\*(\d*)\}/g;

/** Express' `:id`, `:id?`, `:rest*` and `:id(\d+)`, several of which may be in one segment. */
const coloned = /:([A-Za-z_]\w*)(?:\([^()]*\))?([*+?]?)/g;

/**
 * Rewrites what the routes of frameworks have in place of the placeholders of OpenAPI: what follows a name in braces,
 * `<name>`, `:name`, and stars. A placeholder that a parameter has as its name is taken as it stands.
 */
export function rewriteRoutes(raw: string, declared: readonly ApiParameter[]): Route {
  const inPath = declared.filter((parameter) => parameter.in === 'path');
  const names = new Set(inPath.map(({ name }) => name));
  const values: RouteValue[] = [];
  const place = (value: RouteValue): string => {
    values.push(value);
    return `{${value.name}}`;
  };
  const [before = '', ...after] = raw.split(/(?=[?#])/);
  const read = rewriteColons(before, names, place)
    .replaceAll(angled, (_, converter: string | undefined, name: string) =>
      place(readConverter(name, converter ?? '')),
    )
    .replaceAll(transcoded, (text, name: string, pattern: string) =>
      names.has(text.slice(1, -1)) ? text : place(readSegments(name, pattern)),
    )
    .replaceAll(restricted, (text, name: string, rest: string) =>
      names.has(text.slice(1, -1)) ? text : place(readConverter(name, rest)),
    )
    .replaceAll(starred, (text, name: string, count: string) => {
      const isList = count === '' && !inPath.every((one) => one.name !== name || holdsText(one.schema));
      return isList || names.has(text.slice(1, -1)) ? text : place({ name, isWide: true });
    });
  return { path: [rewriteStars(read, inPath, place), ...after].join(''), values };
}

type Place = (value: RouteValue) => string;

/**
 * `:name` is a placeholder where one of the path is declared, or where what follows it can only be of a router: `:rest*`.
 * Elsewhere it may be a method of its own, as `:cancel` is.
 */
function rewriteColons(path: string, names: ReadonlySet<string>, place: Place): string {
  const isRoute = path.split('/').some((segment) => {
    if (!segment.startsWith(':')) return false;
    const found = [...segment.matchAll(coloned)];
    return (
      names.has(segment.slice(1)) ||
      found.some(([text, name = '']) => names.has(name) || /[)*+?]$/.test(text))
    );
  });
  if (!isRoute) return path;
  return path
    .split('/')
    .map((segment) => {
      if (!segment.startsWith(':')) return segment;
      const name = segment.slice(1);
      if (names.has(name)) return place({ name, isWide: false });
      return segment.replaceAll(coloned, (_, one: string, mark: string) =>
        place({ name: one, isWide: /[*+]/.test(mark) }),
      );
    })
    .join('/');
}

/** A segment that is a star, `{*}` included, is a value without a name: the last one, and `**`, has several segments. */
function rewriteStars(path: string, inPath: readonly ApiParameter[], place: Place): string {
  const segments = path.split('/');
  const lone = inPath.filter(({ name }) => !path.includes(`{${name}}`) || /^\*+$/.test(name));
  const taken = new Set([...path.matchAll(/\{([^{}]+)\}/g)].map(([, name = '']) => name));
  return segments
    .map((segment, index) => {
      const [, stars, name = ''] = /^(?:\{(?=\*+\}$))?(\*{1,2})([A-Za-z_]\w*)?\}?$/.exec(segment) ?? [];
      if (stars === undefined) return segment;
      const isWide = stars === '**' || name !== '' || index === segments.length - 1;
      const meant = name === '' ? lone.shift()?.name : undefined;
      const given = name || (meant !== undefined && !/^\*+$/.test(meant) ? meant : nameFreely(taken));
      taken.add(given);
      return place({
        name: given,
        isWide,
        ...(meant !== undefined && meant !== given && { declaredAs: meant }),
      });
    })
    .join('/');
}

function nameFreely(taken: ReadonlySet<string>): string {
  const names = ['path', 'rest', ...Array.from({ length: taken.size }, (_, index) => `rest_${index + 2}`)];
  return names.find((name) => !taken.has(name)) ?? 'path';
}

function readConverter(name: string, text: string): RouteValue {
  const schema = Object.hasOwn(converters, text.trim()) ? converters[text.trim()] : undefined;
  return { name, isWide: isWideText.test(text), ...(schema !== undefined && { schema }) };
}

/** `*` is one segment, `**` is any number of them. */
function readSegments(name: string, pattern: string): RouteValue {
  if (!/\/|\*\*/.test(pattern)) return { name, isWide: false };
  const parts = pattern.split('/').map((part) => {
    if (part === '**') return '.+';
    return part
      .split('*')
      .map((text) => text.replaceAll('.', String.raw`\.`))
      .join('[^/]+');
  });
  return {
    name,
    isWide: true,
    ...(pattern !== '**' && { schema: { type: 'string', pattern: `^${parts.join('/')}$` } }),
  };
}

/** Whether a value is a text as far as can be seen; one that may be a list is written as RFC 6570 says. */
function holdsText(schema: Schema): boolean {
  if (typeof schema === 'boolean') return schema;
  const { type, $ref } = schema;
  return type === undefined
    ? $ref === undefined
    : [type].flat().every((one) => one === 'string' || one === 'null');
}

import type { ApiParameter } from '../model/api.js';
import type { Report } from '../model/diagnostic.js';

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
  declared: readonly ApiParameter[],
  pointer: string,
  report: Report,
): Path {
  const names = new Set(declared.filter((parameter) => parameter.in === 'path').map(({ name }) => name));
  const path = cleanPath(raw, names);
  const placeholders = new Set([...path.matchAll(/\{([^{}]+)\}/g)].map(([, name = '']) => name));
  const parameters = declared.filter((parameter) => {
    if (parameter.in !== 'path' || placeholders.has(parameter.name)) return true;
    const reason = `the path ${path} has no {${parameter.name}}`;
    report('parameter-ignored', pointer, { name: parameter.name, reason });
    return false;
  });
  const missing = [...placeholders].filter((name) => !names.has(name));
  return { path, parameters: [...missing.map((name) => offerParameter(name, pointer)), ...parameters] };
}

/** The path less its fragment; `/:id` is a placeholder where a path parameter `id` is declared. */
function cleanPath(raw: string, names: ReadonlySet<string>): string {
  const [path = ''] = raw.split('#');
  const rooted = path.startsWith('/') ? path : `/${path}`;
  return rooted.replaceAll(/(?<=\/):([\w-]+)(?=[/?]|$)/g, (text, name: string) =>
    names.has(name) ? `{${name}}` : text,
  );
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

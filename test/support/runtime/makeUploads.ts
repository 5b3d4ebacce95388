import { fileSchema } from '../../../generator/schema/files.js';
import type {
  ApiInfo,
  Catalog,
  Encoding,
  Method,
  ObjectSchema,
  Parameter,
  Tool,
} from '../../../templates/project/src/runtime/tool.js';
import { makeBody, makeCatalog, makeTool } from './fixtures.js';

/** Tools that take files: as the whole body, and as parts of one. */
export function makeUploads(
  url: string,
  rest: {
    method?: Method;
    parameters?: Parameter[];
    encoding?: Record<string, Encoding>;
    api?: Partial<ApiInfo>;
  } = {},
): Catalog {
  const { method = 'POST', parameters = [], encoding, api } = rest;
  const file = fileSchema('', 'application/octet-stream');
  const schemas: Record<string, ObjectSchema> = {
    put_file: object({ body: file }, ['body']),
    put_form: object({ note: { type: 'string' }, file, more: { type: 'array', items: file } }, ['file']),
    put_data: object({ body: object({ file }, ['file']) }, ['body']),
  };
  const bodies = {
    put_file: makeBody({ mediaType: 'application/octet-stream' }),
    put_form: makeBody({
      mediaType: 'multipart/form-data',
      fields: { note: 'note', file: 'file', more: 'more' },
      encoding: { file: { ...encoding?.['file'], file: true }, more: { ...encoding?.['more'], file: true } },
    }),
    put_data: makeBody({}),
  };
  const tools = Object.entries(bodies).map(([name, body]): Tool =>
    Object.assign(makeTool({ name, method, path: `/${name}`, parameters, body }), {
      inputSchema: schemas[name],
    }),
  );
  return makeCatalog(tools, { api: { servers: [{ url }], ...api }, schemas });
}

function object(properties: ObjectSchema['properties'], required: string[]): ObjectSchema {
  return { type: 'object', properties, required, additionalProperties: false };
}

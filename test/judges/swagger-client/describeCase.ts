import type { Case, Described } from './case.js';

const host = 'api.example.com';

/** The document of a case: one operation, `op`, that has what is given. */
export function describeCase({ version, path = '/c', parameters, body }: Case): object {
  const placeholders = parameters.filter((one) => one.in === 'path').map(({ name }) => `/{${name}}`);
  const operation = {
    operationId: 'op',
    parameters: parameters.map(version === '2.0' ? describeOld : describe),
    responses: { 204: { description: 'Done.' } },
    ...(body && {
      requestBody: {
        content: {
          [body.mediaType]: {
            schema: { type: 'object', additionalProperties: true },
            ...(body.encoding && { encoding: body.encoding }),
          },
        },
      },
    }),
  };
  return {
    info: { title: 'Test', version: '1' },
    ...(version === '2.0'
      ? { swagger: '2.0', host, basePath: '/v1/', schemes: ['https'] }
      : { openapi: version, servers: [{ url: `https://${host}/v1/` }] }),
    paths: { [path + placeholders.join('')]: { post: operation } },
  };
}

function describe({ value, mediaType, encoding, ...one }: Described): object {
  const schema = schemaOf(value);
  const required = one.in === 'path' ? { required: true } : {};
  if (mediaType === undefined) return { ...one, ...required, schema };
  return { ...one, ...required, content: { [mediaType]: { schema, ...(encoding && { encoding }) } } };
}

function describeOld({ value, ...one }: Described): object {
  return { ...one, ...(one.in === 'path' ? { required: true } : {}), ...schemaOf(value) };
}

function schemaOf(value: unknown): object {
  if (Array.isArray(value)) return { type: 'array', items: schemaOf(value[0]) };
  if (typeof value === 'object' && value !== null) return { type: 'object', additionalProperties: true };
  return { type: typeof value === 'number' || typeof value === 'boolean' ? typeof value : 'string' };
}

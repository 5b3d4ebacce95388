/** How many operations, toolsets and shared types a large document has, and segments its paths at most. */
export const large = { operations: 11_422, toolsets: 180, types: 1_800, segments: 10 };

/**
 * A document like those of large suites of services: many toolsets, types that share one another over many levels, and
 * paths that lead from one thing to the next.
 */
export function makeLargeDocument(): object {
  const { operations, toolsets, types, segments } = large;
  const paths: Record<string, Record<string, object>> = {};
  for (let index = 0; index < operations; index += 1) {
    const toolset = index % toolsets;
    const rank = Math.floor(index / toolsets);
    const depth = 1 + (Math.floor(rank / 4) % (segments / 2));
    const path = Array.from({ length: depth }, (_, level) => `/${nameOf(toolset + level)}/{id${level}}`).join(
      '',
    );
    const method = (['get', 'post', 'patch', 'delete'] as const)[rank % 4]!;
    const whole = `${path}/variant${Math.floor(rank / 4 / (segments / 2))}`.replace('/variant0', '');
    (paths[whole] ??= {})[method] = makeOperation(index, toolset, depth, method);
  }
  const schemas = Object.fromEntries(
    Array.from({ length: types }, (_, index) => [`Type${index}`, makeType(index, types)]),
  );
  return {
    openapi: '3.1.0',
    info: { title: 'Large', version: '1.0.0' },
    servers: [{ url: 'https://api.example.com' }],
    paths,
    components: { schemas },
  };
}

function nameOf(index: number): string {
  return `things${index % large.toolsets}`;
}

function makeOperation(index: number, toolset: number, depth: number, method: string): object {
  const schema = { $ref: `#/components/schemas/Type${index % large.types}` };
  const content = { 'application/json': { schema } };
  const parameters = [
    ...Array.from({ length: depth }, (_, level) => ({
      name: `id${level}`,
      in: 'path',
      required: true,
      description: `The key of the ${nameOf(toolset + level)} on level ${level}.`,
      schema: { type: 'string' },
    })),
    ...(method === 'get'
      ? [{ name: '$filter', in: 'query', schema: { type: 'string' }, description: 'Which are listed.' }]
      : []),
  ];
  return {
    operationId: `${nameOf(toolset)}_${method}${index}`,
    tags: [nameOf(toolset)],
    summary: `Does ${method} of number ${index}`,
    parameters,
    ...((method === 'post' || method === 'patch') && { requestBody: { required: true, content } }),
    responses: { 200: { description: 'Done.', content } },
  };
}

/** Each type holds some of those behind it, so that the first of them go down many levels. */
function makeType(index: number, types: number): object {
  const others = [1, 2, 7].map((step) => index + step).filter((other) => other < types && other % 30 !== 0);
  return {
    type: 'object',
    description: `The type of number ${index}.`,
    required: ['id'],
    properties: {
      id: { type: 'string', description: 'Its key.' },
      state: { type: 'string', enum: ['new', 'open', 'done', `special${index % 5}`] },
      count: { type: 'integer', minimum: 0 },
      ...Object.fromEntries(
        others.map((other) => [`part${other}`, { $ref: `#/components/schemas/Type${other}` }]),
      ),
      more: {
        type: 'array',
        items: { $ref: `#/components/schemas/Type${others[0] ?? index}` },
      },
    },
  };
}

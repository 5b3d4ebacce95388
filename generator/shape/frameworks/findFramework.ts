import type { Api, ApiParameter } from '../../model/api.js';
import { type FrameworkName, type RequestChoices, frameworkNames } from '../../model/config.js';

/** What a framework is known by, and how it reads requests where its documents do not say. */
interface Framework {
  /** Its name, as its makers write it. */
  title: string;
  isRecognized: (evidence: Evidence) => boolean;
  requests: RequestChoices;
  /** Set where bodies of which the code says no type are not in its documents. */
  hidesBodies?: true;
  /** Set where a list of one in a query is read as a text, and what may be left out of one is written as required. */
  misreadsQueries?: true;
  /** Set where objects in multipart are parts of JSON, whatever they are in queries. */
  takesJsonParts?: true;
}

/** What signs are looked for in. */
interface Evidence {
  api: Pick<Api, 'title' | 'servers' | 'operations' | 'leftOut' | 'components'>;
  /** Whether most operations are as a rule says: half of them, and at least one. */
  most: (rule: (operation: Api['operations'][number]) => boolean) => boolean;
  /** Whether a component has a name; of those that operations reach. */
  hasComponent: (name: RegExp) => boolean;
  /** The parameters of queries. */
  queries: readonly ApiParameter[];
  /** Whether some response of a status has a text in its schema. */
  hasResponse: (status: string, text: string) => boolean;
}

/**
 * The signs of frameworks, each of which held in all documents of its kind that were looked at and in none of another. The
 * first that is recognized counts.
 */
export const frameworks: Readonly<Record<FrameworkName, Framework>> = {
  nestjs: {
    title: 'NestJS',
    isRecognized: ({ most }) => most(({ operationId }) => /^[A-Z]\w*Controller_\w+$/.test(operationId)),
    misreadsQueries: true,
    hidesBodies: true,
    requests: { objects: 'brackets', bodies: 'free', bareObjects: 'any' },
  },
  fastify: {
    title: 'Fastify',
    isRecognized: ({ most }) => most(({ responses }) => isAlways(responses, 'Default Response')),
    requests: { arrays: 'repeated', bodies: 'required', parts: 'values' },
  },
  laravel: {
    title: 'Laravel',
    isRecognized: ({ api, hasResponse }) =>
      /\bL5[ -]?(?:Swagger|OpenApi)\b/i.test(api.title) ||
      hasResponse('422', 'A detailed description of each field that failed validation.'),
    requests: { booleans: 'digits', arrays: 'brackets', objects: 'brackets' },
  },
  rails: {
    title: 'Rails',
    isRecognized: ({ api }) =>
      api.title === 'API V1' && api.servers.some(({ url }) => url.includes('{defaultHost}')),
    requests: { objects: 'brackets' },
  },
  'api-platform': {
    title: 'API Platform',
    isRecognized: ({ hasComponent }) => hasComponent(/\.jsonld(?:-|$)/),
    requests: { objects: 'brackets' },
  },
  strapi: {
    title: 'Strapi',
    isRecognized: ({ most }) =>
      most(({ operationId, method, path }) => operationId === `${method.toLowerCase()}${path}`),
    requests: { objects: 'brackets' },
  },
  springdoc: {
    title: 'springdoc',
    isRecognized: ({ api, most }) =>
      api.title === 'OpenAPI definition' ||
      (most(({ tags }) => tags.some((tag) => /^[a-z-]+-controller$/.test(tag))) &&
        most(({ responses }) => responses.some(({ contents }) => contents.some(isOfAnyType)))),
    hidesBodies: true,
    takesJsonParts: true,
    requests: { dateTimes: 'local', objects: 'dots', bareObjects: 'any' },
  },
  django: {
    title: 'drf-spectacular',
    isRecognized: ({ hasComponent }) =>
      hasComponent(/^BlankEnum$/) || (hasComponent(/^Paginated\w+List$/) && hasComponent(/^Patched[A-Z]/)),
    requests: { dateTimes: 'local', objects: 'django', bareObjects: 'any' },
  },
  tsoa: {
    title: 'tsoa',
    isRecognized: ({ most, api }) =>
      // "Created" is what everybody writes; who writes "OK" beside it is another.
      ![...api.operations, ...api.leftOut].some(({ responses }) =>
        responses.some(({ status, description }) =>
          /^(?:200 OK|204 No Content)$/.test(`${status} ${description}`),
        ),
      ) &&
      most(
        ({ operationId, responses: [first] }) =>
          /^[A-Z][A-Za-z0-9]*$/.test(operationId) &&
          first !== undefined &&
          tsoaWords[first.status] === first.description,
      ),
    requests: { bareObjects: 'any' },
  },
  fastapi: {
    title: 'FastAPI',
    isRecognized: ({ hasComponent }) => hasComponent(/^HTTPValidationError$/),
    requests: { dateTimes: 'local', cookies: 'plain' },
  },
  dotnet: {
    title: '.NET',
    // Of documents that it makes by itself since .NET 9.
    isRecognized: ({ api }) => /^\S.* \| v\d+$/.test(api.title),
    requests: { objects: 'dots', dateTimes: 'local' },
  },
  grpc: {
    title: 'grpc-gateway',
    isRecognized: ({ hasComponent }) => hasComponent(/^(?:google)?(?:rpcStatus|protobufAny)$/i),
    requests: { bodies: 'empty' },
  },
  elysia: {
    title: 'Elysia',
    isRecognized: ({ api, most }) =>
      api.title === 'Elysia Documentation' ||
      (api.operations.some(({ bodies }) => bodies.map(({ mediaType }) => mediaType).join() === elysiaTypes) &&
        most(({ operationId, method, path }) => operationId === nameAsElysia(method, path))),
    requests: { objects: 'json' },
  },
  orpc: {
    title: 'oRPC',
    isRecognized: ({ queries }) =>
      queries.length >= fewQueries && queries.every(({ allowReserved }) => allowReserved),
    hidesBodies: true,
    requests: { reserved: 'escaped' },
  },
};

/** The media types that Elysia lists for each body of which nothing is said. */
const elysiaTypes = 'application/json,application/x-www-form-urlencoded,multipart/form-data';

/** What Elysia calls an operation: `getItemsById`. */
function nameAsElysia(method: string, path: string): string {
  const words = path
    .split('/')
    .map((segment) => segment.replace(/^\{(\w)/, (_, first: string) => `By${first.toUpperCase()}`));
  const name = words.map((word) => word.replace(/\}$/, '').replace(/^[a-z]/, (first) => first.toUpperCase()));
  return method.toLowerCase() + (name.join('') || 'Index');
}

/** As many parameters may each leave reserved characters as they are because somebody has said so. */
const fewQueries = 3;

/** What tsoa describes responses as where nothing is said of them. */
const tsoaWords: Readonly<Record<string, string>> = { 200: 'Ok', 201: 'Created', 204: 'No content' };

/** The framework that a document was most likely written by; undefined where no sign says so. */
export function findFramework(api: Evidence['api']): Framework | undefined {
  // The choice of operations does not change what wrote them.
  const operations = api.operations.concat(api.leftOut);
  const { components } = api;
  const names = Object.keys(components);
  const evidence: Evidence = {
    api,
    most: (rule) => operations.length > 0 && operations.filter(rule).length * 2 >= operations.length,
    queries: operations.flatMap(({ parameters }) => parameters.filter((one) => one.in === 'query')),
    hasComponent: (name) => names.some((one) => name.test(one)),
    hasResponse: (wanted, text) =>
      operations.some(({ responses }) =>
        responses.some(
          ({ status, contents }) =>
            status === wanted && contents.some(({ schema }) => JSON.stringify(schema).includes(text)),
        ),
      ),
  };
  const found = frameworkNames.find((name) => frameworks[name].isRecognized(evidence));
  return found && frameworks[found];
}

/** What Spring declares where a handler does not say what it produces. */
function isOfAnyType({ mediaType }: { mediaType: string }): boolean {
  return mediaType === '*/*';
}

function isAlways(responses: readonly { description: string }[], description: string): boolean {
  return responses.length > 0 && responses.every((one) => one.description === description);
}

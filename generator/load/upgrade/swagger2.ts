import type { Json, JsonObject } from '../../model/document.js';
import { isObject } from '../../model/document.js';
import { mapMembers, objectsIn, textsIn } from '../values.js';
import { isOfBody, locationOf, upgradeBody } from './bodies.js';
import { upgradeParameter } from './parameters.js';
import { upgradeResponse } from './responses.js';

const methods = new Set(['get', 'put', 'post', 'delete', 'options', 'head', 'patch']);

/** Members of the document that have another form in OpenAPI 3. */
const replaced = new Set('swagger host basePath schemes consumes produces securityDefinitions'.split(' '));

/**
 * Gives a Swagger 2.0 document the structure of OpenAPI 3.1. Its schemas stay as they are, and so do `definitions`,
 * `parameters` and `responses`, so that pointers to them stay true. References to parameters, responses and path
 * items have to be resolved; those that are left lead nowhere and stay.
 *
 * @param protocol - of the URL that the document was fetched from, such as `https:`
 */
export function upgradeSwagger2(root: JsonObject, protocol?: string): JsonObject {
  const servers = upgradeServers(root, protocol);
  const kept = Object.entries(root).filter(([member]) => !replaced.has(member));
  return {
    openapi: '3.1.0',
    ...(servers.length > 0 && { servers }),
    ...Object.fromEntries(kept),
    paths: mapMembers(root['paths'], (item, path) =>
      path.startsWith('x-') ? item : upgradePathItem(item, root),
    ),
    components: {
      ...(isObject(root['components']) ? root['components'] : {}),
      securitySchemes: mapMembers(root['securityDefinitions'], upgradeSecurityScheme),
    },
  };
}

function upgradePathItem(item: JsonObject, root: JsonObject): JsonObject {
  const parameters = objectsIn(item['parameters']);
  const ofBody = parameters.filter(isOfBody);
  const upgraded = mapMembers(item, (member, name) =>
    methods.has(name) ? upgradeOperation(member, ofBody, root) : member,
  );
  if (parameters.length === 0) return upgraded;
  return { ...upgraded, parameters: parameters.filter((one) => !isOfBody(one)).map(upgradeParameter) };
}

function upgradeOperation(operation: JsonObject, ofPath: JsonObject[], root: JsonObject): JsonObject {
  const { consumes = root['consumes'], produces = root['produces'], schemes, ...rest } = operation;
  const parameters = objectsIn(operation['parameters']);
  const ofBody = inherit(parameters.filter(isOfBody), ofPath);
  const servers = schemes === undefined ? [] : upgradeServers({ ...root, schemes });
  return {
    ...rest,
    ...(parameters.length > 0 && {
      parameters: parameters.filter((one) => !isOfBody(one)).map(upgradeParameter),
    }),
    ...(ofBody.length > 0 && { requestBody: upgradeBody(ofBody, textsIn(consumes)) }),
    ...('responses' in operation && {
      responses: mapMembers(operation['responses'], (response, status) =>
        status.startsWith('x-') ? response : upgradeResponse(response, textsIn(produces)),
      ),
    }),
    ...(servers.length > 0 && { servers }),
  };
}

/** Parameters of the operation override those of the path (OpenAPI 2.0, Path Item Object, parameters). */
function inherit(own: JsonObject[], ofPath: JsonObject[]): JsonObject[] {
  const overridden = (inherited: JsonObject) =>
    own.length > 0 && (isBody(inherited) || own.some(({ name }) => name === inherited['name']));
  return [...ofPath.filter((inherited) => !overridden(inherited)), ...own];
}

function isBody(parameter: JsonObject): boolean {
  return locationOf(parameter) === 'body';
}

/** What a Swagger 2.0 document says about where its API is. */
interface Address {
  host?: Json | undefined;
  basePath?: Json | undefined;
  schemes?: Json | undefined;
}

/**
 * Servers of OpenAPI 3.1, https first. Without a host there is at most one, relative to where the document is.
 *
 * @param protocol - what to use where the document names no scheme (OpenAPI 2.0, Swagger Object, schemes)
 */
function upgradeServers({ host, basePath, schemes }: Address, protocol = 'https:'): { url: string }[] {
  const path = typeof basePath === 'string' ? basePath.replace(/^\/?/, '/').replace(/(?<!\/)\/+$/, '') : '';
  if (typeof host !== 'string' || host === '') return path === '' ? [] : [{ url: path }];
  const name = host.replace(/^[a-z]+:\/\//i, '').replace(/(?<!\/)\/+$/, '');
  const declared = ['https', 'http'].filter((scheme) => textsIn(schemes).includes(scheme));
  const used = declared.length > 0 ? declared : [protocol.replace(/:$/, '')];
  return used.map((scheme) => ({ url: `${scheme}://${name}${path}` }));
}

/** The flows of Swagger 2.0 by the names of OpenAPI 3 (OpenAPI 3.2, OAuth Flows Object). */
const flows: Record<string, string> = {
  implicit: 'implicit',
  password: 'password',
  application: 'clientCredentials',
  accessCode: 'authorizationCode',
};

/** A security scheme of Swagger 2.0 as one of OpenAPI 3.1. */
function upgradeSecurityScheme(scheme: JsonObject): JsonObject {
  if (scheme['type'] === 'basic') return { ...scheme, type: 'http', scheme: 'basic' };
  if (scheme['type'] !== 'oauth2') return scheme;
  const { flow, authorizationUrl, tokenUrl, scopes = {}, ...rest } = scheme;
  const name = flows[String(flow)];
  return {
    ...rest,
    flows:
      name === undefined
        ? {}
        : {
            [name]: {
              ...(authorizationUrl !== undefined && { authorizationUrl }),
              ...(tokenUrl !== undefined && { tokenUrl }),
              scopes,
            },
          },
  };
}

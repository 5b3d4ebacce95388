import type { JsonObject } from '../model/document.js';

/** The flows of Swagger 2.0 by the names of OpenAPI 3 (OpenAPI 3.2, OAuth Flows Object). */
const flows: Record<string, string> = {
  implicit: 'implicit',
  password: 'password',
  application: 'clientCredentials',
  accessCode: 'authorizationCode',
};

/** A security scheme of Swagger 2.0 as one of OpenAPI 3.1. */
export function upgradeSecurityScheme(scheme: JsonObject): JsonObject {
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

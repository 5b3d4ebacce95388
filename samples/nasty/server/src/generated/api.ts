// Generated from the API's document. Changes belong into src/custom.ts: one made here can stop the next run.
import type { ApiInfo } from '#runtime/tool.js';

/** The API: where it is, and how the server proves itself to it. */
export const api: ApiInfo = {
  name: 'nasty-globalthis',
  title: 'Nasty "API" */ ${globalThis.pwned = true} +(globalThis.pwned=true)+ </script>…',
  version: '1.0.0"; globalThis.pwned = true; // globalThis.pwned = true',
  instructions:
    'Tools for calling the Nasty "API" */ ${globalThis.pwned = true} +(globalThis.pwned=true)+ </script>…. Text for the prose: </script> / globalThis.pwned = true; / ${process.exit(1)} ${globalThis.pwned = true} {{globalThis.pwned}} {{{this}}} <%= 1 %> $& $ $\' $$; globalThis.pwned = true eslaf.',
  listLimit: { tools: 40, tokens: 20000 },
  servers: [
    {
      url: 'http://127.0.0.1:{port}/{tenant}/v1',
      variables: {
        port: { default: '8791', env: 'NASTY_GLOBALTHIS_SERVER_PORT' },
        tenant: {
          default: 'acme',
          enum: ['acme', '', '"+(globalThis.pwned=true)+"', '${globalThis.pwned = true}', '../..', 'a\nb'],
          env: 'NASTY_GLOBALTHIS_SERVER_TENANT',
        },
      },
    },
  ],
  baseUrlEnv: 'NASTY_GLOBALTHIS_BASE_URL',
  auth: {
    basic: {
      kind: 'basic',
      env: { username: 'NASTY_GLOBALTHIS_BASIC_USERNAME', password: 'NASTY_GLOBALTHIS_BASIC_PASSWORD' },
    },
    bearer: { kind: 'bearer', env: 'NASTY_GLOBALTHIS_BEARER_TOKEN' },
    certificate: {
      kind: 'client-certificate',
      env: {
        certificate: 'MCP_CLIENT_CERT_FILE',
        key: 'MCP_CLIENT_KEY_FILE',
        passphrase: 'MCP_CLIENT_KEY_PASSPHRASE',
      },
    },
    constructor: {
      kind: 'api-key',
      in: 'query',
      name: 'key"\'`&=',
      env: 'NASTY_GLOBALTHIS_CONSTRUCTOR_API_KEY',
    } as never,
    cookie_key: {
      kind: 'api-key',
      in: 'cookie',
      name: 'nasty_session',
      env: 'NASTY_GLOBALTHIS_COOKIE_API_KEY',
    },
    digest: {
      kind: 'unsupported',
      reason: 'The security scheme "digest" cannot be served: HTTP "digest" authentication is not supported.',
    },
    key: { kind: 'api-key', in: 'header', name: "X-Nasty'Key", env: 'NASTY_GLOBALTHIS_API_KEY' },
    oauth: {
      kind: 'oauth2',
      tokenUrl: 'https://nasty.example/"+(globalThis.pwned=true)+"',
      refreshUrl: 'https://nasty.example/refresh',
      clientCredentials: true,
      scopes: ['read', 'write:"+(globalThis.pwned=true)+"'],
      env: {
        token: 'NASTY_GLOBALTHIS_OAUTH_TOKEN',
        clientId: 'NASTY_GLOBALTHIS_OAUTH_CLIENT_ID',
        clientSecret: 'NASTY_GLOBALTHIS_OAUTH_CLIENT_SECRET',
        refreshToken: 'NASTY_GLOBALTHIS_OAUTH_REFRESH_TOKEN',
      },
    },
    openid: {
      kind: 'oauth2',
      discoveryUrl: 'https://nasty.example/.well-known/openid-configuration',
      clientCredentials: true,
      login: ['browser', 'device'],
      scopes: ['email'],
      env: {
        token: 'NASTY_GLOBALTHIS_OPENID_TOKEN',
        clientId: 'NASTY_GLOBALTHIS_OPENID_CLIENT_ID',
        clientSecret: 'NASTY_GLOBALTHIS_OPENID_CLIENT_SECRET',
        refreshToken: 'NASTY_GLOBALTHIS_OPENID_REFRESH_TOKEN',
      },
    },
    'other-key': {
      kind: 'api-key',
      in: 'header',
      name: 'X-Another',
      env: 'NASTY_GLOBALTHIS_OTHER_API_KEY_X_ANOTHER',
    },
    'other.key': {
      kind: 'api-key',
      in: 'header',
      name: 'X-Other',
      env: 'NASTY_GLOBALTHIS_OTHER_API_KEY_X_OTHER',
    },
  },
  card: {
    name: 'local/nasty-globalthis',
    description:
      'Text for the prose: </script> / globalThis.pwned = true; / ${process.exit(1)} ${globalThis.pwned =…',
  },
};

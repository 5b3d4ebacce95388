// Generated from the API's document. Changes belong into src/custom.ts: one made here can stop the next run.
import type { ServerFeatures } from '#runtime/extensions.js';

/** What the API needs of the optional parts of the runtime, each loaded when it is first used. */
export const features: ServerFeatures = {
  bodies: {
    json: async () => (await import('#runtime/bodies/json.js')).writeJson,
    form: async () => (await import('#runtime/bodies/form.js')).writeForm,
    multipart: async () => (await import('#runtime/bodies/multipart.js')).writeMultipart,
    xml: async () => (await import('#runtime/bodies/xml.js')).writeXml,
    text: async () => (await import('#runtime/bodies/text.js')).writeText,
    binary: async () => (await import('#runtime/bodies/binary.js')).writeBinary,
  },
  credentials: {
    'api-key': async () => (await import('#runtime/auth/apiKey.js')).apiKey,
    basic: async () => (await import('#runtime/auth/basic.js')).basic,
    bearer: async () => (await import('#runtime/auth/bearer.js')).bearer,
    oauth2: async () => (await import('#runtime/auth/oauth2.js')).oauth2,
    'client-certificate': async () => (await import('#runtime/auth/clientCertificate.js')).clientCertificate,
  },
  login: () => import('#runtime/auth/login/logIn.js'),
  users: () => import('#runtime/auth/users/createUserCredentials.js'),
  auth: () => import('#runtime/door/openDoor.js'),
  sessions: async () => (await import('#runtime/transport/http/session.js')).createSessions,
  limits: async () => (await import('#runtime/transport/http/limitClients.js')).limitClients,
  others: {
    page: async () => (await import('#runtime/transport/pages/servePage.js')).servePage,
    card: async () => (await import('#runtime/transport/pages/serveCard.js')).serveCard,
  },
  proof: () => import('#runtime/call/createProver.js'),
  signing: async () => (await import('#runtime/call/signRequests.js')).signRequests,
  telemetry: () => import('#runtime/telemetry/serveTelemetry.js'),
  secrets: () => import('#runtime/secrets/redactor.js'),
  files: () => import('#runtime/request/files.js'),
  pagination: async () => (await import('#runtime/result/pagination.js')).describeNextPage,
  extensions: () => import('#runtime/extend/loadExtensions.js'),
  dynamic: () => import('#runtime/dynamic/serveDynamic.js'),
  patterns: async () => (await import('#runtime/patterns/prepareBounded.js')).prepareBounded,
  downloads: async () => (await import('#runtime/result/saveFile.js')).saveFile,
  commands: () => import('#runtime/transport/runCommand.js'),
  proxies: () => import('#runtime/http/createWays.js'),
  questions: () => import('#runtime/interact/createAsking.js'),
  mock: async () => (await import('#runtime/mock/createMock.js')).createMock,
};

import type { Features } from '#runtime/features.js';

export const features: Features = {
  bodies: {
    json: async () => (await import('#runtime/bodies/json.js')).writeJson,
    form: async () => (await import('#runtime/bodies/form.js')).writeForm,
    multipart: async () => (await import('#runtime/bodies/multipart.js')).writeMultipart,
    lines: async () => (await import('#runtime/bodies/lines.js')).writeLines,
    xml: async () => (await import('#runtime/bodies/xml.js')).writeXml,
    text: async () => (await import('#runtime/bodies/text.js')).writeText,
    binary: async () => (await import('#runtime/bodies/binary.js')).writeBinary,
  },
  credentials: {
    'api-key': async () => (await import('#runtime/auth/apiKey.js')).apiKey,
    basic: async () => (await import('#runtime/auth/basic.js')).basic,
    bearer: async () => (await import('#runtime/auth/bearer.js')).bearer,
    oauth2: async () => (await import('#runtime/auth/oauth2.js')).oauth2,
    'client-certificate': async () =>
      (await import('#runtime/auth/clientCertificate.js')).clientCertificate,
  },
  login: () => import('#runtime/auth/login/logIn.js'),
  users: () => import('#runtime/auth/users/createUserCredentials.js'),
  files: () => import('#runtime/request/files.js'),
  pagination: async () => (await import('#runtime/result/pagination.js')).describeNextPage,
  polling: () => import('#runtime/result/polling.js'),
  routing: async () => (await import('#runtime/server/findMismatch.js')).findMismatch,
  resources: async () => (await import('#runtime/resources/serveResources.js')).serveResources,
  reference: async () => (await import('#runtime/resources/makeReference.js')).makeReference,
  prompts: async () => (await import('#runtime/prompts/servePrompts.js')).servePrompts,
  completions: async () => (await import('#runtime/completion/serveCompletions.js')).serveCompletions,
  tasks: () => import('#runtime/tasks/serveTasks.js'),
  subscriptions: async () => (await import('#runtime/resources/serveSubscriptions.js')).serveSubscriptions,
  listening: async () => (await import('#runtime/server/serveListening.js')).serveListening,
  select: async () => (await import('#runtime/select/readSelector.js')).readSelector,
  outputs: () => import('#runtime/result/fitValue.js'),
  mock: async () => (await import('#runtime/mock/createMock.js')).createMock,
  consent: () => import('#runtime/interact/obtainConsent.js'),
};

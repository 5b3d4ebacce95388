// Generated from the API's document. Changes belong into src/custom.ts: one made here can stop the next run.
import type { ServerFeatures } from '#runtime/extensions.js';

/** What the API needs of the optional parts of the runtime, each loaded when it is first used. */
export const features: ServerFeatures = {
  bodies: {
    json: async () => (await import('#runtime/bodies/json.js')).writeJson,
    binary: async () => (await import('#runtime/bodies/binary.js')).writeBinary,
  },
  credentials: {},
  users: () => import('#runtime/auth/users/createUserCredentials.js'),
  auth: () => import('#runtime/door/openDoor.js'),
  sessions: async () => (await import('#runtime/transport/http/session.js')).createSessions,
  limits: async () => (await import('#runtime/transport/http/limitClients.js')).limitClients,
  proof: () => import('#runtime/call/createProver.js'),
  secrets: () => import('#runtime/secrets/redactor.js'),
  files: () => import('#runtime/request/files.js'),
  pagination: async () => (await import('#runtime/result/pagination.js')).describeNextPage,
  links: async () => (await import('#runtime/result/tellLinks.js')).tellLinks,
  polling: () => import('#runtime/result/polling.js'),
  routing: async () => (await import('#runtime/server/findMismatch.js')).findMismatch,
  resources: async () => (await import('#runtime/resources/serveResources.js')).serveResources,
  prompts: async () => (await import('#runtime/prompts/servePrompts.js')).servePrompts,
  completions: async () => (await import('#runtime/completion/serveCompletions.js')).serveCompletions,
  tasks: () => import('#runtime/tasks/serveTasks.js'),
  subscriptions: async () => (await import('#runtime/resources/serveSubscriptions.js')).serveSubscriptions,
  listening: async () => (await import('#runtime/extend/serveListening.js')).serveListening,
  extensions: () => import('#runtime/extend/loadExtensions.js'),
  consent: () => import('#runtime/interact/obtainConsent.js'),
  patterns: async () => (await import('#runtime/patterns/prepareBounded.js')).prepareBounded,
  downloads: async () => (await import('#runtime/result/saveFile.js')).saveFile,
  commands: () => import('#runtime/transport/runCommand.js'),
  proxies: () => import('#runtime/http/createWays.js'),
  questions: () => import('#runtime/interact/createAsking.js'),
  mock: async () => (await import('#runtime/mock/createMock.js')).createMock,
};

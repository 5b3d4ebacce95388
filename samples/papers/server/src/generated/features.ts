// Generated from the API's document. Changes belong into src/custom.ts: one made here can stop the next run.
import type { Features } from '../runtime/features.js';

/** What the API needs of the optional parts of the runtime, each loaded when it is first used. */
export const features: Features = {
  bodies: {
    json: async () => (await import('../runtime/bodies/json.js')).writeJson,
    binary: async () => (await import('../runtime/bodies/binary.js')).writeBinary,
  },
  credentials: {},
  files: () => import('../runtime/request/files.js'),
  pagination: async () => (await import('../runtime/result/pagination.js')).describeNextPage,
  polling: () => import('../runtime/result/polling.js'),
  routing: async () => (await import('../runtime/server/findMismatch.js')).findMismatch,
  resources: async () => (await import('../runtime/resources/serveResources.js')).serveResources,
  prompts: async () => (await import('../runtime/prompts/servePrompts.js')).servePrompts,
  completions: async () => (await import('../runtime/completion/serveCompletions.js')).serveCompletions,
  tasks: () => import('../runtime/tasks/serveTasks.js'),
  subscriptions: async () => (await import('../runtime/resources/serveSubscriptions.js')).serveSubscriptions,
  listening: async () => (await import('../runtime/server/serveListening.js')).serveListening,
  consent: () => import('../runtime/interact/obtainConsent.js'),
};

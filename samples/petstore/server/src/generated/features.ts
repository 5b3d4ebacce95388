// Generated from the API's document. Changes belong into src/custom.ts: one made here can stop the next run.
import type { ServerFeatures } from '#runtime/extensions.js';

/** What the API needs of the optional parts of the runtime, each loaded when it is first used. */
export const features: ServerFeatures = {
  bodies: { json: async () => (await import('#runtime/bodies/json.js')).writeJson },
  credentials: { 'api-key': async () => (await import('#runtime/auth/apiKey.js')).apiKey },
  proof: () => import('#runtime/call/createProver.js'),
  secrets: () => import('#runtime/secrets/redactor.js'),
  pagination: async () => (await import('#runtime/result/pagination.js')).describeNextPage,
};

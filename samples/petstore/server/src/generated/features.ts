// Generated from the API's document. Changes belong into src/custom.ts: one made here can stop the next run.
import type { Features } from '../runtime/features.js';

/** What the API needs of the optional parts of the runtime, each loaded when it is first used. */
export const features: Features = {
  bodies: { json: async () => (await import('../runtime/bodies/json.js')).writeJson },
  credentials: { 'api-key': async () => (await import('../runtime/auth/apiKey.js')).apiKey },
  users: () => import('../runtime/auth/users/createUserCredentials.js'),
  pagination: async () => (await import('../runtime/result/pagination.js')).describeNextPage,
};

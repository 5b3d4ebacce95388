// Generated from the API's document: a change made here is lost. src/custom.ts is the place for it.
import type { Features } from '../runtime/features.js';

/** What the API needs of the optional parts of the runtime, each loaded when it is first used. */
export const features: Features = {
  bodies: { json: async () => (await import('../runtime/bodies/json.js')).writeJson },
  credentials: { 'api-key': async () => (await import('../runtime/auth/apiKey.js')).apiKey },
  users: () => import('../runtime/auth/users/createUserCredentials.js'),
  pagination: async () => (await import('../runtime/result/pagination.js')).describeNextPage,
};

// Generated from the API's document. Changes belong into src/custom.ts: one made here can stop the next run.
import type { Resources } from '#runtime/tool.js';

/** What clients can read by a URI, in the order in which it is listed. */
export const resources: Resources = {
  list: [
    {
      uri: 'papers://api/papers/{paperId}',
      name: 'get_paper',
      title: 'Read a paper',
      description: 'Read a paper',
      mimeType: 'application/json',
      toolset: 'papers',
      subscribe: true,
    },
  ],
};

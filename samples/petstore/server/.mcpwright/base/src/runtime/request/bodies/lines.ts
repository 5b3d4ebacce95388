import type { BodyWriter } from '../writeBody.js';

/** JSON lines: one value on each line. */
export const writeLines: BodyWriter = (value, { mediaType }) => ({
  content: [value]
    .flat()
    .map((item) => `${JSON.stringify(item)}\n`)
    .join(''),
  contentType: mediaType,
});

import type { Keywords } from './subschemas.js';

/** Characters that would end a header or a quoted string in it. */
const headerText = '^[^\\u0000-\\u001f\\u007f"]*$';

/** What an argument that is a file looks like. */
export function fileSchema(description: string): Keywords {
  return {
    type: 'object',
    ...(description === '' ? {} : { description }),
    properties: {
      base64: { type: 'string', format: 'byte', description: 'The content of the file, in base64.' },
      filename: { type: 'string', pattern: headerText },
      contentType: { type: 'string', pattern: headerText, description: 'Media type of the file.' },
    },
    required: ['base64'],
    additionalProperties: false,
  };
}

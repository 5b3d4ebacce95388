import { features } from '../../../../templates/project/src/generated/features.js';
import { createChecker } from '../../../../templates/project/src/runtime/arguments/createChecker.js';
import { CallError, UnsendableError } from '../../../../templates/project/src/runtime/errors.js';
import { buildRequest } from '../../../../templates/project/src/runtime/request/buildRequest.js';
import { layOut } from '../../../support/layOut.js';
import { shapeDocument } from '../../../support/shapeDocument.js';

/** A body of one media type. */
export interface MediaBody {
  openapi?: string;
  mediaType: string;
  /** The Media Type Object. */
  media: object;
  /** The document's schemas. */
  schemas?: object;
}

/** Makes the function that sends a value as a body: gives the text that goes out, or why nothing does. */
export function sendAs({ openapi = '3.1.0', mediaType, media, schemas = {} }: MediaBody) {
  const requestBody = { required: true, content: { [mediaType]: media } };
  const { server, tool } = shapeDocument({
    openapi,
    paths: { '/x': { put: { operationId: 'put', requestBody, responses: {} } } },
    components: { schemas },
  });
  const entry = tool('PUT /x');
  const check = createChecker(server.components);
  return async (value: unknown): Promise<string> => {
    try {
      const args = check('put', entry.enforced, layOut(entry, { body: value }), entry.tool.request.body);
      const { body } = await buildRequest(entry.tool, args, new URL('http://127.0.0.1/'), features);
      return String(body);
    } catch (error) {
      if (error instanceof UnsendableError || error instanceof CallError) return error.message;
      throw error;
    }
  };
}

import type { ApiResponse } from '../model/api.js';
import { asObject, asText } from './asObject.js';
import type { Context } from './context.js';
import { Fault } from './Fault.js';
import { followMember } from './follow.js';
import { readContent } from './readContent.js';
import type { Found } from './resolve.js';

/**
 * The responses of an operation (OpenAPI 3.2, Responses Object). One that cannot be read is passed over:
 * what the API answers decides nothing about the call.
 */
export function readResponses(operation: Found, context: Context): ApiResponse[] {
  const { root } = context.document;
  const responses = asObject(asObject(operation.value)['responses']);
  const parent = { value: responses, pointer: `${operation.pointer}/responses` };
  return Object.keys(responses)
    .filter((status) => !status.startsWith('x-'))
    .flatMap((status) => {
      try {
        const response = followMember(root, parent, status);
        if (response === undefined) return [];
        const node = asObject(response.value);
        const headers = Object.keys(asObject(node['headers']));
        return [
          {
            status,
            description: asText(node['description']),
            contents: readContent(response, context),
            ...(headers.length > 0 && { headers }),
          },
        ];
      } catch (error) {
        if (!(error instanceof Fault)) throw error;
        context.report('schema-relaxed', error.pointer, {
          what: `The response ${status} cannot be read: ${error.message}`,
          done: 'any answer is taken',
        });
        return [];
      }
    });
}

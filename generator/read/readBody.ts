import type { Content, Operation } from '../model/api.js';
import { asObject, asText } from './asObject.js';
import type { Context } from './context.js';
import { followMember } from './follow.js';
import { readContent } from './readContent.js';
import type { Found } from './resolve.js';

/** Media types that a body may have, the one that serves a caller best first. */
const ranking: RegExp[] = [
  /^application\/json$/,
  /^\*\/\*$|^application\/\*$/,
  /\+json$/,
  /^application\/x-www-form-urlencoded$/,
  /^multipart\/form-data$/,
  /^multipart\//,
  /^text\/plain$/,
  /^text\//,
  /^application\/octet-stream$/,
];

/** The request body of an operation (OpenAPI 3.2, Request Body Object). */
export function readBody(
  operation: Found,
  context: Context,
): Pick<Operation, 'bodies' | 'bodyRequired' | 'bodyDescription'> {
  const body = followMember(context.document.root, operation, 'requestBody');
  if (body === undefined) return { bodies: [], bodyRequired: false, bodyDescription: '' };
  const { required, description } = asObject(body.value);
  return {
    bodies: readContent(body, context).toSorted((a, b) => rank(a) - rank(b)),
    bodyRequired: required === true,
    bodyDescription: asText(description),
  };
}

function rank({ mediaType }: Content): number {
  const [bare = ''] = mediaType.toLowerCase().split(';');
  const found = ranking.findIndex((pattern) => pattern.test(bare.trim()));
  return found === -1 ? ranking.length : found;
}

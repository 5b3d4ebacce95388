import { UnsendableError } from '../errors.js';
import { isObject } from '../json.js';
import { isFields, isJson, isMultipart } from '../mediaTypes.js';
import { emptyWords } from '../request/serialize.js';
import type { Body, Tool } from '../tool.js';

/**
 * Throws an `UnsendableError` where a form has an empty list for a member that is required, or that a PATCH is to change:
 * nothing is sent of one, so that it would be dropped in silence.
 */
export function checkMembers(value: unknown, body: Body, tool: Tool | undefined): void {
  if (tool === undefined || !isFields(body.mediaType) || !isObject(value)) return;
  const { inputSchema, request } = tool;
  const { fields, argument, encoding = {} } = body;
  const whole = inputSchema.properties[argument];
  const schema = fields === undefined ? whole : inputSchema;
  const required: unknown = isObject(schema) ? schema['required'] : undefined;
  const needed = request.method === 'PATCH' ? Object.keys(value) : required;
  for (const key of Array.isArray(needed) ? needed.map(String) : []) {
    const name = fields !== undefined && Object.hasOwn(fields, key) ? (fields[key] ?? key) : key;
    const { contentType = '' } = (Object.hasOwn(encoding, name) ? encoding[name] : undefined) ?? {};
    const item = Object.hasOwn(value, name) ? value[name] : undefined;
    const isText = isJson(contentType) && !isMultipart(body.mediaType);
    if (Array.isArray(item) && item.length === 0 && !isText)
      throw new UnsendableError(fields === undefined ? `${argument}.${name}` : key, emptyWords(item));
  }
}

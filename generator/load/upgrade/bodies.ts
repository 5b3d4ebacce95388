import type { Report } from '../../model/diagnostic.js';
import { type Json, type JsonObject, joinPointer } from '../../model/document.js';
import { isObject } from '../../model/document.js';
import { bareType, meantForm } from '../../schema/mediaTypes.js';
import { extensionsOf } from '../values.js';
import { markUnsaid, styleOf, upgradeExamples, withSchema } from './parameters.js';

const multipart = 'multipart/form-data';
const urlEncoded = 'application/x-www-form-urlencoded';

/** Whether a parameter of Swagger 2.0 is the body, or a field of it. */
export function isOfBody(parameter: JsonObject): boolean {
  return locationOf(parameter) === 'body' || locationOf(parameter) === 'formData';
}

/** Where a parameter of Swagger 2.0 goes; some write the places of the body in another case, or short. */
export function locationOf({ in: place }: JsonObject): string {
  const said = typeof place === 'string' ? place.trim() : '';
  if (/^form(?:data)?$/i.test(said)) return 'formData';
  return /^body$/i.test(said) ? 'body' : said;
}

/**
 * Reports the fields of forms that are not sent, since their operation has a body as well: a request has one or the other
 * (OpenAPI 2.0, Parameter Object, in).
 */
export function reportFields(root: JsonObject, report: Report): void {
  for (const [path, item] of Object.entries(isObject(root['paths']) ? root['paths'] : {})) {
    const ofPath = placesOf(item, joinPointer('#/paths', path));
    for (const [method, operation] of Object.entries(isObject(item) ? item : {})) {
      if (method === 'parameters' || !isObject(operation)) continue;
      const all = [...ofPath, ...placesOf(operation, joinPointer('#/paths', path, method))];
      if (!all.some(({ place }) => place === 'body')) continue;
      for (const { one, pointer } of all.filter(({ place }) => place === 'formData')) {
        const name = String(one['name']);
        report('parameter-ignored', pointer, {
          name,
          reason: 'it is a field of a form beside a body, which is sent',
        });
      }
    }
  }
}

/** The parameters of a path item or an operation, each with where it goes and where it stands. */
function placesOf(owner: Json | undefined, pointer: string) {
  const list = isObject(owner) && Array.isArray(owner['parameters']) ? owner['parameters'] : [];
  return list.flatMap((one, index) =>
    isObject(one)
      ? [{ one, place: locationOf(one), pointer: joinPointer(pointer, 'parameters', index) }]
      : [],
  );
}

/** The parameters of Swagger 2.0 that make up the body, as a Request Object of OpenAPI 3.1. */
export function upgradeBody(parameters: JsonObject[], consumes: readonly string[]): JsonObject {
  const body = parameters.find((parameter) => locationOf(parameter) === 'body');
  return body === undefined ? upgradeForm(parameters, consumes) : upgradeWhole(body, consumes);
}

function upgradeWhole(body: JsonObject, consumes: readonly string[]): JsonObject {
  const { description, required } = body;
  const { schema = {} } = withSchema(body);
  const types = consumes.length > 0 ? consumes : ['application/json'];
  return {
    ...extensionsOf(body),
    ...(description !== undefined && { description }),
    ...(required !== undefined && { required }),
    content: Object.fromEntries(types.map((type) => [type, { schema, ...upgradeExamples(body, type) }])),
  };
}

function upgradeForm(fields: JsonObject[], consumes: readonly string[]): JsonObject {
  const required = fields.filter((field) => field['required'] === true).map((field) => String(field['name']));
  const schema = {
    type: 'object',
    properties: Object.fromEntries(fields.map((field) => [String(field['name']), fieldSchema(field)])),
    ...(required.length > 0 && { required }),
  };
  const encoding = Object.fromEntries(
    fields
      .filter((field) => !hasFile(field))
      .map((field) => [String(field['name']), { ...styleOf(field), ...markUnsaid(field) }] as const)
      .filter(([, style]) => Object.keys(style).length > 0),
  );
  const media = { schema, ...(Object.keys(encoding).length > 0 && { encoding }) };
  return {
    ...(required.length > 0 && { required: true }),
    content: Object.fromEntries(formTypes(fields, consumes).map((type) => [type, media])),
  };
}

function fieldSchema(field: JsonObject): JsonObject {
  const { description } = field;
  const { schema } = withSchema(field);
  const { example, examples } = upgradeExamples(field);
  return {
    ...(isObject(schema) ? schema : {}),
    ...(description !== undefined && { description }),
    ...(example !== undefined && { example }),
    ...(examples !== undefined && { examples }),
    ...extensionsOf(field),
  };
}

/** Files can only travel in parts (OpenAPI 2.0, Parameter Object, type). */
function formTypes(fields: JsonObject[], consumes: readonly string[]): string[] {
  if (fields.some(hasFile)) return [multipart];
  const meant = new Set(consumes.map((type) => meantForm(type) ?? bareType(type)));
  const declared = [...meant].filter((type) => type === multipart || type === urlEncoded);
  return declared.length > 0 ? declared : [urlEncoded];
}

function hasFile({ type, items }: JsonObject): boolean {
  return type === 'file' || (isObject(items) && items['type'] === 'file');
}

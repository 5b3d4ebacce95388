import type { Content, Schema } from '../../model/api.js';
import { kindOf } from '../../schema/mediaTypes.js';
import { type Keywords, mapValues } from '../../schema/subschemas.js';
import { askForItem } from '../argument.js';
import type { Enforcer } from '../enforced/enforce.js';

/** How a form is written, and whether all of what is given is meant, as in a PATCH. */
interface Form extends Pick<Content, 'encoding'> {
  isWhole: boolean;
}

/**
 * The schema of a form whose lists have an item where one has to be sent: of an empty list a form has no pair and no part.
 * References at its root are written out where that matters; what is written as JSON may be empty.
 */
export function askForItems(schema: Schema, form: Form, enforcer: Enforcer): Schema {
  if (typeof schema === 'boolean') return schema;
  const { $ref: ref, ...own } = schema;
  if (typeof ref === 'string') {
    const target = enforcer.body(ref);
    const asked = askForItems(target, form, enforcer);
    return asked === target ? schema : { ...(asked as Keywords), ...own };
  }
  const changed: Keywords = {};
  for (const keyword of ['allOf', 'anyOf', 'oneOf']) {
    const parts = schema[keyword] as Schema[] | undefined;
    const asked = parts?.map((part) => askForItems(part, form, enforcer));
    if (asked?.some((part, index) => part !== parts?.[index])) changed[keyword] = asked;
  }
  const { properties, required = [] } = schema as {
    properties?: Record<string, Schema>;
    required?: string[];
  };
  if (properties !== undefined) {
    const asked = mapValues(properties, (property, name) =>
      (form.isWhole || required.includes(name)) && !isText(name, form)
        ? askForItem(property, enforcer.component)
        : property,
    );
    if (Object.keys(properties).some((name) => asked[name] !== properties[name]))
      changed['properties'] = asked;
  }
  return Object.keys(changed).length === 0 ? schema : { ...schema, ...changed };
}

/** Whether a member is written as JSON, in which a list may be empty. */
function isText(name: string, { encoding }: Form): boolean {
  const { contentType = '' } = (Object.hasOwn(encoding, name) ? encoding[name] : undefined) ?? {};
  return kindOf(contentType) === 'json';
}

import type { ApiParameter } from '../model/api.js';
import { asArray, asObject, asText } from './asObject.js';
import { attempt } from './attempt.js';
import type { Context } from './context.js';
import { follow, followMember } from './follow.js';
import { joinPointer } from '../model/pointer.js';
import { readParameter } from './readParameter.js';
import type { Found } from './resolve.js';
import { splitPointer } from './splitPointer.js';

/** Reads the `parameters` of a path item or an operation; equal ones are read once. */
export type ParameterReader = (owner: Found) => ApiParameter[];

/**
 * OpenAPI 3.2, Parameter Object: definitions of header parameters with these names are ignored. So is `Authorization`,
 * later on: where no security scheme is asked for, it is how a document says that one is missing.
 */
const ignored = new Set(['accept', 'content-type']);

/** Header fields that frame the message or belong to one connection (RFC 9110, 7.6.1; RFC 9112). */
const framing =
  /^(?:content-length|host|connection|transfer-encoding|upgrade|keep-alive|te|trailer|proxy-.*)$/i;

/** Reads parameters as the document lists them, each once (OpenAPI 3.2, Path Item and Operation Object). */
export function readParameters(context: Context): ParameterReader {
  const { root } = context.document;
  const known = new Map<string, ApiParameter | undefined>();

  function readOnce(found: Found): ApiParameter | undefined {
    const text = JSON.stringify(found.value);
    if (!known.has(text)) known.set(text, withoutFraming(readParameter(found, context), context));
    return known.get(text);
  }

  return (owner) => {
    const list = attempt(
      () => followMember(root, owner, 'parameters'),
      (reason) => {
        const what = `"parameters" cannot be read: ${reason}`;
        const done = 'those that the path needs are offered as texts';
        context.report('odd-document', `${owner.pointer}/parameters`, { what, done });
      },
    );
    const byKey = new Map<string, ApiParameter>();
    if (list !== undefined && list.value !== null && !Array.isArray(list.value)) {
      const what = '"parameters" is not a list';
      context.report('odd-document', list.pointer, { what, done: 'what it says is ignored' });
    }
    for (const [index, value] of asArray(list?.value).entries()) {
      const place = { value, pointer: joinPointer(list?.pointer ?? '#', index) };
      const found = attempt(
        () => follow(root, place),
        (reason) => {
          const name = splitPointer(asText(asObject(value)['$ref']).replace(/^[^#]*/s, ''))?.at(-1) ?? '';
          context.report('parameter-ignored', place.pointer, { name, reason });
        },
      );
      const parameter = found && readOnce(found);
      if (parameter === undefined || isIgnored(parameter)) continue;
      if (!byKey.has(keyOf(parameter))) byKey.set(keyOf(parameter), parameter);
      else {
        context.report('parameter-ignored', found?.pointer ?? place.pointer, {
          name: parameter.name,
          reason: `the ${parameter.in} has one of this name already`,
        });
      }
    }
    return [...byKey.values()];
  };
}

/** The parameters of an operation: its own take the place of those of its path with the same name and place. */
export function override(ofPath: readonly ApiParameter[], own: readonly ApiParameter[]): ApiParameter[] {
  return [...new Map([...ofPath, ...own].map((parameter) => [keyOf(parameter), parameter])).values()];
}

/** What frames the message is not the caller's to give. */
function withoutFraming(parameter: ApiParameter | undefined, { report }: Context): ApiParameter | undefined {
  if (parameter?.in !== 'header' || !framing.test(parameter.name)) return parameter;
  const { name, pointer } = parameter;
  report('parameter-ignored', pointer, { name, reason: 'this header frames the message' });
  return undefined;
}

function isIgnored(parameter: ApiParameter): boolean {
  return parameter.in === 'header' && ignored.has(parameter.name.toLowerCase());
}

/** Header names are the same in any case (RFC 9110, 5.1). */
function keyOf(parameter: ApiParameter): string {
  return `${parameter.in} ${parameter.in === 'header' ? parameter.name.toLowerCase() : parameter.name}`;
}

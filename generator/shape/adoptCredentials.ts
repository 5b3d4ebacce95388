import type { Api, ApiParameter, ApiScheme, Operation, Requirement } from '../model/api.js';
import type { Config } from '../model/config.js';
import type { Report } from '../model/diagnostic.js';
import { findFieldSupplier, isSameParameter } from './decideFate.js';
import { dropMember, isEmptyBody, listMembers } from './dropMember.js';

/**
 * Lets security schemes supply what a document declares as ordinary parameters: those that are the very parameter of
 * one of its own schemes, and those that the user names under `credentials`. What is named there after a `!` stays an argument.
 * So do fields of bodies; those that a scheme sends elsewhere are left out.
 */
export function adoptCredentials(api: Api, { credentials }: Config, report: Report): Api {
  const schemes: Record<string, ApiScheme> = { ...api.schemes };
  const used = new Set<string>();
  const kept = (parameter: ApiParameter): boolean => {
    const found = credentials.filter(
      (one) => one.startsWith('!') && isSameParameter(one.slice(1), parameter),
    );
    for (const one of found) used.add(one);
    return found.length > 0;
  };

  /** The scheme that supplies a parameter, made where there is none yet. */
  function schemeOf(parameter: ApiParameter): string | undefined {
    const { in: place, name } = parameter;
    if (place === 'path' || place === 'querystring') return undefined;
    const known = Object.entries(schemes).find(
      ([, scheme]) =>
        scheme.type === 'apiKey' && scheme.in === place && isSameParameter(scheme.name, parameter),
    );
    const chosen = credentials.filter((one) => isSameParameter(one, parameter));
    for (const one of chosen) used.add(one);
    if (known !== undefined || chosen.length === 0) return known?.[0];
    return addScheme(place, name);
  }

  function addScheme(place: KeyScheme['in'], name: string): string {
    const free = [name, `${name}_${place}`].find((one) => !Object.hasOwn(schemes, one)) ?? `${name} ${place}`;
    schemes[free] = { type: 'apiKey', in: place, name, description: '' };
    return free;
  }

  /** The scheme that sends a field, made where there is none yet. */
  function schemeOfField(name: string): string | undefined {
    if (!credentials.includes(name)) return undefined;
    const known = Object.entries(schemes).find(
      ([, scheme]) => scheme.type === 'apiKey' && scheme.in === 'body' && scheme.name === name,
    );
    return known?.[0] ?? addScheme('body', name);
  }

  /** Leaves the credentials out of a body. */
  function adoptFields(operation: Operation): Operation {
    let left = operation;
    let isSent = false;
    for (const field of listMembers(operation, api.components)) {
      const { name, required } = field;
      const keep = `!${name}`;
      if (credentials.includes(keep)) {
        used.add(keep);
        continue;
      }
      const isChosen = credentials.includes(name);
      const supplier = isChosen ? undefined : findFieldSupplier(field, operation, { schemes });
      if (!isChosen && supplier === undefined) continue;
      const dropped = dropMember(left, name, api.components);
      if (dropped === undefined) continue;
      left = dropped;
      const scheme = schemeOfField(name);
      if (scheme !== undefined) {
        used.add(name);
        isSent = true;
        left = { ...left, security: ask(left.security, scheme, required) };
      } else if (supplier !== undefined) {
        const called = `${operation.method} ${operation.path}`;
        const pointer = operation.bodies[0]?.pointer ?? operation.pointer;
        report('parameter-supplied', pointer, { name, called, scheme: supplier, thing: 'field' });
      }
    }
    const [content] = left.bodies;
    if (left === operation || content === undefined || !isEmptyBody(content, api.components)) return left;
    return { ...left, bodies: isSent ? [{ ...content, supplied: true }] : [] };
  }

  const operations = api.operations.map((operation) => {
    const asked = new Set(operation.security.flatMap((one) => Object.keys(one)));
    let { security } = operation;
    const parameters = operation.parameters.map((parameter): ApiParameter =>
      kept(parameter) ? { ...parameter, isKept: true } : parameter,
    );
    const isChanged = parameters.some((one) => one.isKept);
    for (const parameter of parameters) {
      if (parameter.isKept) continue;
      const scheme = schemeOf(parameter);
      if (scheme !== undefined && !asked.has(scheme)) security = ask(security, scheme, parameter.required);
    }
    const isSame = security === operation.security && !isChanged;
    return adoptFields(isSame ? operation : { ...operation, security, parameters });
  });
  for (const [index, name] of credentials.entries()) {
    if (used.has(name)) continue;
    const what = `The parameter ${JSON.stringify(name)} under credentials`;
    report('nothing-matched', `config#/credentials/${index}`, { what, hint: '' });
  }
  const isNew = operations.some((operation, index) => operation !== api.operations[index]);
  return isNew ? { ...api, schemes, operations } : api;
}

type KeyScheme = Extract<ApiScheme, { type: 'apiKey' }>;

/** Each alternative with one more scheme; without it too, where it may be left out. */
function ask(security: readonly Requirement[], scheme: string, isNeeded: boolean): Operation['security'] {
  const known = security.length === 0 ? [{}] : security;
  const all = known.map((one) => ({ ...one, [scheme]: [] }));
  return isNeeded ? all : [...all, ...known];
}

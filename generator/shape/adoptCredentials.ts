import type { Api, ApiParameter, ApiScheme, Operation, Requirement } from '../model/api.js';
import type { Config } from '../model/config.js';
import type { Report } from '../model/diagnostic.js';
import { isSameParameter } from './decideFate.js';

/**
 * Lets security schemes supply what a document declares as ordinary parameters: those that are the very parameter of
 * one of its own schemes, and those that the user names under `credentials`. What is named there after a `!` stays an argument.
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
    const free = [name, `${name}_${place}`].find((one) => !Object.hasOwn(schemes, one)) ?? `${name} ${place}`;
    schemes[free] = { type: 'apiKey', in: place, name, description: '' };
    return free;
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
    if (security === operation.security && !isChanged) return operation;
    return { ...operation, security, parameters };
  });
  for (const [index, name] of credentials.entries()) {
    if (used.has(name)) continue;
    const what = `The parameter ${JSON.stringify(name)} under credentials`;
    report('nothing-matched', `config#/credentials/${index}`, { what, hint: '' });
  }
  const isNew = operations.some((operation, index) => operation !== api.operations[index]);
  return isNew ? { ...api, schemes, operations } : api;
}

/** Each alternative with one more scheme; without it too, where it may be left out. */
function ask(security: readonly Requirement[], scheme: string, isNeeded: boolean): Operation['security'] {
  const known = security.length === 0 ? [{}] : security;
  const all = known.map((one) => ({ ...one, [scheme]: [] }));
  return isNeeded ? all : [...all, ...known];
}

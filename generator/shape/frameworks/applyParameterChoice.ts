import type { Api, ApiParameter, Operation, Place, Style } from '../../model/api.js';
import type { Config, ParameterChoice, RequestChoices } from '../../model/config.js';
import { InputError } from '../../model/diagnostic.js';
import { joinPointer } from '../../model/document.js';
import { nearest } from '../../text/nearest.js';
import { operationKey } from '../names/legal.js';
import { findPlace } from '../select/choices.js';

/** The styles that a parameter can have where it is (OpenAPI 3.2, Style Values). */
const styles: Readonly<Record<Place, readonly Style[]>> = {
  path: ['simple', 'label', 'matrix'],
  query: ['form', 'spaceDelimited', 'pipeDelimited', 'deepObject'],
  header: ['simple'],
  cookie: ['form', 'cookie'],
  querystring: [],
};

/**
 * Checks what is said of single parameters of a tool.
 *
 * @throws InputError where there is no such parameter, or it cannot have the style.
 */
export function checkParameters(api: Api, { tools }: Pick<Config, 'tools'>): Api {
  for (const operation of api.operations) {
    const { parameters, choice } = operation;
    for (const [name, { style }] of Object.entries(choice.parameters ?? {})) {
      const place = joinPointer(findPlace(tools, operation, 'parameters') ?? 'config#/tools', name);
      const found = parameters.filter((one) => one.name === name);
      if (found.length === 0) throw unknownParameter(operation, name, place);
      const unfit = found.find((one) => style !== undefined && !styles[one.in].includes(style));
      if (unfit !== undefined && style !== undefined) throw unfitStyle(unfit, style, place);
    }
  }
  return api;
}

function unknownParameter(operation: Operation, name: string, place: string): InputError {
  const known = [...new Set(operation.parameters.map((one) => one.name))];
  const meant = nearest(name, known);
  return new InputError(
    `${operationKey(operation)} has no parameter ${JSON.stringify(name)}${meant === undefined ? '.' : `; did you mean ${JSON.stringify(meant)}?`}`,
    known.length === 0 ? 'It has none.' : `It has ${known.join(', ')}.`,
    undefined,
    place,
  );
}

function unfitStyle({ name, in: where }: ApiParameter, style: Style, place: string): InputError {
  const possible = styles[where];
  return new InputError(
    `The parameter ${JSON.stringify(name)} is in the ${where}, and cannot have the style ${style}.`,
    possible.length === 0 ? 'It has none.' : `There it is one of ${possible.join(', ')}.`,
    undefined,
    joinPointer(place, 'style'),
  );
}

/** A parameter as the user has it written whatever the document says, and what else is said of it; undefined where nothing is. */
export function applyParameterChoice(
  parameter: ApiParameter,
  { choice }: Operation,
): { parameter: ApiParameter; choices: RequestChoices } | undefined {
  const all = choice.parameters ?? {};
  const said: ParameterChoice | undefined = Object.hasOwn(all, parameter.name)
    ? all[parameter.name]
    : undefined;
  if (said === undefined) return undefined;
  const { style = parameter.style, explode, ...choices } = said;
  const isStyled = said.style !== undefined || explode !== undefined;
  const { written: _, ...others } = parameter;
  const usual = said.style === undefined ? parameter.explode : style === 'form' || style === 'cookie';
  return {
    parameter: {
      ...others,
      style,
      explode: explode ?? usual,
      // What is written so is not changed by what is said of all.
      ...(isStyled && { written: true as const, styled: true as const }),
    },
    choices,
  };
}

import { isNameOf } from '../request/serialize.js';
import { escapeHidden } from '../text.js';
import type { Tool } from '../tool.js';
import { memberOf, splitPointer } from '../validate/problem.js';
import type { Asked, TellLinks } from './received.js';

/** Links of a response that are told, and characters of a value in one: a part of it would lead elsewhere. */
const mostLinks = 5;
const longestValue = 200;

type Link = NonNullable<Tool['request']['links']>[number];
type Scalar = string | number | boolean;

/** What expressions are evaluated with (OpenAPI 3.2, Runtime Expressions). */
interface Evidence {
  asked: Asked;
  headers: Parameters<ReturnType<TellLinks>>[1];
  answer: unknown;
}

/** Tells which tools a response leads to, with the arguments that it or the request says: `get_pet with pet_id=7`. */
export const tellLinks: TellLinks = (find) => async (asked, headers, readValue) => {
  const evidence = { asked, headers, answer: readValue() };
  const lines: string[] = [];
  for (const link of asked.recipe.links ?? []) {
    if (lines.length === mostLinks) break;
    const args = fillArguments(link, evidence);
    if (args !== undefined && (await find(link.tool)) !== undefined) lines.push(describeLink(link, args));
  }
  return lines.length === 0 ? undefined : `Next: ${lines.join('; ')}`;
};

function describeLink({ tool }: Link, args: readonly [string, Scalar][]): string {
  const given = args.map(([name, value]) => `${name}=${escapeHidden(JSON.stringify(value))}`);
  return given.length === 0 ? tool : `${tool} with ${given.join(', ')}`;
}

/** The arguments of a link; nothing where one of them is not said, or is no plain value. */
function fillArguments({ arguments: wanted }: Link, evidence: Evidence): [string, Scalar][] | undefined {
  const filled: [string, Scalar][] = [];
  for (const [name, expression] of Object.entries(wanted)) {
    const value = evaluate(expression, evidence);
    if (typeof value !== 'string' && typeof value !== 'number' && typeof value !== 'boolean')
      return undefined;
    if (String(value).length > longestValue || value === '') return undefined;
    filled.push([name, value]);
  }
  return filled;
}

function evaluate(expression: unknown, evidence: Evidence): unknown {
  if (typeof expression !== 'string') return expression;
  if (expression.startsWith('$')) return readExpression(expression, evidence);
  let isWhole = true;
  const text = expression.replaceAll(/\{(\$[^{}]*)\}/g, (_, inner: string) => {
    const value = readExpression(inner, evidence);
    if (value === undefined || value === null || typeof value === 'object') isWhole = false;
    return String(value);
  });
  return isWhole ? text : undefined;
}

function readExpression(expression: string, { asked, headers, answer }: Evidence): unknown {
  const [, root = '', place = '', name = ''] = /^\$(\w+)(?:\.(\w+)([.#].*)?)?$/s.exec(expression) ?? [];
  const { recipe, args, url } = asked;
  if (root === 'url') return url.origin + url.pathname;
  if (root === 'method') return recipe.method;
  if (root === 'response') return place === 'header' ? headers.get(name.slice(1)) : follow(answer, name);
  if (root !== 'request') return undefined;
  if (place !== 'body') {
    const known = recipe.parameters.find((one) => one.in === place && isNameOf(name.slice(1), one));
    return known && (known.constant ?? args[known.argument]);
  }
  const { body } = recipe;
  if (body?.fields === undefined) return follow(body && args[body.argument], name);
  const given = Object.entries(body.fields).map(([argument, field]) => [field, args[argument]] as const);
  return follow(Object.fromEntries(given), name);
}

/** What is at `#/pointer` of a value. */
function follow(value: unknown, fragment: string): unknown {
  return splitPointer(fragment.replace(/^#/, '')).reduce(memberOf, value);
}

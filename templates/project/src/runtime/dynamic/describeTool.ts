import { echo } from '../arguments/echo.js';
import type { Components, ExpandSchema } from '../arguments/createExpander.js';
import { nearest } from '../arguments/nearest.js';
import type { ListedTool } from '../offerTools.js';
import type { ObjectSchema } from '../tool.js';
import { boundSchema } from './boundSchema.js';
import { findPart } from './findPart.js';
import { showAccess } from './showAccess.js';

/** A tool and what its arguments are checked against. */
export interface Described {
  listed: ListedTool;
  enforced: ObjectSchema;
}

/** What schemas refer to. */
export interface Definitions {
  components: Components;
  expand: ExpandSchema;
}

const mostNames = 40;
/** Characters of what was asked for that are told again. */
const longestEcho = 200;

/** Says what a tool does and what its arguments may be, or one part of them, in about so many characters. */
export function describeTool(
  { listed, enforced }: Described,
  { components, expand }: Definitions,
  most: number,
  part = '',
): string {
  const heading = `${listed.name} ${showAccess(listed)}`;
  if (part === '') {
    const { text, left } = boundSchema(enforced, components, most);
    return [`${heading}: ${listed.description}`, `Arguments: ${text}`, ...explainLeft(left)].join('\n');
  }
  const found = findPart(enforced, part, expand);
  const inside = 'names' in found && found.path === '' ? findInside(enforced, part, expand) : [];
  const [only] = inside;
  // A member of one argument alone needs no name before it.
  if (only !== undefined && inside.length === 1)
    return describeTool({ listed, enforced }, { components, expand }, most, `${only}.${part}`);
  if ('names' in found)
    return `${heading} has no part "${echo(part, longestEcho)}". ${suggest(part, found.path, found.names)}`;
  const { text, left } = boundSchema(found.schema, components, most, part.split('.'));
  return [`${heading}, part "${part}": ${text}`, ...explainLeft(left)].join('\n');
}

/** The arguments that have a part of that path. */
function findInside({ properties }: ObjectSchema, part: string, expand: ExpandSchema): string[] {
  return Object.entries(properties)
    .filter(([, schema]) => !('names' in findPart(schema, part, expand)))
    .map(([name]) => name);
}

function explainLeft([first]: readonly string[]): string[] {
  if (first === undefined) return [];
  return [
    `Not all of it is shown: ask for what is left out with describe_tools and its part, such as "${first}".`,
  ];
}

function suggest(part: string, path: string, names: readonly string[]): string {
  const reached = echo(path.replace(/\.$/, ''), longestEcho);
  const where = path === '' ? 'Its arguments' : `Of "${reached}" the parts`;
  if (names.length === 0) return `${path === '' ? 'It' : `"${reached}"`} has none.`;
  const meant = nearest(part.slice(path.length).split('.')[0] ?? '', names);
  const guess = meant === undefined ? '' : `Did you mean "${path}${meant}"? `;
  const more = names.length > mostNames ? ` and ${names.length - mostNames} more` : '';
  return `${guess}${where} are: ${names.slice(0, mostNames).join(', ')}${more}.`;
}

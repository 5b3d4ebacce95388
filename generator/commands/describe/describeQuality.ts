import type { Improvement, Quality } from '../../lint/quality/scoreTools.js';
import { listNames, showName } from '../../text/notes.js';
import { type Context, formatCount } from '../context.js';

/** The score of the tools for people, and what would raise it most. */
export function describeQuality(
  { score, mean, worst, improvements }: Quality,
  { paint }: Pick<Context, 'paint'>,
): string {
  const head = `Tool quality: ${paint('bold', `${score} of 100`)} (mean ${mean}, worst ${worst.score}: ${showName(worst.tool)}).`;
  const lines = improvements.map((one) => `  +${one.gain.toFixed(1)}  ${describeImprovement(one)}`);
  return [
    head,
    ...(lines.length > 0 ? ['What would raise it most, one after the other:', ...lines] : []),
  ].join('\n');
}

/** What is to be done, behind the names of the tools. */
const remedies: Record<Improvement['lacks'][number]['what'], string> = {
  description: 'say what it does',
  verb: 'begin the description with a verb and what it acts on',
  repetition: 'say more in the description than the name does',
  detail: 'say when to use it, what it needs or what comes back',
  parameter: 'describe its parameters, beyond their names',
  cut: 'raise budget, which cuts the descriptions of parameters, or shorten the schemas',
  twins: 'say how it differs from the tools that have the same words',
  length: 'shorten the description to 500 characters',
  opening: 'leave out openings such as "This endpoint"',
  results: 'say what comes back, or set output: types',
  values: 'give texts an enum, a format, a pattern or an example',
  limits: 'say what a call needs, or when it fails',
};

function describeImprovement({ lacks, tools }: Improvement): string {
  const parameters = lacks.flatMap(({ what, of }) => (what === 'parameter' && of !== undefined ? of : []));
  const others = [...new Set(lacks.map(({ what }) => what))].filter((what) => what !== 'parameter');
  const named = parameters.length === 0 ? [] : [`describe ${listNames(parameters, 60)}`];
  return `${nameTools(tools)}: ${[...named, ...others.map((what) => remedies[what])].join('; ')}`;
}

/** Names that are told where there are more. */
const mostNames = 2;

function nameTools(tools: readonly string[]): string {
  const names = tools.map(showName);
  if (names.length <= mostNames) return names.join(' and ');
  return `${formatCount(names.length, 'tool')} (${names.slice(0, mostNames).join(', ')} …)`;
}

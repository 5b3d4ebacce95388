import type { Budget, BudgetTool } from '../../../templates/report/data.js';
import { escapeHidden } from '../../text/hidden.js';
import { type Context, formatCount, formatTable } from '../context.js';

/** How many names, or losses, are shown before the rest is only counted. */
const shownNames = 12;
const shownLosses = 2;

/** The budget for people: a table of toolsets, or of tools, and what is to be known of the whole. */
export function describeBudget(
  budget: Budget,
  byTool: boolean,
  paint: Context['paint'] = (_, text) => text,
): string {
  const table = byTool ? listTools(budget) : tabulateToolsets(budget);
  const whole = describeWhole(budget).map((line) => escapeHidden(line));
  return `${table}\n${[...whole, ...describeFailed(budget, paint), '', ...legend].join('\n')}\n`;
}

function tabulateToolsets({ toolsets, tools, tokens }: Budget): string {
  const rung = Math.max(...toolsets.map((toolset) => toolset.rung));
  return formatTable(
    [
      ['TOOLSET', 'TOOLS', 'NAIVE', 'TOKENS', 'SAVED', 'OUTPUT', 'RUNG', 'LOST'],
      ...toolsets.map((toolset) => [
        toolset.name,
        print(toolset.tools),
        print(toolset.naive),
        print(toolset.tokens),
        saved(toolset.naive, toolset.tokens),
        print(toolset.output),
        print(toolset.rung),
        describeLosses(toolset.lost.map(({ what, tools: of }) => `${what} (${print(of)})`)),
      ]),
      [
        'in all',
        print(tools.length),
        print(tokens.naive),
        print(tokens.list),
        saved(tokens.naive, tokens.list),
        print(tokens.output),
        print(rung),
        '',
      ],
    ],
    [1, 2, 3, 4, 5, 6],
  );
}

function listTools({ tools }: Budget): string {
  return formatTable(
    [
      ['TOOLSET', 'TOOL', 'NAIVE', 'TOKENS', 'SAVED', 'OUTPUT', 'RUNG', 'LOST'],
      ...tools.map((tool) => [
        tool.toolset,
        tool.name,
        print(tool.naive),
        print(tool.tokens),
        saved(tool.naive, tool.tokens),
        print(tool.output),
        print(tool.rung),
        describeLosses(tool.lost),
      ]),
    ],
    [2, 3, 4, 5, 6],
  );
}

function describeWhole({ tokens, budget, tools, toolsets, mode, ...rest }: Budget): string[] {
  const over = tools.filter((tool) => tool.over).toSorted((a, b) => b.tokens - a.tokens);
  const heavy = toolsets.filter(({ name }) => rest.toolsetsOver.includes(name));
  const [from, to] = rest.claude;
  const lacking = tools.filter(({ parametersLost }) => parametersLost > 0);
  return [
    `Tokens: ${print(tokens.naive)} naive, ${print(tokens.list)} listed (${change(tokens.naive, tokens.list)}), ${print(tokens.connect)} at connect.`,
    `Output schemas: ${print(tokens.naiveOutput)} naive, ${print(tokens.output)} listed; they are in none of the figures above.`,
    `Mode: ${mode}. ${rest.reason}.`,
    `Counted in o200k; Claude counts 1.2 to 1.55 times as much: ${print(from)} to ${print(to)} at connect.`,
    over.length === 0
      ? `Every tool keeps to its budget of ${print(budget.tool)} tokens.`
      : `Over the budget of ${print(budget.tool)} tokens: ${nameSome(over, ({ name: tool, tokens: of }) => `${tool} (${print(of)})`)}.`,
    ...(heavy.length === 0
      ? []
      : [
          `Toolsets over the total of ${print(budget.total)} tokens: ${nameSome(heavy, ({ name: toolset, tokens: of }) => `${toolset} (${print(of)})`)}.`,
        ]),
    lacking.length === 0
      ? 'No parameter is lost.'
      : `${formatCount(rest.parametersLost, 'parameter')} lost: ${nameSome(lacking, nameLost)}.`,
  ];
}

/** What the words of the table mean. */
const legend = [
  'NAIVE   tokens with every schema written out in full and no text cut',
  'TOKENS  tokens as tools are listed; SAVED is the part of NAIVE that is gone',
  'OUTPUT  tokens of output schemas, which clients seldom show to models: counted apart',
  'RUNG    how much had to give way, from 0 (nothing) to 10 (names alone): docs/budgets.md',
  'LOST    what gave way, and in how many tools',
];

function describeFailed({ failed }: Budget, paint: Context['paint']): string[] {
  if (failed.length === 0) return [];
  const shown = failed
    .slice(0, shownNames)
    .map(({ operation, why }) => escapeHidden(`  ${why.includes(operation) ? '' : `${operation}: `}${why}`));
  const rest = failed.length - shown.length;
  return [
    paint('red', `Failed: ${formatCount(failed.length, 'operation')} could not become a tool.`),
    ...shown,
    ...(rest > 0 ? [`  and ${print(rest)} more`] : []),
  ];
}

function nameLost({ name: tool, lostArguments }: BudgetTool): string {
  return `${lostArguments.join(', ')} of ${tool}`;
}

function nameSome<T>(things: readonly T[], describeOne: (thing: T) => string): string {
  const rest = things.length - shownNames;
  return [
    ...things.slice(0, shownNames).map(describeOne),
    ...(rest > 0 ? [`and ${print(rest)} more`] : []),
  ].join(', ');
}

function describeLosses(losses: readonly string[]): string {
  const rest = losses.length - shownLosses;
  return `${losses.slice(0, shownLosses).join(', ')}${rest > 0 ? `, and ${print(rest)} more` : ''}`;
}

function saved(naive: number, tokens: number): string {
  return naive === 0 ? '0%' : `${Math.round((1 - tokens / naive) * 100)}%`;
}

function change(naive: number, tokens: number): string {
  return saved(naive, tokens)
    .replace(/^-(.*)$/, '$1 more')
    .replace(/%$/, '% saved');
}

function print(number: number): string {
  return number.toLocaleString('en');
}

import { type Option, commandNames, nameOf, options } from '../../generator/commands/options.js';

/** The options of all commands, as a table in Markdown. */
export function writeOptionTable(): string {
  const rows = Object.entries<Option>(options).map(([name, option]) => [
    `\`--${nameOf(name)}\``,
    option.for.length === commandNames.length ? 'all' : option.for.join(', '),
    describe(option),
    defaultOf(option),
  ]);
  const cells = [['option', 'for', 'description', 'default'], ['-', '-', '-', '-'], ...rows];
  return cells.map((row) => `| ${row.join(' | ')} |\n`).join('');
}

function describe({ text, choices }: Option): string {
  if (choices === undefined) return text;
  const quoted = choices.map((choice) => `\`${choice}\``);
  return `${text}; one of ${quoted.slice(0, -1).join(', ')} or ${quoted.at(-1)}`;
}

function defaultOf({ shown, prose, ...option }: Option): string {
  if (prose !== undefined) return prose;
  const value = shown ?? option.default;
  return value === undefined || value === false ? '' : `\`${value}\``;
}

import Handlebars from 'handlebars';
import { memoizeIn } from '../text/memo.js';

/** The templates as they are compiled: there are few. */
const compiled = new Map<string, HandlebarsTemplateDelegate>();

/** Fills a template of prose. What it puts in is escaped already: only the view knows for which place. */
export function render(template: string, view: object): string {
  const fill = memoizeIn(compiled, template, () =>
    Handlebars.compile(template, { noEscape: true, strict: true, knownHelpersOnly: true }),
  );
  return fill(view);
}

/** The text of a template; that it is missing is a fault of ours. */
export function copyTemplate(templates: ReadonlyMap<string, string>, path: string): string {
  const content = templates.get(path);
  if (content === undefined) throw new Error(`There is no template ${path}.`);
  return content;
}

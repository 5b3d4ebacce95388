import Handlebars from 'handlebars';

/** Fills a template of prose. What it puts in is escaped already: only the view knows for which place. */
export function render(template: string, view: object): string {
  return Handlebars.compile(template, { noEscape: true, strict: true, knownHelpersOnly: true })(view);
}

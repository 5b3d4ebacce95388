/** HTML that may stand in a page as it is. */
export class Html {
  constructor(readonly text: string) {}
}

/** What may stand in a template: texts and numbers become text of the page, whatever is in them. */
type Part = string | number | Html | undefined | readonly Part[];

/**
 * Makes HTML of a template. Every value is escaped, unless it is HTML that was made so itself: no text of the API's document
 * can become an element, or leave the quotes of an attribute.
 */
export function html(texts: TemplateStringsArray, ...parts: readonly Part[]): Html {
  return new Html(
    texts.map((text, index) => (index === 0 ? text : toMarkup(parts[index - 1]) + text)).join(''),
  );
}

/** The style or the script of the page, which is our own, byte for byte: the policy of the page names its hash. */
export function embed(element: 'style' | 'script', text: string): Html {
  return new Html(`<${element}>${text}</${element}>`);
}

function toMarkup(part: Part): string {
  if (part instanceof Html) return part.text;
  if (Array.isArray(part)) return part.map(toMarkup).join('');
  return String(part ?? '').replaceAll(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);
}

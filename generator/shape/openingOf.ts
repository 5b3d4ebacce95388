/** A heading of Markdown, with `#` or underlined, or of HTML. */
const heading =
  /^[ \t]{0,3}(?:#{1,6}[ \t].*|<h[1-6]\b[^>\n]*>.*)$|(?<=^|\n[ \t]*\n|^\n)[ \t]*\S[^\n]*\n[ \t]*(?:=+|-{2,})[ \t]*$/im;

/** What a text in Markdown says before its first section: titles at its very beginning are left out. */
export function openingOf(text: string): string {
  let rest = text.replaceAll(/\r\n?/g, '\n').trimStart();
  for (;;) {
    const found = heading.exec(rest);
    if (found === null) return rest;
    if (found.index > 0) return rest.slice(0, found.index);
    rest = rest.slice(found[0].length).trimStart();
  }
}

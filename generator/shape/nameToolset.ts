import { hashText } from './hashText.js';
import { joinWords } from './joinWords.js';
import { splitWords } from './splitWords.js';

const longest = 40;

/** Names that no file can have on Windows, whatever its extension. */
const reserved = /^(con|prn|aux|nul|com\d|lpt\d)$/;

/** The name of a toolset, from its title: toolsets of which the names become the same are one. */
export function nameToolset(title: string): string {
  const words = splitWords(title);
  if (words.length === 0) return `group_${hashText(title)}`;
  const name = joinWords(
    /^[a-z]/.test(words[0] ?? '') ? words : ['group', ...words],
    'snake_case',
    longest,
    title,
  );
  return reserved.test(name) ? `${name}_tools` : name;
}

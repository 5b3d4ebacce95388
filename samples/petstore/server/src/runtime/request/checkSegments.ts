import { echo } from '../text.js';
import { checkPathText } from './paths.js';

const longestText = 200;
const place = 'since it is a part of the path';

/** How the enforced schema says that a text is a path of its own: with these words its `$comment` begins. */
export const segmentsWords = 'may hold / between its segments';

/** Says what keeps a text from being a path of its own within the path, and how to give it instead, if anything does. */
export function checkSegments(text: string): string | undefined {
  if (!/%(?:25)*2[ef]/i.test(text)) return checkPlain(text);
  const plain = decodeFully(text);
  return (
    checkPlain(plain) ??
    `give it unencoded: ${show(plain)}; it is encoded where it becomes a part of the path`
  );
}

function checkPlain(text: string): string | undefined {
  if (text === '') return `must not be empty, ${place}`;
  const parts = text.split('/');
  if (parts.includes('.') || parts.includes('..'))
    return `must hold no "." or ".." between its slashes, ${place}`;
  if (parts.includes('')) return checkSlashes(text);
  const problem = parts.map((part) => checkPathText(part, false)).find((one) => one !== undefined);
  // The slashes between segments are no fault.
  return problem?.replace('must not hold / ', 'must not hold ');
}

/** What is wrong with slashes beside which there is no segment. */
function checkSlashes(text: string): string {
  const plain = text.split('/').filter(Boolean).join('/');
  const spots = [
    ...(text.startsWith('/') ? ['begin with /'] : []),
    ...(text.length > 1 && text.endsWith('/') ? ['end with /'] : []),
    ...(/.\/\/+./.test(text) ? ['hold // with nothing between'] : []),
  ];
  const instead = checkPlain(plain) !== undefined ? '' : `: give ${show(plain)}`;
  return `must not ${spots.join(' nor ')}, ${place}${instead}`;
}

/** The text without percent-encoding, however often it is encoded. */
function decodeFully(text: string): string {
  const once = text.replaceAll(/%(?:25)+/g, '%');
  try {
    return decodeURIComponent(once);
  } catch {
    return once.replaceAll(/%2f/gi, '/').replaceAll(/%2e/gi, '.');
  }
}

function show(text: string): string {
  return `"${echo(text, longestText)}"`;
}

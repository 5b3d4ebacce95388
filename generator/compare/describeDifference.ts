import { anyItem, anyMember } from './schemas/narrowing.js';
import type { SchemaDifference } from './schemas/relateSchemas.js';
import { canonicalText } from './schemas/meanings.js';

/** Values of a list that are named. */
const mostNamed = 6;
/** Characters of a value that are shown. */
const longestShown = 60;

/** A difference of two schemas in a few words: `tags[]: maxLength 24 → 12`. */
export function describeDifference(difference: SchemaDifference, from = 0): string {
  const place = writePath(difference.path.slice(from));
  const what = describeWhat(difference);
  return place === '' ? what : `${place}: ${what}`;
}

/** Members that lead to a value as one text: `owner.tags[]`. */
function writePath(path: readonly string[]): string {
  return path
    .map((step) =>
      step === anyMember ? '.(any name)' : step === anyItem || /^\[\d+\]$/.test(step) ? step : `.${step}`,
    )
    .join('')
    .replace(/^\./, '');
}

function describeWhat({ keyword, effect, from, to, isNew }: SchemaDifference): string {
  const isLess = effect !== 'widened';
  switch (keyword) {
    case 'required':
      if (isNew) return 'added, required';
      return isLess ? 'required now' : 'not required any more';
    case 'needs': {
      const [was, is] = [from, to].map(spellWays);
      if (effect === 'changed') return `${is} must be given now, not ${was}`;
      return isLess ? `${is} must be given now` : `calls without ${was} may go through now`;
    }
    case 'false':
      return isLess ? 'not taken any more' : 'taken now';
    case 'enum':
      return describeValues(from, to, isLess);
    case 'type':
      if (effect === 'changed') break;
      return isLess ? `${spellValue(from)} not taken any more` : `${spellValue(to)} taken, too`;
    case 'anyOf':
      if (effect === 'changed') return 'its alternatives changed';
      return isLess ? 'an alternative is gone' : 'one more alternative';
    case 'oneOf':
      if (effect === 'changed') return 'its alternatives changed';
      return isLess
        ? 'alternatives overlap: what fits two of them is refused'
        : 'what fits two of its alternatives may be taken now';
    case 'exclusiveMinimum':
    case 'exclusiveMaximum':
      if (from !== to || from === undefined) break;
      return isLess
        ? `${spellValue(to)} itself is not taken any more`
        : `${spellValue(from)} itself is taken, too`;
    case '':
      return 'too large to be compared in full';
  }
  if (from === undefined && to === undefined) return `its keyword "${keyword}" changed`;
  if (to === undefined) return `no ${keyword} any more (was ${spellValue(from)})`;
  return from === undefined
    ? `${keyword} ${spellValue(to)} (none before)`
    : `${keyword} ${spellValue(from)} → ${spellValue(to)}`;
}

/** Members of which some have to be given: `name or age`. */
function spellWays(ways: unknown): string {
  const told = ((ways ?? []) as string[][]).map((way) => way.join(' and '));
  const more = told.length - mostNamed;
  return `${told.slice(0, mostNamed).join(' or ')}${more > 0 ? ` or one of ${more} more` : ''}`;
}

function describeValues(from: unknown, to: unknown, isLess: boolean): string {
  if (!Array.isArray(from) || !Array.isArray(to)) {
    const listed = Array.isArray(to) ? to : Array.isArray(from) ? from : undefined;
    if (listed === undefined) return 'its values changed';
    return Array.isArray(to) && isLess ? `only ${list(to)}` : `not only ${list(listed)} any more`;
  }
  const [before, after] = [from, to].map((values) => new Set(values.map(canonicalText)));
  const gone = from.filter((value) => !after?.has(canonicalText(value)));
  const added = to.filter((value) => !before?.has(canonicalText(value)));
  const parts = [
    ...(gone.length === 0 ? [] : [`no longer ${list(gone)}`]),
    ...(added.length === 0 ? [] : [`also ${list(added)}`]),
  ];
  return parts.join(', ') || 'its values changed';
}

function list(values: readonly unknown[]): string {
  const named = values.slice(0, mostNamed).map(spellValue).join(', ');
  return values.length > mostNamed ? `${named} and ${values.length - mostNamed} more` : named;
}

/** A value on one line. */
export function spellValue(value: unknown): string {
  const text =
    Array.isArray(value) && value.every((one) => typeof one === 'string') && value.length > 0
      ? value.join(' or ')
      : (JSON.stringify(value) ?? 'nothing');
  return text.length > longestShown ? `${text.slice(0, longestShown - 1)}…` : text;
}

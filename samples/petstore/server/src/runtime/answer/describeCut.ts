import type { Missing } from './cut.js';

/** Places that are named; of more of them, how many. */
const mostPlaces = 3;

/** The line behind what is shown of an answer: what is missing, and how to get it. */
export function describeCut(missing: readonly Missing[], advice = ''): string {
  const places = missing.slice(0, mostPlaces).map(({ of, shown, all, path }) => {
    const where = path === '' ? '' : ` of ${path}`;
    return `${count(shown)} of ${count(all)} ${of}${where}`;
  });
  const more = missing.length > mostPlaces ? ` and ${missing.length - mostPlaces} more places cut` : '';
  return `[truncated: shown ${places.join(', ')}${more}.${advice === '' ? '' : ` ${advice}`}]`;
}

function count(number: number): string {
  return number.toLocaleString('en');
}

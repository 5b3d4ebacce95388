/**
 * What each rung of the ladder does to a tool that does not fit otherwise.
 */
export const rungs = [
  'only what tells nothing is left out',
  'long texts are shortened',
  'long lists of values are told in words',
  'optional parts below depth 3 are stubs',
  'optional parts below depth 2 are stubs',
  'texts of parameters are cut to 12 tokens',
  'all parts below depth 2 are stubs',
  'optional parameters have no text',
  'all parts below depth 1 are stubs',
  'no parameter has a text',
  'most parameters are listed by name only',
];

/** @typedef {{ id: string, label: string, from: number, to: number }} Band */

/**
 * The rungs in the bands that colours tell apart.
 *
 * @type {readonly Band[]}
 */
export const bands = [
  { id: 'whole', label: 'Uncut', from: 0, to: 0 },
  { id: 'words', label: 'Texts shortened', from: 1, to: 2 },
  { id: 'parts', label: 'Deep parts stubbed', from: 3, to: 6 },
  { id: 'deep', label: 'Texts dropped', from: 7, to: 10 },
];

/**
 * The band of a rung.
 *
 * @param {number} rung
 * @returns {Band}
 */
export function bandOf(rung) {
  return /** @type {Band} */ (bands.findLast(({ from }) => from <= rung));
}

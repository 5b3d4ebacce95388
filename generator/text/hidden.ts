/** What nobody sees is shown, or left out, in one way: by the generator as by the server that it emits. */
export { escapeHidden, hidden } from '../../templates/project/src/runtime/text.js';

/** What terminals take for commands (ECMA-48): without the character that begins one, the rest would be read as text. */
export const commands =
  // oxlint-disable-next-line no-control-regex
  /(?:\u001b\[|\u009b)[0-?]{0,100}[ -/]{0,100}[@-~]|(?:\u001b\]|\u009d)[^\u0007\u001b\u009c]{0,5000}(?:\u0007|\u001b\\|\u009c)|\u001b[ -/]{0,100}[0-~]/g;

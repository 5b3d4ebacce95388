/** What nobody sees is shown, or left out, in one way: by the generator as by the server that it emits. */
export { escapeHidden, hidden } from '../../templates/project/src/runtime/text.js';

/** The server reads URLs in the same way. */
export { parseUrl } from '../../templates/project/src/runtime/text.js';

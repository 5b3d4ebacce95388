/** What a misspelt word was most likely meant to be: said of the configuration as it is of arguments. */
export { nearest } from '../../templates/project/src/runtime/text.js';

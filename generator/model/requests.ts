/** What requests are, to the generator as to the servers that it makes: base URLs, methods, and parts of lists. */
export {
  furtherArguments,
  isMethodOverride,
  isReadingMethod,
} from '../../templates/project/src/runtime/request/outgoing.js';
export {
  fillServer,
  isExposed,
  locateSchemes,
  readBaseUrl,
} from '../../templates/project/src/runtime/request/servers.js';
export { canPage } from '../../templates/project/src/runtime/result/pagination.js';
export { listApis, listSchemes } from '../../templates/project/src/runtime/settings.js';

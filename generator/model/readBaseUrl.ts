/** What a base URL has to be, whoever gives it: said of the configuration as it is of the environment. */
export { isExposed, readBaseUrl } from '../../templates/project/src/runtime/request/servers.js';

/** What a base URL has to be, whoever gives it: said of the configuration as it is of the environment. */
export { readBaseUrl } from '../../templates/project/src/runtime/request/servers.js';

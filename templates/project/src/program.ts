/** What each program loads at its start, in one file of the bundle: the server, its tools, and your own code. */
export { default as custom } from './custom.js';
export { catalog } from './generated/catalog.js';
export { createApp } from './server.js';

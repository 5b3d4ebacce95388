import type { Arguments } from './generated/arguments.js';
import { customize } from './runtime/customize.js';

/**
 * Your changes to the generated tools: this file was written once and is never touched again.
 *
 * A tool or an argument that does not exist is a compile error, so that a change of the API shows here.
 *
 *     tools: {
 *       // Other words for the model.
 *       some_tool: { title: 'A better title', description: 'What the model should know of it.' },
 *       // Not offered at all.
 *       other_tool: { hidden: true },
 *       // Code around a call.
 *       third_tool: { wrap: async (args, next) => next({ ...args, limit: 10 }) },
 *     },
 *     add: {
 *       // A tool of your own.
 *       say_hello: {
 *         title: 'Say hello',
 *         description: 'Greets by name.',
 *         inputSchema: { type: 'object', properties: { name: { type: 'string' } }, required: ['name'] },
 *         call: ({ name }) => `Hello, ${name}!`,
 *       },
 *       // Several steps: `call` any generated tool, `ask` the user, tell of `progress`, write to the client's `log`.
 *       // For `ask`, say `features: { questions: true }` in mcpwright.yaml.
 *       first_then: {
 *         title: 'First this, then that',
 *         description: 'Does that to what this finds, if the user agrees.',
 *         inputSchema: { type: 'object' },
 *         call: async (_args, { call, ask, progress }) => {
 *           const { structuredContent } = await call('some_tool', {});
 *           const form = await ask('Do that?', { why: { type: 'string' } });
 *           if (form === undefined) return 'Left as it is.';
 *           await progress(1, 2, 'found');
 *           return call('third_tool', { limit: 1 });
 *         },
 *       },
 *     },
 */
export default customize<Arguments>({});

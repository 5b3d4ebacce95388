/**
 * Stands in for `@modelcontextprotocol/server/_shims` when the project is bundled (see build.js). The SDK brings
 * a JSON Schema validator of its own there, for answers of users to elicitation requests. This server makes
 * none, and loading that validator is a good part of the time that it takes to start.
 * Should the SDK move that path, the validator is bundled again, and the server works as before.
 */
export { default as process } from 'node:process';

/** Takes the validator's place. */
export class DefaultJsonSchemaValidator {
  getValidator(): never {
    throw new Error('This server was built without a validator for elicitation; see build.js.');
  }
}

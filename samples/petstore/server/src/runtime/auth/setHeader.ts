import { CallError } from '../callError.js';
import type { Outgoing } from '../request/outgoing.js';

/** Sets a header that holds a secret, which no error may show; `env` names where the secret comes from. */
export function setHeader({ headers }: Outgoing, name: string, value: string, env: string): void {
  try {
    headers.set(name, value);
  } catch {
    throw new CallError(
      `The value of the environment variable ${env} cannot be sent in a header; nothing was sent. Ask the user to correct it.`,
    );
  }
}

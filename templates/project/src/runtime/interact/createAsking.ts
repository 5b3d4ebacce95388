import { CallError } from '../errors.js';
import type { Asking, Client } from '../features.js';
import { memoize, once } from '../memo.js';
import type { Environment } from '../settings.js';
import { escapeHidden, longestQuestion, shorten } from '../text.js';
import type { FormField } from '../tool.js';
import { createDialogue, type Dialogue } from './createDialogue.js';
import { createSealer, readKeys, type Sealer } from './createSealer.js';

export { checkKeys } from './createSealer.js';

/** What asks the clients of one server, and what other parts need of it. */
export interface FullAsking extends Asking {
  /** The name of the server. */
  server: string;
  sealer: () => Promise<Sealer>;
  /** What is asked of the user of one call, and what was answered. */
  dialogueOf: (client: Client) => Promise<Dialogue>;
}

/** Makes what asks the clients of one server, and is given their answers. */
export function createAsking(server: string, env: Environment): FullAsking {
  const spent = new Set<string>();
  const sealer = once(async () => createSealer(await readKeys(env)));
  const dialogueOf = memoize(async (client: Client) => createDialogue(client, server, await sealer(), spent));

  return {
    server,
    sealer,
    dialogueOf,
    createQuestions: (client, clean, checkForm) => {
      let questions = 0;
      return {
        ask: async (message, fields) => {
          if (client === undefined) throw new CallError('There is nobody who could be asked.');
          questions += 1;
          const properties = fields as unknown as Record<string, FormField>;
          const required = Object.keys(properties);
          const { action, content } = (await dialogueOf(client)).ask(`question-${questions}`, {
            message: escapeHidden(shorten(clean(message), longestQuestion), '\n'),
            fields: properties,
            required,
          });
          if (action !== 'accept') return undefined;
          return checkForm({ type: 'object', properties, required }, content) as never;
        },
        request: async (requests) => {
          if (client === undefined) throw new CallError('There is no client that could be asked.');
          return (await dialogueOf(client)).request(requests);
        },
      };
    },
  };
}

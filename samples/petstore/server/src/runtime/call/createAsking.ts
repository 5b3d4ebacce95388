import { spellLarge } from '../arguments/largeIntegers.js';
import type { Features } from '../features.js';
import type { Client, Dialogue } from '../interact/client.js';
import { importOnce, loadPart, memoize, once } from '../memo.js';
import { redact } from '../redact.js';
import type { Arguments } from '../request/buildRequest.js';
import type { Environment } from '../settings.js';
import type { Tool } from '../tool.js';

/** Checks the arguments of a tool; those that come `later` may be missing. */
type CheckFor<Offered> = (offered: Offered, args: unknown, later?: readonly string[]) => Promise<Arguments>;

/** What is needed to ask the users of one server. */
interface AskingParts {
  server: string;
  env: Environment;
  features: Pick<Features, 'consent'>;
}

/** What asks the users of one server. */
export interface Asking<Offered> {
  /** The arguments of a tool that a call can do without before the user was asked. */
  listLater: (tool: Tool) => Promise<readonly string[]>;
  /** The arguments of a call, checked, and agreed to by the user where the tool asks for that. */
  prepare: (
    offered: Offered,
    args: unknown,
    client: Client | undefined,
    secrets: readonly string[],
  ) => Promise<Arguments>;
  dialogueOf: (client: Client) => Promise<Dialogue>;
}

const loadDialogue = importOnce(() => import('../interact/createDialogue.js'));
const loadSeal = importOnce(() => import('../interact/seal.js'));

/** Makes what asks the users of one server, and is given their answers. */
export function createAsking<Offered extends { tool: Tool }>(
  { server, env, features }: AskingParts,
  check: CheckFor<Offered>,
): Asking<Offered> {
  const spent = new Set<string>();
  const load = once(async () => {
    const [{ createDialogue }, { createSealer, readKeys }] = await Promise.all([loadDialogue(), loadSeal()]);
    const sealer = createSealer(await readKeys(env));
    return (client: Client) => createDialogue(client, server, sealer, spent);
  });
  const dialogueOf = memoize(async (client: Client) => (await load())(client));

  const loadConsent = () => loadPart(features.consent, 'consent');
  const listLater = async (tool: Tool) =>
    tool.consent === undefined ? [] : (await loadConsent()).listLater(tool);

  return {
    listLater,
    prepare: async (offered, args, client, secrets) => {
      const { tool } = offered;
      if (tool.consent === undefined) return check(offered, args);
      const { obtainConsent } = await loadConsent();
      const draft = spellLarge(await check(offered, args, await listLater(tool)));
      const clean = (text: string) => redact(text, secrets);
      return check(offered, await obtainConsent(tool, draft, { client, clean, dialogueOf }));
    },
    dialogueOf,
  };
}

import { createChecker } from '../arguments/createChecker.js';
import { spellLarge } from '../arguments/largeIntegers.js';
import { closeSchema } from '../arguments/schemas.js';
import { CallError, notSent } from '../errors.js';
import type { Asking, ConsentCall, Lazy } from '../features.js';
import { loadPart, memoize } from '../memo.js';
import type { Arguments } from '../request/buildRequest.js';
import { takesFiles } from '../request/outgoing.js';
import type { ObjectSchema, Tool } from '../tool.js';
import type { Components } from '../validate/createExpander.js';
import type { CallerParts, GeneratedTool, OwnedTool } from './callerParts.js';

/** What the arguments of tools are checked with; what is wrong with them is thrown. */
export interface Checks {
  /** The arguments of a call before the user was asked, who may give some of them. */
  checkDraft: (offered: GeneratedTool, args: unknown) => Promise<Arguments>;
  /** The arguments of a call, checked, and agreed to by the user where the tool asks for that. */
  prepare: (offered: GeneratedTool, args: unknown, call: ConsentCall) => Promise<Arguments>;
  checkOwn: (
    offered: { listed: Pick<OwnedTool['listed'], 'name' | 'inputSchema'> },
    args: unknown,
  ) => Arguments;
}

/** Makes what checks the arguments of the calls of one server. */
export function createChecks(
  components: Components,
  { catalog, features }: Pick<CallerParts, 'catalog' | 'features'>,
  loadAsking: Lazy<Asking>,
): Checks {
  const checkBy = createChecker(components, catalog.api);

  /** Files may be given by their paths too. */
  const withPaths = memoize(async (schema: ObjectSchema) => {
    const { acceptPaths } = await loadPart(features.files, 'files');
    return acceptPaths(schema);
  });

  const closed = memoize((schema: ObjectSchema) => closeSchema(schema));

  /** `change` changes what the arguments are checked against. */
  async function check({ tool, toolset }: GeneratedTool, args: unknown, change?: ChangeSchema) {
    const schema = (await toolset.schemas())[tool.name];
    if (schema === undefined) throw new Error(`there is no schema for ${tool.name}`);
    const { body, parameters } = tool.request;
    const enforced = takesFiles(body) ? await withPaths(schema) : schema;
    const given = tool.former ? (await loadPart(features.former, 'former'))(tool.former, args) : args;
    return checkBy(tool.name, change?.(tool, enforced) ?? enforced, given, body, parameters);
  }

  async function checkDraft(offered: GeneratedTool, args: unknown) {
    const part = offered.tool.consent && (await loadPart(features.consent, 'consent'));
    return spellLarge(await check(offered, args, part?.draftSchema));
  }

  return {
    checkDraft,
    prepare: async (offered, args, call) => {
      const { tool } = offered;
      if (tool.consent === undefined) return check(offered, args);
      const { obtainConsent } = await loadPart(features.consent, 'consent');
      const draft = await checkDraft(offered, args);
      return check(offered, await obtainConsent(tool, draft, { ...call, loadAsking }));
    },
    checkOwn: ({ listed }, args) => {
      try {
        return checkBy(listed.name, closed(listed.inputSchema), args);
      } catch (error) {
        throw error instanceof CallError ? new CallError(error.message.replace(notSent, '')) : error;
      }
    },
  };
}

type ChangeSchema = (tool: Tool, schema: ObjectSchema) => ObjectSchema;

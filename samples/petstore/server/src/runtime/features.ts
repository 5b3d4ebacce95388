import type { AuthKinds, LoginPart } from './auth/credential.js';
import type { ConsentPart } from './interact/client.js';
import { loadPart } from './memo.js';
import type { Arguments } from './request/buildRequest.js';
import type { Bodies, FilePaths } from './request/outgoing.js';
import type { DescribeNextPage } from './result/listPaging.js';
import type { Polling, ReadSelector, Selected } from './result/received.js';
import type { Tool } from './tool.js';

/**
 * What an API needs of the parts of the runtime that not every API needs. `src/generated/features.ts` names them, each
 * behind an import of its own: loaded when it is first used.
 */
export interface Features {
  /** How request bodies are written. */
  bodies: Bodies;
  /** How the kinds of credentials are read and sent. */
  credentials: AuthKinds;
  /** Set where users log in. */
  login?: () => Promise<LoginPart>;
  /** Set where tools send files. */
  files?: () => Promise<FilePaths>;
  /** Set where results are asked for until they are there. */
  polling?: () => Promise<Polling>;
  /** Set where arguments ask for the next page. */
  pagination?: () => Promise<DescribeNextPage>;
  /** Set where tools have the argument `_select`. */
  select?: () => Promise<ReadSelector>;
  /** Set where the user is asked before tools are called. */
  consent?: () => Promise<ConsentPart>;
}

/** Takes out of the arguments what picks parts out of the answer, where the tool has it. */
export async function takeSelector(
  tool: Tool,
  args: Arguments,
  { select }: Pick<Features, 'select'>,
): Promise<Selected> {
  if (!tool.select) return { sent: args };
  const readSelector = await loadPart(select, 'select');
  return readSelector(tool, args);
}

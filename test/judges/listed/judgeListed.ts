import { inspectOnce } from '../../support/realDocuments.js';
import type { Server, ToolEntry } from '../../../generator/model/server.js';
import { createChecker } from '../../../templates/project/src/runtime/arguments/createChecker.js';
import { createValidator } from '../../../templates/project/src/runtime/validate/validate.js';
import { createRandom } from '../validators/sampleLoosely.js';
import { drawCall } from './drawCall.js';

/** The share of calls that may be refused, and that of those with required arguments only. */
export const mostRefused = { all: 0.02, sparse: 0.005 };

/** Calls, and those of them that the server refuses. */
interface Count {
  calls: number;
  refused: number;
}

/** What becomes of calls that fit what is listed. */
export interface Tally {
  /** Those that have required arguments only. */
  sparse: Count;
  /** Those that have others too. */
  full: Count;
  /** Tools for which no call is found that fits what is listed. */
  undrawn: string[];
  /** For each call that is refused, the tool and why. */
  reasons: string[];
}

/** Draws calls of each tool of a document from what is listed of it, and counts those that its server refuses. */
export async function judgeListed(file: string, runs: { sparse: number; full: number }): Promise<Tally> {
  const { server } = await inspectOnce(file);
  return judgeServer(server, runs);
}

/** Draws calls of each tool of a server, always the same ones. */
export function judgeServer(server: Server, runs: { sparse: number; full: number }): Tally {
  const check = createChecker(server.components, server.api);
  // What is listed refers to no components.
  const errorsOf = createValidator({});
  const draw = drawCall((schema, value) => errorsOf(schema, value).length === 0);
  const tally: Tally = {
    sparse: { calls: 0, refused: 0 },
    full: { calls: 0, refused: 0 },
    undrawn: [],
    reasons: [],
  };
  for (const { tool, enforced } of server.toolsets.flatMap(({ tools }) => tools)) {
    const random = createRandom(1);
    for (const kind of ['sparse', 'full'] as const) {
      for (let run = 0; run < runs[kind]; run += 1) {
        const args = draw(tool.inputSchema, kind === 'sparse', random);
        if (args === undefined) {
          tally.undrawn.push(tool.name);
          break;
        }
        const problem = findProblem({ tool, enforced }, args);
        tally[kind].calls += 1;
        if (problem === undefined) continue;
        tally[kind].refused += 1;
        tally.reasons.push(`${kind} ${tool.name}: ${problem}`);
      }
    }
  }
  return tally;

  function findProblem(
    { tool, enforced }: Pick<ToolEntry, 'tool' | 'enforced'>,
    args: object,
  ): string | undefined {
    const { body, parameters } = tool.request;
    try {
      check(tool.name, enforced, args, body, parameters);
      return undefined;
    } catch (error) {
      return (error as Error).message;
    }
  }
}

import { format } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { inspect } from '../../../generator/inspect.js';
import { defaults } from '../../../generator/model/config.js';
import type { ObjectSchema } from '../../../generator/model/server.js';
import { toCatalog } from '../../../generator/toCatalog.js';
import { createValidator } from '../../../templates/project/src/runtime/validate/validate.js';
import { createApp } from '../../../templates/project/src/server.js';
import { type ViewClient, connectView } from '../../support/runtime/connectView.js';
import { drawCall } from '../listed/drawCall.js';
import { createRandom } from '../validators/sampleLoosely.js';
import { isSame } from './isSame.js';
import known from './known.json' with { type: 'json' };
import oddValues from './oddValues.json' with { type: 'json' };
import { type Operation, type Received, sendPlainly } from './sendPlainly.js';

/** An API of a framework that runs in this process. */
export interface RunningApi {
  /** The document, as the framework writes it. */
  document: object;
  url: string;
  /** Where handlers put the arguments that they receive, by the names that tools list. */
  received: Received[];
  /** How plain requests reach each operation. */
  operations: readonly Operation[];
  close: () => unknown;
}

/** A call that the API did not receive as it was given. */
interface Fault {
  tool: string;
  given: object;
  answer: string;
}

/** Faults that are listed: calls of a tool whose arguments fit a schema. */
interface KnownFault {
  /** All tools, where it is not said. */
  tool?: string;
  /** Which calls fail: arguments that fit this. */
  where: ObjectSchema;
  /** Whom it takes to mend it. */
  by: 'framework' | 'mcpwright';
  reason: string;
}

/** Calls of each tool that are drawn from what is listed of it. */
const runs = { sparse: 3, full: 12 };
/** A long text is no longer than a request line may be. */
const values: unknown[] = [...oddValues, 'x'.repeat(4000), '日'.repeat(400)];

/** Judges a framework: calls that fit what is listed, and odd values wherever it takes them itself, arrive as given. */
export function judgeFramework(name: string, start: () => Promise<RunningApi>): void {
  describe(name, () => {
    let api: RunningApi;
    let client: ViewClient;

    beforeAll(async () => {
      api = await start();
      client = await serve(api);
    });

    afterAll(async () => {
      await client.close();
      await api.close();
    });

    test('has a tool for each operation', async () => {
      const tools = api.operations.map(({ tool }) => tool);
      expect((await client.names()).toSorted()).toEqual(tools.toSorted());
    });

    test('receives what fits what is listed, and odd values, as they are given', async () => {
      const drawn = await judgeDrawn(api, client);
      const odd = await judgeOdd(api, client);
      const listed = [...of('each'), ...of(name)];
      const { isNew, closed } = sortOut([...drawn, ...odd.faults], listed);
      expect(isNew).toEqual([]);
      expect(closed).toEqual([]);
      // Where it takes nothing, nothing is judged.
      for (const { tool, judged } of odd.tools) expect(judged, tool).toBeGreaterThan(0);
    });
  });
}

function of(framework: string): KnownFault[] {
  return (known as Record<string, KnownFault[]>)[framework] ?? [];
}

/** Generates the server of an API, and connects a client to it. */
async function serve({ document, url }: RunningApi): Promise<ViewClient> {
  const options = { readStdin: () => Promise.resolve(JSON.stringify(document)) };
  const { server } = await inspect('-', { ...defaults, baseUrl: url }, options);
  return connectView(createApp({ catalog: toCatalog(server), env: { MCP_MODE: 'list' }, fetch }).view());
}

/** The faults that nobody has listed, and what is listed that no fault is like. */
function sortOut(
  faults: readonly Fault[],
  listed: readonly KnownFault[],
): Record<'isNew' | 'closed', unknown[]> {
  const errorsOf = createValidator({});
  const isLike = ({ tool, given }: Fault, one: KnownFault): boolean =>
    (one.tool ?? tool) === tool && errorsOf(one.where, given).length === 0;
  return {
    isNew: faults.filter((fault) => !listed.some((one) => isLike(fault, one))),
    closed: listed.filter((one) => !faults.some((fault) => isLike(fault, one))),
  };
}

/** Draws calls of each tool from what is listed of it. */
async function judgeDrawn(api: RunningApi, client: ViewClient): Promise<Fault[]> {
  // What is listed refers to no components.
  const errorsOf = createValidator({});
  const draw = drawCall((schema, value) => errorsOf(schema, value).length === 0);
  const faults: Fault[] = [];
  for (const { name, inputSchema } of await client.list()) {
    const operation = api.operations.find(({ tool }) => tool === name)!;
    const random = createRandom(1);
    for (const kind of ['sparse', 'full'] as const)
      for (let run = 0; run < runs[kind]; run += 1) {
        const given = draw(inputSchema as ObjectSchema, kind === 'sparse', random) as Received | undefined;
        const fault =
          given === undefined
            ? { tool: name, given: {}, answer: 'nothing fits what is listed' }
            : await findFault(api, client, operation, given);
        if (fault !== undefined) faults.push(fault);
      }
  }
  return faults;
}

/** Gives odd values for each argument of which the framework itself, asked plainly, takes them. */
async function judgeOdd(
  api: RunningApi,
  client: ViewClient,
): Promise<{ faults: Fault[]; tools: { tool: string; judged: number }[] }> {
  const faults: Fault[] = [];
  const tools = [];
  for (const operation of api.operations) {
    let judged = 0;
    for (const vary of variations(operation))
      for (const value of values) {
        const given = vary(value);
        api.received.length = 0;
        const isTaken = await sendPlainly(api.url, operation, given);
        if (!isTaken || !isReceived(api, operation, given)) continue;
        judged += 1;
        const fault = await findFault(api, client, operation, given);
        if (fault !== undefined) faults.push(fault);
      }
    tools.push({ tool: operation.tool, judged });
  }
  return { faults, tools };
}

/** How a value is given for each argument. */
function variations({ places, members = [], fill }: Operation): ((value: unknown) => Received)[] {
  const names = Object.keys(places).filter((name) => name !== 'body' || members.length === 0);
  return [
    ...names.map((name) => (value: unknown) => ({ ...fill, [name]: value })),
    ...members.map((name) => (value: unknown) => ({
      ...fill,
      body: { ...(fill?.['body'] as object), [name]: value },
    })),
  ];
}

async function findFault(
  api: RunningApi,
  client: ViewClient,
  operation: Operation,
  given: Received,
): Promise<Fault | undefined> {
  api.received.length = 0;
  const { text, isError } = await client.call(operation.tool, given);
  if (!isError && isReceived(api, operation, given)) return undefined;
  const answer = isError ? text : `received ${format(api.received)}`;
  return { tool: operation.tool, given, answer };
}

function isReceived({ received }: RunningApi, { defaults: own }: Operation, given: Received): boolean {
  return received.length === 1 && isSame({ ...own, ...given }, received[0]);
}

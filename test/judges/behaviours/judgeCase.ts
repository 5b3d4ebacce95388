import { expect } from 'vitest';
import type { Inspection } from '../../../generator/inspect.js';
import { InputError } from '../../../generator/model/diagnostic.js';
import type { Case, Expectations } from './case.js';
import { type Failure, Findings, type Judges, UnknownFact, judgeEach } from './findings.js';
import { judgeOutput } from './judges/judgeOutput.js';
import { judgeRequest } from './judges/judgeRequest.js';
import { judgeResult } from './judges/judgeResult.js';
import { judgeSchema } from './judges/judgeSchema.js';
import { judgeTool } from './judges/judgeTool.js';
import { judgeTools } from './judges/judgeTools.js';
import { offer } from './offer.js';
import { type Called, type Served, serveCase } from './serveCase.js';

/** Everything that a case may consist of. */
const members = new Set(
  (
    'id area title tier contested spec specRaw specText specUrl baseUrl select operation args ' +
    'skipArgValidation credentials response expect'
  ).split(' '),
);

/** Makes the server of a case, calls it, and gives every fact of the case that does not hold. */
export async function judgeCase(one: Case): Promise<Failure[]> {
  for (const member of Object.keys(one)) {
    if (!members.has(member)) throw new UnknownFact(`nobody knows the member ${member}`);
  }
  const { loadError, ...facts } = one.expect;
  if (loadError === true) return judgeLoadError(one);
  const findings = new Findings();
  let inspection: Inspection | undefined;
  await findings.check('offer', async () => {
    inspection = await offer(one);
  });
  if (inspection === undefined) return findings.failures;
  const served = await serveCase(one, inspection);
  try {
    await judgeFacts(facts, served, findings);
  } finally {
    await served.close();
  }
  return findings.failures;
}

/** Where the document cannot be read, words say so; where it holds nothing to offer, a finding does. */
async function judgeLoadError(one: Case): Promise<Failure[]> {
  const findings = new Findings();
  await findings.check('loadError', async () => {
    const read = await offer(one).catch((error: unknown) => error);
    if (!(read instanceof Error)) throw new Error('the document is read');
    expect(read).toBeInstanceOf(InputError);
    expect(read.message).not.toBe('');
  });
  return findings.failures;
}

interface Subject {
  served: Served;
  /** Makes the call of the case, once. */
  call: () => Promise<Called>;
}

async function judgeFacts(
  facts: Omit<Expectations, 'loadError'>,
  served: Served,
  findings: Findings,
): Promise<void> {
  const { one } = served;
  let called: Promise<Called> | undefined;
  const call = () => (called ??= served.call(one.args ?? {}));
  const judges: Judges<Omit<Expectations, 'loadError'>, Subject> = {
    request: async (expected) => judgeRequest(expected, await call(), findings),
    rejected: async () => {
      const { requests, result } = await call();
      expect({ isError: result.isError ?? false, sent: requests.length }).toEqual({ isError: true, sent: 0 });
    },
    schema: (expected) => judgeSchema(expected, served, findings),
    output: (expected) => judgeOutput(expected, served.listedEntry(), findings),
    result: async (expected) => judgeResult(expected, { served, called: await call() }, findings),
    tool: (expected) => judgeTool(expected, served.listedEntry(), findings),
    tools: (expected) => judgeTools(expected, served, findings),
    deprecatedHandled: () => {
      const { entries, listed } = served;
      const index = entries.findIndex(
        ({ tool: { request } }) => `${request.method} ${request.path}` === one.operation,
      );
      if (index !== -1) expect(JSON.stringify(listed[index])).toMatch(/deprecated/i);
    },
  };
  await judgeEach(facts, judges, { served, call }, { group: 'expect', findings });
}

import { toCatalog } from '../../../generator/toCatalog.js';
import { features } from '../../../templates/project/src/generated/features.js';
import { createCaller } from '../../../templates/project/src/runtime/call/createCaller.js';
import { offerTools } from '../../../templates/project/src/runtime/offer/createOffer.js';
import type { AuthScheme } from '../../../templates/project/src/runtime/tool.js';
import { createValidator } from '../../../templates/project/src/runtime/validate/validate.js';
import { createSampler } from '../../support/sampler/createSampler.js';
import type { Accepts } from '../../support/sampler/sampleText.js';
import { listArguments } from './listArguments.js';
import { shapeFile } from './shapeFile.js';
import { startPrism } from './startPrism.js';

/** What Prism says of the requests that the tools of a document send. */
export interface Judgement {
  /** The operations whose tools were called, such as `GET /pets`. */
  operations: string[];
  /** Requests that were sent. */
  calls: number;
  violations: Violation[];
  /** Operations of which nothing was sent, and what the tool said. */
  unsent: Record<string, string>;
}

export interface Violation {
  /** Such as `GET /pets`. */
  operation: string;
  text: string;
  /** The request and its arguments. */
  call: string;
}

/** Calls every `step`-th tool of a document, and has Prism judge what they send. */
export async function judgeDocument(file: string, step: number): Promise<Judgement> {
  const prism = await startPrism(file);
  try {
    const { api, server } = await shapeFile(file, prism.origin);
    const catalog = toCatalog(server);
    const env = Object.fromEntries(Object.values(server.api.auth).flatMap(giveCredentials));
    const call = await createCaller({ features, catalog, env, timeoutMs: 10_000 });
    // To compile each of the many small schemas that samples are drawn from would take longer than all the rest.
    const errorsOf = createValidator(server.components);
    const accepts: Accepts = (schema, value) => errorsOf(schema, value).length === 0;
    const means = { api, accepts, sampler: createSampler(server.components, accepts) };
    const offered = await Promise.all(catalog.toolsets.map((toolset) => offerTools(toolset)));
    const tools = new Map(offered.flatMap((some) => Array.from(some)));
    const entries = server.toolsets
      .flatMap((toolset) => toolset.tools)
      .filter((_, index) => index % step === 0);
    const judgement: Judgement = { operations: [], calls: 0, violations: [], unsent: {} };
    for (const entry of entries) {
      const { name, request } = entry.tool;
      const operation = api.operations.find(({ pointer }) => pointer === entry.pointer);
      const tool = tools.get(name);
      if (operation === undefined || tool === undefined) throw new Error(`there is no tool "${name}"`);
      const title = `${request.method} ${operation.path}`;
      judgement.operations.push(title);
      let said = 'no arguments were found for it';
      let sent = 0;
      for (const args of listArguments(entry, operation, means)) {
        const result = await call(tool, args, { signal: new AbortController().signal, trace: {} });
        const verdicts = prism.takeVerdicts();
        if (verdicts.length === 0) said = JSON.stringify(result.content);
        sent += verdicts.length;
        for (const { request: line, violations } of verdicts) {
          const found = violations.map((text) => ({
            operation: title,
            text,
            call: `${line} ${JSON.stringify(args)}`,
          }));
          judgement.violations.push(...found);
        }
      }
      judgement.calls += sent;
      if (sent === 0) judgement.unsent[title] = said;
    }
    return judgement;
  } finally {
    prism.close();
  }
}

/** Credentials that are good enough to be looked at. */
function giveCredentials(scheme: AuthScheme): [name: string, value: string][] {
  switch (scheme.kind) {
    case 'basic':
    case 'session':
      return Object.values(scheme.env).map((name) => [name, 'secret']);
    case 'client-certificate':
      return [
        [scheme.env.certificate, 'test/support/certificates/client.pem'],
        [scheme.env.key, 'test/support/certificates/client.key'],
      ];
    case 'oauth2':
      return [[scheme.env.token, 'secret']];
    case 'unsupported':
      return [];
    default:
      return [[scheme.env, 'secret']];
  }
}

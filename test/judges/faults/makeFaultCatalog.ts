import type { Catalog, Method } from '../../../templates/project/src/runtime/tool.js';
import { makeBody, makeCatalog, makeTool } from '../../support/runtime/fixtures.js';
import { type Fault, faults } from './faults.js';
import { nameFault } from './nameFault.js';
import type { FaultyApi } from './startFaults.js';

/** The tool whose calls succeed. */
export const fine = 'fine';

/** The methods by which a fault is tried. */
export function methodsOf({ fails = {}, works = [] }: Fault): Method[] {
  return [...(Object.keys(fails) as Method[]), ...works];
}

/** A tool for each fault and method, all of them with the credential of the environment variable TEST_TOKEN. */
export function makeFaultCatalog(urls: FaultyApi['urls']): Catalog {
  const security = [{ token: [] }];
  const tools = faults.flatMap((fault) =>
    methodsOf(fault).map((method) =>
      makeTool({
        name: nameFault(fault, method),
        method,
        path: `/${nameFault(fault)}`,
        server: { url: urls[fault.at ?? 'api'] },
        security,
        body: makeBody({ required: false, ...(fault.isFile && { mediaType: 'application/octet-stream' }) }),
      }),
    ),
  );
  tools.push(makeTool({ name: fine, server: { url: urls.fine }, security }));
  // Each misbehaves at an address of its own.
  const credentialOrigins = Object.values(urls).map((url) => new URL(url).origin);
  return makeCatalog(tools, {
    api: { credentialOrigins, auth: { token: { kind: 'bearer', env: 'TEST_TOKEN' } } },
  });
}

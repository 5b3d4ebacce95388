import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { createRequire } from 'node:module';

/** Prism, judging requests by one document. */
export interface Prism {
  origin: string;
  /** What has been sent since this was last asked. */
  takeVerdicts: () => Verdict[];
  close: () => void;
}

/** What Prism says of a request. */
export interface Verdict {
  request: string;
  violations: string[];
}

/** An HTTP request as Prism takes it. */
interface Input {
  method: string;
  url: { path: string; query: Record<string, string | string[]> };
  headers: IncomingMessage['headers'];
  body: unknown;
}

interface Violation {
  path?: string[];
  severity: number;
  message: string;
}

interface Output {
  validations: { input: Violation[] };
}

type Either<Right> = { left: Error & { detail?: string } } | { right: Right };

interface Instance {
  request: (input: Input, operations: readonly object[], config: object) => () => Promise<Either<Output>>;
}

/** Prism's parts are packages of its own, found from where it is. */
const require = createRequire(createRequire(import.meta.url).resolve('@stoplight/prism-cli/package.json'));
const { getHttpOperationsFromSpec, createInstance } = require('@stoplight/prism-http') as {
  getHttpOperationsFromSpec: (file: string) => Promise<object[]>;
  createInstance: (config: object, components: object) => Instance;
};
const { createLogger } = require('@stoplight/prism-core') as {
  createLogger: (name: string, options: object) => object;
};

const config = { isProxy: false, validateRequest: true, validateResponse: false, checkSecurity: true };
/** What stands for the answer that Prism would make up. */
const mock = () => () => ({ _tag: 'Right', right: { statusCode: 200 } });
const error = 0;

/** Starts Prism on a port of its own: its `mock` command, but for the answers and for what it cannot survive. */
export async function startPrism(file: string): Promise<Prism> {
  const operations = await getHttpOperationsFromSpec(file);
  const instance = createInstance(config, { logger: createLogger('prism', { level: 'silent' }), mock });
  let verdicts: Verdict[] = [];
  const server = createServer((request, response) => {
    void judge(request).then((violations) => {
      verdicts.push({ request: `${request.method} ${request.url}`, violations });
      response.setHeader('content-type', 'application/json').end('{}');
    });
  });

  async function judge(request: IncomingMessage): Promise<string[]> {
    try {
      const result = await instance.request(await readInput(request), operations, config)();
      if ('left' in result) return [`route: ${result.left.detail ?? result.left.message}`];
      const { input } = result.right.validations;
      return input.filter(({ severity }) => severity === error).map(writeViolation);
    } catch (thrown) {
      return [`threw: ${(thrown as Error).message}`];
    }
  }

  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    origin: `http://127.0.0.1:${port}`,
    takeVerdicts: () => {
      const taken = verdicts;
      verdicts = [];
      return taken;
    },
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

function writeViolation({ path = [], message }: Violation): string {
  return `${path.join('.') || 'request'}: ${message}`;
}

/** Reads a request as Prism's own server does. */
async function readInput(request: IncomingMessage): Promise<Input> {
  const { method = '', headers } = request;
  const { pathname, searchParams } = new URL(request.url ?? '/', 'http://localhost');
  const pairs = [...searchParams.keys()].map((name): [string, string | string[]] => {
    const [first = '', ...others] = searchParams.getAll(name);
    return [name, others.length === 0 ? first : [first, ...others]];
  });
  const content = await text(request);
  const isJson = /^application\/([^;]+\+)?json\b/i.test(headers['content-type'] ?? '');
  const body: unknown = content === '' ? null : isJson ? JSON.parse(content) : content;
  return {
    method: method.toLowerCase(),
    url: { path: pathname, query: Object.fromEntries(pairs) },
    headers,
    body,
  };
}

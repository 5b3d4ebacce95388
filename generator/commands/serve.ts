import { createApp } from '../../templates/project/src/server.js';
import { serveOverHttp } from '../../templates/project/src/runtime/serveOverHttp.js';
import { serveOverStdio } from '../../templates/project/src/runtime/serveOverStdio.js';
import { SetupError } from '../../templates/project/src/runtime/setupError.js';
import type { Catalog } from '../../templates/project/src/runtime/tool.js';
import { inspect } from '../inspect.js';
import type { Config } from '../model/config.js';
import { InputError } from '../model/diagnostic.js';
import type { Server } from '../model/server.js';
import type { Context, ExitCode } from './context.js';
import { describeDiagnostics } from './describeDiagnostics.js';

interface Arguments {
  document: string;
  config: Config;
  transport: 'stdio' | 'http';
  port: number;
  host: string;
  allowUnauthenticated: boolean;
}

/** `mcpwright serve`: the emitted server's own runtime over the document, with nothing written to disk. */
export async function serve(args: Arguments, context: Context): Promise<ExitCode> {
  const { document, config, transport, port, host, allowUnauthenticated } = args;
  if (transport === 'stdio' && document === '-') {
    throw new InputError(
      'The document cannot come from standard input while clients talk over it.',
      'Name a file or a URL, or pass --transport http.',
    );
  }
  if (!(Number.isInteger(port) && port >= 0 && port < 65_536)) {
    throw new InputError('The port must be a whole number from 0 to 65535.');
  }
  const { server, diagnostics } = await inspect(document, config, {
    readStdin: context.readStdin,
    onProgress: context.progress,
  });
  const findings = describeDiagnostics(diagnostics, context.paint);
  if (server.toolsets.length === 0) {
    context.alert(findings);
    return 1;
  }
  context.note(findings);
  const { input, output, stopped, env } = context;
  const log = (line: string) => context.alert(`${line}\n`);
  try {
    const app = createApp({ catalog: toCatalog(server), env });
    if (transport === 'http') {
      const running = await serveOverHttp(app, { host, port, allowUnauthenticated, log });
      await stopped;
      await running.close();
    } else {
      const running = serveOverStdio(app, { input, output, log });
      void stopped.then(running.stop);
      await running.finished;
    }
    return 0;
  } catch (error) {
    throw error instanceof SetupError ? new InputError(error.message) : error;
  }
}

/** The catalog that the generated code would hold. */
function toCatalog({ api, toolsets, components }: Server): Catalog {
  return {
    api,
    toolsets: toolsets.map(({ name, title, description, tools }) => ({
      name,
      title,
      description,
      tools: async () => tools.map(({ tool }) => tool),
      schemas: async () => Object.fromEntries(tools.map(({ tool, enforced }) => [tool.name, enforced])),
    })),
    components: async () => components,
  };
}

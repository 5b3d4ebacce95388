import type { Setting } from './listSettings.js';

/** How to add the server to a client, as text to be copied. */
export interface Snippets {
  claudeCode: string;
  claudeCodeHttp: string;
  /** Claude Desktop and Cursor read the same form. */
  mcpServers: string;
  vsCode: string;
}

const endpoint = 'http://127.0.0.1:3000/mcp';

/** Client configurations that start the server, with the settings that it needs. */
export function describeClients(name: string, needed: readonly Setting[]): Snippets {
  const entry = `/path/to/${name}/dist/stdio.js`;
  const flags = needed.map((setting) => `--env ${setting.name}="$${setting.name}" `).join('');
  const start = (toValue: (setting: Setting) => string) => ({
    command: 'node',
    args: [entry],
    ...(needed.length > 0 && {
      env: Object.fromEntries(needed.map((setting) => [setting.name, toValue(setting)])),
    }),
  });
  const inputs = needed.map((setting) => ({
    type: 'promptString',
    id: setting.name,
    description: setting.name,
    password: setting.kind === 'credential',
  }));
  return {
    claudeCode: `claude mcp add ${flags}--transport stdio ${name} -- node ${entry}`,
    claudeCodeHttp: `claude mcp add --transport http ${name} ${endpoint}`,
    mcpServers: print({ mcpServers: { [name]: start((setting) => `<${setting.name}>`) } }),
    vsCode: print({
      ...(inputs.length > 0 && { inputs }),
      servers: { [name]: { type: 'stdio', ...start((setting) => `\${input:${setting.name}}`) } },
    }),
  };
}

function print(value: unknown): string {
  return JSON.stringify(value, undefined, 2);
}

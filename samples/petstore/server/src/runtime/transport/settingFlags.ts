import type { Environment } from '../environment.js';

/** A flag that stands for an environment variable, and comes before it. */
export interface SettingFlag {
  name: string;
  variable: string;
  /** What its value is called; a flag without one is a switch. */
  value?: string;
  /** Whether it may be given again, for more. */
  isList?: boolean;
  about: string;
}

/** What every program can be told about the tools that it offers. */
export const toolFlags: readonly SettingFlag[] = [
  {
    name: 'toolsets',
    variable: 'MCP_TOOLSETS',
    value: 'names',
    isList: true,
    about: 'offer only these toolsets',
  },
  { name: 'read-only', variable: 'MCP_READ_ONLY', about: 'offer only tools that read' },
  {
    name: 'exclude',
    variable: 'MCP_EXCLUDE',
    value: 'names',
    isList: true,
    about: 'do not offer these tools or toolsets',
  },
  {
    name: 'mode',
    variable: 'MCP_MODE',
    value: 'mode',
    about: 'auto, list (show all tools) or dynamic (search for them)',
  },
  { name: 'mock', variable: 'MCP_MOCK', about: 'answer from the document, and send nothing' },
];

/** What HTTP programs can be told besides. */
export const sessionFlag: SettingFlag = {
  name: 'sessions',
  variable: 'MCP_SESSIONS',
  about: 'keep sessions for clients of protocol 2025-11-25 and before',
};

/** What messages call a setting: its variable, and before it the flag that stands for it, where there is one. */
export function nameSetting(variable: string): string {
  const flag = [...toolFlags, sessionFlag].find((one) => one.variable === variable);
  return flag === undefined ? variable : `--${flag.name} (${variable})`;
}

/** The environment with the values of such flags in it. */
export function setFlags(
  env: Environment,
  settings: readonly SettingFlag[],
  flags: Readonly<Record<string, string | boolean | undefined>>,
): Environment {
  const given = settings.filter(({ name }) => flags[name] !== undefined);
  return {
    ...env,
    ...Object.fromEntries(given.map(({ name, variable }) => [variable, String(flags[name])])),
  };
}

/** The line of `--help` for a flag. */
export function describeFlag({ name, variable, value, about }: SettingFlag): string {
  const flag = value === undefined ? `--${name}` : `--${name} <${value}>`;
  return `${flag.padEnd(25)} ${about} (${variable})`;
}

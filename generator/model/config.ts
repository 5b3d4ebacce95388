/** The user's choices; {@link defaults} holds what they are when nothing is said. */
export interface Config {
  /** Name of the server; derived from the document's title where empty. */
  name: string;
  /** Takes the place of the document's servers where not empty. */
  baseUrl: string;
  /** How tool names are written. */
  names: 'snake_case' | 'camelCase';
  /** The limits that advertised schemas keep to. */
  profile: Profile;
}

/** Families of MCP clients: what `portable` says is taken by all that are known. */
export const profileNames = ['portable', 'rich', 'openai-strict', 'gemini'] as const;

/** What a family of MCP clients takes. */
export type Profile = (typeof profileNames)[number];

export const defaults: Config = { name: '', baseUrl: '', names: 'snake_case', profile: 'portable' };

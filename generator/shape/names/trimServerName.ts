import type { Api } from '../../model/api.js';
import type { Config } from '../../model/config.js';
import { noNames } from '../../model/names.js';
import { nameServer } from './nameServer.js';
import { nameTools } from './nameTools.js';

/** A shorter name for a server, and how many tools it leaves whole that would be cut beside the longer one. */
interface Shortened {
  name: string;
  wanted: string;
  spared: number;
}

/** Of how many tools there has to be one that is spared: the title is what people know. */
const oneOf = 20;

/** The end of a name that was cut, or that says no more: six digits or more of a hash. */
const hashed = /_?[0-9a-f]{6,}$/;

/**
 * The first word of the name that a title makes, where more names of tools are whole beside that: clients show both in 64
 * characters. Undefined where it makes little difference.
 */
export function trimServerName(
  api: Pick<Api, 'title' | 'operations' | 'leftOut' | 'components'>,
  { names: style }: Pick<Config, 'names'>,
): Shortened | undefined {
  const wanted = nameServer(api, { name: '' });
  const [name = wanted] = wanted.split('-');
  if (name === wanted) return undefined;
  const countCut = (serverName: string) => {
    const { names } = nameTools(api, { style, serverName, lock: noNames }, () => {});
    return [...names.values()].filter((tool) => hashed.test(tool)).length;
  };
  const cut = countCut(wanted);
  const spared = cut === 0 ? 0 : cut - countCut(name);
  return spared > 0 && spared * oneOf >= api.operations.length ? { name, wanted, spared } : undefined;
}

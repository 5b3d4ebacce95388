import type { Api } from '../../model/api.js';
import type { Config } from '../../model/config.js';
import { noNames } from '../../model/names.js';
import { nameServer } from './nameServer.js';
import { nameTools } from './nameTools.js';

/** A shorter name for a server, and how many tools have a longer name beside it that is cut beside the other. */
interface Shortened {
  name: string;
  wanted: string;
  spared: number;
}

/** Of how many tools there has to be one that is spared: the title is what people know. */
const oneOf = 20;

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
  const nameAll = (serverName: string) =>
    nameTools(api, { style, serverName, lock: noNames }, () => {}).names;
  const [beside, alone] = [wanted, name].map(nameAll);
  const spared = [...(alone ?? [])].filter(([operation, tool]) => beside?.get(operation) !== tool).length;
  return spared > 0 && spared * oneOf >= api.operations.length ? { name, wanted, spared } : undefined;
}

import { CLIENT_INFO_META_KEY } from '@modelcontextprotocol/server';
import type { CheckHeaders } from '../extensions.js';
import { isObject } from '../json.js';
import { echo } from '../text.js';

/**
 * Holds the headers of a call against the arguments that they repeat (MCP, Streamable HTTP, Custom Headers from Tool
 * Parameters): what stands before this server went by the headers, and this server goes by the arguments.
 */
export const findMismatch: CheckHeaders = async (list, message, headers) => {
  if (!isObject(message) || message['method'] !== 'tools/call' || !isObject(message['params']))
    return undefined;
  const { name, arguments: args, _meta: meta } = message['params'];
  const client = isObject(meta) ? meta[CLIENT_INFO_META_KEY] : undefined;
  const tools = await list(isObject(client) ? String(client['name']) : undefined);
  const tool = tools.find((one) => one.name === name);
  const given = isObject(args) ? args : {};
  const { properties = {} } = tool?.inputSchema ?? {};
  const routed = Object.entries(properties).flatMap(([argument, property]): [string, string][] => {
    const called = isObject(property) ? property['x-mcp-header'] : undefined;
    return typeof called === 'string' ? [[argument, called]] : [];
  });
  // By another name it would be sent all the same: by that of the API, or as a part of the whole body.
  const other = Object.keys(given).find((key) => !Object.hasOwn(properties, key));
  if (routed.length > 0 && other !== undefined)
    return `Header mismatch: ${echo(other)} is not an argument that is listed, beside headers that repeat arguments`;
  for (const [argument, called] of routed) {
    const value = Object.hasOwn(given, argument) ? given[argument] : undefined;
    const problem = compare(value ?? undefined, headers.get(`mcp-param-${called}`));
    if (problem !== undefined)
      return `Header mismatch: Mcp-Param-${called} ${problem} the argument ${echo(argument)}`;
  }
  return undefined;
};

/** How a header and the value that it repeats differ; a value that is not given has no header. */
function compare(value: unknown, header: string | null): string | undefined {
  if (value === undefined) return header === null ? undefined : 'is sent without';
  if (header === null) return 'is missing beside';
  const text = decode(header);
  if (text === undefined) return 'is not written as the protocol has it for';
  // What has members is the text of no header, and may have a toString of its own.
  if (typeof value === 'object') return 'differs from';
  if (typeof value !== 'number') return text === String(value) ? undefined : 'differs from';
  const isNumber = /^-?\d+(?:\.\d+)?(?:e[+-]?\d+)?$/i.test(text);
  return isNumber && Number(text) === value ? undefined : 'differs from';
}

/** The text that a header stands for: as it is, or in base64 between marks. */
function decode(header: string): string | undefined {
  const coded = /^=\?base64\?(.*)\?=$/i.exec(header)?.[1];
  if (coded === undefined) return header;
  const bytes = Buffer.from(coded, 'base64');
  // Node would also read what is not padded, or not base64.
  if (bytes.toString('base64') !== coded) return undefined;
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

import type { Members } from '../../model/document.js';
import type { PublishFinding } from '../../model/publish/facts.js';
import { isLocalHost, parseUrl, showUrl } from '../../text/parseUrl.js';
import { findingsFor, toMap, listObjects } from '../projectFiles.js';
import { checkInputs, checkTemplate } from './checkTemplate.js';

/**
 * Holds the public addresses of server.json or of a server card against what everybody can reach.
 *
 * @param tell - whose they are
 * @param remotes - what stands under `remotes`
 */
export function checkRemotes(remotes: unknown, tell: ReturnType<typeof findingsFor>): PublishFinding[] {
  const known = new Set<string>();
  return listObjects(remotes).flatMap((one, index) => {
    const at = `/remotes/${index}`;
    const found = checkRemote(one, at, tell);
    const key = JSON.stringify([one['type'], one['url']]);
    if (known.has(key))
      found.push(tell('warning', 'The address stands there twice.', 'Delete one of them.', `${at}/url`));
    known.add(key);
    return found;
  });
}

function checkRemote(
  { url, type, variables, headers }: Members,
  at: string,
  tell: ReturnType<typeof findingsFor>,
): PublishFinding[] {
  const found: PublishFinding[] = [];
  if (type === 'sse')
    found.push(
      tell('warning', 'The transport sse is deprecated.', 'Write "type": "streamable-http".', `${at}/type`),
    );
  const text = typeof url === 'string' ? url : '';
  if (!isPublic(text))
    found.push(
      tell(
        'error',
        `The address ${JSON.stringify(showUrl(text))} is not one that everybody reaches by https.`,
        'Write publish.url in mcpwright.yaml: https://mcp.example.com/mcp',
        `${at}/url`,
      ),
    );
  const { username = '', password = '' } = parseUrl(text) ?? {};
  if (username !== '' || password !== '')
    found.push(
      tell(
        'error',
        'The address holds a user or a password, which everybody would read.',
        'Take them out, and describe a header that each user fills in.',
        `${at}/url`,
      ),
    );
  const names = Object.keys(toMap(variables));
  return [
    ...found,
    ...checkTemplate(text, names, {
      what: 'the address',
      at: `${at}/variables`,
      describeIn: 'variables',
      severity: 'error',
    }),
    ...checkInputs(headers, `${at}/headers`, names),
  ];
}

/** Whether an address is of https, and of no machine that answers itself alone (RFC 6761, 6.3: `localhost.`). */
function isPublic(address: string): boolean {
  const url = parseUrl(address.replaceAll(/\{[^{}]{0,500}\}/g, 'x'));
  if (url?.protocol !== 'https:') return false;
  return (
    !isLocalHost(url.hostname) && !/\.localhost\.?$|^localhost\.$|^0\.0\.0\.0$|^\[::\]$/.test(url.hostname)
  );
}

/**
 * Finds what is missing of the public address: that it is there, and what clients have to send there.
 *
 * @param tell - whose they are: those of server.json, or of the server card
 */
export function compareRemotes(
  remotes: unknown,
  written: unknown,
  tell: ReturnType<typeof findingsFor>,
): PublishFinding[] {
  const given = new Map(
    [...listObjects(remotes).entries()].map(([index, one]) => [one['url'], { index, one }]),
  );
  return listObjects(written).flatMap((own) => {
    const { index, one } = given.get(own['url']) ?? {};
    if (one === undefined)
      return [
        tell(
          'error',
          `It does not lead to ${String(own['url'])}, where the server is published.`,
          'Write that under remotes, or the other as publish.url in mcpwright.yaml.',
          '/remotes',
        ),
      ];
    return compareHeaders(one['headers'], own['headers'], `/remotes/${index}/headers`, tell);
  });
}

/** Headers are the same in any case (RFC 9110, 5.1). */
function nameHeader({ name }: Members): string {
  return String(name).toLowerCase();
}

function compareHeaders(
  headers: unknown,
  written: unknown,
  at: string,
  tell: ReturnType<typeof findingsFor>,
): PublishFinding[] {
  const given = new Map(listObjects(headers).map((one) => [nameHeader(one), one]));
  return listObjects(written).flatMap((own) => {
    const one = given.get(nameHeader(own));
    const name = String(own['name']);
    if (one === undefined)
      return [
        tell('error', `Users are not asked for ${name}, which the server wants.`, `Restore ${name}.`, at),
      ];
    const inputs = [one, ...Object.values(toMap(one['variables'])).map(toMap)];
    return inputs.some(({ isSecret }) => isSecret === true)
      ? []
      : [
          tell(
            'error',
            `What users fill in for ${name} is a secret, and clients are not told.`,
            `Write "isSecret": true in the variables of ${name}.`,
            at,
          ),
        ];
  });
}

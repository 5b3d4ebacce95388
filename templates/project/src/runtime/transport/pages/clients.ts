/** How clients reach the server. */
export interface Reached {
  /** What clients call it. */
  name: string;
  title: string;
  /** Of MCP. */
  url: string;
  /** Whether they have to send the token of the operator. */
  needsToken: boolean;
}

/** What stands for the token, which no page and no link holds. */
export const placeholder = 'YOUR_TOKEN';
const encode = encodeURIComponent;

/** Links that open a client with the server filled in, for its user to agree to. */
export function listLinks({ name, title, url, needsToken }: Reached): { client: string; href: string }[] {
  const headers = needsToken && { headers: { Authorization: `Bearer ${placeholder}` } };
  const config = encode(toBase64({ url, ...headers }));
  const id = 'token';
  const inputs = [{ type: 'promptString', id, description: `Token of ${title}`, password: true }];
  const asked = needsToken && { headers: { Authorization: `Bearer \${input:${id}}` }, inputs };
  // VS Code decodes twice.
  const code = JSON.stringify({ name, type: 'http', url, ...asked }).replaceAll('%', '%25');
  const goose = [
    'type=streamable_http',
    `url=${encode(url)}`,
    `id=${encode(name)}`,
    `name=${encode(title)}`,
    `description=${encode(title)}`,
    ...(needsToken ? [`header=${encode(`Authorization=Bearer ${placeholder}`)}`] : []),
  ];
  return [
    {
      client: 'Cursor',
      href: `cursor://anysphere.cursor-deeplink/mcp/install?name=${encode(name)}&config=${config}`,
    },
    { client: 'VS Code', href: `vscode:mcp/install?${encode(code)}` },
    { client: 'LM Studio', href: `lmstudio://add_mcp?name=${encode(name)}&config=${config}` },
    { client: 'Goose', href: `goose://extension?${goose.join('&')}` },
  ];
}

/** Texts to be copied, each with what it is for. */
export function listCopies({
  name,
  url,
  needsToken,
}: Reached): { client: string; where: string; text: string }[] {
  const header = `Authorization: Bearer ${placeholder}`;
  const command = ['claude mcp add --transport http', name, quote(url)];
  if (needsToken) command.push(`--header "${header}"`);
  const headers = needsToken && { headers: { Authorization: `Bearer ${placeholder}` } };
  const servers = { mcpServers: { [name]: { type: 'http', url, ...headers } } };
  return [
    { client: 'Claude Code', where: 'in a terminal', text: command.join(' ') },
    {
      client: 'Other clients',
      where: 'in the JSON that configures them',
      text: JSON.stringify(servers, undefined, 2),
    },
  ];
}

/** A URL as an argument that a shell hands on as it is. */
function quote(url: string): string {
  return /^[\w.:/-]+$/.test(url) ? url : `'${url.replaceAll("'", '%27')}'`;
}

function toBase64(value: object): string {
  return Buffer.from(JSON.stringify(value)).toString('base64');
}

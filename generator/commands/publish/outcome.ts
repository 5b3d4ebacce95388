import type { Generation } from '../../generate.js';
import { places } from '../../model/publish/choices.js';
import { type PublishFinding } from '../../model/publish/facts.js';
import { escapeHidden } from '../../text/hidden.js';
import { type Context, type Style, formatCount } from '../context.js';

/** The lines of mcpwright.yaml by which a server is published, with what most owners fill in. */
export function proposeChoices(): string {
  return `publish:
  to: [${places.join(', ')}]
  name: io.github.your-name/your-server # in the MCP registry: a namespace of yours, and a name
  url: https://mcp.example.com/mcp # where everybody reaches it over HTTP; without it, it is run by each user
  image: ghcr.io/your-name/your-server # the image of the container
  icon: assets/icon.png # 512 by 512 pixels
  privacy: https://example.com/privacy
  support: https://example.com/support
`;
}

const styles: Record<PublishFinding['severity'], Style> = {
  error: 'red',
  warning: 'yellow',
  release: 'cyan',
};

/** What `publish --check` found, for people. */
export function describeChecked(
  {
    behind,
    findings,
    command,
  }: { behind: readonly string[]; findings: readonly PublishFinding[]; command: string },
  { paint }: Pick<Context, 'paint'>,
): string {
  const late =
    behind.length === 0
      ? []
      : [
          `${paint('red', 'behind')}  ${behind.join(', ')}: not as mcpwright.yaml and the document have them now.`,
          `  Fix: ${command}`,
          '',
        ];
  if (late.length === 0 && findings.length === 0)
    return `${paint('green', 'Ready.')} Nothing was found that a place would refuse.\n`;
  return [...late, ...listFindings(findings, paint), count(findings), ''].join('\n');
}

/** What was written for places, and what is left to be filled in. */
export function describePublished(
  { files }: Generation,
  findings: readonly PublishFinding[],
  { paint }: Pick<Context, 'paint'>,
): string {
  const written = files.filter(({ place }) => place !== undefined).map(({ path }) => path);
  return [
    '',
    `For publishing: ${written.join(', ')}.`,
    ...(findings.length === 0
      ? [`${paint('green', 'Ready.')} Nothing was found that a place would refuse.`]
      : ['', 'Left to be filled in:', '', ...listFindings(findings, paint), count(findings)]),
    '',
  ].join('\n');
}

function listFindings(findings: readonly PublishFinding[], paint: Context['paint']): string[] {
  return findings.flatMap(({ place, also = [], severity, file, at, message, fix }) => [
    `${paint(styles[severity], severity)} ${paint('dim', [place, ...also].join(', '))}  ${escapeHidden(`${file}${at ?? ''}: ${message}`)}`,
    `  Fix: ${escapeHidden(fix, '\n').replaceAll('\n', '\n  ')}`,
  ]);
}

function count(findings: readonly PublishFinding[]): string {
  const of = (wanted: PublishFinding['severity']) =>
    findings.filter(({ severity }) => severity === wanted).length;
  const later = of('release') === 0 ? '' : `, ${of('release')} for the release`;
  return `\n${formatCount(of('error'), 'error')}, ${formatCount(of('warning'), 'warning')}${later}`;
}

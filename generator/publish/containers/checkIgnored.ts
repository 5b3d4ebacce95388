import type { PublishFinding } from '../../model/publish/facts.js';
import { type CheckContext, findingsFor, readFileText, tellMissing } from '../projectFiles.js';

const file = '.dockerignore';
const tell = findingsFor('docker', file);

/** What has to stay out of a build: a name, and paths that it may have there. */
interface Unwanted {
  name: string;
  severity: PublishFinding['severity'];
  why: string;
  /** What leaves all of them out. */
  line: string;
  paths: [string, ...string[]];
}

const unwanted: Unwanted[] = [
  {
    name: '.env',
    severity: 'error',
    why: 'credentials could become part of the image',
    line: '**/.env',
    paths: ['.env', 'folder/.env', 'folder/folder/.env'],
  },
  {
    name: '.env.local',
    severity: 'error',
    why: 'credentials could become part of the image',
    line: '**/.env.*',
    paths: ['.env.local', 'folder/.env.production'],
  },
  {
    name: '.npmrc',
    severity: 'error',
    why: 'a token of npm could become part of the image',
    line: '**/.npmrc',
    paths: ['.npmrc', 'folder/.npmrc'],
  },
  {
    name: '.git',
    severity: 'warning',
    why: 'the whole history is sent to the build',
    line: '.git',
    paths: ['.git/config'],
  },
  {
    name: 'node_modules',
    severity: 'warning',
    why: 'packages of this machine take the place of those that are installed',
    line: 'node_modules',
    paths: ['node_modules/name/index.js'],
  },
];

/** A line of the file (Docker, build context, .dockerignore files). */
interface IgnoreLine {
  text: string;
  /** Whether it takes back in what lines before it leave out. */
  isBack: boolean;
  /** Wildcards, and what stands between them. */
  tokens: string[];
}

/** Files are written by hand: what is longer than these is not looked at. */
const longest = { lines: 500, line: 300, back: 50 };

/** Asks of each file that must not be sent to a build whether .dockerignore leaves it out, in all folders. */
export async function checkIgnored(context: CheckContext): Promise<PublishFinding[]> {
  const text = await readFileText(context, file);
  if (text === undefined) return [tellMissing('docker', file)];
  const lines = readLines(text);
  const back = lines.filter(({ isBack }) => isBack).slice(0, longest.back);
  return unwanted.flatMap((one) => {
    const suspects = [...one.paths, ...back.flatMap((line) => listTakenBack(line, one))];
    for (const path of suspects) {
      const last = lines.findLast(({ tokens }) => matchPath(tokens, path));
      if (last?.isBack === false) continue;
      return last === undefined
        ? tell(one.severity, `${path} is not left out: ${one.why}.`, `Write a line: ${one.line}`)
        : tell(
            one.severity,
            `The line ${last.text} takes ${path} back in: ${one.why}.`,
            `Delete it, or write behind it: ${one.line}`,
          );
    }
    return [];
  });
}

function readLines(text: string): IgnoreLine[] {
  return text
    .split(/\r?\n/)
    .map((line) => line.trim())
    .filter((line) => line !== '' && !line.startsWith('#') && line.length <= longest.line)
    .slice(0, longest.lines)
    .map((line) => {
      const pattern = line
        .replace(/^!\s*/, '')
        .replace(/^(?:\.?\/)+/, '')
        .replace(/\/+$/, '')
        // A class of one sign is that sign; of others, any is thought to be there.
        .replaceAll(/\[([^\]\\^])\]/g, '$1')
        .replaceAll(/\[[^[\]]+\]/g, '?');
      const tokens = pattern.split(/(\*\*\/?|[*?])/).filter((token) => token !== '');
      return { text: line, isBack: line.startsWith('!'), tokens };
    });
}

/** Paths that a line may take back in: what it names itself and, of a file of any folder, one in a folder of that name. */
function listTakenBack({ tokens }: IgnoreLine, { name, paths: [first, ...others] }: Unwanted): string[] {
  // In place of wildcards stands something; what is all of a folder is in that folder.
  const isWhole = tokens.at(-1)?.startsWith('*') === true && tokens.at(-2)?.endsWith('/') === true;
  const path = (isWhole ? tokens.slice(0, -1) : tokens)
    .map((token) => (token.startsWith('**') ? '' : token.replace(/^[*?]$/, 'x')))
    .join('')
    .replace(/\/$/, '');
  const last = path.slice(path.lastIndexOf('/') + 1);
  if (last === name) return [others.length === 0 ? first : path];
  const isFolder = last !== '' && !last.replace(/\.d$/, '').includes('.');
  return isFolder && others.length > 0 ? [`${path}/${first}`] : [];
}

/** Whether a pattern names a path or a folder above it; `**` is any number of folders, `*` and `?` stay within one. */
function matchPath(tokens: readonly string[], path: string): boolean {
  let reached = new Set([0]);
  for (const token of tokens) {
    const next = new Set<number>();
    const first = Math.min(...reached);
    for (let end = first; end <= path.length; end += 1) {
      const isThere = reached.has(end);
      if (token === '**') next.add(end);
      else if (token === '**/' && (isThere || (end > first && path[end - 1] === '/'))) next.add(end);
      else if (token === '*' && (isThere || (next.has(end - 1) && path[end - 1] !== '/'))) next.add(end);
      else if (token === '?' && isThere && end < path.length && path[end] !== '/') next.add(end + 1);
      else if (!token.startsWith('*') && isThere && path.startsWith(token, end)) next.add(end + token.length);
    }
    if (next.size === 0) return false;
    reached = next;
  }
  return reached.has(path.length) || [...reached].some((end) => path[end] === '/');
}

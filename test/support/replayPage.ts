import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { Writable } from 'node:stream';
import { vi } from 'vitest';
import { main } from '../../generator/main.js';
import { shared } from './realDocuments.js';

const root = process.cwd();

/** Runs the CLI in a folder; `output` is what a terminal would show. */
export async function runCli(argv: string[], folder = root): Promise<{ code: number; output: string }> {
  let output = '';
  const terminal = new Writable({
    write: (chunk, _encoding, done) => {
      output += String(chunk);
      done();
    },
  });
  // Help is printed by yargs itself.
  const help = vi.spyOn(console, 'log').mockImplementation((text: string) => {
    output += `${text}\n`;
  });
  const before = process.cwd();
  process.chdir(folder);
  try {
    const code = await main(argv, {
      stdin: process.stdin,
      stdout: terminal,
      stderr: terminal,
      env: {},
      stopped: () => Promise.resolve(),
    });
    return { code, output };
  } finally {
    help.mockRestore();
    process.chdir(before);
  }
}

const step = /^<!-- (?<note>(?:copy|write|insert|in) .+?) -->$|^```(?<language>\w*)\n(?<body>[^]*?)^```$/gm;

/**
 * Follows a page of docs/ in an empty folder and gives the page back with the output of each `mcpwright` command,
 * and of `npm run generate`, as it is now. Where the page leaves out some of it (`…`), so does what comes back. Comments prepare files:
 *
 *     copy a/document.yaml to openapi.yaml     from the repository, or from ../shared
 *     write mcpwright.yaml                     the next block is the file
 *     insert into a.yaml above components:     the next block goes above that line
 *     in the folder .                          as `cd` does
 */
export async function replayPage(page: string, folder: string): Promise<string> {
  const text = readFileSync(join(root, page), 'utf8');
  let place = folder;
  let next: ((block: string) => void) | undefined;
  let replayed = '';
  let end = 0;
  for (const match of text.matchAll(step)) {
    const { note, language, body = '' } = match.groups ?? {};
    replayed += text.slice(end, match.index);
    end = match.index + match[0].length;
    if (note === undefined && language === 'console') {
      let block = '';
      for (const session of body.split(/^(?=\$ )/m)) {
        const [, command = '', shown = ''] = /^\$ (.*)\n([^]*)$/.exec(session) ?? [];
        const [program = '', ...argv] = splitWords(command);
        if (program === 'cd') place = resolve(place, argv[0] ?? '');
        // The project's own script runs the command in its folder.
        const isScript = command === 'npm run generate';
        const output = isScript
          ? await run(['generate'], place)
          : program === 'mcpwright'
            ? await run(argv, place)
            : shown;
        block += `$ ${command}\n${shorten(output, shown)}`;
      }
      replayed += `\`\`\`console\n${block}\`\`\``;
      continue;
    }
    replayed += match[0];
    if (note === undefined) {
      next?.(body);
      next = undefined;
      continue;
    }
    const [, verb, one = '', other = ''] =
      /^(copy|write|insert into|in the folder) (\S+)(?: (?:to|above) (\S+))?$/.exec(note) ?? [];
    const path = join(place, one);
    if (verb === 'copy')
      copyFileSync(resolve(root, one.replace(/^\.\.\/shared/, shared)), join(place, other));
    if (verb === 'in the folder') place = resolve(folder, one);
    if (verb === 'write')
      next = (block) => {
        mkdirSync(dirname(path), { recursive: true });
        writeFileSync(path, block);
      };
    if (verb === 'insert into')
      next = (block) => {
        const lines = readFileSync(path, 'utf8').split('\n');
        lines.splice(lines.indexOf(other), 0, block.trimEnd());
        writeFileSync(path, lines.join('\n'));
      };
  }
  return replayed + text.slice(end);
}

/** The output of a command, without what only slow runs say. */
async function run(argv: string[], folder: string): Promise<string> {
  const { output } = await runCli(argv, folder);
  return output
    .replaceAll(/^(?:Reading|Shaping|Checking|Counting|Writing) .* …\n/gm, '')
    .replaceAll(/ +$/gm, '');
}

/** `output`, shortened by `…` where `shown` is, if they differ in figures only. */
function shorten(output: string, shown: string): string {
  const marks = shown.match(/^…\n|…/gm) ?? [];
  const kept = shown.split(/^…\n|…/m).map((part) =>
    part
      .replaceAll(/[\\^$.*+?()[\]{}|]/g, '\\$&')
      .replaceAll(/\d(?:[\d,]|\\\.)*/g, '\\d[\\d,.]*')
      .replaceAll(/ {2,}/g, ' +'),
  );
  const found = new RegExp(
    `^${kept.map((part, at) => `(${part})${marks[at] === undefined ? '' : marks[at] === '…' ? '.*?' : '(?:.*\\n)*'}`).join('')}$`,
  ).exec(output);
  return found === null ? output : found.slice(1).reduce((text, part, at) => text + marks[at - 1] + part);
}

/** The words of a command line; quotes hold a word together. */
function splitWords(command: string): string[] {
  return [...command.matchAll(/(?:"[^"]*"|'[^']*'|[^\s"'])+/g)].map(([word]) => word.replaceAll(/["']/g, ''));
}

import { generate as generateFiles, type Generation } from '../generate.js';
import type { Config } from '../model/config.js';
import type { Change } from '../model/file.js';
import { loadPackage } from '../load/loadPackage.js';
import { readNames } from '../load/readNames.js';
import { write } from '../write/write.js';
import type { Context, ExitCode } from './context.js';
import { count } from './count.js';
import { describeDiagnostics } from './describeDiagnostics.js';
import { describeEvidence } from './describeEvidence.js';

interface Arguments {
  document: string;
  /** The folder to write to; a folder with the server's name where empty. */
  out: string;
  config: Config;
  overwrite: boolean;
  force: boolean;
  /** Operations that had to be left out make the exit code 1. */
  strict: boolean;
  json: boolean;
}

/** `mcpwright generate`: writes the project, or says why not a byte of it was written. */
export async function generate(args: Arguments, context: Context): Promise<ExitCode> {
  const outFor = (serverName: string): string => (args.out === '' ? serverName : args.out);
  const generation = await generateFiles(args.document, args.config, {
    readStdin: context.readStdin,
    onProgress: context.progress,
    readNames: (serverName) => readNames(outFor(serverName)),
  });
  const { server, files, diagnostics } = generation;
  const out = outFor(server.api.name);
  const { version } = await loadPackage();
  const { overwrite, force } = args;
  const { changes, written } =
    files.length === 0
      ? { changes: [], written: false }
      : await write(files, out, { overwrite, force, version });
  const lost = diagnostics.some(({ severity }) => severity === 'error');
  if (args.json)
    context.print(`${JSON.stringify(toReport(generation, out, changes, written), undefined, 2)}\n`);
  else {
    const findings = describeDiagnostics(diagnostics, context.paint);
    if (files.length === 0) context.alert(findings);
    else context.note(findings);
    if (written) context.note(describeDone(generation, out, changes, context));
    else if (files.length > 0) context.alert(describeStop(out, changes, context));
  }
  return written && !(args.strict && lost) ? 0 : 1;
}

function toReport(generation: Generation, out: string, changes: Change[], written: boolean) {
  const { source, openapi, operations, server, diagnostics } = generation;
  const tools = server.toolsets.reduce((sum, toolset) => sum + toolset.tools.length, 0);
  return {
    source,
    openapi,
    operations,
    server: { name: server.api.name, title: server.api.title, version: server.api.version },
    tools,
    toolsets: server.toolsets.map((toolset) => ({ name: toolset.name, tools: toolset.tools.length })),
    out,
    written,
    files: changes.map(({ kind, path }) => ({ kind, path })),
    evidence: server.evidence,
    diagnostics,
  };
}

function describeDone(generation: Generation, out: string, changes: Change[], context: Context): string {
  const { paint } = context;
  const isNew = changes.some(({ kind, path }) => kind === 'create' && path === 'package.json');
  const { server, operations, diagnostics } = generation;
  const offered = server.toolsets.reduce((sum, toolset) => sum + toolset.tools.length, 0);
  const touched = (['create', 'update', 'delete'] as const)
    .map((kind) => ({ kind, files: changes.filter((change) => change.kind === kind).length }))
    .filter(({ files }) => files > 0)
    .map(({ kind, files }) => `${count(files, 'file')} ${kind}d`);
  const errors = diagnostics.filter(({ severity }) => severity === 'error').length;
  return [
    `${paint('green', 'Done.')} ${paint('bold', server.api.title)}: ${count(offered, 'tool')} in ${count(server.toolsets.length, 'toolset')}` +
      ` from ${count(operations, 'operation')}${errors > 0 ? `, ${errors} left out (named above)` : ''}.`,
    ...describeEvidence(server.evidence),
    `${out}: ${touched.length > 0 ? touched.join(', ') : 'already up to date'}.`,
    ...changes
      .filter(({ kind }) => kind === 'absent')
      .map(({ path }) => paint('dim', `${path} stays away, since you deleted it.`)),
    ...(isNew ? describeNext(out, context) : []),
    '',
  ].join('\n');
}

function describeNext(out: string, { paint }: Context): string[] {
  return [
    '',
    'Next:',
    paint('cyan', `  cd ${quote(out)} && npm install && npm run build && npm test`),
    paint('cyan', '  npm start            # stdio'),
    paint('cyan', '  npm run start:http   # Streamable HTTP on http://127.0.0.1:3000/mcp'),
  ];
}

function describeStop(out: string, changes: Change[], { paint }: Context): string {
  const edited = changes.filter(({ kind }) => kind === 'edited');
  return [
    `${paint('red', 'Nothing was written.')} These files in ${out} were changed by hand since the last run:`,
    ...edited.map(({ path }) => `  ${path}`),
    'src/custom.ts is the place for changes to tools: it is never overwritten. For any other file, keep a copy of',
    'your change, pass --overwrite to replace all of these, and make the change again.',
    '',
  ].join('\n');
}

/** A path as a POSIX shell takes it. */
function quote(path: string): string {
  return /^[\w./@%+=:,-]+$/.test(path) ? path : `'${path.replaceAll("'", String.raw`'\''`)}'`;
}

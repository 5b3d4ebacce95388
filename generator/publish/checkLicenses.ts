import type { Members } from '../model/document.js';
import type { Place } from '../model/publish/choices.js';
import type { PublishFinding } from '../model/publish/facts.js';
import { type CheckContext, findingsFor, readFileText, readJsonFile, toMap } from './projectFiles.js';

/** The scripts by which what a place hands on is built; npm runs some by itself (npm, scripts, life cycle). */
const builders: Partial<Record<Place, readonly string[]>> = {
  npm: ['build', 'prepack', 'prepare', 'prepublishOnly'],
  mcpb: ['build', 'pack:mcpb'],
};

/** Files of the project that name licenses.js and do not run it. */
const naming = /^(?:build|bundle|pack|licenses)\.js$/;

/** The build of what is handed on writes the licences of the packages that are built in, once dist/ is as it stays. */
export async function checkLicenses(
  place: Place,
  context: Pick<CheckContext, 'read'>,
): Promise<PublishFinding[]> {
  const { value } = await readJsonFile(place, 'package.json', context);
  const scripts = toMap(toMap(value)['scripts']);
  for (const name of builders[place] ?? ['build']) {
    const run = unrollScript(name, scripts, new Set());
    const at = run.lastIndexOf('licenses.js');
    if (at !== -1 && !/\b(?:build|bundle)\.js\b/.test(run.slice(at))) return [];
    const programs = at === -1 ? (run.match(/[\w./-]{1,200}\.(?:[cm]?[jt]s|sh)\b/g) ?? []) : [];
    // What the owner has written may run it.
    for (const path of programs.map((one) => one.replace(/^\.\//, '')).slice(0, 20))
      if (!naming.test(path) && (await readFileText(context, path))?.includes('licenses.js') === true)
        return [];
  }
  return [
    findingsFor(place, 'package.json')(
      'error',
      'The build does not end with licenses.js: what is handed on lacks the licences of the packages that are built in.',
      'Let "build" under "scripts" end with: && node licenses.js',
      '/scripts/build',
    ),
  ];
}

/** A script of package.json with those before and after it, and in the place of the names of others these, once each. */
function unrollScript(name: string, scripts: Members, seen: Set<string>): string {
  return [`pre${name}`, name, `post${name}`]
    .map((key) => {
      const { [key]: text } = scripts;
      if (typeof text !== 'string' || seen.has(key)) return '';
      seen.add(key);
      return text
        .slice(0, 2_000)
        .split(/(\s+)/)
        .map((word) => (typeof scripts[word] === 'string' ? unrollScript(word, scripts, seen) : word))
        .join('');
    })
    .join(' ');
}

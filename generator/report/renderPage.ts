import { createHash } from 'node:crypto';
import type { ComparisonPage } from '../../templates/report/comparisonData.js';
import type { PageData } from '../../templates/report/data.js';

/** The files of a page, of those in `templates/report/`. */
interface PageFiles {
  page: string;
  script: string;
  styles: readonly string[];
}

const budgetPage: PageFiles = { page: 'page.html', script: 'main.js', styles: ['page.css'] };
export const comparisonPage: PageFiles = {
  page: 'comparison.html',
  script: 'comparison.js',
  styles: ['page.css', 'comparison.css'],
};

/**
 * Writes a report as one page that needs nothing else and can load nothing else.
 *
 * @param sources - the files of `templates/report/`, by name
 */
export function renderPage(
  data: PageData | ComparisonPage,
  sources: ReadonlyMap<string, string>,
  files: PageFiles = budgetPage,
): string {
  const style = files.styles.map((name) => sources.get(name) ?? '').join('\n');
  const script = joinModules(sources, files.script);
  // Only these bytes run: the texts of the document are data, whatever they say.
  const policy =
    `default-src 'none'; script-src ${hashSource(script)}; style-src ${hashSource(style)}; ` +
    "img-src data:; base-uri 'none'; form-action 'none'";
  /** What stands in the page, and what takes its place. */
  const parts: [part: string, place: string, text: string][] = [
    ['policy', '<!-- policy -->', `<meta http-equiv="Content-Security-Policy" content="${policy}" />`],
    ['style', '<link rel="stylesheet" href="page.css" />', `<style>${style}</style>`],
    [
      'script',
      `<script type="module" src="${files.script}"></script>`,
      `<script type="module">${script}</script>`,
    ],
    [
      'data',
      '<script type="application/json" id="data"></script>',
      `<script type="application/json" id="data">${escapeJson(data)}</script>`,
    ],
  ];
  let page = sources.get(files.page) ?? '';
  for (const [part, place, text] of parts) {
    if (!page.includes(place)) throw new Error(`The page of the report has no place for its ${part}.`);
    page = page.replace(place, () => text);
  }
  return page;
}

function hashSource(text: string): string {
  return `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
}

/** JSON that no HTML parser takes for the end of its script, or for a comment. */
function escapeJson(data: PageData | ComparisonPage): string {
  return JSON.stringify(data).replaceAll('<', String.raw`\u003c`);
}

const importLine = /^import \{[^}]*\} from '\.\/([^']+)';\n/gm;

/**
 * Joins modules into one that imports nothing: each after those that it imports, their names in one scope.
 *
 * @param modules - name of the file to its text; `import { … } from './…'` and `export` before a declaration is
 * all of the module syntax that they use
 */
export function joinModules(modules: ReadonlyMap<string, string>, entry: string): string {
  const joined = new Set<string>();
  const parts: string[] = [];
  const add = (name: string): void => {
    if (joined.has(name)) return;
    joined.add(name);
    const text = modules.get(name);
    if (text === undefined) throw new Error(`The page of the report has no file ${name}.`);
    for (const [, imported = ''] of text.matchAll(importLine)) add(imported);
    parts.push(text.replaceAll(importLine, '').replaceAll(/^export /gm, ''));
  };
  add(entry);
  return parts.join('\n');
}

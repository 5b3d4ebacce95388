import { createHash } from 'node:crypto';
import type { PageData } from '../../templates/report/data.js';

/** The places of the page that its parts are put into. */
const places = {
  policy: '<!-- policy -->',
  style: '<link rel="stylesheet" href="page.css" />',
  data: '<script type="application/json" id="data"></script>',
  script: '<script type="module" src="main.js"></script>',
};

/**
 * Writes the report as one page that needs nothing else and can load nothing else.
 *
 * @param sources - the files of `templates/report/`, by name
 */
export function renderPage(data: PageData, sources: ReadonlyMap<string, string>): string {
  const style = sources.get('page.css') ?? '';
  const script = joinModules(sources, 'main.js');
  // Only these bytes run: the texts of the document are data, whatever they say.
  const policy =
    `default-src 'none'; script-src ${hashSource(script)}; style-src ${hashSource(style)}; ` +
    "img-src data:; base-uri 'none'; form-action 'none'";
  const parts = {
    policy: `<meta http-equiv="Content-Security-Policy" content="${policy}" />`,
    style: `<style>${style}</style>`,
    data: `<script type="application/json" id="data">${escapeJson(data)}</script>`,
    script: `<script type="module">${script}</script>`,
  };
  let page = sources.get('page.html') ?? '';
  for (const part of ['policy', 'style', 'script', 'data'] as const) {
    if (!page.includes(places[part])) throw new Error(`The page of the report has no place for its ${part}.`);
    page = page.replace(places[part], () => parts[part]);
  }
  return page;
}

function hashSource(text: string): string {
  return `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
}

/** JSON that no HTML parser takes for the end of its script, or for a comment. */
function escapeJson(data: PageData): string {
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

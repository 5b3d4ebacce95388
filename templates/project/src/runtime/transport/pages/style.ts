/** The style of the page, as the browser gets it: light or dark, as its user has it. */
export const style = /* css */ `
:root {
  color-scheme: light dark;
  --paper: #ffffff;
  --sunk: #f3f4f2;
  --line: #dcdfda;
  --edge: #7d8582;
  --ink: #17201d;
  --soft: #4c5753;
  --accent: #0b6459;
  --accent-ink: #ffffff;
  --warn: #9a2a1c;
  --mono: ui-monospace, 'SF Mono', 'Cascadia Mono', Menlo, Consolas, 'DejaVu Sans Mono', monospace;
  font: 16px/1.55 ui-sans-serif, system-ui, -apple-system, 'Segoe UI', Roboto, 'Helvetica Neue', sans-serif;
  color: var(--ink);
  background: var(--paper);
  -webkit-text-size-adjust: 100%;
}
@media (prefers-color-scheme: dark) {
  :root {
    --paper: #121615;
    --sunk: #1c2220;
    --line: #2f3735;
    --edge: #7e8986;
    --ink: #e8eeeb;
    --soft: #afbab6;
    --accent: #66d2c2;
    --accent-ink: #06231f;
    --warn: #ff9e90;
  }
}
* { box-sizing: border-box; }
body { margin: 0; }
main { max-width: 46rem; margin: 0 auto; padding: 3rem 1.25rem 5rem; overflow-wrap: anywhere; }
h1, h2, h3, p, ul, dl, dd, pre { margin: 0; padding: 0; }
h1 { font-size: 2rem; line-height: 1.2; letter-spacing: -0.01em; }
h2 { font-size: 1.25rem; margin-bottom: 0.75rem; }
h3 { font-size: 1rem; margin-top: 1.75rem; }
section { margin-top: 2.5rem; padding-top: 2rem; border-top: 1px solid var(--line); }
section p { color: var(--soft); }
section > p { margin-top: 0.5rem; }
small, .kind, .words, dt { font-size: 0.875rem; font-weight: 400; color: var(--soft); }
code, pre { font-family: var(--mono); font-size: 0.875rem; }
small code { font-size: inherit; }
a { color: var(--accent); }
:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; }

.about { margin-top: 0.75rem; color: var(--soft); }
.facts { display: flex; flex-wrap: wrap; gap: 0.75rem 2.5rem; margin-top: 1.5rem; }
.facts dd { font-weight: 600; font-variant-numeric: tabular-nums; }
.notes { list-style: none; margin-top: 1.5rem; border-left: 3px solid var(--accent); padding: 0.125rem 0 0.125rem 1rem; }

.copied { display: flex; align-items: flex-start; gap: 0.5rem; margin-top: 0.5rem; }
.copied pre { flex: 1; min-width: 0; }
pre { padding: 0.6rem 0.8rem; border-radius: 6px; background: var(--sunk); white-space: pre-wrap; }
.links { display: flex; flex-wrap: wrap; gap: 0.5rem; margin-top: 1.25rem; }
.links a, button {
  font: inherit;
  font-size: 0.9375rem;
  line-height: 1.5;
  padding: 0.45rem 0.9rem;
  border: 1px solid var(--edge);
  border-radius: 6px;
  color: var(--ink);
  background: var(--paper);
  text-decoration: none;
  cursor: pointer;
}
.links a:hover, button:hover { border-color: var(--accent); color: var(--accent); }
button[type='submit'] { margin-top: 1rem; border-color: var(--accent); background: var(--accent); color: var(--accent-ink); }
button[type='submit']:hover { color: var(--accent-ink); filter: brightness(1.1); }
button:disabled { cursor: progress; opacity: 0.6; }
[hidden] { display: none; }

.tools { list-style: none; margin-top: 0.5rem; }
.tools li { padding: 0.4rem 0; border-bottom: 1px solid var(--line); }
li > code, summary > code { margin-right: 0.4rem; }
.mark { margin-left: 0.25rem; font-size: 0.8125rem; white-space: nowrap; padding: 0 0.45rem; border: 1px solid var(--line); border-radius: 999px; color: var(--soft); }
.mark.writes { border-color: var(--edge); color: var(--ink); }
.mark.destroys { border-color: var(--warn); color: var(--warn); }
summary { cursor: pointer; }
summary h3 { display: inline; }
.group { padding: 0.6rem 0; border-bottom: 1px solid var(--line); }
.group > p, .group > ul { margin-left: 1.1rem; }
.group li:last-child { border-bottom: 0; }

form { margin: 0.5rem 0 1rem; padding-left: 1.1rem; }
.field { margin-top: 1rem; }
label { display: block; }
input:not([type='checkbox']), select, textarea {
  display: block;
  width: 100%;
  max-width: 30rem;
  margin: 0.25rem 0;
  padding: 0.4rem 0.6rem;
  font: inherit;
  color: inherit;
  background: var(--paper);
  border: 1px solid var(--edge);
  border-radius: 6px;
}
textarea { font-family: var(--mono); font-size: 0.875rem; }
.words { white-space: pre-line; }
form pre { margin-top: 1rem; }
#told { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); }
@media (max-width: 30rem) {
  main { padding-top: 1.75rem; }
  .copied { flex-direction: column; }
  .copied pre { width: 100%; }
}
`;

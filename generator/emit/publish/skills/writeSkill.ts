import { nameSkill } from '../../../model/publish/skills.js';
import { type PublishContext, type PublishFacts } from '../../../model/publish/facts.js';
import { escapeMarkdown } from '../../../text/markdown/escape.js';
import { type CountTokens, loadTokenCounter } from '../../../text/tokens.js';
import { copyTemplate, render } from '../../render.js';
import { clipSentences, describeSkill } from './describeSkill.js';
import { type SkillOutline, type ToolsetLines, namesAsCode, outlineSkill, toPlain } from './outlineSkill.js';
import type { PublishedFile, WriteContext } from '../published.js';

/** How much a skill says. */
interface Allowance {
  /** Characters of what the API is for. */
  about: number;
  /** Tools of a toolset: all of them, with their arguments and without; or so many that are named. */
  tools: 'described' | 'listed' | number;
  toolsets: number;
  /** Whether the words of the document on toolsets are said. */
  words: boolean;
  /** Lines on arguments, links and pages. */
  lines: number;
  /** Names in one enumeration. */
  names: number;
}

/** From all that is known to what is most needed; the last fits whatever the document says. */
const ladder: readonly Allowance[] = [
  { about: 900, tools: 'described', toolsets: 60, words: true, lines: 40, names: 8 },
  { about: 600, tools: 'listed', toolsets: 60, words: true, lines: 24, names: 6 },
  { about: 900, tools: 5, toolsets: 60, words: true, lines: 24, names: 6 },
  { about: 600, tools: 4, toolsets: 80, words: true, lines: 16, names: 5 },
  { about: 600, tools: 4, toolsets: 80, words: false, lines: 16, names: 5 },
  { about: 500, tools: 3, toolsets: 80, words: false, lines: 14, names: 4 },
  { about: 400, tools: 2, toolsets: 100, words: false, lines: 12, names: 4 },
  { about: 300, tools: 1, toolsets: 100, words: false, lines: 10, names: 3 },
  { about: 200, tools: 1, toolsets: 50, words: false, lines: 6, names: 3 },
  { about: 200, tools: 0, toolsets: 25, words: false, lines: 3, names: 2 },
];

/** Most tools that are all told in SKILL.md: beyond it, each toolset has a page. */
const mostInline = 60;

/** Tokens (o200k) of a page that is read as a whole; others count up to 1.4 times as many. */
const room = { skill: 3_500, reference: 3_500 };
/** Lines of SKILL.md. */
const mostLines = 480;

/**
 * An Agent Skill for the tools of a server: SKILL.md says what the API is for, which tools there are, in which order they
 * are called, and what to do about pages, long work, changes and errors; where they are many, `references/` has a page
 * for each toolset.
 */
export async function writeSkill({ facts, server, templates }: WriteContext): Promise<PublishedFile[]> {
  const outline = outlineSkill(server);
  const count = await loadTokenCounter();
  const folder = `skills/${nameSkill(facts)}`;
  const fill = (name: string, view: object) => render(copyTemplate(templates, `skills/${name}.hbs`), view);
  const tools = outline.toolsets.reduce((sum, toolset) => sum + toolset.tools.length, 0);
  const rungs = tools > mostInline ? ladder.filter(({ tools: most }) => typeof most === 'number') : ladder;
  const drafts = rungs.map((rung) => () => ({
    rung,
    content: tidy(fill('SKILL.md', viewSkill({ facts, server }, outline, rung))),
  }));
  const chosen = firstFitting(drafts, ({ content }) => fitsRoom(content, count));
  if (typeof chosen.rung.tools !== 'number') return [{ path: `${folder}/SKILL.md`, content: chosen.content }];
  const pages = outline.toolsets.map((toolset) => ({
    path: `${folder}/${toReference(toolset)}`,
    content: firstFitting(
      referenceForms.map((form) => () => tidy(fill('references/toolset.md', form(toolset, facts)))),
      (content) => count(content) <= room.reference,
    ),
  }));
  return [{ path: `${folder}/SKILL.md`, content: chosen.content }, ...pages];
}

function fitsRoom(content: string, count: CountTokens): boolean {
  return content.split('\n').length <= mostLines && count(content) <= room.skill;
}

/** The first that fits, or the last. */
function firstFitting<T>(makers: readonly (() => T)[], isFitting: (made: T) => boolean): T {
  const [make, ...others] = makers;
  if (make === undefined) throw new Error('There is nothing to choose from.');
  const made = make();
  return others.length === 0 || isFitting(made) ? made : firstFitting(others, isFitting);
}

/** No more than one empty line in a row, and one line end at the end. */
function tidy(text: string): string {
  return `${text.replaceAll(/\n{3,}/g, '\n\n').trim()}\n`;
}

function toReference({ name }: Pick<ToolsetLines, 'name'>): string {
  return `references/${name}.md`;
}

/** What the template of SKILL.md is filled with. */
function viewSkill({ facts, server }: PublishContext, outline: SkillOutline, rung: Allowance): object {
  const { names } = rung;
  const enumerate = (tools: readonly { name: string }[], word?: string) =>
    namesAsCode(
      tools.map(({ name }) => name),
      names,
      word,
    );
  const tools = outline.toolsets.flatMap((toolset) => toolset.tools);
  const first = outline.starts[0] ?? outline.toolsets[0]?.ranked[0];
  return {
    name: nameSkill(facts),
    description: JSON.stringify(describeSkill(facts, outline)),
    license: facts.package.license === undefined ? '' : JSON.stringify(facts.package.license),
    compatibility: JSON.stringify(`Needs the MCP server ${facts.name}, which has the tools.`),
    title: escapeMarkdown(toPlain(facts.title)),
    about: escapeMarkdown(clipSentences(facts.description, rung.about)),
    server: facts.name,
    count: tallyTools(tools.length),
    reading: describeReading(server),
    isSearched: facts.isSearched,
    hasSets: outline.toolsets.length > 1,
    example: { query: JSON.stringify(first?.about.toLowerCase() ?? ''), tool: first?.name ?? '' },
    ...viewTools(outline, rung),
    starts: enumerate(outline.starts.slice(0, Math.min(names, 5)), 'and'),
    replacing: enumerate(outline.replacing.tools),
    sources: describeSources(outline, rung),
    links: outline.links
      .slice(0, rung.lines)
      .map(({ from, to }) => `\`${from}\` to ${namesAsCode(to, names)}`),
    pages: outline.pages
      .slice(0, Math.ceil(rung.lines / 4))
      .map(({ arguments: asked, tools: paged }) => `By ${asked.join(', ')}: ${enumerate(paged)}`),
    polled: enumerate(outline.polled.tools),
    deleting: enumerate(outline.deleting.tools),
    changing: enumerate(outline.changing.tools),
    acting: enumerate(outline.acting.tools),
    keyed: enumerate(outline.keyed.tools),
    key: namesAsCode(outline.keyed.arguments, 2, 'or'),
    asking: enumerate(outline.asking.tools),
    selecting: outline.selecting,
    writes: outline.writes,
    credentials: describeCredentials(facts),
  };
}

function viewTools({ toolsets }: SkillOutline, { tools, toolsets: most, words }: Allowance): object {
  if (typeof tools !== 'number')
    return {
      isWhole: true,
      moreToolsets: '',
      toolsets: toolsets.map((toolset) => ({
        heading: toolsets.length > 1 ? headingOf(toolset) : '',
        about: toolsets.length > 1 ? toolset.about : '',
        tools: toolset.tools.map(({ call, about, more, marks }) => ({
          line: `${call}: ${tools === 'described' ? more : about}${noteMarks(marks.filter((mark) => !mark.startsWith('pages')))}`,
        })),
      })),
    };
  const largest = new Set(
    toolsets.toSorted((a, b) => b.tools.length - a.tools.length).slice(0, Math.max(most, 1)),
  );
  const left = toolsets.length - largest.size;
  return {
    isWhole: false,
    toolsets: toolsets
      .filter((toolset) => largest.has(toolset))
      .map((toolset) => ({ line: describeToolset(toolset, tools, words) })),
    moreToolsets:
      left === 0 ? '' : `${left} more toolsets, with a page each in \`references/\`, which is named so`,
  };
}

/** A toolset in a line: its page, how many tools there are, and some of them. */
function describeToolset(toolset: ToolsetLines, most: number, hasWords: boolean): string {
  const { title, name, about, ranked, isPlain, tools } = toolset;
  const main = ranked.slice(0, most).map((tool) => `\`${tool.name}\``);
  const words = hasWords && about !== '' ? about : '';
  const said = isPlain ? words : [title, words].filter((one) => one !== '').join(': ');
  return [
    `[${name}](${toReference(toolset)}), ${tallyTools(tools.length)}`,
    ...(said === '' ? [] : [`, ${said.replace(/\.$/, '')}`]),
    ...(main.length === 0 ? [] : [`: ${main.join(', ')}`]),
  ].join('');
}

function headingOf({ title, name, isPlain }: ToolsetLines): string {
  return isPlain ? `\`${name}\`` : `${title} (\`${name}\`)`;
}

function noteMarks(marks: readonly string[]): string {
  return marks.length === 0 ? '' : ` (${marks.join('; ')})`;
}

function describeSources({ sources }: SkillOutline, { lines, names }: Allowance): string[] {
  const told = sources.slice(0, lines).map(({ argument, from, takers }) => {
    const taken = takers.map((tool) => tool.name);
    const who =
      taken.length > names
        ? `${taken.length} tools, such as ${namesAsCode(taken.slice(0, 2), 2)}`
        : namesAsCode(taken, names);
    return `${argument} (${who}): from ${namesAsCode(from.slice(0, 2), 2, 'or')}`;
  });
  const left = sources.length - told.length;
  return left > 0 && told.length > 0 ? [...told, `and ${left} more, on the pages of the toolsets`] : told;
}

/** The forms of a page on a toolset, the fullest first. */
const referenceForms = [1, 2, 3, 4].map((form) => (toolset: ToolsetLines, { isSearched }: PublishFacts) => {
  const { name, title, about, tools } = toolset;
  const most = form === 4 ? 60 : Number.POSITIVE_INFINITY;
  return {
    name,
    title,
    about,
    isSearched,
    count: tallyTools(tools.length),
    tools: tools.slice(0, most).map((tool) => ({
      line:
        form === 1
          ? `${tool.call}: ${tool.more}${noteMarks([...tool.marks, ...tool.sources])}`
          : form === 2
            ? `${tool.call}: ${tool.about}${noteMarks(tool.marks)}`
            : `\`${tool.name}\``,
    })),
    more: tools.length > most ? `and ${tools.length - most} more` : '',
  };
});

function tallyTools(many: number): string {
  return many === 1 ? '1 tool' : `${many} tools`;
}

function describeReading({ toolsets }: PublishContext['server']): string {
  const tools = toolsets.flatMap((toolset) => toolset.tools);
  const reads = tools.filter(({ tool }) => tool.annotations.readOnlyHint).length;
  if (reads === tools.length) return 'all of which only read';
  return reads === 0 ? 'none of which only reads' : `${reads} of which only read`;
}

/** What to do where the API refuses the credentials: at a public URL, only its operator sets those of the server. */
function describeCredentials({ variables, choices, access }: PublishFacts): string {
  const secrets = variables.filter(({ isSecret }) => isSecret).map(({ name }) => name);
  if (choices.url === undefined)
    return secrets.length === 0
      ? 'The server has none for this API: tell the user.'
      : `Tell the user to set ${namesAsCode(secrets, 6, 'or')} where the server is started.`;
  const operator =
    secrets.length === 0
      ? 'the server shows the API none, and its operator has to be asked'
      : 'the operator of the server has to mend those that it shows the API';
  return {
    none: `Tell the user that ${operator}.`,
    token: `Tell the user to check the token that their client shows the server; where that is right, ${operator}.`,
    oauth: `Tell the user to log in to the server again, in their client; where that does not help, ${operator}.`,
  }[access];
}

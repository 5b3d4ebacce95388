import { parseDocument } from 'yaml';
import { longestSkill, nameSkill, reservedInSkills, skillRoom } from '../model/publish/skills.js';
import { type PublishFinding } from '../model/publish/facts.js';
import { isMap } from '../model/document.js';
import { reservedNames } from '../model/names.js';
import type { Server } from '../model/server.js';
import { nearest } from '../text/nearest.js';
import { loadTokenCounter } from '../text/tokens.js';
import { type CheckContext, findingsFor, readFileText } from './projectFiles.js';

type Tell = ReturnType<typeof findingsFor>;

/** Characters of a file that are looked at; more is far beyond what a skill may have. */
const longest = 200_000;
/** Pages and names that are looked at. */
const most = { pages: 300, names: 2_000 };

/**
 * Holds the skill of a project against the rules of the format (Agent Skills specification) and against the server: the
 * front matter, the room that there is, pages that are linked and tools that are named.
 */
export async function checkSkills(context: CheckContext): Promise<PublishFinding[]> {
  const folder = `skills/${nameSkill(context.facts)}`;
  const file = `${folder}/SKILL.md`;
  const tell = findingsFor('skills', file);
  const whole = await readFileText(context, file);
  if (whole === undefined)
    return [tell('error', `${file} is missing.`, 'Run mcpwright publish, which writes it.')];
  if (whole.length > longest)
    return [tell('error', `The file has ${whole.length} characters.`, 'Move details to references/.')];
  const text = whole.replaceAll('\r\n', '\n');
  const [, front, body = ''] = /^---\n([\s\S]*?)\n---(?:\n([\s\S]*))?$/.exec(text) ?? [];
  if (front === undefined)
    return [
      tell(
        'error',
        'The file does not begin with front matter.',
        'Begin it with a line ---, then name: and description:, then another line ---.',
      ),
    ];
  const known = listKnown(context.server);
  return [
    ...checkFront(front, nameSkill(context.facts), tell),
    ...(await checkRoom(text, body, tell)),
    ...checkNames(body, known, tell),
    ...(await checkPages(body, { folder, known, context, tell })),
  ];
}

/** What front matter may have (Agent Skills specification, frontmatter). */
const members = new Set('name description license compatibility metadata allowed-tools'.split(' '));
const longestCompatibility = 500;
const tag = /<\/?[a-z!][^>]*>/i;

function checkFront(front: string, folder: string, tell: Tell): PublishFinding[] {
  const document = parseDocument(front, { logLevel: 'silent' });
  const value: unknown = document.errors.length === 0 ? document.toJS({ maxAliasCount: 0 }) : undefined;
  if (!isMap(value)) {
    const [fault] = document.errors;
    const why = fault === undefined ? 'it has no members' : (fault.message.split('\n')[0] ?? '');
    return [
      tell(
        'error',
        `The front matter cannot be read: ${why}.`,
        'Write texts with a colon in them in quotes.',
      ),
    ];
  }
  const unknown = Object.keys(value).filter((member) => !members.has(member));
  return [
    ...checkSkillName(value['name'], folder, tell),
    ...checkDescription(value['description'], tell),
    ...checkOthers(value, tell),
    ...unknown.map((member) =>
      tell(
        'warning',
        `The front matter has the member ${JSON.stringify(member)}, which the format does not know.`,
        'Write it under metadata, or delete it.',
        `/${member}`,
      ),
    ),
  ];
}

function checkSkillName(name: unknown, folder: string, tell: Tell): PublishFinding[] {
  const fix = `Write in the front matter: name: ${folder}`;
  const refuse = (message: string) => [tell('error', message, fix, '/name')];
  if (typeof name !== 'string' || name === '') return refuse('The skill has no name.');
  if (name.length > longestSkill.name)
    return refuse(`The name has ${name.length} characters, and ${longestSkill.name} are taken.`);
  if (!/^[a-z0-9]+(?:-[a-z0-9]+)*$/.test(name))
    return refuse(
      `The name ${JSON.stringify(name)} has other characters than a-z and 0-9 with single hyphens between them.`,
    );
  if (reservedInSkills.test(name)) return refuse(`The name ${name} has the name of a vendor in it.`);
  return name === folder ? [] : refuse(`The name ${name} is not that of the folder, ${folder}.`);
}

function checkDescription(description: unknown, tell: Tell): PublishFinding[] {
  const refuse = (message: string, fix: string) => [tell('error', message, fix, '/description')];
  if (typeof description !== 'string' || description.trim() === '')
    return refuse(
      'The skill has no description, by which clients choose it.',
      'Write in the front matter: description: with what it does, and when it is to be used.',
    );
  if (description.length > longestSkill.description)
    return refuse(
      `The description has ${description.length} characters, and ${longestSkill.description.toLocaleString('en')} are taken.`,
      'Shorten it.',
    );
  return tag.test(description)
    ? refuse('The description has an XML tag, which is refused.', 'Write it without < and >.')
    : [];
}

function checkOthers({ compatibility, metadata, license }: Record<string, unknown>, tell: Tell) {
  const findings: PublishFinding[] = [];
  const isText = typeof compatibility === 'string' && compatibility.length <= longestCompatibility;
  if (compatibility !== undefined && !isText)
    findings.push(
      tell(
        'error',
        `The member compatibility is no text of at most ${longestCompatibility} characters.`,
        'Shorten it, or delete it.',
        '/compatibility',
      ),
    );
  if (
    metadata !== undefined &&
    !(isMap(metadata) && Object.values(metadata).every((one) => typeof one === 'string'))
  )
    findings.push(
      tell('error', 'The member metadata has other values than texts.', 'Put them in quotes.', '/metadata'),
    );
  if (license !== undefined && typeof license !== 'string')
    findings.push(
      tell('error', 'The member license is no text.', 'Write the name of a license.', '/license'),
    );
  return findings;
}

async function checkRoom(text: string, body: string, tell: Tell): Promise<PublishFinding[]> {
  const findings: PublishFinding[] = [];
  const fix = 'Move details to pages in references/, and link them.';
  if (body.trim() === '')
    findings.push(tell('error', 'The skill has no instructions.', 'Write them below the front matter.'));
  const lines = text.trimEnd().split('\n').length;
  if (lines >= skillRoom.lines)
    findings.push(tell('warning', `The file has ${lines} lines; it is read as a whole up to 500.`, fix));
  const count = await loadTokenCounter();
  const tokens = count(body);
  if (tokens >= skillRoom.tokens)
    findings.push(
      tell('warning', `The instructions take ${tokens} tokens; they should stay below 5,000.`, fix),
    );
  return findings;
}

/** What may stand as code in a skill: the names of tools, and what looks like one. */
interface Known {
  tools: readonly string[];
  others: ReadonlySet<string>;
}

function listKnown({ toolsets }: Pick<Server, 'toolsets'>): Known {
  const tools = toolsets.flatMap((toolset) => toolset.tools);
  return {
    tools: [...tools.map(({ tool }) => tool.name), ...reservedNames],
    others: new Set([
      ...toolsets.map(({ name }) => name),
      ...tools.flatMap(({ tool, enforced }) =>
        [tool.inputSchema, enforced].flatMap(({ properties }) => Object.keys(properties)),
      ),
    ]),
  };
}

/** Code of which the first word is called, or is made of several words: `list_pets`, `listPets`, `get(petId)`. */
const called = /(?<![\\`])`([A-Za-z][\w.-]*)(\([^`]*\))?`(?!`)/g;

/** Names in code that look like tools, and are none. A word in capital letters is a variable. */
function checkNames(body: string, { tools, others }: Known, tell: Tell): PublishFinding[] {
  const names = new Set<string>();
  for (const [, name = '', args] of body.matchAll(called)) {
    if (names.size >= most.names) break;
    const isCompound = /^[a-z][a-z0-9]*(?:_[a-z0-9]+)+$|^[a-z][a-z0-9]*[A-Z]\w*$/.test(name);
    if ((args !== undefined || isCompound) && name !== 'isError') names.add(name);
  }
  const offered = new Set(tools);
  return [...names]
    .filter((name) => !offered.has(name) && !others.has(name))
    .map((name) => {
      const meant = nearest(name, tools);
      return tell(
        'warning',
        `It names ${name}, which is no tool of the server.`,
        meant === undefined
          ? 'Write the name of a tool, unless it is one of src/custom.ts.'
          : `Write ${meant}, unless it is a tool of src/custom.ts.`,
      );
    });
}

interface PagesContext {
  folder: string;
  known: Known;
  context: CheckContext;
  tell: Tell;
}

/** The pages that are linked: each exists, stands one level deep, and names tools that exist. */
async function checkPages(
  body: string,
  { folder, known, context, tell }: PagesContext,
): Promise<PublishFinding[]> {
  const links = [...body.matchAll(/(?<!\\)\]\(([^()\s]+)\)/g)].map(
    ([, target = '']) => target.split('#')[0] ?? '',
  );
  const pages = new Set(links.filter((target) => target !== '' && !/^[a-z][a-z0-9+.-]*:/i.test(target)));
  const findings: PublishFinding[] = [];
  for (const page of [...pages].slice(0, most.pages)) {
    if (!/^(?:\.\/)?(?:references|scripts|assets)\/[^/]+$/.test(page) || page.endsWith('/..')) {
      findings.push(
        tell(
          'warning',
          `It links ${page}, which is not one level deep in references/, scripts/ or assets/.`,
          'Move it there, and change the link.',
        ),
      );
      continue;
    }
    const path = `${folder}/${page.replace(/^\.\//, '')}`;
    const text = await readFileText(context, path);
    if (text === undefined)
      findings.push(
        tell('error', `It links ${page}, which is not there.`, 'Run mcpwright publish, or delete the link.'),
      );
    else if (page.endsWith('.md'))
      findings.push(...checkNames(text.slice(0, longest), known, findingsFor('skills', path)));
  }
  return findings;
}

import type { PublishFacts } from '../../../model/publish/facts.js';
import type { Server, Tool, ToolEntry } from '../../../model/server.js';
import { clipText } from '../../../text/clip.js';
import { codeCell, toLine } from '../../../text/markdown/escape.js';
import { copyTemplate, render } from '../../render.js';
import { type Effect, findEffect } from '../findEffect.js';
import { type PublishedFile, type WriteContext, layOutJson, nameCategory } from '../published.js';

/** How much the form of OpenAI takes, and how many cases it wants. */
const limits = { subtitle: 30, cases: 5, text: 300 };

/** A tool that clients are listed. */
interface Listed {
  name: string;
  annotations: Tool['annotations'];
  /** What it is, at the beginning of a sentence: `Add a pet (POST /pets)`. */
  called: string;
  effect: Effect | 'calls';
  /** Why it is marked as one that calls nothing outside, where it is. */
  within: string;
}

/** What the form of ChatGPT and Codex asks for, as far as it is known; the page beside it says what is left. */
export function writeOpenAi({ facts, server, templates }: WriteContext): PublishedFile[] {
  const tools = facts.isSearched ? listSearching(facts, server) : listJustified(facts, server);
  const { title, description, choices } = facts;
  const content = {
    $schema: 'https://developers.openai.com/apps-sdk/schemas/chatgpt-app-submission.v1.json',
    schema_version: 1,
    app_info: {
      display_name: title,
      subtitle: clipText(`Use ${title} in a chat`, limits.subtitle),
      description,
      category: nameCategory('openai', choices.category ?? 'developer-tools'),
    },
    tools: Object.fromEntries(tools.map((tool) => [tool.name, describeTool(tool, facts)])),
    test_cases: draftCases(server, facts),
    negative_test_cases: refusals.map(([about, prompt]) => ({
      description: about,
      user_prompt: prompt,
      file_attachment_urls: [],
      tools_triggered: null,
      expected_output: `No tool of ${title} is called.`,
      expected_output_url: null,
    })),
  };
  return [
    { path: 'openai/chatgpt-app-submission.json', content: layOutJson(content) },
    {
      path: 'openai/README.md',
      content: render(copyTemplate(templates, 'openai/README.md.hbs'), describeForm(facts)),
    },
  ];
}

function showChoice(value: string | undefined, member: string): string {
  return value === undefined ? `**missing**: write \`publish.${member}\` in mcpwright.yaml` : codeCell(value);
}

/** What the page says of each thing that the form asks for. */
function describeForm({ choices, access }: PublishFacts): object {
  const ways = {
    none: 'not at all',
    oauth: 'OAuth, as the server tells clients',
    token: '**not possible**: a fixed token is not taken; write `publish.access: oauth` or `none`',
  };
  return {
    url: showChoice(choices.url, 'url'),
    access: ways[access],
    icon: showChoice(choices.icon, 'icon'),
    privacy: showChoice(choices.privacy, 'privacy'),
    terms: showChoice(choices.terms, 'terms'),
    support: showChoice(choices.support, 'support'),
  };
}

function listJustified({ title: api }: PublishFacts, { toolsets }: Server): Listed[] {
  const within = `its operator says that it reaches nothing beyond ${api}`;
  return toolsets.flatMap((toolset) =>
    toolset.tools.map((entry) => {
      const { name, title, annotations, request } = entry.tool;
      const called = `${toLine(title).replace(/\.$/, '')} (${request.method} ${toLine(request.path)})`;
      return { name, annotations, called, effect: findEffect(entry), within };
    }),
  );
}

/** The tools by which others are found and called: what `runtime/dynamic/listMetaTools.ts` lists. */
function listSearching({ title: api }: PublishFacts, { toolsets }: Server): Listed[] {
  const writes = toolsets.some(({ tools }) => tools.some(({ tool }) => !tool.annotations.readOnlyHint));
  const looks = { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false };
  const calls = { ...looks, openWorldHint: true };
  const changes = { readOnlyHint: false, destructiveHint: true, idempotentHint: false, openWorldHint: true };
  const within = 'it looks at what the server itself holds, and calls nothing outside';
  const rows: [string, string, Listed['effect'], Tool['annotations']][] = [
    ['search_tools', `Finds tools of ${api} by what they do`, 'reads', looks],
    ['describe_tools', 'Shows what tools do, with their arguments', 'reads', looks],
    ['call_read_tool', `Calls a tool of ${api} that only reads`, 'reads', calls],
    ['call_write_tool', `Calls a tool of ${api} that changes data`, 'calls', changes],
  ];
  return rows
    .filter(([name]) => writes || name !== 'call_write_tool')
    .map(([name, called, effect, annotations]) => ({ name, called, effect, annotations, within }));
}

/** What a tool does, and why that is marked as destructive or not. What only its operator can have said is told so. */
const reasons: Record<Listed['effect'], { does: string; destroys: string; spares: string }> = {
  reads: {
    does: 'it reads, and changes nothing',
    destroys: 'its operator says that something may be lost by it',
    spares: 'it deletes and replaces nothing',
  },
  asks: {
    does: 'it looks something up, by a method that may change data',
    destroys: 'it looks something up, but nothing says that it changes no data',
    spares: 'it deletes and replaces nothing',
  },
  creates: {
    does: 'it creates something, or has something done',
    destroys: 'it deletes and replaces nothing, but what it creates may not be possible to take back',
    spares: 'it deletes and replaces nothing',
  },
  acts: {
    does: 'it sets something off, or changes it',
    destroys: 'what it sets off or changes may not be possible to undo',
    spares: 'it deletes and replaces nothing',
  },
  changes: {
    does: 'it changes what is there',
    destroys: 'values from before the change may not be kept',
    spares: 'its operator says that nothing is lost by it',
  },
  replaces: {
    does: 'it replaces what is there with what is sent',
    destroys: 'what was there before may not be kept',
    spares: 'its operator says that nothing is lost by it',
  },
  deletes: {
    does: 'it deletes or ends something',
    destroys: 'what it deletes or ends may not be possible to bring back',
    spares: 'its operator says that nothing is lost by it',
  },
  calls: {
    does: 'the tools that it calls create, change or delete something',
    destroys: 'what the tools that it calls delete or replace may not be possible to bring back',
    spares: 'its operator says that nothing is lost by it',
  },
};

/** All three hints, and why each holds: without one of them, the tool is refused. */
function describeTool({ annotations, called, effect, within }: Listed, { title }: PublishFacts): object {
  const { readOnlyHint, openWorldHint, destructiveHint } = annotations;
  const { does, destroys, spares } = reasons[effect];
  const outside = `it calls ${title}, a system outside of the conversation, whose data others may change`;
  return {
    annotations: { readOnlyHint, openWorldHint, destructiveHint },
    justifications: {
      read_only_justification: `${called}: ${does}.`,
      open_world_justification: `${called}: ${openWorldHint ? outside : within}.`,
      destructive_justification: `${called}: ${destructiveHint ? destroys : spares}.`,
    },
  };
}

/** Drafts: what reads comes first, of each toolset in turn, then what changes data, then what is deprecated. */
function draftCases(server: Server, { title, isSearched }: PublishFacts): object[] {
  const tools = takeTurns(server.toolsets.map((toolset) => toolset.tools));
  const sorted = tools.toSorted((a, b) => rankCase(a) - rankCase(b));
  const phrases = ['With', 'In', 'Please use', 'I need help with', 'Can you use'];
  return phrases.flatMap((phrase, index) => {
    const tool = sorted[index % sorted.length]?.tool;
    if (tool === undefined) return [];
    const { name, annotations } = tool;
    const caller = annotations.readOnlyHint ? 'call_read_tool' : 'call_write_tool';
    const about = clipText(toLine(tool.description), limits.text);
    const wanted = toLine(tool.title).replace(/\.$/, '');
    return [
      {
        description: `${wanted} (draft ${index + 1})`,
        user_prompt: `${phrase} ${title}: ${wanted.replace(/^\p{Lu}(?=\p{Ll}|\s)/u, (letter) => letter.toLowerCase())}.`,
        file_attachment_urls: [],
        tools_triggered: isSearched ? `search_tools, ${caller}` : name,
        expected_output: `The result of ${name}: ${about}`,
        expected_output_url: null,
      },
    ];
  });
}

/** The first of each list, then the second of each, and so on. */
function takeTurns<T>(lists: readonly (readonly T[])[]): T[] {
  const longest = Math.max(0, ...lists.map((list) => list.length));
  return Array.from({ length: longest }, (_, index) => lists.flatMap((list) => list[index] ?? [])).flat();
}

function rankCase({ tool, search }: ToolEntry): number {
  if (search.old) return 2;
  return tool.annotations.readOnlyHint ? 0 : 1;
}

/** Prompts that no server for one API has anything to do with. */
const refusals = [
  ['A sum', 'What is 17 times 23?'],
  ['A translation', 'How do you say "good morning" in Italian?'],
  ['A poem', 'Write a haiku about autumn.'],
] as const;

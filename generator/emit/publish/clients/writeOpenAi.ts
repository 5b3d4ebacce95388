import type { PublishFacts } from '../../../model/publish/facts.js';
import type { Server, Tool } from '../../../model/server.js';
import { clipText } from '../../../text/clip.js';
import { codeCell, toLine } from '../../../text/markdown/escape.js';
import { copyTemplate, render } from '../../render.js';
import { type PublishedFile, type WriteContext, layOutJson } from '../published.js';

/** How much the form of OpenAI takes, and how many cases it wants. */
const limits = { subtitle: 30, cases: 5, text: 300 };

/** What the submission says of a tool. */
type Listed = Pick<Tool, 'name' | 'title' | 'description' | 'annotations'> & { does: string };

/** What the form of ChatGPT and Codex asks for, as far as it is known; the page beside it says what is left. */
export function writeOpenAi({ facts, server, templates }: WriteContext): PublishedFile[] {
  const tools = facts.isSearched ? listSearching(facts, server) : listJustified(server);
  const { title, description, choices } = facts;
  const content = {
    $schema: 'https://developers.openai.com/apps-sdk/schemas/chatgpt-app-submission.v1.json',
    schema_version: 1,
    app_info: {
      display_name: title,
      subtitle: clipText(`Use ${title} in a chat`, limits.subtitle),
      description,
      category: (choices.category ?? 'developer-tools').toUpperCase().replaceAll(/[^A-Z0-9]+/g, '_'),
    },
    tools: Object.fromEntries(tools.map((tool) => [tool.name, describeTool(tool, facts)])),
    test_cases: draftCases(tools, facts),
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

function listJustified({ toolsets }: Server): Listed[] {
  return toolsets.flatMap((toolset) =>
    toolset.tools.map(({ tool: { name, title, description, annotations, request } }) => ({
      name,
      title,
      description,
      annotations,
      does: `${request.method} ${toLine(request.path)}`,
    })),
  );
}

/** The tools by which others are found and called: what `runtime/dynamic/listMetaTools.ts` lists. */
function listSearching({ title: api }: PublishFacts, { toolsets }: Server): Listed[] {
  const writes = toolsets.some(({ tools }) => tools.some(({ tool }) => !tool.annotations.readOnlyHint));
  const looks = { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false };
  const calls = { ...looks, openWorldHint: true };
  const changes = { readOnlyHint: false, destructiveHint: true, idempotentHint: false, openWorldHint: true };
  const rows: [string, string, string, Tool['annotations']][] = [
    ['search_tools', 'Search tools', `Find tools of ${api} by what they do.`, looks],
    ['describe_tools', 'Describe tools', 'Show what tools do, with their arguments.', looks],
    ['call_read_tool', 'Call a tool that reads', `Call a tool of ${api} that changes nothing.`, calls],
    ['call_write_tool', 'Call a tool that writes', `Call a tool of ${api} that changes data.`, changes],
  ];
  return rows
    .filter(([name]) => writes || name !== 'call_write_tool')
    .map(([name, title, description, annotations]) => ({
      name,
      title,
      description,
      annotations,
      does: title,
    }));
}

/** All three hints, and why each holds: without one of them, the tool is refused. */
function describeTool({ annotations, does }: Listed, { title }: PublishFacts): object {
  const { readOnlyHint, openWorldHint, destructiveHint } = annotations;
  return {
    annotations: { readOnlyHint, openWorldHint, destructiveHint },
    justifications: {
      read_only_justification: readOnlyHint
        ? `${does}: it reads, and changes nothing.`
        : `${does}: it may create or change data of ${title}.`,
      open_world_justification: openWorldHint
        ? `${does}: it calls ${title}, a system outside of the conversation, whose data others may change.`
        : `${does}: it looks at what the server itself holds, and calls nothing outside.`,
      destructive_justification: destructiveHint
        ? `${does}: it may delete or replace data that cannot be brought back.`
        : `${does}: it deletes and replaces nothing.`,
    },
  };
}

/** Drafts: what reads comes first, and each tool in turn, until there are enough. */
function draftCases(tools: readonly Listed[], { title }: PublishFacts): object[] {
  const sorted = [
    ...tools.filter(({ annotations }) => annotations.readOnlyHint),
    ...tools.filter(({ annotations }) => !annotations.readOnlyHint),
  ];
  const phrases = ['With', 'In', 'Please use', 'I need something of', 'Can you use'];
  return phrases.flatMap((phrase, index) => {
    const tool = sorted[index % sorted.length];
    if (tool === undefined) return [];
    const about = clipText(toLine(tool.description), limits.text);
    return [
      {
        description: `${toLine(tool.title)} (draft ${index + 1})`,
        user_prompt: `${phrase} ${title}: ${toLine(tool.title).toLowerCase()}.`,
        file_attachment_urls: [],
        tools_triggered: tool.name,
        expected_output: `The result of ${tool.name}: ${about}`,
        expected_output_url: null,
      },
    ];
  });
}

/** Prompts that no server for one API has anything to do with. */
const refusals = [
  ['A sum', 'What is 17 times 23?'],
  ['A translation', 'How do you say "good morning" in Italian?'],
  ['A poem', 'Write a haiku about autumn.'],
] as const;

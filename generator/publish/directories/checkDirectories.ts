import { type Place } from '../../model/publish/choices.js';
import { type PublishFacts, type PublishFinding, isPublishedTo } from '../../model/publish/facts.js';
import { kindOf } from '../../schema/mediaTypes.js';
import { askOwner, letLogIn } from '../askOwner.js';
import type { CheckContext } from '../projectFiles.js';
import { type Gravity, checkToolRules } from './checkToolRules.js';
import { findingsFor } from '../projectFiles.js';

const config = findingsFor('directories', 'mcpwright.yaml');

/** The places from which directories of servers are filled. */
const listed: readonly Place[] = ['registry', 'mcpb', 'plugin', 'openai', 'docker-catalog'];
/** Those whose directory is reviewed: a rule that is broken there keeps the server out. */
const reviewed: readonly Place[] = ['mcpb', 'plugin', 'openai'];

/** Whether directories read the server where it is published. */
export function isReadByDirectories(facts: Pick<PublishFacts, 'places'>): boolean {
  return listed.some((place) => isPublishedTo(facts, place));
}

/** Holds a server against what directories of servers ask for, whatever files its places have. */
export function checkDirectories({ facts, server }: CheckContext): PublishFinding[] {
  if (!isReadByDirectories(facts)) return [];
  const gravity: Gravity = {
    refused: reviewed.some((place) => isPublishedTo(facts, place)) ? 'error' : 'warning',
  };
  return [
    ...checkToolRules(server, gravity),
    ...checkSearched({ facts, server }, gravity),
    ...checkOutputs({ facts, server }),
    ...checkAccess(facts),
    ...checkPrivacy(facts, gravity),
  ];
}

type Known = Pick<CheckContext, 'facts' | 'server'>;

/** Where tools are searched for, reviewers and clients meet those by which they are found and called. */
function checkSearched({ facts, server }: Known, { refused }: Gravity): PublishFinding[] {
  if (!facts.isSearched) return [];
  const tools = server.toolsets.reduce((sum, toolset) => sum + toolset.tools.length, 0);
  const why = isPublishedTo(facts, 'openai')
    ? 'These do not say all of readOnlyHint, destructiveHint and openWorldHint, which OpenAI refuses, and'
    : 'These';
  return [
    config(
      isPublishedTo(facts, 'openai') ? refused : 'warning',
      `The ${tools.toLocaleString('en')} tools are searched for: directories see search_tools, describe_tools and the tools that call others. ${why} take the arguments of any tool.`,
      'Write in mcpwright.yaml, under features: mode: list\nand offer fewer tools, by include, or by toolsets of which each is published by itself: mcpwright suggest proposes both.',
      '/features/mode',
    ),
  ];
}

/** OpenAI wants tools to say what they answer. */
function checkOutputs({ facts, server }: Known): PublishFinding[] {
  if (!isPublishedTo(facts, 'openai')) return [];
  const tools = server.toolsets.flatMap((toolset) => toolset.tools.map(({ tool }) => tool));
  const answering = tools.filter(({ request }) => request.accept.some((type) => kindOf(type) === 'json'));
  if (answering.length === 0 || tools.some(({ outputSchema }) => outputSchema !== undefined)) return [];
  return [
    config(
      'warning',
      `None of the ${answering.length.toLocaleString('en')} tools that answer with JSON has an outputSchema, which OpenAI wishes for.`,
      'Write in mcpwright.yaml: output: types',
      '/output',
    ),
  ];
}

/** Claude's directory takes OAuth, or no login at all: no token that users paste. */
function checkAccess({ choices, access }: PublishFacts): PublishFinding[] {
  if (choices.url === undefined || access !== 'token') return [];
  return [
    config(
      'warning',
      `Clients show a fixed token at ${choices.url}: Claude's directory takes servers with OAuth, or without a login.`,
      letLogIn,
      '/publish/access',
    ),
  ];
}

/** What users give to tools goes to an API, and directories ask where it says what becomes of that. */
function checkPrivacy(facts: PublishFacts, { refused }: Gravity): PublishFinding[] {
  if (facts.choices.privacy !== undefined) return [];
  const message = 'There is no privacy policy, and the server sends what users give it to an API.';
  return [askOwner('directories', refused, 'privacy', facts, message)];
}

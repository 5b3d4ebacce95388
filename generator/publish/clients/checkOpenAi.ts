import { type Members } from '../../model/document.js';
import type { PublishFacts, PublishFinding } from '../../model/publish/facts.js';
import type { Server } from '../../model/server.js';
import { askOwner, letLogIn } from '../askOwner.js';
import { type CheckContext, findingsFor, readJsonFile, toMap } from '../projectFiles.js';

const file = 'openai/chatgpt-app-submission.json';
const tell = findingsFor('openai', file);

const hints = ['readOnlyHint', 'openWorldHint', 'destructiveHint'];
const reasons = ['read_only_justification', 'open_world_justification', 'destructive_justification'];

/** How much the form takes, and how many cases it wants. */
const limits = { subtitle: 30, cases: 5, negatives: 3 };

/** Holds the submission to ChatGPT and Codex against what its form asks for. */
export async function checkOpenAi(context: CheckContext): Promise<PublishFinding[]> {
  const { value, findings } = await readJsonFile('openai', file, context);
  const choices = checkChosen(context.facts);
  if (value === undefined) return [...choices, ...findings];
  const submission = toMap(value);
  return [
    ...choices,
    ...checkInfo(toMap(submission['app_info'])),
    ...checkTools(toMap(submission['tools']), context),
    ...checkCases(submission, 'test_cases', limits.cases),
    ...checkCases(submission, 'negative_test_cases', limits.negatives),
  ];
}

function checkChosen(facts: PublishFacts): PublishFinding[] {
  const { choices, access } = facts;
  const config = findingsFor('openai', 'mcpwright.yaml');
  const found: PublishFinding[] = [];
  if (choices.url === undefined)
    found.push(
      askOwner(
        'openai',
        'error',
        'url',
        facts,
        'ChatGPT calls the server where everybody reaches it, and no address is named.',
      ),
    );
  else if (access === 'token')
    found.push(
      config(
        'error',
        'ChatGPT cannot show a fixed token: users log in, or need not.',
        letLogIn,
        '/publish/access',
      ),
    );
  for (const member of ['privacy', 'support'] as const)
    if (choices[member] === undefined)
      found.push(
        askOwner(
          'openai',
          'error',
          member,
          facts,
          `The form asks for the page ${member === 'privacy' ? 'with the privacy policy' : 'where users find help'}.`,
        ),
      );
  if (choices.category === undefined)
    found.push(
      askOwner(
        'openai',
        'warning',
        'category',
        facts,
        'No category is chosen: the submission says DEVELOPER_TOOLS.',
      ),
    );
  return found;
}

function checkInfo(info: Members): PublishFinding[] {
  const found: PublishFinding[] = [];
  for (const member of ['display_name', 'subtitle', 'description', 'category'])
    if (typeof info[member] !== 'string' || info[member] === '')
      found.push(tell('error', `${member} is empty.`, 'Write it there.', `/app_info/${member}`));
  const subtitle = String(info['subtitle'] ?? '');
  if (subtitle.length > limits.subtitle)
    found.push(
      tell(
        'error',
        `The subtitle has ${subtitle.length} characters, and ${limits.subtitle} are taken.`,
        'Shorten it.',
        '/app_info/subtitle',
      ),
    );
  return found;
}

function checkTools(tools: Members, { facts, server }: CheckContext): PublishFinding[] {
  const found: PublishFinding[] = [];
  for (const name of nameListed(facts, server))
    if (!Object.hasOwn(tools, name))
      found.push(
        tell(
          'error',
          `The tool ${name} is missing.`,
          'Run mcpwright publish, or restore it.',
          `/tools/${name}`,
        ),
      );
  for (const [name, value] of Object.entries(tools)) {
    const { annotations, justifications } = toMap(value);
    const unsaid = hints.filter((hint) => typeof toMap(annotations)[hint] !== 'boolean');
    const unreasoned = reasons.filter((one) => String(toMap(justifications)[one] ?? '').trim() === '');
    if (unsaid.length > 0)
      found.push(
        tell(
          'error',
          `The tool ${name} does not say ${unsaid.join(', ')}, without which it is refused.`,
          'Write true or false.',
          `/tools/${name}/annotations`,
        ),
      );
    if (unreasoned.length > 0)
      found.push(
        tell(
          'error',
          `The tool ${name} has no ${unreasoned.join(', ')}.`,
          'Write in a sentence why the hint holds.',
          `/tools/${name}/justifications`,
        ),
      );
  }
  return found;
}

/** The tools that clients are listed; those that are searched for are not among them. */
function nameListed({ isSearched }: PublishFacts, { toolsets }: Server): string[] {
  return isSearched
    ? ['search_tools', 'describe_tools', 'call_read_tool']
    : toolsets.flatMap(({ tools }) => tools.map(({ tool }) => tool.name));
}

function checkCases(submission: Members, member: string, least: number): PublishFinding[] {
  const cases: unknown[] = Array.isArray(submission[member]) ? submission[member] : [];
  const isNegative = member.startsWith('negative');
  const found: PublishFinding[] = [];
  if (cases.length < least)
    found.push(
      tell(
        'error',
        `${member} has ${cases.length} cases, and ${least} are wanted.`,
        'Write more.',
        `/${member}`,
      ),
    );
  for (const [index, one] of cases.entries()) {
    const { user_prompt: prompt, tools_triggered: triggered } = toMap(one);
    const at = `/${member}/${index}`;
    if (typeof prompt !== 'string' || prompt.trim() === '')
      found.push(tell('error', 'The case has no prompt.', 'Write what a user says.', `${at}/user_prompt`));
    const names = typeof triggered === 'string' ? triggered.split(',').map((name) => name.trim()) : [];
    const tools = toMap(submission['tools']);
    const unknown = names.filter((name) => !Object.hasOwn(tools, name));
    if (isNegative ? triggered !== null : names.length === 0 || unknown.length > 0)
      found.push(
        tell(
          'error',
          isNegative
            ? 'The case names tools, and no tool may be called in it.'
            : `The case names no tool of the server${unknown.length > 0 ? `: ${unknown.join(', ')}` : ''}.`,
          isNegative
            ? 'Write "tools_triggered": null.'
            : 'Write the names of tools, with commas between them.',
          `${at}/tools_triggered`,
        ),
      );
  }
  return found;
}

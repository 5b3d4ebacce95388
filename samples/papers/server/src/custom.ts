import type { Arguments } from './generated/arguments.js';
import { customize } from './runtime/customize.js';

const nothing = { type: 'object' as const };
const dot =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
const silence = 'UklGRiYAAABXQVZFZm10IBAAAAABAAEAQB8AAAB9AAACABAAZGF0YQIAAAAAAA==';
const text = (words: string) => ({ type: 'text' as const, text: words });
const picture = { type: 'image' as const, data: dot, mimeType: 'image/png' };
const note = (uri: string) => ({
  type: 'resource' as const,
  resource: { uri, mimeType: 'text/plain', text: 'This is the text of an embedded resource.' },
});
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** A form, as a request to the client. */
const form = (message: string, properties: Record<string, object>) => ({
  method: 'elicitation/create',
  params: {
    mode: 'form',
    message,
    requestedSchema: { type: 'object', properties, required: Object.keys(properties) },
  },
});
const name = form('What is your name?', { name: { type: 'string' } });
const sampling = (words: string) => ({
  method: 'sampling/createMessage',
  params: { messages: [{ role: 'user', content: text(words) }], maxTokens: 100 },
});
const roots = { method: 'roots/list', params: {} };

/** A review of the API, which holds what was asked and answered. */
interface Review {
  id: string;
  questions: string[];
  answers: Record<string, boolean>;
  cancelled: boolean;
}

/** Work that goes on once each of these questions is answered; it is a review of the API, so that nothing is kept here. */
const review = (...questions: string[]) => ({
  begin: async (_args: unknown, { call }: Context) => {
    const { structuredContent } = await call('create_review', { questions });
    return (structuredContent as Review).id;
  },
  look: async (reviewId: unknown, { call }: Context) => {
    const { structuredContent } = await call('get_review', { reviewId: String(reviewId) });
    const { answers, cancelled } = structuredContent as Review;
    const open = questions.map((_question, place) => String(place)).filter((place) => !(place in answers));
    if (cancelled) return { status: 'cancelled' as const };
    if (open.length === 0)
      return { status: 'completed' as const, result: `Answered: ${JSON.stringify(answers)}` };
    const asked = open.map((place) => {
      const message = questions[Number(place)] ?? '';
      return [place, { message, fields: { confirm: { type: 'boolean' as const } } }] as const;
    });
    return { status: 'input_required' as const, questions: Object.fromEntries(asked) };
  },
  answer: async (reviewId: unknown, given: Record<string, { content: object }>, { call }: Context) => {
    const answers = Object.fromEntries(
      Object.entries(given).flatMap(([place, { content }]) =>
        place in questions ? [[place, (content as { confirm?: unknown }).confirm === true]] : [],
      ),
    );
    await call('answer_review', { reviewId: String(reviewId), answers });
  },
  cancel: async (reviewId: unknown, { call }: Context) => {
    await call('answer_review', { reviewId: String(reviewId), cancelled: true });
  },
});
type Custom = NonNullable<Parameters<typeof customize<Arguments>>[0]['add']>[string];
type Context = Parameters<NonNullable<Custom['call']>>[1];

/** What no API says. The tools, resources and prompts whose names begin with `test` are those that the conformance suite of MCP calls. */
export default customize<Arguments>({
  add: {
    greet: {
      title: 'Greet',
      description: 'Greets by name.',
      inputSchema: { ...nothing, properties: { name: { type: 'string' } }, required: ['name'] },
      annotations: { readOnlyHint: true },
      call: (args) => `Hello, ${String(args['name'])}!`,
    },
    confirm_delete: {
      title: 'Delete after a review',
      description: 'Asks whether a file may be deleted, as a task.',
      inputSchema: { ...nothing, properties: { filename: { type: 'string' } } },
      task: review('May it be deleted?'),
    },
    multi_input: {
      title: 'Ask twice',
      description: 'Asks two questions, as a task.',
      inputSchema: nothing,
      task: review('Is it so?', 'And is that so?'),
    },
    failing_job: {
      title: 'Fail',
      description: 'A task that ends with an error of the tool.',
      inputSchema: nothing,
      task: {
        begin: () => 0,
        look: () => ({ status: 'completed', result: { content: [text('It did not work.')], isError: true } }),
      },
    },
    protocol_error_job: {
      title: 'Break',
      description: 'A task that comes to no result.',
      inputSchema: nothing,
      task: { begin: () => 0, look: () => ({ status: 'failed', message: 'Its work is lost.' }) },
    },
    test_tool_with_task: {
      title: 'Ask, then begin',
      description: 'Asks for a name, then begins a task.',
      inputSchema: nothing,
      task: {
        begin: async (_args, { request }) => (await request({ user_name: name }))['user_name'],
        look: (answer) => ({ status: 'completed', result: `Hello, ${JSON.stringify(answer)}!` }),
      },
    },
    test_simple_text: {
      title: 'Text',
      description: 'Gives a text.',
      inputSchema: nothing,
      call: () => 'This is a simple text response for testing.',
    },
    test_image_content: {
      title: 'Picture',
      description: 'Gives a picture.',
      inputSchema: nothing,
      call: () => ({ content: [picture] }),
    },
    test_audio_content: {
      title: 'Sound',
      description: 'Gives a sound.',
      inputSchema: nothing,
      call: () => ({ content: [{ type: 'audio', data: silence, mimeType: 'audio/wav' }] }),
    },
    test_embedded_resource: {
      title: 'Resource',
      description: 'Gives a resource.',
      inputSchema: nothing,
      call: () => ({ content: [note('test://embedded-resource')] }),
    },
    test_multiple_content_types: {
      title: 'Several',
      description: 'Gives a text, a picture and a resource.',
      inputSchema: nothing,
      call: () => ({ content: [text('Several:'), picture, note('test://mixed-content-resource')] }),
    },
    test_error_handling: {
      title: 'Error',
      description: 'Fails.',
      inputSchema: nothing,
      call: () => ({
        content: [text('This tool intentionally returns an error for testing.')],
        isError: true,
      }),
    },
    test_tool_with_logging: {
      title: 'Logs',
      description: 'Writes to the log of the client.',
      inputSchema: nothing,
      call: async (_args, { log }) => {
        for (const words of ['Tool execution started', 'Tool processing data', 'Tool execution completed']) {
          await log('info', words);
          await pause(50);
        }
        return 'Logged.';
      },
    },
    test_logging_tool: {
      title: 'One log',
      description: 'Writes to the log of the client once.',
      inputSchema: nothing,
      call: async (_args, { log }) => {
        await log('info', 'Logged once');
        return 'Logged.';
      },
    },
    test_tool_with_progress: {
      title: 'Progress',
      description: 'Tells how it goes.',
      inputSchema: nothing,
      call: async (_args, { progress }) => {
        for (const done of [0, 50, 100]) {
          await progress(done, 100);
          await pause(50);
        }
        return 'Done.';
      },
    },
    test_sampling: {
      title: 'Sampling',
      description: "Asks the client's model.",
      inputSchema: { ...nothing, properties: { prompt: { type: 'string' } }, required: ['prompt'] },
      call: async ({ prompt }, { request }) =>
        `LLM response: ${JSON.stringify(await request({ prompt: sampling(String(prompt)) }))}`,
    },
    test_elicitation: {
      title: 'Elicitation',
      description: 'Asks the user.',
      inputSchema: { ...nothing, properties: { message: { type: 'string' } }, required: ['message'] },
      call: async ({ message }, { request }) => {
        const fields = { username: { type: 'string' }, email: { type: 'string' } };
        return `User response: ${JSON.stringify(await request({ user: form(String(message), fields) }))}`;
      },
    },
    test_elicitation_sep1034_defaults: {
      title: 'Defaults',
      description: 'Asks with defaults.',
      inputSchema: nothing,
      call: async (_args, { request }) => {
        const fields = {
          name: { type: 'string', default: 'John Doe' },
          age: { type: 'integer', default: 30 },
          score: { type: 'number', default: 95.5 },
          status: { type: 'string', enum: ['active', 'inactive', 'pending'], default: 'active' },
          verified: { type: 'boolean', default: true },
        };
        return `Answered: ${JSON.stringify(await request({ user: form('Please review', fields) }))}`;
      },
    },
    test_elicitation_sep1330_enums: {
      title: 'Choices',
      description: 'Asks with choices.',
      inputSchema: nothing,
      call: async (_args, { request }) => {
        const some = ['option1', 'option2', 'option3'];
        const titled = some.map((value, place) => ({ const: `value${place + 1}`, title: `Title of ${value}` }));
        const fields = {
          untitledSingle: { type: 'string', enum: some },
          titledSingle: { type: 'string', oneOf: titled },
          legacyEnum: { type: 'string', enum: ['opt1', 'opt2', 'opt3'], enumNames: some },
          untitledMulti: { type: 'array', items: { type: 'string', enum: some } },
          titledMulti: { type: 'array', items: { anyOf: titled } },
        };
        return `Answered: ${JSON.stringify(await request({ user: form('Please choose', fields) }))}`;
      },
    },
    test_missing_capability: {
      title: 'Sampling alone',
      description: "Cannot do without the client's model.",
      inputSchema: nothing,
      call: async (_args, { request }) => JSON.stringify(await request({ prompt: sampling('Hello') })),
    },
    test_streaming_elicitation: {
      title: 'Progress, then a question',
      description: 'Tells how it goes, and asks the user.',
      inputSchema: nothing,
      call: async (_args, { request, progress }) => {
        await progress(1, 2);
        return JSON.stringify(await request({ user_name: name }));
      },
    },
    test_input_required_result_elicitation: {
      title: 'One question',
      description: 'Asks the user.',
      inputSchema: nothing,
      call: async (_args, { request }) => `Hello, ${JSON.stringify(await request({ user_name: name }))}!`,
    },
    test_input_required_result_sampling: {
      title: 'One prompt',
      description: "Asks the client's model.",
      inputSchema: nothing,
      call: async (_args, { request }) =>
        JSON.stringify(await request({ capital_question: sampling('What is the capital of France?') })),
    },
    test_input_required_result_list_roots: {
      title: 'Roots',
      description: 'Asks for the roots of the client.',
      inputSchema: nothing,
      call: async (_args, { request }) => JSON.stringify(await request({ client_roots: roots })),
    },
    test_input_required_result_request_state: {
      title: 'State',
      description: 'Asks the user, with a state.',
      inputSchema: nothing,
      call: async (_args, { request }) => {
        await request({ confirm: form('Please confirm', { ok: { type: 'boolean' } }) });
        return 'state-ok';
      },
    },
    test_input_required_result_tampered_state: {
      title: 'State, again',
      description: 'Asks the user, with a state.',
      inputSchema: nothing,
      call: async (_args, { request }) => {
        await request({ confirm: form('Please confirm', { ok: { type: 'boolean' } }) });
        return 'state-ok';
      },
    },
    test_input_required_result_multiple_inputs: {
      title: 'Several questions',
      description: 'Asks the user, the model and the client at once.',
      inputSchema: nothing,
      call: async (_args, { request }) =>
        JSON.stringify(
          await request({ user_name: name, greeting: sampling('Generate a greeting'), client_roots: roots }),
        ),
    },
    test_input_required_result_multi_round: {
      title: 'Several rounds',
      description: 'Asks the user twice.',
      inputSchema: nothing,
      call: async (_args, { request }) => {
        const first = await request({ step1: name });
        const second = await request({ step2: form('What is your favorite color?', { color: { type: 'string' } }) });
        return JSON.stringify({ ...first, ...second });
      },
    },
    test_input_required_result_capabilities: {
      title: 'What the client can do',
      description: 'Asks what the client declares.',
      inputSchema: nothing,
      call: async (_args, { request, capabilities }) =>
        JSON.stringify(
          await request({
            ...('elicitation' in capabilities && { user_name: name }),
            ...('sampling' in capabilities && { greeting: sampling('Generate a greeting') }),
          }),
        ),
    },
    json_schema_2020_12_tool: {
      title: 'Schema',
      description: 'Has a schema with many keywords.',
      inputSchema: {
        ...nothing,
        $schema: 'https://json-schema.org/draft/2020-12/schema',
        $defs: {
          address: {
            $anchor: 'addressDef',
            type: 'object',
            properties: { street: { type: 'string' }, city: { type: 'string' } },
          },
        },
        properties: {
          name: { type: 'string' },
          address: { $ref: '#/$defs/address' },
          contactMethod: { type: 'string', enum: ['phone', 'email'] },
          phone: { type: 'string' },
          email: { type: 'string' },
        },
        allOf: [{ anyOf: [{ required: ['phone'] }, { required: ['email'] }] }],
        if: { properties: { contactMethod: { const: 'phone' } }, required: ['contactMethod'] },
        // oxlint-disable-next-line unicorn/no-thenable
        then: { required: ['phone'] },
        else: { required: ['email'] },
        additionalProperties: false,
      },
      call: (args) => JSON.stringify(args),
    },
  },
  resources: {
    'test://static-text': {
      name: 'static-text',
      title: 'A text',
      description: 'A text that stays.',
      mimeType: 'text/plain',
      read: () => 'This is the content of the static text resource.',
    },
    'test://static-binary': {
      name: 'static-binary',
      title: 'A picture',
      description: 'A picture that stays.',
      mimeType: 'image/png',
      read: () => Buffer.from(dot, 'base64'),
    },
    'test://watched-resource': {
      name: 'watched-resource',
      title: 'A text to watch',
      description: 'A text that may change.',
      mimeType: 'text/plain',
      read: () => 'Watched.',
      version: () => '1',
    },
    'test://template/{id}/data': {
      name: 'template',
      title: 'A template',
      description: 'Data by id.',
      mimeType: 'application/json',
      read: ({ id }) => JSON.stringify({ id, templateTest: true, data: `Data for ID: ${String(id)}` }),
    },
  },
  prompts: {
    test_simple_prompt: {
      title: 'Simple',
      description: 'A prompt without arguments.',
      get: () => 'This is a simple prompt for testing.',
    },
    test_prompt_with_arguments: {
      title: 'With arguments',
      description: 'A prompt with arguments.',
      arguments: {
        arg1: { description: 'The first.', required: true, complete: () => ['paris', 'park', 'party'] },
        arg2: { description: 'The second.', required: true },
      },
      get: ({ arg1, arg2 }) => `Prompt with arguments: arg1='${String(arg1)}', arg2='${String(arg2)}'`,
    },
    test_prompt_with_embedded_resource: {
      title: 'With a resource',
      description: 'A prompt with a resource.',
      arguments: { resourceUri: { description: 'Its URI.', required: true } },
      get: ({ resourceUri }) => [
        { role: 'user', content: note(String(resourceUri)) },
        { role: 'user', text: 'Please process the embedded resource above.' },
      ],
    },
    test_prompt_with_image: {
      title: 'With a picture',
      description: 'A prompt with a picture.',
      get: () => [
        { role: 'user', content: picture },
        { role: 'user', text: 'Please analyze the image above.' },
      ],
    },
    test_input_required_result_prompt: {
      title: 'With a question',
      description: 'A prompt that asks the user.',
      get: async (_args, { request }) =>
        JSON.stringify(await request({ user_context: form('What context?', { context: { type: 'string' } }) })),
    },
  },
});

/** Checked by the compiler alone: what is wrong in a customization does not compile. */
import type { Arguments } from '../../../templates/project/src/generated/arguments.js';
import { customize } from '../../../templates/project/src/runtime/customize.js';

customize<Arguments>({
  tools: {
    get_example: {
      title: 'Example',
      wrap: async (args, next) => next({ ...args, exampleId: args.exampleId.trim() }),
    },
    create_example: { hidden: true },
  },
});

// @ts-expect-error: a misspelt tool
customize<Arguments>({ tools: { get_exampel: { hidden: true } } });

// @ts-expect-error: a misspelt change
customize<Arguments>({ tools: { get_example: { titel: 'Example' } } });

customize<Arguments>({
  tools: {
    get_example: {
      // @ts-expect-error: a misspelt argument, read
      wrap: (args, next) => next({ exampleId: args.exampelId }),
    },
  },
});

// @ts-expect-error: a misspelt argument, given
customize<Arguments>({ tools: { get_example: { wrap: (args, next) => next({ ...args, feilds: [] }) } } });

// @ts-expect-error: an argument of another type
customize<Arguments>({ tools: { get_example: { wrap: (_args, next) => next({ exampleId: 5 }) } } });

// @ts-expect-error: a required argument left out
customize<Arguments>({ tools: { create_example: { wrap: (_args, next) => next({}) } } });

// @ts-expect-error: a tool of one's own without a schema
customize<Arguments>({ add: { hello: { title: 'Hello', description: 'Greets.', call: () => 'hi' } } });

/** A tool of several steps, as an owner writes one. */
customize<Arguments>({
  add: {
    copy_example: {
      title: 'Copy an example',
      description: 'Copies an example under a name that the user gives.',
      inputSchema: { type: 'object', properties: { exampleId: { type: 'string' } }, required: ['exampleId'] },
      call: async ({ exampleId }, context) => {
        const found = await context.call('get_example', { exampleId: String(exampleId) });
        const form = await context.ask('Name the copy', {
          name: { type: 'string', minLength: 1 },
          kind: { type: 'string', enum: ['small', 'large'] },
          times: { type: 'integer' },
          sure: { type: 'boolean' },
        });
        if (form === undefined || !form.sure) return 'Nothing was copied.';
        await context.log('info', found.structuredContent);
        for (let done = 0; done < form.times && !context.signal.aborted; done += 1) {
          await context.call('create_example', { name: form.name.trim(), kind: 'small' });
          await context.progress(done + 1, form.times, 'copied');
        }
        return 'Copied.';
      },
    },
  },
});

const bare = { title: 'T', description: 'D', inputSchema: { type: 'object' as const } };

// @ts-expect-error: a tool that there is not
customize<Arguments>({ add: { a: { ...bare, call: (_args, { call }) => call('get_exampel', {}) } } });

customize<Arguments>({
  add: {
    a: {
      ...bare,
      // @ts-expect-error: an argument of another type, given to a tool that is called
      call: (_args, { call }) => call('get_example', { exampleId: 5 }),
    },
  },
});

customize<Arguments>({
  add: {
    a: {
      ...bare,
      // @ts-expect-error: a field that no form can have
      call: async (_args, { ask }) => String(await ask('What?', { thing: { type: 'object' } })),
    },
  },
});

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

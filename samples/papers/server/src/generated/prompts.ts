// Generated from the API's document. Changes belong into src/custom.ts: one made here can stop the next run.
import type { Prompt } from '#runtime/tool.js';

/** The prompts of mcpwright.yaml, in the order in which they are listed. */
export const prompts: readonly Prompt[] = [
  {
    name: 'tidy_folder',
    title: 'Tidy a folder',
    description: 'Looks for papers that nobody needs any more.',
    arguments: [
      {
        name: 'folder',
        description: 'Only papers of this folder.',
        required: true,
        schema: { type: 'string' },
        completion: { from: { tool: 'list_folders', value: ['items', 'name'] } },
      },
    ],
    messages: [
      {
        role: 'user',
        text: 'Look through the papers of the folder {{folder}} with list_papers, and say which of them can be shredded.',
      },
    ],
    tools: ['list_papers'],
  },
];

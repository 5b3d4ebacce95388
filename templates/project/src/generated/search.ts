import type { SearchEntry } from '#runtime/tool.js';

export const search: readonly SearchEntry[] = [
  {
    name: 'get_example',
    toolset: 'example',
    readOnly: true,
    title: 'Get one example',
    arguments: 'exampleId, fields?',
    terms: 'exampl|get one|read|field',
    act: 'get',
  },
  {
    name: 'create_example',
    toolset: 'example',
    readOnly: false,
    title: 'Create an example',
    arguments: 'name, kind?',
    terms: 'exampl|creat||nam kind small larg',
    act: 'create',
  },
];

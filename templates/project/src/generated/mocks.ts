import type { Mocks } from '#runtime/tool.js';

export const mocks: Mocks = {
  get_example: {
    status: 200,
    mediaType: 'application/json',
    body: { id: '1', name: 'First', kind: 'small' },
    source: 'example',
  },
  create_example: 'get_example',
};

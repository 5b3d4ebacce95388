import type { Schema } from '#runtime/tool.js';

export const components: Record<string, Schema> = {
  Kind: { type: 'string', enum: ['small', 'large'] },
};

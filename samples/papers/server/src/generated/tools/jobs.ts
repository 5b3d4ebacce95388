// Generated from the API's document. Changes belong into src/custom.ts: one made here can stop the next run.
import type { Tool } from '#runtime/tool.js';

/**
 * POST /computations
 * Compute for a while
 */
export const slowCompute: Tool = {
  name: 'slow_compute',
  title: 'Compute for a while',
  description: 'Compute for a while',
  inputSchema: {
    type: 'object',
    properties: {
      seconds: { type: 'number', minimum: 0, maximum: 3600, description: 'How long it takes.' },
      label: { type: 'string', maxLength: 100, description: 'What the result says.' },
    },
    required: ['seconds'],
  },
  annotations: { readOnlyHint: false, destructiveHint: false, idempotentHint: false, openWorldHint: true },
  request: {
    method: 'POST',
    path: '/computations',
    parameters: [],
    body: {
      mediaType: 'application/json',
      codec: 'json',
      required: true,
      argument: 'body',
      fields: { seconds: 'seconds', label: 'label' },
    },
    accept: [],
    security: [],
    poll: true,
    cancel: { method: 'DELETE', path: '/jobs/{jobId}' },
    tells: ['Operation-Location'],
    links: [{ tool: 'cancel_job', arguments: {} }],
  },
};

/**
 * GET /jobs/{jobId}
 * See how a job stands
 */
export const getJob: Tool = {
  name: 'get_job',
  title: 'See how a job stands',
  description: 'See how a job stands',
  inputSchema: { type: 'object', properties: { jobId: { type: 'string' } }, required: ['jobId'] },
  outputSchema: {
    type: 'object',
    properties: {
      id: { description: 'string' },
      status: { description: 'string' },
      percentComplete: { description: 'integer' },
      result: { description: 'string' },
    },
  },
  annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: true },
  request: {
    method: 'GET',
    path: '/jobs/{jobId}',
    parameters: [{ argument: 'jobId', name: 'jobId', in: 'path' }],
    accept: ['application/json'],
    security: [],
  },
};

/**
 * DELETE /jobs/{jobId}
 * End a job
 */
export const cancelJob: Tool = {
  name: 'cancel_job',
  title: 'End a job',
  description: 'End a job',
  inputSchema: { type: 'object', properties: { jobId: { type: 'string' } }, required: ['jobId'] },
  annotations: { readOnlyHint: false, destructiveHint: true, idempotentHint: true, openWorldHint: true },
  request: {
    method: 'DELETE',
    path: '/jobs/{jobId}',
    parameters: [{ argument: 'jobId', name: 'jobId', in: 'path' }],
    accept: [],
    security: [],
  },
};

/**
 * POST /papers/{paperId}/exports
 * Export a paper
 */
export const exportPaper: Tool = {
  name: 'export_paper',
  title: 'Export a paper',
  description: 'Export a paper. Takes some seconds. The result is the text of the paper.',
  inputSchema: {
    type: 'object',
    properties: {
      paperId: {
        type: 'string',
        pattern: '^p\\d+$',
        description: 'As lists of papers say it. Example: "p1".',
      },
    },
    required: ['paperId'],
  },
  annotations: { readOnlyHint: false, destructiveHint: true, idempotentHint: false, openWorldHint: true },
  request: {
    method: 'POST',
    path: '/papers/{paperId}/exports',
    parameters: [{ argument: 'paperId', name: 'paperId', in: 'path' }],
    accept: [],
    security: [],
    poll: true,
    cancel: { method: 'DELETE', path: '/jobs/{jobId}' },
    tells: ['Operation-Location'],
    links: [{ tool: 'cancel_job', arguments: {} }],
  },
};

/**
 * POST /reviews
 * Begin a review
 */
export const createReview: Tool = {
  name: 'create_review',
  title: 'Begin a review',
  description: 'Begin a review',
  inputSchema: {
    type: 'object',
    properties: {
      questions: {
        type: 'array',
        minItems: 1,
        items: { type: 'string' },
        description: 'What has to be answered.',
      },
    },
    required: ['questions'],
  },
  outputSchema: {
    type: 'object',
    properties: {
      id: { description: 'string' },
      questions: { items: { description: 'string' } },
      answers: { additionalProperties: { description: 'boolean' } },
      cancelled: { description: 'boolean' },
    },
  },
  annotations: { readOnlyHint: false, destructiveHint: false, idempotentHint: false, openWorldHint: true },
  request: {
    method: 'POST',
    path: '/reviews',
    parameters: [],
    body: {
      mediaType: 'application/json',
      codec: 'json',
      required: true,
      argument: 'body',
      fields: { questions: 'questions' },
    },
    accept: ['application/json'],
    security: [],
  },
};

/**
 * GET /reviews/{reviewId}
 * See how a review stands
 */
export const getReview: Tool = {
  name: 'get_review',
  title: 'See how a review stands',
  description: 'See how a review stands',
  inputSchema: { type: 'object', properties: { reviewId: { type: 'string' } }, required: ['reviewId'] },
  outputSchema: {
    type: 'object',
    properties: {
      id: { description: 'string' },
      questions: { items: { description: 'string' } },
      answers: { additionalProperties: { description: 'boolean' } },
      cancelled: { description: 'boolean' },
    },
  },
  annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: true },
  request: {
    method: 'GET',
    path: '/reviews/{reviewId}',
    parameters: [{ argument: 'reviewId', name: 'reviewId', in: 'path' }],
    accept: ['application/json'],
    security: [],
  },
};

/**
 * PATCH /reviews/{reviewId}
 * Answer questions of a review, or end it
 */
export const answerReview: Tool = {
  name: 'answer_review',
  title: 'Answer questions of a review, or end it',
  description: 'Answer questions of a review, or end it',
  inputSchema: {
    type: 'object',
    properties: {
      reviewId: { type: 'string' },
      answers: {
        type: 'object',
        additionalProperties: { type: 'boolean' },
        description: 'By the number of the question, from 0. null clears it.',
      },
      cancelled: { type: 'boolean', description: 'null clears it.' },
    },
    required: ['reviewId'],
  },
  outputSchema: {
    type: 'object',
    properties: {
      id: { description: 'string' },
      questions: { items: { description: 'string' } },
      answers: { additionalProperties: { description: 'boolean' } },
      cancelled: { description: 'boolean' },
    },
  },
  annotations: { readOnlyHint: false, destructiveHint: true, idempotentHint: false, openWorldHint: true },
  request: {
    method: 'PATCH',
    path: '/reviews/{reviewId}',
    parameters: [{ argument: 'reviewId', name: 'reviewId', in: 'path' }],
    body: {
      mediaType: 'application/merge-patch+json',
      codec: 'json',
      required: true,
      argument: 'body',
      fields: { answers: 'answers', cancelled: 'cancelled' },
    },
    accept: ['application/json'],
    security: [],
  },
};

/** In the order in which they are listed. */
export const tools: readonly Tool[] = [
  slowCompute,
  getJob,
  cancelJob,
  exportPaper,
  createReview,
  getReview,
  answerReview,
];

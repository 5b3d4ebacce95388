// Generated from the API's document. Changes belong into src/custom.ts: one made here can stop the next run.
import type { Mocks } from '#runtime/tool.js';

/**
 * What each tool returns where nothing is sent (MCP_MOCK), by its name: a text names a tool that returns the
 * same.
 */
export const mocks: Mocks = {
  list_folders: {
    status: 200,
    mediaType: 'application/json',
    body: { items: [{ name: 'string' }] },
    source: 'schema',
  },
  list_papers: {
    status: 200,
    mediaType: 'application/json',
    body: { items: [{ id: 'string', title: 'string', text: 'string', folder: 'string' }] },
    source: 'schema',
  },
  create_paper: {
    status: 201,
    mediaType: 'application/json',
    body: { id: 'string', title: 'string', text: 'string', folder: 'string' },
    source: 'schema',
  },
  get_paper: {
    status: 200,
    mediaType: 'application/json',
    body: { id: 'string', title: 'string', text: 'string', folder: 'string' },
    source: 'schema',
  },
  delete_paper: { status: 204 },
  get_scan: { status: 200, mediaType: 'image/png' },
  put_scan: 'delete_paper',
  slow_compute: { status: 202 },
  get_job: {
    status: 200,
    mediaType: 'application/json',
    body: { id: 'string', status: 'Running', percentComplete: 0, result: 'string' },
    source: 'schema',
  },
  cancel_job: 'delete_paper',
  export_paper: 'slow_compute',
  create_review: {
    status: 201,
    mediaType: 'application/json',
    body: {
      id: 'string',
      questions: ['string'],
      answers: { property1: true, property2: true },
      cancelled: true,
    },
    source: 'schema',
  },
  get_review: {
    status: 200,
    mediaType: 'application/json',
    body: {
      id: 'string',
      questions: ['string'],
      answers: { property1: true, property2: true },
      cancelled: true,
    },
    source: 'schema',
  },
  answer_review: 'get_review',
};

// Generated from the API's document. Changes belong into src/custom.ts: one made here can stop the next run.
import type { Tool } from '#runtime/tool.js';

/**
 * GET /folders
 * List the folders
 */
export const listFolders: Tool = {
  name: 'list_folders',
  title: 'List the folders',
  description: 'List the folders',
  inputSchema: { type: 'object', properties: {} },
  outputSchema: {
    type: 'object',
    properties: { items: { items: { properties: { name: { description: 'string' } } } } },
  },
  annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: true },
  request: { method: 'GET', path: '/folders', parameters: [], accept: ['application/json'], security: [] },
};

/**
 * GET /papers
 * List papers
 */
export const listPapers: Tool = {
  name: 'list_papers',
  title: 'List papers',
  description: 'List papers',
  inputSchema: {
    type: 'object',
    properties: {
      folder: { type: 'string', description: 'Only papers of this folder.', 'x-mcp-header': 'Folder' },
    },
  },
  outputSchema: {
    type: 'object',
    properties: {
      items: {
        items: {
          properties: {
            id: { description: 'string' },
            title: { description: 'string' },
            text: { description: 'string' },
            folder: { description: 'string' },
          },
        },
      },
    },
  },
  annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: true },
  request: {
    method: 'GET',
    path: '/papers',
    parameters: [{ argument: 'folder', name: 'folder', in: 'query' }],
    accept: ['application/json'],
    security: [],
  },
};

/**
 * POST /papers
 * Add a paper
 */
export const createPaper: Tool = {
  name: 'create_paper',
  title: 'Add a paper',
  description: 'Add a paper',
  inputSchema: {
    type: 'object',
    properties: {
      title: { type: 'string', minLength: 1, maxLength: 200 },
      text: { type: 'string' },
      folder: { type: 'string', default: 'inbox', description: 'The folder that it lies in.' },
    },
    required: ['title', 'text'],
  },
  outputSchema: {
    type: 'object',
    properties: {
      id: { description: 'string' },
      title: { description: 'string' },
      text: { description: 'string' },
      folder: { description: 'string' },
    },
  },
  annotations: { readOnlyHint: false, destructiveHint: false, idempotentHint: false, openWorldHint: true },
  request: {
    method: 'POST',
    path: '/papers',
    parameters: [],
    body: {
      mediaType: 'application/json',
      codec: 'json',
      required: true,
      argument: 'body',
      fields: { title: 'title', text: 'text', folder: 'folder' },
    },
    accept: ['application/json'],
    security: [],
  },
};

/**
 * GET /papers/{paperId}
 * Read a paper
 */
export const getPaper: Tool = {
  name: 'get_paper',
  title: 'Read a paper',
  description: 'Read a paper',
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
  outputSchema: {
    type: 'object',
    properties: {
      id: { description: 'string' },
      title: { description: 'string' },
      text: { description: 'string' },
      folder: { description: 'string' },
    },
  },
  annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: true },
  request: {
    method: 'GET',
    path: '/papers/{paperId}',
    parameters: [{ argument: 'paperId', name: 'paperId', in: 'path' }],
    accept: ['application/json'],
    security: [],
  },
};

/**
 * DELETE /papers/{paperId}
 * Shred a paper
 */
export const deletePaper: Tool = {
  name: 'delete_paper',
  title: 'Shred a paper',
  description: 'Shred a paper. It cannot be brought back.',
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
  annotations: { readOnlyHint: false, destructiveHint: true, idempotentHint: true, openWorldHint: true },
  request: {
    method: 'DELETE',
    path: '/papers/{paperId}',
    parameters: [{ argument: 'paperId', name: 'paperId', in: 'path' }],
    accept: [],
    security: [],
  },
  consent: { confirm: true, otherwise: 'refuse' },
};

/**
 * GET /papers/{paperId}/scan
 * Get the scan of a paper
 */
export const getScan: Tool = {
  name: 'get_scan',
  title: 'Get the scan of a paper',
  description: 'Get the scan of a paper',
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
  annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: true },
  request: {
    method: 'GET',
    path: '/papers/{paperId}/scan',
    parameters: [{ argument: 'paperId', name: 'paperId', in: 'path' }],
    accept: ['image/png'],
    security: [],
  },
};

/**
 * PUT /papers/{paperId}/scan
 * Replace the scan of a paper
 */
export const putScan: Tool = {
  name: 'put_scan',
  title: 'Replace the scan of a paper',
  description: 'Replace the scan of a paper',
  inputSchema: {
    type: 'object',
    properties: {
      paperId: {
        type: 'string',
        pattern: '^p\\d+$',
        description: 'As lists of papers say it. Example: "p1".',
      },
      body: {
        type: 'object',
        properties: {
          base64: { type: 'string', format: 'byte', description: 'The content of the file, in base64.' },
          filename: { type: 'string', pattern: '^[^\\u0000-\\u001f\\u007f]*$' },
          contentType: { type: 'string', enum: ['image/png'], description: 'Media type of the file.' },
        },
        required: ['base64'],
      },
    },
    required: ['paperId', 'body'],
  },
  annotations: { readOnlyHint: false, destructiveHint: true, idempotentHint: true, openWorldHint: true },
  request: {
    method: 'PUT',
    path: '/papers/{paperId}/scan',
    parameters: [{ argument: 'paperId', name: 'paperId', in: 'path' }],
    body: { mediaType: 'image/png', codec: 'binary', required: true, argument: 'body' },
    accept: [],
    security: [],
  },
};

/** In the order in which they are listed. */
export const tools: readonly Tool[] = [
  listFolders,
  listPapers,
  createPaper,
  getPaper,
  deletePaper,
  getScan,
  putScan,
];

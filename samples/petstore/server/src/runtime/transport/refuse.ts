import type { RequestId } from '@modelcontextprotocol/server';

/** An HTTP answer that says why there is no better one. */
export function refuse(status: number, code: number, message: string, id: RequestId | null = null): Response {
  return Response.json({ jsonrpc: '2.0', id, error: { code, message } }, { status });
}

import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import { isProvided, type Environment } from '../../settings.js';

/** The version of the protocol that requests are of which say by themselves who sends them. */
export const modernVersion = '2026-07-28';

/**
 * The URL of MCP as the sender of a request can use it.
 *
 * @param publicUrl - `MCP_PUBLIC_URL`, where it is set; else the address counts that was asked for, whose host has been
 * checked
 */
export function findUrl(publicUrl: URL | undefined, { headers, socket }: IncomingMessage): string {
  if (publicUrl !== undefined) return publicUrl.href.replace(/\/$/, '');
  const { encrypted = false } = socket as Socket & { encrypted?: boolean };
  return `${encrypted ? 'https' : 'http'}://${headers.host}/mcp`;
}

/** Whether clients need the token of the operator, and cannot log in for one of their own. */
export function needsToken(env: Environment): boolean {
  return isProvided(env, 'MCP_AUTH_TOKEN') && !env['MCP_AUTH_ISSUER']?.trim();
}

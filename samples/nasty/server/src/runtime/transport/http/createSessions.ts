import { randomUUID } from 'node:crypto';
import { ProtocolErrorCode, isInitializeRequest } from '@modelcontextprotocol/server';
import type { Address } from './createAddresses.js';
import { Session, errorResponse, sessionGone } from './session.js';

export interface SessionLimits {
  /** How many are kept. Beyond it the one that was not used for longest ends; where all are in use, none begins. */
  most: number;
  /** How long one is kept in which no request is open. */
  idleMs: number;
}

export interface Sessions {
  /** Answers a request in its session, or in a new one; a request that needs none is left to others. */
  answer: (request: Request, address: Address, body?: unknown) => Promise<Response> | undefined;
  close: () => Promise<void>;
}

const usual: SessionLimits = { most: 1_000, idleMs: 30 * 60_000 };

/** Keeps a server for each client of protocol 2025-11-25 or before. */
export function createSessions({ most, idleMs }: SessionLimits = usual): Sessions {
  /** By id; the one that was used last stands last. */
  const sessions = new Map<string, Session>();

  function makeRoom(): boolean {
    if (sessions.size < most) return true;
    const idle = [...sessions.values()].find((session) => session.isIdle);
    void idle?.close();
    return sessions.size < most;
  }

  async function open(request: Request, { key, view }: Address, body: unknown): Promise<Response> {
    if (!makeRoom())
      return errorResponse(
        503,
        ProtocolErrorCode.InternalError,
        `All ${most} sessions are in use: try again later`,
      );
    const id = randomUUID();
    const session = new Session({ id, key, view, idleMs, onend: () => sessions.delete(id) });
    sessions.set(id, session);
    return session.answer(request, body);
  }

  return {
    answer: (request, address, body) => {
      const id = request.headers.get('mcp-session-id');
      if (id === null) return isInitializeRequest(body) ? open(request, address, body) : undefined;
      const session = sessions.get(id);
      if (session?.key !== address.key) return Promise.resolve(sessionGone());
      sessions.delete(id);
      sessions.set(id, session);
      return session.answer(request, body);
    },
    close: async () => {
      await Promise.all([...sessions.values()].map((session) => session.close()));
    },
  };
}

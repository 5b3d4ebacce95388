declare module 'oauth2-mock-server' {
  import type { EventEmitter } from 'node:events';

  /** As far as the tests use it. */
  export class OAuth2Server {
    start(port?: number, host?: string): Promise<void>;
    stop(): Promise<void>;
    service: EventEmitter;
    issuer: {
      url: string;
      keys: { generate: (algorithm: string, options?: { kid: string }) => Promise<unknown> };
      buildToken: (options: {
        kid?: string;
        expiresIn?: number;
        scopesOrTransform: Transform;
      }) => Promise<string>;
    };
  }

  type Transform = (header: Record<string, unknown>, payload: Record<string, unknown>) => void;
}

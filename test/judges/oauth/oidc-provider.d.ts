declare module 'oidc-provider' {
  import type { RequestListener } from 'node:http';

  /** As far as the tests use it. */
  export class Provider {
    constructor(issuer: string, configuration: object);
    callback(): RequestListener;
    Client: { find: (id: string) => Promise<object | undefined> };
    AccessToken: { find: (token: string) => Promise<{ destroy: () => Promise<void> } | undefined> };
    ClientCredentials: { find: (token: string) => Promise<object | undefined> };
    Grant: new (properties: object) => { addOIDCScope: (scope: string) => void; save: () => Promise<string> };
    RefreshToken: new (properties: object) => { save: () => Promise<string> };
  }
}

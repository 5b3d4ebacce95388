/** What the tests use of swagger-client, which comes without types. */
declare module 'swagger-client' {
  interface BuiltRequest {
    url: string;
    headers: Record<string, unknown>;
    body?: unknown;
  }
  const client: {
    buildRequest: (options: {
      spec: object;
      operationId: string;
      parameters: Record<string, unknown>;
      requestBody?: unknown;
    }) => BuiltRequest;
  };
  export default client;
}

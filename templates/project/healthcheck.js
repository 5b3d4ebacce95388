// Asks the HTTP server of this container whether it takes calls, since its image has a Node and nothing else to ask with.
const port = process.env.PORT ?? '3000';
try {
  const { ok } = await fetch(`http://127.0.0.1:${port}/readyz`);
  process.exitCode = ok ? 0 : 1;
} catch {
  process.exitCode = 1;
}

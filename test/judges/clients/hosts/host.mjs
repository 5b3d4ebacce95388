// Runs a client library for a judge: each line on standard input asks for one thing, and gets one line.
import { createInterface } from 'node:readline';

const [library, target] = process.argv.slice(2);
const { connect } = await import(`./${library}.mjs`);
const client = await connect(JSON.parse(target));
const calls = new Map();

async function answer({ id, method, params }) {
  if (method === 'abort') return calls.get(params.id)?.abort();
  const controller = new AbortController();
  calls.set(id, controller);
  try {
    const value = await client[method](...params, controller.signal);
    process.stdout.write(`${JSON.stringify({ id, text: JSON.stringify(value) ?? '' })}\n`);
  } catch (error) {
    process.stdout.write(`${JSON.stringify({ id, text: `failed: ${error?.message ?? error}` })}\n`);
  }
}

process.stdout.write(`${JSON.stringify({ methods: Object.keys(client) })}\n`);
createInterface({ input: process.stdin })
  .on('line', (line) => void answer(JSON.parse(line)))
  .on('close', () => process.exit(0));

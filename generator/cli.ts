#!/usr/bin/env node
import { hideBin } from 'yargs/helpers';
import { main } from './main.js';

const { stdin, stdout, stderr, env } = process;
// Whoever reads the output may stop reading, as `head` does.
stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error;
  process.exit();
});
const stopped = () =>
  new Promise<void>((resolve) => {
    process.once('SIGINT', resolve).once('SIGTERM', resolve);
  });
process.exitCode = await main(hideBin(process.argv), { stdin, stdout, stderr, env, stopped });

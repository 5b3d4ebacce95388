// Preloaded into a measured server: at SIGUSR2 it collects garbage and writes to file descriptor 3 how many bytes it keeps.
const { writeSync } = require('node:fs');

process.on('SIGUSR2', () => {
  globalThis.gc();
  const { heapUsed, external } = process.memoryUsage();
  writeSync(3, `${heapUsed + external}\n`);
});

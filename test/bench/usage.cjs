// Preloaded into a measured process: writes to file descriptor 3 what it cost, in CPU milliseconds and MiB.
const { writeSync } = require('node:fs');

const cpu = () => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
};
let answered;
const { write } = process.stdout;
process.stdout.write = function (...args) {
  // The last thing that a server writes is the answer that is asked for.
  if (args[0] !== '') answered = cpu();
  return write.apply(this, args);
};
process.on('exit', () => {
  const peak = process.resourceUsage().maxRSS / 1024;
  writeSync(3, JSON.stringify({ cpu: cpu(), answered: answered ?? cpu(), peak }));
});

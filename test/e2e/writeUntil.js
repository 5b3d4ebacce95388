// Writes files to several projects as the built program does. Each run stops at a step that changes the disk: before it,
// or as it begins. Once all have stopped, or ended, the process says how many have stopped, and is killed.
import { readFileSync, writeSync } from 'node:fs';
import { realDisk } from '../../dist/generator/write/disk.js';
import { write } from '../../dist/generator/write/write.js';

/** The files, and the runs: the folder of the project, the number of the step, and whether that begins. */
const { files, runs } = JSON.parse(readFileSync(0, 'utf8'));
const steps = [];
let stopped = 0;
let awaited = runs.length;

for (const { project, last, begins } of runs) {
  const options = { overwrite: false, force: false, version: '1.0.0', disk: stopAt(last, begins) };
  void write(files, project, options).then(end);
}

function stopAt(last, begins) {
  let count = 0;
  const disk = Object.entries(realDisk).map(([name, step]) => [
    name,
    (...args) => {
      if (count++ !== last) return name === 'sync' ? Promise.resolve() : step(...args);
      stopped += 1;
      if (begins) steps.push(() => step(...args));
      return new Promise(() => end());
    },
  ]);
  return Object.fromEntries(disk);
}

function end() {
  awaited -= 1;
  if (awaited > 0) return;
  writeSync(1, String(stopped));
  for (const step of steps) void step();
  process.kill(process.pid, 'SIGKILL');
}

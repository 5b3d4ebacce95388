// A step of the build, after the compiler: what a command would work out at each start, and what is the same each time, is
// worked out once. Takes the modules of dist/generator/ that do so, and writes what they export in their place.
import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const compiled = new URL('../../dist/generator/', import.meta.url);

await writeTokenTable();

/** The table of tokens, as a file of bytes beside the module. */
async function writeTokenTable() {
  const module = new URL('text/bytePairs/tokenTable.js', compiled);
  const { splitPattern, tokenTable } = await import(module.href);
  const { buffer, byteOffset, byteLength } = tokenTable;
  write(new URL('tokenTable.bin', module), new Uint8Array(buffer, byteOffset, byteLength));
  write(
    module,
    [
      `import { readFileSync } from 'node:fs';`,
      `const { buffer, byteOffset, byteLength } = readFileSync(new URL('tokenTable.bin', import.meta.url));`,
      `export const splitPattern = ${JSON.stringify(splitPattern)};`,
      `export const tokenTable = new DataView(buffer, byteOffset, byteLength);`,
      '',
    ].join('\n'),
  );
}

function write(url, content) {
  writeFileSync(fileURLToPath(url), content);
}

// A step of the build, after the compiler: what a command would work out at each start, and what is the same each time, is
// worked out once. Takes the modules of dist/generator/ that do so, and writes what they export in their place.
import { Ajv2020 } from 'ajv/dist/2020.js';
import standaloneCode from 'ajv/dist/standalone/index.js';
import { build } from 'esbuild';
import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../..', import.meta.url));
const compiled = new URL('../../dist/generator/', import.meta.url);

await writeTokenTable();
await writeMetaschema();

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

/** The function into which the schema of schemas is compiled, with the little that it calls of its compiler. */
async function writeMetaschema() {
  const module = new URL('schema/metaschema.js', compiled);
  const { isSchema } = await import(module.href);
  // As long as it comes from the compiler: it is precomputed already otherwise.
  if (isSchema.source === undefined) return;
  const code = standaloneCode.default(new Ajv2020({ code: { source: true, esm: true } }), isSchema);
  const { outputFiles } = await build({
    stdin: { contents: `${code}\nexport { validate as isSchema };`, resolveDir: root },
    bundle: true,
    write: false,
    format: 'esm',
    platform: 'node',
    target: 'node20.19',
    minify: true,
    charset: 'utf8',
    logLevel: 'warning',
  });
  write(module, outputFiles[0].text);
}

function write(url, content) {
  writeFileSync(fileURLToPath(url), content);
}

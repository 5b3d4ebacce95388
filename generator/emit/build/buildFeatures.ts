import type { Feature } from '../features.js';
import { printConstant } from './printFile.js';
import { Code, printString } from './printLiteral.js';

/** `src/generated/features.ts`: what the API needs of the optional parts of the runtime. */
export function buildFeatures(needed: readonly Feature[]): string {
  const value: Record<string, unknown> = { bodies: {}, credentials: {} };
  for (const feature of needed) {
    const [member, key] = feature.name;
    if (key === undefined) value[member] = printLoad(feature);
    else value[member] = { ...(value[member] as object), [key]: printLoad(feature) };
  }
  return printConstant({
    name: 'features',
    type: 'ServerFeatures',
    from: '#runtime/extensions.js',
    comment: 'What the API needs of the optional parts of the runtime, each loaded when it is first used.',
    value,
  });
}

function printLoad({ files: [file], exported }: Feature): Code {
  const module = `import(${printString(`#runtime/${file.replace(/\.ts$/, '.js')}`)})`;
  return new Code(exported === undefined ? `() => ${module}` : `async () => (await ${module}).${exported}`);
}

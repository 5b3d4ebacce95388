import { checkRelease } from './release/checkRelease.js';

/**
 * `npm run release:check`: says of this checkout whether it can be released, and of both names whether they are free.
 * `-- --tag v1.2.3`: what the release workflow asks once that tag is pushed. Fails where one thing is missing.
 */
const [flag, tag, ...rest] = process.argv.slice(2);
if ((flag !== undefined && (flag !== '--tag' || tag === undefined)) || rest.length > 0) {
  console.error('Usage: npm run release:check [-- --tag v1.2.3]');
  process.exit(2);
}
const findings = await checkRelease({ folder: process.cwd(), env: process.env }, tag);
for (const { isFine, says } of findings) console.log(`${isFine ? 'ok   ' : 'to do'}  ${says}`);
const missing = findings.filter(({ isFine }) => !isFine);
console.log(
  missing.length === 0 ? 'Ready to be released.' : `${missing.length} of ${findings.length} to do.`,
);
process.exitCode = missing.length === 0 ? 0 : 1;

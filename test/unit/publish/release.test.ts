import { describe, expect, test } from 'vitest';
import type { PublishChoices } from '../../../generator/model/publish/choices.js';
import { fullChoices, fullManifest, listFound, lockFile, publishServer } from '../../support/publishing.js';

const file = '.github/workflows/release.yml';

/** What is found of the workflow that releases to all places, after an edit. */
async function find(edit: (text: string) => string, more: PublishChoices = {}): Promise<string[]> {
  const published = await publishServer(
    { ...fullChoices, to: ['npm', 'registry', 'mcpb', 'docker', 'release'], ...more },
    fullManifest,
  );
  published.files.set('package-lock.json', lockFile);
  const before = String(published.files.get(file));
  published.files.set(file, edit(before));
  return (await listFound(published)).filter((line) => line.includes(file));
}

test('the workflow is fine as it is written', async () => {
  expect(await find((text) => text)).toEqual([]);
});

/** A job that an owner adds at the end. */
const job = (lines: string) =>
  [/$/, `  own:\n    runs-on: ubuntu-latest\n    needs: pack\n${lines}`] as const;

/** What an owner may do to the workflow, and what is found then. */
const mistakes: [name: string, edit: readonly [from: RegExp, to: string], found: RegExp][] = [
  [
    'a job that waits for none that is there',
    [/needs: pack/, 'needs: build'],
    /jobs\/npm\/needs: There is no job build.*pack, npm, bundle, image, registry/,
  ],
  [
    'one of several that is not there',
    [/needs: \[npm, bundle, image\]/, 'needs: [npm, bundles, image]'],
    /jobs\/registry\/needs: There is no job bundles/,
  ],
  [
    'no test',
    [/ +- run: npm test\n/, ''],
    /What the jobs npm, bundle, image, registry publish is not tested.*run: npm test/,
  ],
  ['a test that is a comment', [/- run: npm test\n/, '- run: "# npm test"\n'], /is not tested/],
  ['a test that is echoed', [/- run: npm test\n/, '- run: echo npm test\n'], /is not tested/],
  ['a test that may fail', [/- run: npm test\n/, '- run: npm test || true\n'], /is not tested/],
  [
    'a step that may fail',
    [/- run: npm test\n/, '- run: npm test\n        continue-on-error: true\n'],
    /is not tested/,
  ],
  [
    'a step that is off',
    [/- run: npm test\n/, '- run: npm test\n        if: ${{ false }}\n'],
    /is not tested/,
  ],
  ['a job that may fail', [/pack:\n/, 'pack:\n    continue-on-error: true\n'], /is not tested/],
  [
    'a job that does not wait',
    [/ {2}npm:\n {4}needs: pack\n/, '  npm:\n'],
    /What the job npm publishes is not tested[^]*What the job npm publishes is not held against the tag/,
  ],
  [
    'a job that runs after failures',
    [/ {2}npm:\n {4}needs: pack\n/, '  npm:\n    needs: pack\n    if: ${{ !cancelled() || always() }}\n'],
    /jobs\/npm\/if: The job npm publishes where jobs before it have failed/,
  ],
  [
    'no comparison of the tag',
    [/ +- name: The tag is.*\n.*\n/, ''],
    /is not held against the tag.*npm pkg get version/,
  ],
  ['a comparison that is printed', [/run: test ("v\$\(npm)/, 'run: echo $1'], /is not held against the tag/],
  [
    'a comparison that may fail',
    [/(run: test "v\$\(npm.*)/, '$1 || echo different'],
    /is not held against the tag/,
  ],
  [
    'identity for a job that publishes nothing',
    job('    permissions:\n      id-token: write\n    steps:\n      - run: npm run lint\n'),
    /jobs\/own\/permissions\/id-token: The job own publishes nothing/,
  ],
  [
    'identity for the job that runs code of packages',
    [/contents: read\n {4}steps/, 'contents: read\n      id-token: write\n    steps'],
    /The job pack may do more than it needs: id-token: write/,
  ],
  ['all rights', job('    permissions: write-all\n    steps: []\n'), /The job own may do more than it needs/],
  [
    'another image',
    [/IMAGE: .*/, 'IMAGE: ghcr.io/example/other'],
    /jobs\/image\/steps\/\d+: The image that is pushed is ghcr\.io\/example\/other, and publish\.image of mcpwright\.yaml is ghcr\.io\/example\/petstore-mcp/,
  ],
  [
    'another image in the command',
    [/docker push "\$IMAGE/, 'docker push "ghcr.io/example/pets'],
    /is pushed is ghcr\.io\/example\/pets,/,
  ],
  [
    'another image of an action',
    [
      /- run: docker build[^]*?docker push.*/,
      '- uses: docker/build-push-action@v6\n        with:\n          push: true\n          tags: |\n            ghcr.io/example/pets:1\n            ghcr.io/example/pets:latest',
    ],
    /is pushed is ghcr\.io\/example\/pets,/,
  ],
  [
    'a title in a script',
    [/- run: npm test\n/, '- run: npm test\n      - run: echo "${{ github.event.head_commit.message }}"\n'],
    /error .*jobs\/pack\/steps\/6\/run: \$\{\{ github\.event\.head_commit\.message \}\} becomes a part of the script.*env: \{ VALUE: \$\{\{/,
  ],
  [
    'the name of a branch in a script',
    [
      /- run: npm test\n/,
      '- run: npm test\n      - run: |\n          git log\n          git diff ${{github.head_ref}}\n',
    ],
    /error .*\$\{\{github\.head_ref\}\}/,
  ],
  [
    'the name of a tag in a script',
    [/"\$GITHUB_REF_NAME" packed/, '"${{ github.ref_name }}" packed'],
    /error .*github\.ref_name/,
  ],
  [
    'a tag within a function',
    [/- run: npm test\n/, "- run: npm test\n      - run: echo ${{ format('v{0}', github.ref) }}\n"],
    /error .*github\.ref/,
  ],
  [
    'an input in a script',
    [/- run: npm test\n/, '- run: npm test\n      - run: echo ${{ inputs.version }}\n'],
    /error .*inputs\.version/,
  ],
  [
    'all that is known in a script',
    [/- run: npm test\n/, "- run: npm test\n      - run: echo '${{ toJSON(github) }}'\n"],
    /error .*toJSON\(github\)/,
  ],
  [
    'a member by its name',
    [/- run: npm test\n/, "- run: npm test\n      - run: echo ${{ github['event'].issue.title }}\n"],
    /error .*becomes a part/,
  ],
  [
    'a title in a script of an action',
    [
      /- run: npm test\n/,
      '- run: npm test\n      - uses: actions/github-script@v8\n        with:\n          script: console.log("${{ github.event.issue.title }}")\n',
    ],
    /error .*steps\/6\/with\/script/,
  ],
  [
    'a secret in a script',
    [/- run: npm test\n/, '- run: npm test\n      - run: echo ${{ secrets.KEY }}\n'],
    /warning .*secrets\.KEY/,
  ],
  [
    'the output of a step in a script',
    [/- run: npm test\n/, '- run: npm test\n      - run: echo ${{ steps.a.outputs.title }}\n'],
    /warning .*steps\.a/,
  ],
  [
    'a release that anybody starts',
    [/on:\n/, 'on:\n  pull_request_target:\n'],
    /on\/pull_request_target: Anybody may start the release/,
  ],
  ['no tag that starts it', [/tags: \['v\*'\]/, 'branches: [main]'], /No tag starts/],
  [
    'a version for some that all install',
    [/ --tag "\$tag"/, ''],
    /warning .*1\.0\.0-beta\.1 becomes what everybody installs/,
  ],
  [
    'a release for some that is the latest',
    [/ --prerelease="\$early"/, ''],
    /warning .*becomes the latest release/,
  ],
  ['a job that publishes nothing', [/ \|\| npm publish.*/, ''], /jobs\/npm: The job npm publishes nothing/],
  ['a job that is gone', [/ {2}bundle:\n/, '  packages:\n'], /jobs\/bundle: The job bundle is missing/],
  ...[
    'npm test & true',
    'set +e; npm test',
    'npm test -- --help',
    'npm test || { echo bad; }',
    'npm test || (printf bad)',
    'npm run lint',
    'npm install -D vitest',
  ].map((run): (typeof mistakes)[number] => [
    `no test, but ${run}`,
    [/- run: npm test\n/, `- run: ${run}\n`],
    /error .*is not tested/,
  ]),
  ...[
    'continue-on-error: "true"',
    'continue-on-error: ${{ true }}',
    'if: 1 == 2',
    "if: ${{ 'a' == 'b' }}",
  ].map((line): (typeof mistakes)[number] => [
    `a test with ${line}`,
    [/- run: npm test\n/, `- run: npm test\n        ${line.replaceAll('$', '$$$$')}\n`],
    /error .*is not tested/,
  ]),
  ['a tag that has to differ', [/tr -d '"'\)" = /, `tr -d '"')" != `], /is not held against the tag/],
  [
    'a trial in place of the publication',
    [/npm publish \.\/packed\/\*\.tgz/, 'npm publish ./packed/*.tgz --dry-run'],
    /jobs\/npm: The job npm publishes nothing/,
  ],
  [
    'jobs that wait for each other',
    [/ {2}pack:\n/, '  pack:\n    needs: registry\n'],
    /Each of the jobs pack, npm, bundle, image, registry waits for itself/,
  ],
  [
    'a registry that waits for the package alone',
    [/needs: \[npm, bundle, image\]/, 'needs: [npm]'],
    /registry does not wait for bundle, image\. Fix: Write: needs: \[npm, bundle, image\]/,
  ],
  [
    'an image that is the newest alone',
    [/\$IMAGE:\$\{GITHUB_REF_NAME#v\}/g, '$IMAGE:latest'],
    /pushed as latest alone/,
  ],
  [
    'an image without a tag',
    [/docker push "\$IMAGE:\$\{GITHUB_REF_NAME#v\}"/, 'docker push $IMAGE'],
    /pushed as latest alone/,
  ],
  ...[
    ['npm', /(npm:\n[^]*?)id-token: write/, '$1contents: read', 'id-token'],
    ['bundle', /contents: write.*/, 'contents: read', 'contents'],
    ['image', /packages: write/, 'packages: read', 'packages'],
    ['registry', /(registry:\n[^]*?)id-token: write/, '$1contents: read', 'id-token'],
  ].map(([name, from, to, right]): (typeof mistakes)[number] => [
    `too few rights of ${String(name)}`,
    [from as RegExp, String(to)],
    new RegExp(`error .*jobs/${String(name)}/permissions: .* its token may not write ${String(right)}`),
  ]),
  ...['npm ci', 'npm install', 'npm test', 'npx vitest run', 'npm run -s build'].map(
    (run): (typeof mistakes)[number] => [
      `${run} in the job that publishes on npm`,
      [/- name: Publish the package/, `- run: ${run}\n      - name: Publish the package`],
      /error .*jobs\/npm\/steps\/2\/run: The job npm may publish as this repository, and runs code of packages/,
    ],
  ),
  ...[
    'pull_request_review',
    'pull_request_review_comment',
    'discussion_comment',
    'issue_comment',
    'fork',
  ].map((event): (typeof mistakes)[number] => [
    `a release on ${event}`,
    [/on:\n/, `on:\n  ${event}:\n`],
    new RegExp(`error .*on/${event}: Anybody may start`),
  ]),
  ...['schedule', 'workflow_run'].map((event): (typeof mistakes)[number] => [
    `a release on ${event}`,
    [/on:\n/, `on:\n  ${event}:\n`],
    new RegExp(`warning .*on/${event}: The release runs on ${event}`),
  ]),
  [
    'a release of branches',
    [/tags: \['v\*'\]/, "tags: ['v*']\n    branches: [main]"],
    /warning .*on\/push: The release runs for branches/,
  ],
  [
    'a right of a job that is not its own',
    [/packages: write/, 'packages: write\n      pull-requests: write'],
    /warning .*jobs\/image\/permissions: .*pull-requests: write/,
  ],
  [
    'a right for all jobs',
    [/permissions: \{\}/, 'permissions: { contents: write }'],
    /error .*Every job may do more/,
  ],
];

describe('of a mistake', () => {
  test.each(mistakes)('%s is found', async (_name, [from, to], found) => {
    const lines = await find((text) => {
      expect(text).toMatch(from);
      return text.replace(from, to);
    });
    expect(lines.join('\n')).toMatch(found);
    expect(lines.every((line) => /Fix: \S/.test(line))).toBe(true);
  });
});

/** What an owner may do as well. */
const fine: [name: string, edit: readonly [from: RegExp, to: string]][] = [
  ['an image that is called after the repository', [/IMAGE: .*/, 'IMAGE: ghcr.io/${{ github.repository }}']],
  ['an image whose name is made while it runs', [/"\$IMAGE:/g, '"$NAME:']],
  ['a second image', [/(- run: docker push .*)/, '$1\n      - run: docker push docker.io/example/pets']],
  [
    'an image whose name an event holds',
    [/IMAGE: .*/, 'IMAGE: ghcr.io/example/${{ github.event.repository.name }}'],
  ],
  [
    'a job that signs',
    job(
      '    permissions:\n      id-token: write\n    steps:\n      - uses: actions/attest-build-provenance@v3\n',
    ),
  ],
  [
    'a job of another workflow',
    job('    permissions:\n      id-token: write\n    uses: ./.github/workflows/notify.yml\n'),
  ],
  [
    'what nobody else writes, in a script',
    [
      /- run: npm test\n/,
      "- run: npm test || exit 1\n      - run: echo ${{ github.sha }} ${{ github.event_name }} ${{ runner.os }} ${{ 'inputs.x' }}\n",
    ],
  ],
  [
    'text of others as a variable',
    [
      /- run: npm test\n/,
      '- run: npm test\n      - run: echo "$TITLE"\n        env:\n          TITLE: ${{ github.event.head_commit.message }}\n',
    ],
  ],
  ...[
    'CI=1 npm test',
    'npm --silent test',
    'npm cit',
    'npx vitest run',
    'node --test',
    'make test',
    'npm run -s test:unit --if-present',
    'npm exec vitest',
    'bash scripts/verify.sh',
    'npm test || npm test',
    'npm test || exit $?',
    'npm test || { echo bad; exit 1; }',
    'npm test || (echo no && exit 1)',
    'npm test; echo done',
    'npm test 2>&1 | tee tests.log',
    'if ! npm test; then exit 1; fi',
  ].map((run): (typeof fine)[number] => [
    `the test ${run}`,
    [/- run: npm test\n/, `- run: ${JSON.stringify(run.replaceAll('$', '$$$$'))}\n`],
  ]),
  ['a test by an action of the owner', [/- run: npm test\n/, '- uses: ./.github/actions/test\n']],
  [
    'a test on a condition that may hold',
    [/- run: npm test\n/, "- run: npm test\n        if: ${{ vars.SKIP != 'false' }}\n"],
  ],
  ...["['*']", "['**']", "'v*'", "['v[0-9]+.*']", "['!v0*', 'v*']"].map((tags): (typeof fine)[number] => [
    `the tags ${tags}`,
    [/tags: .*/, `tags: ${tags}`],
  ]),
  ['a release of GitHub that starts it', [/push:\n.*\n/, 'release: { types: [published] }\n']],
  ['a start by hand', [/on:\n/, 'on:\n  workflow_dispatch:\n']],
  ...[
    '!failure() && !cancelled()',
    "always() && needs.pack.result == 'success'",
    'success()',
    "!contains(github.ref_name, 'beta')",
  ].map((condition): (typeof fine)[number] => [
    `the condition ${condition}`,
    [/ {2}npm:\n/, `  npm:\n    if: \${{ ${condition} }}\n`],
  ]),
  ...['bundle', 'image'].map((name): (typeof fine)[number] => [
    `an attestation of ${name}`,
    [
      new RegExp(`( {2}${name}:\\n[^]*?permissions:)([^]*?)steps:\\n`),
      '$1\n      attestations: write\n      id-token: write$2steps:\n      - uses: actions/attest-build-provenance@v3\n',
    ],
  ]),
  [
    'coverage by the identity of the run',
    job('    permissions:\n      id-token: write\n    steps:\n      - uses: codecov/codecov-action@v5\n'),
  ],
  [
    'a notice of a release',
    [/$/, '  tell:\n    runs-on: ubuntu-latest\n    steps:\n      - uses: example/release-notifier@v1\n'],
  ],
  [
    'pages',
    [/$/, '  docs:\n    runs-on: ubuntu-latest\n    steps:\n      - uses: actions/deploy-pages@v4\n'],
  ],
  [
    'a token of npm',
    [
      /(npm:\n[^]*?)id-token: write([^]*?)run: \|\n/,
      '$1contents: read$2env:\n          NODE_AUTH_TOKEN: ${{ secrets.NPM_TOKEN }}\n        run: |\n',
    ],
  ],
  [
    'npm by another action',
    [/- name: Publish the package[^]*?(?= {2}bundle:)/, '- uses: example/to-npm@v1\n'],
  ],
  [
    'a newer npm for the publication',
    [/- name: Publish the package/, '- run: npm install -g npm@latest\n      - name: Publish the package'],
  ],
  ['the newest image as well', [/(- run: docker push .*)/, '$1\n      - run: docker push "$IMAGE:latest"']],
  [
    'a job that waits for others by another',
    [/needs: \[npm, bundle, image\]/, 'needs: [image, bundle, npm]'],
  ],
  [
    'a comparison that says what is wrong',
    [/run: test ("v\$\(npm.*)/, 'run: test $1 || { echo "another version"; exit 1; }'],
  ],
  [
    'a comparison by what differs',
    [/run: test ("v\$\(npm.*\)") = (.*)/, 'run: if [ $1 != $2 ]; then exit 1; fi'],
  ],
  [
    'the version of the tag',
    [/run: test "v\$\(npm.*/, 'run: npm version "${GITHUB_REF_NAME#v}" --no-git-tag-version'],
  ],
];
test.each(fine)('%s is fine', async (_name, [from, to]) => {
  const lines = await find((text) => {
    expect(text).toMatch(from);
    return text.replace(from, to);
  });
  expect(lines).toEqual([]);
});

test.each([
  ['signs of expressions', '${{'],
  ['pushes', 'docker push '],
  ['builds', 'docker build '],
  ['alternatives', 'npm test || true || '],
  ['scripts', 'npm run -s '],
])('a step of 200 kB of %s is read in time', async (_name, part) => {
  const text = part.repeat(200_000 / part.length);
  const found = await find((before) =>
    before.replace('- run: npm ci', () => `- run: npm ci\n      - run: '${text}'`),
  );
  expect(found.filter((line) => line.length > 5_000)).toEqual([]);
});

test.each([
  ['npm run -s licences', 'licences'],
  ['npm run-script licences', 'licences'],
  ['cd docs && npm run site', ''],
  ['npm --prefix docs run site && npm run site --if-present', ''],
])('the script of %s is one of package.json', async (run, script) => {
  const published = await publishServer({ ...fullChoices, to: ['npm', 'release'] }, fullManifest);
  published.files.set('package-lock.json', lockFile);
  const before = String(published.files.get(file));
  published.files.set(file, before.replace('- run: npm ci', `- run: npm ci\n      - run: ${run}`));
  const found = (await listFound(published)).filter((line) => line.includes('The workflow runs the script'));
  expect(found).toEqual(
    script === '' ? [] : [expect.stringContaining(`package.json/scripts/${script}: The workflow runs`)],
  );
});

test('tests may be a job of their own', async () => {
  const own =
    '  test:\n    runs-on: ubuntu-latest\n    steps:\n      - run: npm ci && npm run test:all\n  npm:\n';
  const move = (needs: string) => (text: string) =>
    text
      .replace(/ +- run: npm test\n/, '')
      .replace(/ {2}npm:\n/, own)
      .replaceAll('needs: pack', needs);
  expect(await find(move('needs: [pack, test]'))).toEqual([]);
  expect((await find(move('needs: pack'))).join('\n')).toMatch(/is not tested/);
});

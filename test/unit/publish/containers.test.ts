import { parse } from 'yaml';
import { validate } from 'dockerfile-utils';
import { check } from 'prettier';
import { describe, expect, test } from 'vitest';
import type { PublishChoices } from '../../../generator/model/publish/choices.js';
import { fullChoices, fullManifest, listFound, lockFile, publishServer } from '../../support/publishing.js';

const places = ['docker', 'docker-catalog', 'kubernetes'] as const;
/** A project in which everything is filled in, the commit and the issuer too. */
async function publishFilled(more: PublishChoices = {}, manifest: object = fullManifest) {
  const choices = { ...fullChoices, access: 'token' as const, iconUrl: 'https://petshop.dev/icon.png' };
  const published = await publishServer({ ...choices, to: [...places, 'registry'], ...more }, manifest);
  published.files.set('package-lock.json', lockFile);
  edit(published, 'docker-catalog/server.yaml', /commit: ""/, `commit: ${'0a1b9c8e7d'.repeat(4)}`);
  return published;
}
type Published = Awaited<ReturnType<typeof publishFilled>>;

function edit({ files }: Published, path: string, from: RegExp, to: string): void {
  const text = files.get(path);
  if (text !== undefined) files.set(path, String(text).replace(from, to));
}

describe('a project that is filled in', () => {
  test.each<PublishChoices>([
    {},
    { access: 'none' },
    { to: ['docker-catalog'], access: 'token' },
    { to: ['docker-catalog'], access: 'oauth' },
  ])('is found to be fine as it is written: %j', async (more) => {
    expect(await listFound(await publishFilled(more))).toEqual([]);
  });

  test('names the setting that only the operator of an authorization server knows', async () => {
    expect(await listFound(await publishFilled({ access: 'oauth' }))).toEqual([
      'error kubernetes/config.yaml/data/MCP_AUTH_ISSUER: MCP_AUTH_ISSUER is empty. Fix: Write its value, which only you know.',
    ]);
  });

  test('has files as prettier lays them out', async () => {
    const { files } = await publishFilled();
    const yaml = [...files].filter(([path]) => path.endsWith('.yaml'));
    expect(yaml.length).toBeGreaterThan(10);
    for (const [path, text] of yaml)
      expect(await check(String(text), { filepath: path, printWidth: 80 }), path).toBe(true);
  });

  test('has a Dockerfile that a parser of Dockerfiles takes', async () => {
    const { files } = await publishFilled();
    expect(validate(String(files.get('Dockerfile')))).toEqual([]);
    expect(validate('FROM node:24-slim\nUSR 1000\n')).not.toEqual([]);
  });
});

test('what is published to other places has none of these files', async () => {
  const { files } = await publishServer({ ...fullChoices, to: ['registry'] });
  expect([...files.keys()].filter((path) => /docker|compose|kubernetes/i.test(path))).toEqual([]);
});

test('the image starts the server over stdio, and compose the HTTP server with its token', async () => {
  const { files } = await publishFilled();
  expect(files.get('Dockerfile')).toMatch(/^ENTRYPOINT \["node", "dist\/stdio\.js"\]$/m);
  const { services } = parse(String(files.get('compose.yaml'))) as {
    services: Record<string, { environment: Record<string, string>; entrypoint: string[] }>;
  };
  expect(services['petstore']?.entrypoint).toEqual(['node', 'dist/http.js']);
  expect(services['petstore']?.environment).toMatchObject({
    HOST: '0.0.0.0',
    MCP_AUTH_TOKEN: expect.stringMatching(/^\$\{MCP_AUTH_TOKEN:\?/) as string,
    PETSTORE_API_KEY: expect.stringMatching(/^\$\{PETSTORE_API_KEY:\?/) as string,
    PETSTORE_BASE_URL: null,
  });
});

test('a server that anybody may call says so, and one with an issuer knows its address', async () => {
  const open = await publishFilled({ access: 'none' });
  expect(open.files.get('kubernetes/deployment.yaml')).toContain('--allow-unauthenticated');
  expect(open.files.get('kubernetes/secret.example.yaml')).not.toContain('MCP_AUTH_TOKEN');
  const { files } = await publishFilled({ access: 'oauth' });
  expect(parse(String(files.get('kubernetes/config.yaml')))).toMatchObject({
    data: { MCP_PUBLIC_URL: 'https://mcp.petshop.dev/mcp', MCP_AUTH_ISSUER: '' },
  });
});

/** What an owner may do to a file, and what is found then. */
const mistakes: [name: string, path: string, from: RegExp, to: string, found: RegExp][] = [
  ['no user', 'Dockerfile', /USER.*\n/, '', /the last stage has no USER.*USER 1000:1000/],
  ['root', 'Dockerfile', /USER.*/, 'USER 0', /Line \d+: the server runs as root/],
  ['a user by name', 'Dockerfile', /USER.*/, 'USER node', /USER node is a name/],
  ['a line for a shell', 'Dockerfile', /ENTRYPOINT.*/, 'ENTRYPOINT node dist/stdio.js', /a line for a shell/],
  ['nothing to start', 'Dockerfile', /ENTRYPOINT.*/, '', /starts nothing/],
  [
    'a file that is not there',
    'Dockerfile',
    /stdio\.js/,
    'worker.js',
    /makes no dist\/worker\.js.*"dist\/stdio\.js"/,
  ],
  [
    'the newest base',
    'Dockerfile',
    /FROM node:24-slim\n/,
    'FROM node:latest\n',
    /node:latest is whatever is newest/,
  ],
  [
    'a base without a tag',
    'Dockerfile',
    /FROM node:24-slim\n/,
    'FROM node\n',
    /image node is whatever is newest/,
  ],
  [
    'a secret as ENV',
    'Dockerfile',
    /ENV.*/,
    'ENV PETSTORE_API_KEY=abc',
    /ENV PETSTORE_API_KEY makes a secret/,
  ],
  ['a secret as ARG', 'Dockerfile', /ENV.*/, 'ARG NPM_TOKEN', /ARG NPM_TOKEN makes a secret/],
  [
    'a secret beside another',
    'Dockerfile',
    /ENV.*/,
    'ENV A=b \\\n  MY_SECRET=c',
    /ENV MY_SECRET makes a secret/,
  ],
  ['a file of secrets', 'Dockerfile', /COPY \. \./, 'COPY .env ./', /a file with secrets/],
  ...['.env.local', 'config/.env.production', 'key.pem', 'certs/server.key', 'id_rsa'].map(
    (path): (typeof mistakes)[number] => [
      `the file of secrets ${path}`,
      'Dockerfile',
      /COPY \. \./,
      `COPY ${path} ./`,
      /error .*a file with secrets/,
    ],
  ),
  ['an empty list to start', 'Dockerfile', /ENTRYPOINT.*/, 'ENTRYPOINT []', /error .*starts nothing/],
  ['a source', 'Dockerfile', /dist\/stdio\.js/, 'src/stdio.ts', /error .*starts src\/stdio\.ts/],
  ...['["sh", "-c", "node dist/stdio.js"]', '["npm", "start"]'].map((list): (typeof mistakes)[number] => [
    `${list} to start`,
    'Dockerfile',
    /ENTRYPOINT.*/,
    `ENTRYPOINT ${list}`,
    /warning .*stands between signals/,
  ]),
  ...['${TAG}', '$TAG'].map((tag): (typeof mistakes)[number] => [
    `the newest base by ${tag}`,
    'Dockerfile',
    /FROM node:24-slim\n/,
    `ARG TAG=latest\nFROM node:${tag}\n`,
    /node:latest is whatever is newest/,
  ]),
  ...(
    [
      ['volumes: ["/var/run/docker.sock:/var/run/docker.sock"]', 'error .*start what it likes'],
      ['network_mode: host', 'error .*not apart from its host'],
      ['pid: host', 'error .*not apart from its host'],
      ['user: root', 'error .*runs as root'],
      ['user: "0:0"', 'error .*runs as root'],
      ['cap_add: [NET_ADMIN]', 'warning .*capabilities'],
    ] as const
  ).map(([member, found]): (typeof mistakes)[number] => [
    `${member} in compose`,
    'compose.yaml',
    / {4}read_only/,
    `    ${member}\n    read_only`,
    new RegExp(found),
  ]),
  ...['hostNetwork', 'hostPID', 'hostIPC'].map((member): (typeof mistakes)[number] => [
    `${member} of the pod`,
    'kubernetes/deployment.yaml',
    /automount/,
    `${member}: true\n      automount`,
    new RegExp(`error .*spec/${member}: The pod has ${member}`),
  ]),
  ...[
    ['privileged: true', 'may do all that its node may'],
    ['runAsUser: 0', 'runs as root'],
  ].map(([member = '', found = '']): (typeof mistakes)[number] => [
    `${member} before the server starts`,
    'kubernetes/deployment.yaml',
    /automount/,
    `initContainers: [{ name: first, image: "busybox:1", securityContext: { ${member} } }]\n      automount`,
    new RegExp(`error .*initContainers/0/securityContext/\\w+: .*${found}`),
  ]),
  [
    'a budget of both',
    'kubernetes/disruption.yaml',
    /maxUnavailable: 1/,
    'maxUnavailable: 1\n  minAvailable: 1',
    /takes one alone/,
  ],
  ['a budget of neither', 'kubernetes/disruption.yaml', / *maxUnavailable: 1\n/, '', /says neither/],
  ...[
    [/^\*\*\/\.env\.\*$/m, '', / \.env\.local is not left out.*\*\*\/\.env\.\*/],
    [/$/, '!.env.local\n', /The line !\.env\.local takes \.env\.local back in/],
    [/$/, '!.[e]nv\n', /takes \.env back in/],
    [/$/, '!src/*\n', /takes src\/\.env back in/],
    [/$/, '!src/**\n', /takes src\/\.env back in/],
    [/$/, '!conf.d\n', /takes conf\.d\/\.env back in/],
  ].map(([from, to, found]): (typeof mistakes)[number] => [
    `${String(to).trim() || 'no line for .env.*'} in .dockerignore`,
    '.dockerignore',
    from as RegExp,
    String(to),
    found as RegExp,
  ]),
  ['no label', 'Dockerfile', /LABEL.*\n/, '', /no label.*LABEL io\.modelcontext/],
  [
    'another label',
    'Dockerfile',
    /"dev\.petshop\/petstore"/,
    '"dev.petshop/x"',
    /label says dev\.petshop\/x/,
  ],
  ['no base', 'Dockerfile', /^FROM/gm, '#', /has no FROM/],
  ['secrets in the build', '.dockerignore', /^\*\*\/\.env$/m, '', /\.env is not left out/],
  [
    'secrets of a folder in the build',
    '.dockerignore',
    /^\*\*\/\.env$/m,
    '.env',
    /error .dockerignore: folder\/\.env is not left out: .*Write a line: \*\*\/\.env/,
  ],
  ['secrets of one folder alone', '.dockerignore', /^\*\*\/\.env$/m, '*/.env', / \.env is not left out/],
  [
    'secrets that are left out one folder deep',
    '.dockerignore',
    /^\*\*\/\.env$/m,
    '.env\n*/.env',
    /folder\/folder\/\.env/,
  ],
  ['secrets that are taken back in', '.dockerignore', /$/, '!.env\n', /The line !\.env takes \.env back in/],
  [
    'secrets of one folder that are taken back in',
    '.dockerignore',
    /$/,
    '!packages/*/.env\n',
    /The line !packages\/\*\/\.env takes packages\/.*\.env back in/,
  ],
  [
    'a folder that is taken back in, and its secrets with it',
    '.dockerignore',
    /$/,
    '!packages\n',
    /takes packages\/\.env back in.*write behind it: \*\*\/\.env/,
  ],
  ['a token of npm', '.dockerignore', /^\*\*\/\.npmrc$/m, '', /\.npmrc is not left out/],
  [
    'packages that are taken back in',
    '.dockerignore',
    /$/,
    '!node_modules\n',
    /The line !node_modules takes/,
  ],
  ['the history', '.dockerignore', /^\.git$/m, '', /warning .*\.git\/config is not left out/],
  [
    'a secret in compose',
    'compose.yaml',
    /PETSTORE_API_KEY: .*/,
    'PETSTORE_API_KEY: abc',
    /PETSTORE_API_KEY stands there/,
  ],
  [
    'a container that may do all',
    'compose.yaml',
    /read_only/,
    'privileged: true\n    read_only',
    /all that its host may/,
  ],
  ['files that can change', 'compose.yaml', /read_only: true/, 'read_only: false', /change its own files/],
  [
    'nobody asks whether it runs',
    'compose.yaml',
    /healthcheck:[^]*?start_period.*\n {4}/,
    '',
    /Nobody notices/,
  ],
  [
    'a check of health that is not there',
    'Dockerfile',
    /USER.*/,
    'USER 1000:1000\nHEALTHCHECK CMD ["node", "/app/dist/health.js"]',
    /makes no dist\/health\.js/,
  ],
  [
    'a misspelt file in compose',
    'compose.yaml',
    /dist\/http\.js/,
    'dist/server.js',
    /entrypoint: The build .* no dist\/server\.js/,
  ],
  [
    'a line with a misspelt file in compose',
    'compose.yaml',
    /entrypoint:\n.*\n.*\n/,
    'command: sh -c "node ./dist/htp.js --read-only"\n',
    /command: The build .* no dist\/htp\.js/,
  ],
  [
    'a server in compose that listens on nothing',
    'compose.yaml',
    /dist\/http\.js/,
    'dist/stdio.js',
    /dist\/stdio\.js, which listens on no port/,
  ],
  [
    'what the image starts by itself in compose',
    'compose.yaml',
    / {4}entrypoint:\n.*\n.*\n/,
    '',
    /dist\/stdio\.js, which listens on no port/,
  ],
  [
    'a misspelt file in the pod',
    'kubernetes/deployment.yaml',
    /dist\/http\.js/,
    '/app/dist/main.js',
    /containers\/0\/command: The build .* no dist\/main\.js/,
  ],
  [
    'a misspelt file in a probe of the pod',
    'kubernetes/deployment.yaml',
    /(livenessProbe:\n +)httpGet:\n.*\n.*\n/,
    '$1exec: { command: [node, dist/alive.js] }\n',
    /livenessProbe\/exec\/command: The build .* no dist\/alive\.js/,
  ],
  [
    'a server in the pod that listens on nothing',
    'kubernetes/deployment.yaml',
    /dist\/http\.js/,
    'dist/stdio.js',
    /listens on no port/,
  ],
  [
    'what the image starts by itself in the pod',
    'kubernetes/deployment.yaml',
    /command:\n.*node\n.*http\.js\n/,
    'args: [--read-only]\n',
    /containers\/0\/command: It starts dist\/stdio\.js/,
  ],
  ...[
    ['http://auth.pets.org', 'is not of https'],
    ['auth.pets.org', 'is no URL'],
    ['https://auth.pets.org/<tenant>', 'still holds a placeholder'],
    ['https://your-issuer.pets.org', 'still holds a placeholder'],
    ['https://auth.example.com', 'is of a domain for examples'],
    ['https://auth.pets.org/?tenant=1', 'has a query'],
    ['https://me:word@auth.pets.org', 'holds a user'],
    ['ftp://127.0.0.1', 'is not of https'],
    ['${ISSUER:-http://auth.pets.org}', 'is not of https'],
  ].flatMap(([value = '', fault = '']): (typeof mistakes)[number][] => [
    [
      `the issuer ${value} in compose`,
      'compose.yaml',
      /HOST: .*/,
      `MCP_AUTH_ISSUER: ${value.replaceAll('$', '$$$$')}`,
      new RegExp(`compose\\.yaml/services/petstore/environment/MCP_AUTH_ISSUER: MCP_AUTH_ISSUER ${fault}`),
    ],
  ]),
  [
    'an issuer in the pod',
    'kubernetes/deployment.yaml',
    /name: MCP_ALLOWED_HOSTS\n.*/,
    'name: MCP_AUTH_ISSUER\n              value: http://auth.pets.org',
    /env\/1\/value: MCP_AUTH_ISSUER is not of https/,
  ],
  [
    'an address in the pod',
    'kubernetes/deployment.yaml',
    /name: MCP_ALLOWED_HOSTS\n.*/,
    'name: MCP_PUBLIC_URL\n              value: ""',
    /env\/1\/value: MCP_PUBLIC_URL is no URL/,
  ],
  [
    'an issuer in the settings of pods',
    'kubernetes/config.yaml',
    /HOST: .*/,
    'MCP_AUTH_ISSUER: http://auth',
    /data\/MCP_AUTH_ISSUER: MCP_AUTH_ISSUER is not of https/,
  ],
  [
    'an address in the settings of pods',
    'kubernetes/config.yaml',
    /HOST: .*/,
    'MCP_PUBLIC_URL: https://<host>/mcp',
    /data\/MCP_PUBLIC_URL: .* placeholder/,
  ],
  ['no YAML', 'compose.yaml', /services:/, 'services: [', /is not YAML/],
  [
    'a probe that is misspelt',
    'kubernetes/deployment.yaml',
    /readinessProbe/,
    'readinesProbe',
    /"readinesProbe", which is not known/,
  ],
  [
    'a text for a number',
    'kubernetes/deployment.yaml',
    /selector:/,
    'replicas: "2"\n  selector:',
    /replicas must be integer/,
  ],
  [
    'a number of replicas beside the autoscaler',
    'kubernetes/deployment.yaml',
    /selector:/,
    'replicas: 2\n  selector:',
    /deployment\.yaml\/spec\/replicas: Each kubectl apply .* Delete replicas: kubernetes\/autoscaler\.yaml/,
  ],
  [
    'a budget that lets no pod go',
    'kubernetes/disruption.yaml',
    /maxUnavailable: 1/,
    'maxUnavailable: 0%',
    /no pod may be away/,
  ],
  [
    'a budget that keeps all that the autoscaler leaves',
    'kubernetes/disruption.yaml',
    /maxUnavailable: 1/,
    'minAvailable: 2',
    /there are 2 replicas, of which 2 have to stay.*minReplicas in kubernetes\/autoscaler/,
  ],
  [
    'a budget that keeps all of them, by its part of a hundred',
    'kubernetes/disruption.yaml',
    /maxUnavailable: 1/,
    'minAvailable: 51%',
    /2 replicas, of which 51% have to stay/,
  ],

  [
    'a kind of another version',
    'kubernetes/autoscaler.yaml',
    /autoscaling\/v2/,
    'autoscaling/v2beta2',
    /apiVersion: autoscaling\/v2/,
  ],
  ['a misspelt kind', 'kubernetes/service.yaml', /kind: Service/, 'kind: Servce', /holds no Service/],
  [
    'another label of pods',
    'kubernetes/deployment.yaml',
    /(template:[^]*?name: )petstore/,
    '$1pets',
    /selector finds no pod/,
  ],
  [
    'another selector',
    'kubernetes/service.yaml',
    /(selector:\n.*name: )petstore/,
    '$1pets',
    /service\.yaml\/spec\/selector: The selector finds no pod/,
  ],
  [
    'another budget',
    'kubernetes/disruption.yaml',
    /(matchLabels:\n.*name: )petstore/,
    '$1pets',
    /disruption\.yaml.*finds no pod/,
  ],
  [
    'another policy',
    'kubernetes/network.yaml',
    /(matchLabels:\n.*name: )petstore/,
    '$1pets',
    /network\.yaml.*finds no pod/,
  ],
  [
    'another deployment',
    'kubernetes/autoscaler.yaml',
    /name: petstore\n  min/,
    'name: pets\n  min',
    /scaleTargetRef: What is scaled is in no file/,
  ],
  [
    'more at least than at most',
    'kubernetes/autoscaler.yaml',
    /minReplicas: 2/,
    'minReplicas: 20',
    /At least 20 and at most 10/,
  ],
  [
    'a port that is not open',
    'kubernetes/service.yaml',
    /targetPort: http/,
    'targetPort: web',
    /no port "web"/,
  ],
  ['a probe of another port', 'kubernetes/deployment.yaml', /port: http\n/, 'port: web\n', /no port "web"/],
  ['a port out of range', 'kubernetes/service.yaml', /port: 80/, 'port: 80000', /80000 is no port/],
  [
    'a probe that kills what drains',
    'kubernetes/deployment.yaml',
    /(livenessProbe:[^]*?)healthz/,
    '$1readyz',
    /livenessProbe does not ask \/healthz/,
  ],
  [
    'no probe',
    'kubernetes/deployment.yaml',
    /readinessProbe:[^]*? {10}(?=liveness)/,
    '',
    /There is no readinessProbe/,
  ],
  ['the newest image', 'kubernetes/deployment.yaml', /:1\.2\.3$/m, ':latest', /whatever was pushed last/],
  ['an image without a tag', 'kubernetes/deployment.yaml', /:1\.2\.3$/m, '', /whatever was pushed last/],
  [
    'an older image',
    'kubernetes/deployment.yaml',
    /:1\.2\.3$/m,
    ':1.2.2',
    /version 1\.2\.2, and package\.json has 1\.2\.3/,
  ],
  [
    'a policy that there is not',
    'kubernetes/deployment.yaml',
    /IfNotPresent/,
    'Sometimes',
    /no imagePullPolicy "Sometimes"/,
  ],
  [
    'root in the pod',
    'kubernetes/deployment.yaml',
    /runAsNonRoot: true/,
    'runAsNonRoot: false',
    /may run as root/,
  ],
  ['user 0', 'kubernetes/deployment.yaml', /runAsUser: 1000/, 'runAsUser: 0', /runs as root/],
  [
    'rights that grow',
    'kubernetes/deployment.yaml',
    /Escalation: false/,
    'Escalation: true',
    /may gain rights/,
  ],
  ['capabilities', 'kubernetes/deployment.yaml', /- ALL/, '- CHOWN', /capabilities that it does not need/],
  [
    'no seccomp profile',
    'kubernetes/deployment.yaml',
    /type: RuntimeDefault/,
    'type: Unconfined',
    /No seccomp profile/,
  ],
  [
    'files of the pod that can change',
    'kubernetes/deployment.yaml',
    /Filesystem: true/,
    'Filesystem: false',
    /change its own files/,
  ],
  [
    'a secret in the pod',
    'kubernetes/deployment.yaml',
    /name: MCP_ALLOWED_HOSTS/,
    'name: PETSTORE_API_KEY',
    /PETSTORE_API_KEY is a secret that stands/,
  ],
  [
    'a secret in the ConfigMap',
    'kubernetes/config.yaml',
    /HOST: .*/,
    'MCP_AUTH_TOKEN: abc',
    /MCP_AUTH_TOKEN is a secret, and a ConfigMap/,
  ],
  [
    'a secret in the example',
    'kubernetes/secret.example.yaml',
    /API_KEY: replace-me/,
    'API_KEY: abc',
    /PETSTORE_API_KEY has a value/,
  ],
  [
    'a Secret that is not there',
    'kubernetes/deployment.yaml',
    /secretRef:\n.*/,
    'secretRef:\n                name: pets',
    /no Secret "pets"/,
  ],
  [
    'an account that is not there',
    'kubernetes/account.yaml',
    /name: petstore\n/,
    'name: pets\n',
    /no ServiceAccount "petstore"/,
  ],
  [
    'a token of the cluster',
    'kubernetes/deployment.yaml',
    /automount\w+: false/,
    'hostNetwork: false',
    /has a token of the cluster/,
  ],
  [
    'a volume that is not there',
    'kubernetes/deployment.yaml',
    /volumes:\n.*tmp/,
    'volumes:\n        - name: temp',
    /no volume "tmp"/,
  ],
  [
    'calls that are cut',
    'kubernetes/deployment.yaml',
    /seconds: 55/,
    'seconds: 5',
    /may take 55 s.*after 15 s/,
  ],
  [
    'a pod that is killed',
    'kubernetes/deployment.yaml',
    /PeriodSeconds: 70/,
    'PeriodSeconds: 30',
    /killed after 30 s/,
  ],
  ['longer calls', 'kubernetes/config.yaml', /HOST: .*/, 'MCP_TIMEOUT_MS: "120000"', /may take 120 s/],
  [
    'sessions of several replicas',
    'kubernetes/config.yaml',
    /HOST: .*/,
    'MCP_SESSIONS: "true"',
    /session is kept by one replica/,
  ],
  [
    'all pods at once',
    'kubernetes/deployment.yaml',
    /type: RollingUpdate/,
    'type: Recreate',
    /end before new ones/,
  ],
  [
    'a name that is none',
    'kubernetes/config.yaml',
    /name: petstore/,
    'name: Pet_Store',
    /"Pet_Store" is no name/,
  ],
  [
    'what is not applied',
    'kubernetes/kustomization.yaml',
    / {2}- network.yaml\n/,
    '',
    /network\.yaml is not applied/,
  ],
  [
    'an example that is applied',
    'kubernetes/kustomization.yaml',
    /- network/,
    '- secret.example.yaml\n  - network',
    /example would be applied/,
  ],
  [
    'a title in small letters',
    'docker-catalog/server.yaml',
    /title: Petstore/,
    'title: pet Store',
    /begin with capitals/,
  ],
  [
    'a title that says MCP',
    'docker-catalog/server.yaml',
    /title: Petstore/,
    'title: Petstore MCP',
    /says "MCP"/,
  ],
  ['a short commit', 'docker-catalog/server.yaml', /commit: .*/, 'commit: 0a1b2c3', /git rev-parse HEAD/],
  [
    'a secret under another name',
    'docker-catalog/server.yaml',
    /name: petstore\.api_key/,
    'name: api_key',
    /does not begin with the name/,
  ],
  [
    'an example that is a secret',
    'docker-catalog/server.yaml',
    /example: <PETSTORE_API_KEY>/,
    'example: abc',
    /may be a real secret/,
  ],
  [
    'a parameter that is not there',
    'docker-catalog/server.yaml',
    /petstore\.base_url/,
    'petstore.url',
    /\{\{petstore\.url\}\} is no parameter/,
  ],
  [
    'an image of another owner',
    'docker-catalog/server.yaml',
    /mcp\/petstore/,
    'me/petstore',
    /image: mcp\/petstore/,
  ],
  ['a type that is none', 'docker-catalog/server.yaml', /type: server/, 'type: local', /no type "local"/],
  ['a misspelt member', 'docker-catalog/server.yaml', /^about:/m, 'abuot:', /member abuot is not known/],
  [
    'a name in capitals',
    'docker-catalog/server.yaml',
    /^name: petstore/m,
    'name: Petstore',
    /small letters, digits/,
  ],
];

describe.each(mistakes)('%s', (_name, path, from, to, found) => {
  test('is found', async () => {
    const published = await publishFilled();
    const before = published.files.get(path);
    edit(published, path, from, to);
    expect(published.files.get(path)).not.toBe(before);
    expect((await listFound(published)).join('\n')).toMatch(found);
  });
});

test.each([
  ['each form of the same line', '/.env*\n**/.env\n**/.env.*\n**/.npmrc\n.git/\n**/node_modules/'],
  ['a class of one sign', '**/[.]env\n**/[.]env.*\n**/.npmrc\n.git\nnode_modules'],
  ['the whole folder', '*\n**/.*\n**/.*/**'],
  ['an example that is taken back in', '**/.env*\n**/.npmrc\n.git\nnode_modules\n!.env.example'],
  ['a folder that is taken back in before', '!packages\n**/.env\n**/.env.*\n**/.npmrc\n.git\nnode_modules'],
])('%s in .dockerignore is fine', async (_name, text) => {
  const published = await publishFilled();
  published.files.set('.dockerignore', text);
  expect(await listFound(published)).toEqual([]);
});

test.each([
  'https://auth.pets.org/realms/pets',
  'http://127.0.0.1:9000',
  'http://localhost:9000/',
  '"${MCP_AUTH_ISSUER:?Set it}"',
  '${ISSUER:-https://auth.pets.org}',
  'https://${AUTH_HOST}/pets',
  'https://mcp.petshop.dev/mcp',
])('the address %s is fine', async (value) => {
  const published = await publishFilled();
  edit(published, 'compose.yaml', /HOST: .*/, `MCP_AUTH_ISSUER: ${value.replaceAll('$', '$$$$')}`);
  expect(await listFound(published)).toEqual([]);
});

test.each([
  ['Dockerfile', /COPY \. \./, 'COPY . .\nCOPY .env.example certs/ca.pem public.key ./'],
  ['Dockerfile', /ENTRYPOINT.*/, 'ENTRYPOINT ["sh", "-c", "exec node dist/stdio.js"]'],
  ['Dockerfile', /FROM node:24-slim\n/, 'ARG TAG=24-slim\nFROM node:${TAG}\n'],
  [
    'compose.yaml',
    /services:\n/,
    'services:\n  cache: { image: redis:8 }\n  web: { image: caddy:2, ports: ["443:443"] }\n',
  ],
  ['compose.yaml', / {4}read_only/, '    user: "1000:1000"\n    volumes: ["data:/data"]\n    read_only'],
  [
    'kubernetes/autoscaler.yaml',
    /$/,
    '---\napiVersion: autoscaling/v2\nkind: HorizontalPodAutoscaler\nmetadata: { name: web }\nspec: { maxReplicas: 3, scaleTargetRef: { apiVersion: apps/v1, kind: Deployment, name: web } }\n---\napiVersion: apps/v1\nkind: Deployment\nmetadata: { name: web }\nspec: { selector: { matchLabels: { app: web } }, template: { metadata: { labels: { app: web } }, spec: { containers: [{ name: web, image: "web:1" }] } } }\n',
  ],
])('a change of %s is fine (%#)', async (path, from, to) => {
  const published = await publishFilled();
  edit(published, path, from, to);
  expect(await listFound(published)).toEqual([]);
});

test('another service of compose starts what it has', async () => {
  const published = await publishFilled();
  const other =
    '  cache:\n    image: redis:8\n    entrypoint: [node, dist/cache.js]\n    read_only: true\n    healthcheck: { test: [CMD, redis-cli, ping] }\n';
  edit(published, 'compose.yaml', /services:\n/, `services:\n${other}`);
  expect(await listFound(published)).toEqual([]);
});

const choices: [name: string, more: PublishChoices, manifest: object, found: RegExp][] = [
  [
    'no image',
    { image: undefined } as never,
    {},
    /mcpwright\.yaml\/publish\/image.*image: ghcr\.io\/example\/petstore/,
  ],
  ['no category', { category: undefined } as never, {}, /publish: category: developer-tools/],
  ['no icon', { iconUrl: undefined } as never, {}, /shows an icon/],
  ['a licence that is refused', {}, { license: 'AGPL-3.0-only' }, /no servers under AGPL-3\.0-only/],
  ['no licence', {}, { license: undefined }, /"license": "MIT"/],
  ['no repository', {}, { repository: undefined }, /"repository": "github:your-name\/petstore"/],
];

test.each(choices)('%s is found', async (_name, more, manifest, found) => {
  const published = await publishFilled(more, { ...fullManifest, ...manifest });
  expect((await listFound(published)).join('\n')).toMatch(found);
});

test.each([
  'Dockerfile',
  '.dockerignore',
  'compose.yaml',
  'kubernetes/network.yaml',
  'kubernetes/kustomization.yaml',
  'docker-catalog/server.yaml',
])('%s is missing, and mcpwright publish writes it', async (path) => {
  const published = await publishFilled();
  published.files.delete(path);
  expect((await listFound(published)).join('\n')).toContain(`${path} is missing. Fix: Run mcpwright publish`);
});

test.each([
  [
    'of the autoscaler',
    /minReplicas: 2/,
    'minReplicas: 1',
    /autoscaler\.yaml\/spec\/minReplicas: While the only pod/,
  ],
  [
    'of the Deployment, which nobody scales',
    /kind: Deployment/,
    'kind: StatefulSet',
    /deployment\.yaml\/spec\/replicas: While/,
  ],
])('a single replica %s is found where an update takes it away', async (_name, from, to, found) => {
  const published = await publishFilled();
  edit(published, 'kubernetes/deployment.yaml', /maxUnavailable: 0/, 'maxUnavailable: 1');
  expect(await listFound(published)).toEqual([]);
  edit(published, 'kubernetes/autoscaler.yaml', from, to);
  expect((await listFound(published)).join('\n')).toMatch(found);
});

test('a lock file that is missing is named, with how to make one', async () => {
  const published = await publishFilled();
  published.files.delete('package-lock.json');
  expect((await listFound(published)).join('\n')).toMatch(/npm ci.*Run npm install, and commit/);
});

test('an API on this machine is not one of the container', async () => {
  const { facts, ...rest } = await publishFilled();
  const published = { ...rest, facts: { ...facts, origins: ['http://127.0.0.1:8790'] } };
  const found = (await listFound(published)).join('\n');
  expect(found).toMatch(/compose\.yaml.*which is the container itself/);
  expect(found).toMatch(/config\.yaml.*which is the pod itself/);
});

test('a project that serves neither over stdio nor HTTP is told so', async () => {
  const { facts, ...rest } = await publishFilled();
  const transports = { stdio: false, http: false, worker: true, lambda: false };
  const found = (await listFound({ ...rest, facts: { ...facts, transports } })).join('\n');
  expect(found).toMatch(/over stdio or HTTP, and this project has neither/);
  expect(found).toMatch(/Kubernetes runs the HTTP server, which this project has not/);
});

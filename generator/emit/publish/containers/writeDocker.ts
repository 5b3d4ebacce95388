import { stringify } from 'yaml';
import { copyTemplate, render } from '../../render.js';
import { type ContainerPlan, imageOf, planContainer, port } from './planContainer.js';
import { type PublishedFile, type WriteContext } from '../published.js';

/**
 * The image of the server, and how it is run by hand over HTTP. The image starts the server over stdio where the project
 * has that, as the MCP registry expects of images; `compose.yaml` starts the HTTP server of the same image.
 */
export function writeDocker(context: WriteContext): PublishedFile[] {
  const { facts, server, templates } = context;
  const { stdio, http } = facts.transports;
  if (!stdio && !http) return [];
  const view = {
    image: imageOf(facts),
    run: describeRun(context),
    label: facts.choices.name ?? '',
    // The server reads them when it starts.
    skills: server.choices?.skills === true,
    port: http ? port : 0,
    entry: stdio ? 'dist/stdio.js' : 'dist/http.js',
  };
  return [
    { path: 'Dockerfile', content: render(copyTemplate(templates, 'Dockerfile.hbs'), view) },
    { path: '.dockerignore', content: copyTemplate(templates, 'dockerignore') },
    ...(http
      ? [
          { path: 'compose.yaml', content: printCompose(planContainer(context)) },
          { path: 'healthcheck.js', content: copyTemplate(templates, 'healthcheck.js') },
        ]
      : []),
  ];
}

/** The commands that run the image. */
function describeRun({ facts }: WriteContext): string[] {
  const { stdio, http } = facts.transports;
  const needed = facts.variables.filter(({ isAsked }) => isAsked).map(({ name }) => ` -e ${name}`);
  return [
    ...(stdio ? [`docker run -i --rm${needed.join('')} ${imageOf(facts)} # over stdio`] : []),
    ...(http ? ['docker compose up # over HTTP'] : []),
  ];
}

const opening = `# Runs the HTTP server of the image for this machine: http://127.0.0.1:${port}/mcp
#
# What stands behind \${…:?} has to be set, in the environment or in a file .env beside this one; a variable without a value is
# handed on where it is set. For a secret in a file, set its variable with the suffix _FILE, and mount the file.
`;

/** A variable without which compose does not start (compose specification, interpolation). */
function requireVariable(variable: string): string {
  return `\${${variable}:?Set ${variable} in the environment or in .env}`;
}

function printCompose({
  name,
  image,
  command,
  settings,
  optional,
  secrets,
  longestCall,
}: ContainerPlan): string {
  const service = {
    image,
    build: '.',
    entrypoint: command,
    environment: {
      ...Object.fromEntries(
        Object.entries(settings).map(([key, value]) => [key, value === '' ? requireVariable(key) : value]),
      ),
      ...Object.fromEntries(secrets.map((one) => [one.name, one.needed ? requireVariable(one.name) : null])),
      ...Object.fromEntries(optional.map((key) => [key, null])),
    },
    ports: [`127.0.0.1:${port}:${port}`],
    read_only: true,
    tmpfs: ['/tmp'],
    cap_drop: ['ALL'],
    security_opt: ['no-new-privileges:true'],
    healthcheck: {
      test: ['CMD', 'node', 'healthcheck.js'],
      interval: '10s',
      timeout: '5s',
      start_period: '30s',
    },
    stop_grace_period: `${longestCall + 5}s`,
    restart: 'unless-stopped',
  };
  return opening + stringify({ services: { [name]: service } }, { lineWidth: 0, nullStr: '' });
}

/** Serves over HTTP on AWS Lambda, behind a function URL or an HTTP API. */
import process from 'node:process';
import { type LambdaEntry, serveLambda } from '#runtime/transport/lambda/serveLambda.js';
import { catalog, createApp, custom } from './program.js';

const entry = await serveLambda(catalog.api, process.env, (env) => createApp({ catalog, custom, env }));
/** Gives each answer when it is whole. */
export const handler: LambdaEntry['handler'] = entry.handler;
/** Sends each answer as it comes, where the function has response streaming. */
export const stream: LambdaEntry['stream'] = entry.stream;

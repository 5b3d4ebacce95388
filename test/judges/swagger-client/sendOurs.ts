import { upgradeSwagger2 } from '../../../generator/load/upgrade/swagger2.js';
import type { JsonObject } from '../../../generator/model/document.js';
import { features } from '../../../templates/project/src/generated/features.js';
import { UnsendableError } from '../../../templates/project/src/runtime/errors.js';
import { buildRequest, resolveBaseUrl } from '../../../templates/project/src/runtime/request/buildRequest.js';
import { shapeDocument } from '../../support/shapeDocument.js';
import type { Case, Wire } from './case.js';
import { describeCase } from './describeCase.js';
import { toWire } from './toWire.js';

/** The request that the emitted runtime makes by the generator's recipe, or why it makes none. */
export async function sendOurs(one: Case): Promise<Wire | string> {
  const document = describeCase(one) as JsonObject;
  const { server, tools } = shapeDocument(one.version === '2.0' ? upgradeSwagger2(document) : document);
  const [entry] = tools;
  if (entry === undefined) throw new Error('the operation was left out');
  const { request } = entry.tool;
  const args = request.parameters.flatMap(({ argument, name, in: place }) =>
    one.parameters
      .filter((parameter) => parameter.in === place && parameter.name === name && 'value' in parameter)
      .map(({ value }) => [argument, value]),
  );
  const form = one.parameters.filter((parameter) => parameter.in === 'formData' && 'value' in parameter);
  const body = one.body?.value ?? Object.fromEntries(form.map(({ name, value }) => [name, value]));
  const isGiven = one.body !== undefined || form.length > 0;
  const { fields, argument = 'body' } = request.body ?? {};
  if (isGiven && fields === undefined) args.push([argument, body]);
  for (const [key, name] of Object.entries(fields ?? {})) {
    if (Object.hasOwn(body as object, name)) args.push([key, (body as Record<string, unknown>)[name]]);
  }
  try {
    const base = resolveBaseUrl(server.api, request, {});
    const {
      url,
      headers,
      body: content,
    } = await buildRequest(entry.tool, Object.fromEntries(args), base, features);
    return toWire(url.href, new Headers([...headers]), content);
  } catch (error) {
    if (error instanceof UnsendableError) return error.message;
    throw error;
  }
}

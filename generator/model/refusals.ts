import type { ApiParameter, ApiResponse, Operation, Requirement } from './api.js';
import { identifyCredential } from './identifyCredential.js';

/** Whether no scheme is asked for: nothing is, or no more than `{}`. */
export function asksNothing(security: readonly Requirement[]): boolean {
  return security.every((one) => Object.keys(one).length === 0);
}

/** Operations by which one is let in ask for no scheme, and refuse people all the same. */
const letsIn = /token|auth|log-?in|sign-?(?:in|up)|session|regist|password/i;

/** What a 403 says where it is about who calls, whatever else it speaks of. */
const ofCaller =
  /\b(?:un)?auth(?:[nz]\b|enticat|ori[sz])|credential|\b(?:logged|signed).?in\b|\blog.?in\b|\bpermissions?\b(?! (?:is |was )?denied)|privilege|\bscopes?\b|\broles?\b|\brights\b/i;
/** What it says where it may be about who calls, or no more than its name (RFC 9110, 15.5.4: it may have other reasons). */
const mayBeOfCaller =
  /\btokens?\b|\bapi.?key|permission|access (?:is |was )?(?:denied|forbidden)|\b(?:not|n.t) (?:allowed|permitted|entitled) to (?:access|use|call|view|read|see)/i;
const saysNothing = /^\W*(?:403\W*)?(?:forbidden|error)?\W*$/i;
/** What it says where it is about something else: what is asked for, its state, or how much was asked for. */
const ofRequest =
  /read.?only|supported|eligible|licen[cs]e|quota|\blimit|\brate\b|too many|\bplan\b|subscription|disabled|locked|archived|suspended|expired|already|pre-?defined|polic(?:y|ies)|region|countr(?:y|ies)|\bstate\b|payment|billing/i;

/** Whether a response says that callers have to prove who they are. */
function refusesCallers({ status, description }: ApiResponse): boolean {
  if (status === '401') return true;
  // It stands for 401 as well.
  if (/^4xx$/i.test(status)) return ofCaller.test(description);
  if (status !== '403') return false;
  if (saysNothing.test(description) || ofCaller.test(description)) return true;
  return mayBeOfCaller.test(description) && !ofRequest.test(description);
}

/** Whether OpenAPI has a parameter ignored for the sake of schemes (3.2, Parameter Object, name). */
function isAuthorization({ in: place, name }: Pick<ApiParameter, 'in' | 'name'>): boolean {
  return place === 'header' && name.toLowerCase() === 'authorization';
}

/** An API that lets nobody in without a credential refuses them in more than one of so many operations. */
const mostPerRefusing = 20;

/**
 * The operations that ask for no security scheme, and describe that they refuse whoever proves nothing; none where so
 * few do that the API as a whole lets everybody in.
 */
export function listRefusing(operations: readonly Operation[]): Operation[] {
  const open = operations.filter(
    ({ security, responses }) =>
      asksNothing(security) && responses.some(({ status }) => /^[45]/.test(status)),
  );
  const refusing = open.filter((operation) => {
    const { responses, path, operationId, parameters } = operation;
    return (
      responses.some(refusesCallers) &&
      !letsIn.test(`${path} ${operationId}`) &&
      // Whoever calls is asked for it, but for what OpenAPI leaves to schemes.
      !parameters.some((one) => !isAuthorization(one) && identifyCredential(one, operation) !== undefined)
    );
  });
  return refusing.length * mostPerRefusing < open.length ? [] : refusing;
}

import {
  ResponseBodyError,
  type TokenEndpointResponse,
  deviceAuthorizationRequest,
  deviceCodeGrantRequest,
  processDeviceAuthorizationResponse,
  processDeviceCodeResponse,
} from 'oauth4webapi';
import { CallError, NoResponseError, SetupError } from '../../errors.js';
import { echo } from '../../text.js';
import { type OAuthClient, checkAddress } from '../oauth/oauthClient.js';
import type { LoginOptions } from './loginOptions.js';

/** RFC 8628, section 3.2 and 3.5: seconds between two polls where nothing is said, and more of them when told to slow down. */
const usualInterval = 5;
const slower = 5;
/** Seconds that a code is waited for, at most. */
const mostSeconds = 1_800;
/** Characters that are shown of what the server says. */
const longest = 2_000;

/** Lets a user log in with a code that is entered on any device: RFC 8628. */
export async function logInByDevice(
  client: OAuthClient,
  scopes: readonly string[],
  { clock, signal, log, browser, openBrowser }: LoginOptions,
): Promise<TokenEndpointResponse> {
  const server = await client.findServer();
  if (server.device_authorization_endpoint === undefined) {
    throw new SetupError('The authorization server does not say where users log in with a code.');
  }
  const begun = await client.ask(async (own, registered, proof, options) => {
    const parameters = new URLSearchParams({
      ...client.scheme.authorizationParameters,
      ...(scopes.length > 0 && { scope: scopes.join(' ') }),
    });
    const response = await deviceAuthorizationRequest(own, registered, proof, parameters, options);
    return processDeviceAuthorizationResponse(own, registered, response);
  });
  const {
    device_code: code,
    user_code: shown,
    verification_uri: page,
    verification_uri_complete: whole,
  } = begun;
  client.hide(code);
  const complete = whole === undefined ? undefined : checkAddress(whole);
  log(
    `To log in, open ${echo(checkAddress(page).href, longest)} on any device, and enter the code ${echo(shown)}`,
  );
  if (complete !== undefined) log(`or open ${echo(complete.href, longest)}`);
  if (browser) openBrowser(complete ?? checkAddress(page));
  let interval = Math.max(1, begun.interval ?? usualInterval);
  const end = clock.now() + Math.min(begun.expires_in, mostSeconds) * 1000;
  for (;;) {
    await clock.wait(Math.max(0, Math.min(interval * 1000, end - clock.now())), signal);
    if (clock.now() >= end) throw expire();
    try {
      return await client.ask(async (own, registered, proof, options) =>
        processDeviceCodeResponse(
          own,
          registered,
          await deviceCodeGrantRequest(own, registered, proof, code, options),
        ),
      );
    } catch (error) {
      interval = nextInterval(error, interval);
    }
  }
}

/** How many seconds to wait before the next poll; what ends the login is thrown. */
function nextInterval(error: unknown, interval: number): number {
  // One that cannot be reached is asked less and less often.
  if (error instanceof NoResponseError) return interval * 2;
  const said = error instanceof ResponseBodyError ? error.error : undefined;
  if (said === 'authorization_pending') return interval;
  if (said === 'slow_down') return interval + slower;
  if (said === 'expired_token') throw expire();
  if (said === 'access_denied') throw new CallError('The login was refused (access_denied).');
  throw error;
}

function expire(): CallError {
  return new CallError('Nobody entered the code before it expired. Run the command again.');
}

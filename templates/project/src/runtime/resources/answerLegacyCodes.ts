import {
  type JSONRPCMessage,
  ProtocolErrorCode,
  type Server,
  type Transport,
} from '@modelcontextprotocol/server';
import { isObject } from '../json.js';

/** The first revision in which a resource that is not there is an invalid parameter. */
const modern = '2026-07-28';

/**
 * Has a server say of a resource that is not there what the revision of its client asks for: until 2025-11-25 that is
 * -32002 (MCP 2025-11-25, Resources, Error Handling), which the SDK writes as -32602 in all of them.
 */
export function answerLegacyCodes(server: Server): void {
  const connect = server.connect.bind(server);
  server.connect = async (transport: Transport) => {
    const send = transport.send.bind(transport);
    transport.send = (message, options) => send(isLegacy(server) ? toLegacy(message) : message, options);
    await connect(transport);
  };
}

/** Whether the client speaks an earlier revision than that; without a handshake it does as well. */
function isLegacy(server: Server): boolean {
  return (server.getNegotiatedProtocolVersion() ?? '') < modern;
}

function toLegacy(message: JSONRPCMessage): JSONRPCMessage {
  if (!('error' in message) || message.error.code !== (ProtocolErrorCode.InvalidParams as number))
    return message;
  const { data } = message.error;
  const isAbsent = isObject(data) && typeof data['uri'] === 'string' && Object.keys(data).length === 1;
  return isAbsent
    ? { ...message, error: { ...message.error, code: ProtocolErrorCode.ResourceNotFound } }
    : message;
}

import { WebSocket } from 'ws';
import { PROTOCOL_HEADERS } from '../../client/compatibility.ts';
import { ABNORMAL_CLOSE, type OpenSocket, type SocketEvents } from '../../client/liveChannel.ts';
import { CLOSE } from '../../contracts/live.ts';
import { type ProxyEnvironment, routeTo } from './agent.ts';
import { lookup } from './nodeTransport.ts';

export interface NodeSocketOptions {
  server: string;
  token: string;
  userAgent?: string | undefined;
  /** Where the proxy's variables are read. */
  environment?: ProxyEnvironment | undefined;
}

/** More than the longest list a subscriber is sent. */
const MESSAGE_BYTES = 8 * 1024 * 1024;

/** Opens sockets through the same proxy, and trusting the same certificates, as `nodeSend`. */
export const nodeSocket =
  (options: NodeSocketOptions): OpenSocket =>
  (events) => {
    try {
      return connect(options, events);
    } catch {
      // The address of the proxy cannot be used.
      const closing = setImmediate(() => events.onClose(ABNORMAL_CLOSE));
      return { close: () => clearImmediate(closing) };
    }
  };

function connect(
  { server, token, userAgent, environment = process.env }: NodeSocketOptions,
  { onOpen, onMessage, onClose }: SocketEvents,
): { close: () => void } {
  const address = `${server.replace(/^http/, 'ws').replace(/\/$/, '')}/api/events`;
  const socket = new WebSocket(address, {
    headers: {
      ...PROTOCOL_HEADERS,
      authorization: `Bearer ${token}`,
      ...(userAgent === undefined ? {} : { 'user-agent': userAgent }),
    },
    ...routeTo(new URL(server), environment),
    lookup,
    maxPayload: MESSAGE_BYTES,
  });
  socket.on('open', onOpen);
  socket.on('message', onMessage);
  socket.on('close', onClose);
  socket.on('unexpected-response', (_request, { statusCode }) => {
    if (statusCode === 401) onClose(CLOSE.signedOut);
    socket.terminate();
  });
  // Always followed by a close.
  socket.on('error', () => {});
  return { close: () => socket.terminate() };
}

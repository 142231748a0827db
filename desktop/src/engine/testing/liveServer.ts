import { createHash } from 'node:crypto';
import http from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { onTestFinished } from 'vitest';

const HANDSHAKE = '258EAFA5-E914-47DA-95CA-C5AB0DC85B11';

/** Builds an unmasked frame with a short payload, as servers send it. */
const frame = (opcode: number, payload: Buffer): Buffer =>
  Buffer.concat([Buffer.from([0x80 | opcode, payload.length]), payload]);

export interface LiveConnection {
  send: (text: string) => void;
  close: (code: number) => void;
}

/** Server with a live channel only; responds 404 to everything else. */
export interface LiveServer {
  url: string;
  /** Number of requested sockets. */
  attempts: number;
  /** Number of other requests. */
  requests: number;
  /** Handles the next requested socket. */
  onConnection: (connection: LiveConnection) => void;
  /** While true, sockets are rejected. */
  isDown: boolean;
}

export async function liveServer(): Promise<LiveServer> {
  const server = http.createServer((_request, response) => {
    live.requests += 1;
    response.writeHead(404, { 'content-type': 'application/json' }).end('{}');
  });
  const sockets = new Set<Duplex>();
  const live: LiveServer = {
    url: '',
    attempts: 0,
    requests: 0,
    onConnection: () => {},
    isDown: false,
  };
  server.on('connection', (socket: Socket) => sockets.add(socket));
  server.on('upgrade', (request, socket) => {
    live.attempts += 1;
    if (live.isDown) return socket.end('HTTP/1.1 503 Service Unavailable\r\ncontent-length: 0\r\n\r\n');
    const accept = createHash('sha1')
      .update(`${request.headers['sec-websocket-key']}${HANDSHAKE}`)
      .digest('base64');
    socket.on('error', () => {});
    socket.write(
      `HTTP/1.1 101 Switching Protocols\r\nupgrade: websocket\r\nconnection: Upgrade\r\nsec-websocket-accept: ${accept}\r\n\r\n`,
    );
    live.onConnection({
      send: (text) => void socket.write(frame(1, Buffer.from(text))),
      close(code) {
        const payload = Buffer.alloc(2);
        payload.writeUInt16BE(code);
        socket.end(frame(8, payload));
      },
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  live.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  return live;
}

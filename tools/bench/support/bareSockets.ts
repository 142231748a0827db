import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Duplex } from 'node:stream';

// Minimal server with the same deliveries: a list of sockets, and one prepared frame written to each.

/** Broadcast a text of this length. */
export interface BareOrder {
  bytes: number;
}

/** Builds a text frame of this size (RFC 6455). */
function frameOf(bytes: number): Buffer {
  const head = bytes < 126 ? Buffer.from([0x81, bytes]) : Buffer.from([0x81, 126, bytes >> 8, bytes & 0xff]);
  return Buffer.concat([head, Buffer.alloc(bytes, 'x')]);
}

const sockets: Duplex[] = [];
const server = createServer().on('upgrade', (_request, socket: Duplex) => {
  socket.write('HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\r\n');
  socket.on('error', () => socket.destroy());
  sockets.push(socket);
});
server.listen(0, '127.0.0.1', () => process.send?.((server.address() as AddressInfo).port));

process.on('message', ({ bytes }: BareOrder) => {
  const frame = frameOf(bytes);
  for (const socket of sockets) socket.write(frame);
});

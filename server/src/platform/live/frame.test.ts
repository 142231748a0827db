import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Duplex } from 'node:stream';
import { expect, test } from 'vitest';
import { WebSocket, WebSocketServer } from 'ws';
import { textFrame } from './frame.ts';

test.each([0, 1, 125, 126, 127, 65_535, 65_536, 200_000])(
  'a text of %i bytes arrives unchanged, between messages of the library',
  async (bytes) => {
    const http = createServer();
    const sockets = new WebSocketServer({ noServer: true, perMessageDeflate: false });
    const text = 'ü'.repeat(bytes >> 1) + 'x'.repeat(bytes & 1);
    http.on('upgrade', (request, stream: Duplex, head) =>
      sockets.handleUpgrade(request, stream, head, (socket) => {
        socket.send('before');
        stream.write(textFrame(text));
        socket.send('after');
        socket.close();
      }),
    );
    http.listen(0, '127.0.0.1');
    await once(http, 'listening');
    const client = new WebSocket(`ws://127.0.0.1:${(http.address() as AddressInfo).port}`);
    const received: string[] = [];
    client.on('message', (data: Buffer) => received.push(data.toString()));
    const [code] = (await once(client, 'close')) as [number];
    expect(code).toBe(1005);
    expect(received).toEqual(['before', text, 'after']);
    http.close();
  },
);

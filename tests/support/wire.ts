import { connect, createServer, type AddressInfo, type Socket } from 'node:net';

/** A connection to a server on which every byte that is sent to it is kept. */
export interface Wire {
  url: string;
  /** Returns what was sent so far. */
  sent: () => Buffer;
  close: () => void;
}

/** Passes bytes on to a server as they are and keeps those of the requests. */
export async function openWire(server: string): Promise<Wire> {
  const chunks: Buffer[] = [];
  const sockets = new Set<Socket>();
  const { hostname, port } = new URL(server);
  const listener = createServer((client) => {
    const upstream = connect(Number(port), hostname);
    client.on('data', (chunk: Buffer) => chunks.push(chunk));
    client.pipe(upstream).pipe(client);
    for (const [socket, other] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      sockets.add(socket);
      socket.on('error', () => other.destroy());
      socket.on('close', () => other.destroy());
    }
  });
  await new Promise<void>((resolve) => listener.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(listener.address() as AddressInfo).port}`,
    sent: () => Buffer.concat(chunks),
    close() {
      listener.close();
      for (const socket of sockets) socket.destroy();
    },
  };
}

import http from 'node:http';
import net, { type AddressInfo } from 'node:net';

export interface Proxy {
  url: string;
  /** Requests: `CONNECT host:port`, or the URL of an unencrypted request. */
  seen: string[];
  close: () => void;
}

/**
 * Starts a proxy that forwards every request to the local port `to`, whatever its host. With `credentials`, such as
 * `ada:secret`, it refuses requests without them.
 */
export async function startProxy(to: number, credentials?: string): Promise<Proxy> {
  const seen: string[] = [];
  const expected = credentials && `Basic ${Buffer.from(credentials).toString('base64')}`;
  const isRefused = ({ headers }: http.IncomingMessage) =>
    expected !== undefined && headers['proxy-authorization'] !== expected;
  const proxy = http.createServer((request, response) => {
    if (isRefused(request)) return void response.writeHead(407, { 'Proxy-Authenticate': 'Basic' }).end();
    seen.push(request.url ?? '');
    const { pathname, search } = new URL(request.url ?? '');
    const forwarded = http.request(
      { port: to, path: pathname + search, method: request.method, headers: request.headers },
      (answer) => {
        response.writeHead(answer.statusCode ?? 502, answer.headers);
        answer.pipe(response);
      },
    );
    request.pipe(forwarded);
  });
  proxy.on('connect', (request, socket) => {
    if (isRefused(request))
      return void socket.end('HTTP/1.1 407 Refused\r\nProxy-Authenticate: Basic\r\n\r\n');
    seen.push(`CONNECT ${request.url}`);
    const target = net.connect({ port: to }, () => {
      socket.write('HTTP/1.1 200 OK\r\n\r\n');
      target.pipe(socket).pipe(target);
    });
    target.on('error', () => socket.destroy());
    socket.on('error', () => target.destroy());
  });
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`,
    seen,
    close() {
      proxy.closeAllConnections();
      proxy.close();
    },
  };
}

/** Starts a SOCKS 5 proxy (RFC 1928) that connects every request to the local port `to`, whatever its host. */
export async function startSocksProxy(to: number): Promise<Proxy> {
  const seen: string[] = [];
  const sockets = new Set<net.Socket>();
  const proxy = net.createServer((socket) => {
    sockets.add(socket.on('error', () => socket.destroy()));
    // Greeting: no authentication.
    socket.once('data', () => {
      socket.write(Buffer.from([5, 0]));
      socket.once('data', (request) => {
        const length = request[4] ?? 0;
        const host = request.subarray(5, 5 + length).toString();
        seen.push(`${host}:${request.readUInt16BE(5 + length)}`);
        const target = net.connect({ port: to }, () => {
          socket.write(Buffer.from([5, 0, 0, 1, 0, 0, 0, 0, 0, 0]));
          target.pipe(socket).pipe(target);
        });
        sockets.add(target.on('error', () => socket.destroy()));
      });
    });
  });
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
  return {
    url: `socks5h://127.0.0.1:${(proxy.address() as AddressInfo).port}`,
    seen,
    close() {
      for (const socket of sockets) socket.destroy();
      proxy.close();
    },
  };
}

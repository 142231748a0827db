import http from 'node:http';
import net, { type AddressInfo } from 'node:net';

export interface Proxy {
  url: string;
  /** Requests: `CONNECT host:port`, or the URL of an unencrypted request. */
  seen: string[];
  close: () => void;
}

/** Starts a proxy that forwards every request to the local port `to`, whatever its host. */
export async function startProxy(to: number): Promise<Proxy> {
  const seen: string[] = [];
  const proxy = http.createServer((request, response) => {
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

import { request } from 'node:http';
import { buffer } from 'node:stream/consumers';
import type { Proxied } from './nginx.ts';

/** Requests a page from a server of this computer by the name that a visitor's browser sends. */
export function requestHost(server: string, host: string, path: string, headers = {}): Promise<Proxied> {
  const { port } = new URL(server);
  return new Promise((resolve, reject) => {
    request({ host: '127.0.0.1', port, path, headers: { Host: host, ...headers } }, (response) => {
      buffer(response).then(
        (body) => resolve({ status: response.statusCode ?? 0, headers: response.headers, body }),
        reject,
      );
    })
      .on('error', reject)
      .end();
  });
}

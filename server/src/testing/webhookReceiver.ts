import { once } from 'node:events';
import type { IncomingHttpHeaders, ServerResponse } from 'node:http';
import { Agent, createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { WebhookEvent } from '@stagelink/shared/contracts/webhooks';
import { AUTHORITY, CERTIFICATE, CERTIFICATE_KEY } from '@stagelink/shared/staging/node/testing/certificates';
import { Webhook } from 'standardwebhooks';

/** A request that reached a receiver. */
export interface Received {
  path: string;
  headers: IncomingHttpHeaders;
  body: string;
  bytes: Buffer;
}

export interface Receiver {
  url: string;
  received: Received[];
  /** Resolves once so many requests have come. */
  until: (count: number) => Promise<Received[]>;
  /** Replaces how it answers; 204 at first. */
  answer: (respond: (response: ServerResponse, request: Received) => void) => void;
  close: () => void;
}

/** Trusts the certificate of receivers. */
export const receiverTrust = new Agent({ ca: AUTHORITY });

/** Verifies a request as its receiver would. Returns the event. */
export function verified({ headers, body }: Received, secret: string): WebhookEvent {
  const named = Object.fromEntries(
    ['webhook-id', 'webhook-timestamp', 'webhook-signature'].map((name) => [name, String(headers[name])]),
  );
  return WebhookEvent.parse(new Webhook(secret).verify(body, named));
}

export const idOf = ({ headers }: Received): string => String(headers['webhook-id']);

/** Starts a server over TLS that notes what it receives. */
export async function openReceiver(): Promise<Receiver> {
  const received: Received[] = [];
  let respond: Parameters<Receiver['answer']>[0] = (response) => response.writeHead(204).end();
  let onReceived = () => {};
  const server = createServer({ cert: CERTIFICATE, key: CERTIFICATE_KEY }, async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk);
    const { url: path = '', headers } = request;
    const bytes = Buffer.concat(chunks);
    const one = { path, headers, body: bytes.toString(), bytes };
    received.push(one);
    respond(response, one);
    onReceived();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    url: `https://localhost:${port}/hooks`,
    received,
    until: (count) =>
      new Promise((resolve) => {
        onReceived = () => received.length >= count && resolve(received);
        onReceived();
      }),
    answer: (next) => void (respond = next),
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}

import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { onTestFinished } from 'vitest';
import type { ClientResponse } from '../../../client/call.ts';
import { adaWithPro } from '../../../testing/builders.ts';
import { type FakeServer, fakeServer, type Handlers, refusal } from '../../../testing/fakeServer.ts';
import type { FakeRequest } from '../../../testing/parseRequest.ts';
import { stagingReplies, type StagingState } from './stagingReplies.ts';

/** The server's side of staging over real HTTP, with failures where a test needs them. */
export interface StagingServer extends StagingState {
  /** Method and path of every request, in order. */
  requests: string[];
  /** Called before every request; returns the response, or whether it responds itself. */
  fault: ((request: http.IncomingMessage, response: http.ServerResponse) => boolean | ClientResponse) | null;
  stop: () => Promise<void>;
  start: () => Promise<void>;
}

async function toRequest(incoming: http.IncomingMessage): Promise<FakeRequest> {
  const { method = '', url = '', headers } = incoming;
  const type = headers['content-type'] ?? '';
  const isJson = type.startsWith('application/json');
  const body = isJson ? { json: await text(incoming) } : { stream: { type, body: incoming } };
  return { method, path: url, headers, ...body };
}

/** Sends a response as the server does, for faults that come late. */
export function respond(response: http.ServerResponse, { status, text: body }: ClientResponse): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(body);
}

async function handle(
  self: StagingServer,
  fake: FakeServer,
  incoming: http.IncomingMessage,
  response: http.ServerResponse,
): Promise<void> {
  self.requests.push(`${incoming.method} ${incoming.url?.replace(/[0-9a-f-]{36}/, ':id')}`);
  const fault = self.fault?.(incoming, response) ?? false;
  if (fault === true) return;
  if (fault !== false) return respond(response, fault);
  const request = await toRequest(incoming);
  const isKnown = fake.handles(request);
  respond(response, isKnown ? await fake.send(request) : refusal(404, 'not_found', 'There is no such call'));
}

/** Starts and stops a server, always at the same port. */
function switchable(listener: http.RequestListener): {
  start: () => Promise<number>;
  stop: () => Promise<void>;
} {
  let port = 0;
  let server: http.Server | null = null;
  return {
    async start() {
      const opening = http.createServer(listener);
      await new Promise<void>((resolve) => opening.listen(port, '127.0.0.1', resolve));
      port = (opening.address() as AddressInfo).port;
      server = opening;
      return port;
    },
    async stop() {
      const closing = server;
      server = null;
      closing?.closeAllConnections();
      await new Promise<void>((resolve) => (closing ? closing.close(() => resolve()) : resolve()));
    },
  };
}

/** Starts a fake server that takes stages until the test ends; `replies` are those of this test besides. */
export async function stagingServer(replies: Handlers = {}): Promise<StagingServer> {
  const { start, stop } = switchable((incoming, response) => {
    // Some tests cut a connection in the middle of a request.
    handle(self, fake, incoming, response).catch(() => response.destroy());
  });
  const self: StagingServer = {
    url: '',
    snapshots: new Map(),
    requests: [],
    received: [],
    bodies: [],
    openPins: 0,
    userOf: () => adaWithPro,
    fault: null,
    stop,
    start: async () => void (await start()),
  };
  const fake = fakeServer(replies, stagingReplies(self));
  self.url = `http://localhost:${await start()}`;
  onTestFinished(fake.check);
  onTestFinished(stop);
  return self;
}

import type { IncomingMessage, Server } from 'node:http';
import type { Duplex } from 'node:stream';
import { CLOSE } from '@stagelink/shared/contracts/live';
import { PING_SECONDS } from '@stagelink/shared/contracts/limits';
import { SnapshotId } from '@stagelink/shared/contracts/snapshots';
import { type WebSocket, WebSocketServer } from 'ws';
import { accessToSnapshot } from '../../features/access/access.ts';
import { ACTIVITY_MS, ActivityFeed } from '../../features/admin/activityFeed.ts';
import type { App } from '../../platform/context.ts';
import { AppError, isRefusal, STATUS, toAppError } from '../../platform/http/errors.ts';
import { callerNetwork } from '../../platform/http/network.ts';
import { parseInput } from '../../platform/http/invalidInput.ts';
import { identify, isCredentialAlive } from '../../features/identity/authenticate.ts';
import type { Principal } from '../../platform/http/principal.ts';
import { redeem } from '../../platform/tickets.ts';
import { snapshotChannel, userChannel } from '../../platform/live/events.ts';
import { withJoinedReads } from '../../platform/db/joinedReads.ts';
import { FairQueue } from '../../platform/fairQueue.ts';
import type { Subscriber } from '../../platform/live/hub.ts';
import { InitialData } from './initialData.ts';
import { currentSeq } from '../../platform/live/publish.ts';

type Credential = Principal['credential'];

/** The channel a socket may subscribe to, decided when it opens. */
interface ChannelAccess extends Pick<Subscriber, 'channel' | 'isOwner' | 'credentialId' | 'hasAccess'> {
  /** Returns the frame of the first message after the greeting; null if the channel has none. */
  initialData: (seq: number, isOpen: () => boolean) => Promise<Buffer | null>;
}

/** A server with what its channels share. */
interface LiveApp extends App {
  lists: InitialData;
}

async function ownPlace(app: LiveApp, userId: string, credential: Credential): Promise<ChannelAccess> {
  return {
    channel: userChannel(userId),
    isOwner: false,
    credentialId: credential.id,
    initialData: (seq, isOpen) => app.lists.frameOf(userId, seq, isOpen),
    hasAccess: () => isCredentialAlive(app, credential),
  };
}

async function snapshotPlace(
  app: App,
  request: IncomingMessage,
  principal: Principal | null,
  id: string,
): Promise<ChannelAccess> {
  const { isOwner } = await accessToSnapshot(app, { principal, request }, id);
  return {
    channel: snapshotChannel(id),
    isOwner,
    credentialId: principal?.credential.id ?? null,
    initialData: () => Promise.resolve(null),
    hasAccess: async () => {
      try {
        // The session may have ended since the socket opened.
        await accessToSnapshot(app, { principal: await identify(app, request), request }, id);
        return true;
      } catch (cause) {
        if (isRefusal(cause)) return false;
        throw cause;
      }
    },
  };
}

/** Rejects sockets opened by other sites' pages with our cookie. Clients outside a browser send no Origin. */
function assertOwnOrigin(app: App, request: IncomingMessage): void {
  const { origin } = request.headers;
  if (origin !== undefined && origin !== new URL(app.config.appUrl).origin) {
    throw new AppError('forbidden', 'The live channel only opens for the Stagelink web app.');
  }
}

async function findChannel(
  app: LiveApp,
  request: IncomingMessage,
  query: URLSearchParams,
): Promise<ChannelAccess> {
  assertOwnOrigin(app, request);
  const ticket = query.get('token');
  if (ticket !== null) {
    const granted = await redeem(app.db, 'socket', ticket);
    // A ticket grants no more than its issuer's credential still does.
    if (!granted || !(await isCredentialAlive(app, granted.credential)))
      throw new AppError('unauthenticated', 'Authentication failed - please log in again');
    return ownPlace(app, granted.userId, granted.credential);
  }
  const principal = await identify(app, request);
  if (principal && !principal.scopes.includes('snapshots:read'))
    throw new AppError('forbidden', 'This access token cannot read snapshots.');
  const snapshotId = query.get('snapshotId');
  if (snapshotId !== null) return snapshotPlace(app, request, principal, parseInput(SnapshotId, snapshotId));
  if (!principal) throw new AppError('unauthenticated', 'No authentication token or snapshotId provided');
  return ownPlace(app, principal.userId, principal.credential);
}

function refuse(socket: Duplex, cause: unknown): void {
  const error = toAppError(cause);
  const body = JSON.stringify({ ok: false, code: error.code, message: error.message });
  // Ends the connection even if the rejected client does not close it.
  socket.once('finish', () => socket.destroy());
  socket.end(
    `HTTP/1.1 ${STATUS[error.code]} Refused\r\nConnection: close\r\nContent-Type: application/json\r\n` +
      `Content-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
  );
}

function giveUp(app: App, subscriber: Subscriber, cause: unknown): void {
  app.hub.send(subscriber, { type: 'error', message: toAppError(cause).message });
  subscriber.socket.close(1011, 'please reconnect');
}

async function sendInitialData(
  app: App,
  subscriber: Subscriber,
  { initialData }: ChannelAccess,
  seq: number,
): Promise<void> {
  try {
    const { socket } = subscriber;
    const frame = await initialData(seq, () => socket.readyState === socket.OPEN);
    if (frame) app.hub.sendFrame(subscriber, frame);
  } catch (cause) {
    giveUp(app, subscriber, cause);
  }
}

/** Greets the client. Its first data follows when its turn has come. */
async function startFeed(app: App, socket: WebSocket, stream: Duplex, access: ChannelAccess): Promise<void> {
  const subscriber: Subscriber = { ...access, socket, stream };
  // Subscribe before reading: an event in between arrives twice rather than not at all.
  app.hub.subscribe(subscriber);
  try {
    // Access may have changed before the subscription existed.
    const [isAllowed, seq] = await Promise.all([access.hasAccess(), currentSeq(app.db, access.channel)]);
    if (!isAllowed) return socket.close(CLOSE.noLongerAllowed, 'no longer allowed');
    app.hub.send(subscriber, { type: 'connected', seq });
    void sendInitialData(app, subscriber, access, seq);
  } catch (cause) {
    giveUp(app, subscriber, cause);
  }
}

const stopping = () => new AppError('unavailable', 'The server is restarting.');

/**
 * Sockets that open at once; those of a replaced server wait for their turn. All at once would fill the pool of
 * connections, be refused and try again.
 */
const OPENINGS = { capacity: 16, runningPerKey: 16, waitingPerKey: 20_000 };

/** How long clients may take to close when the server stops. */
const CLOSE_MS = 5_000;

/**
 * Serves `GET /api/events` as a WebSocket. Deflate is off: it costs 200 kB per socket for messages of 100 bytes. The
 * returned function closes every connection, with a close frame where the socket is open.
 */
export function acceptSockets(served: App, server: Server, closeMs = CLOSE_MS): () => void {
  const joined: App = { ...served, db: withJoinedReads(served.db) };
  const app: LiveApp = { ...joined, lists: new InitialData(joined) };
  const sockets = new WebSocketServer({ noServer: true, maxPayload: 1024, perMessageDeflate: false });
  // The HTTP server no longer tracks upgraded connections, but waits for them when it closes.
  const connections = new Set<Duplex>();
  const openings = new FairQueue(OPENINGS);
  let isStopping = false;

  /** Returns the open socket; null if the request is malformed or its connection is closed. */
  async function upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): Promise<WebSocket | null> {
    if (socket.destroyed) return null;
    const { promise, resolve } = Promise.withResolvers<WebSocket | null>();
    const onClose = () => resolve(null);
    socket.once('close', onClose);
    sockets.handleUpgrade(request, socket, head, resolve);
    const open = await promise;
    socket.off('close', onClose);
    return open;
  }

  async function letIn(
    request: IncomingMessage,
    socket: Duplex,
    head: Buffer,
    query: URLSearchParams,
  ): Promise<void> {
    if (isStopping) throw stopping();
    // Its client is gone.
    if (socket.destroyed) return;
    const access = await findChannel(app, request, query);
    if (isStopping) throw stopping();
    const open = await upgrade(request, socket, head);
    if (!open) return;
    open.on('error', () => open.terminate());
    // Clients send nothing on this channel: any message is an error or an attack.
    open.on('message', () => open.close(CLOSE.noLongerAllowed, 'this channel accepts no messages'));
    await startFeed(app, open, socket, access);
  }

  server.on('upgrade', (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    connections.add(socket);
    socket.on('close', () => connections.delete(socket));
    socket.on('error', () => socket.destroy());
    // A request target may be any text, such as `//`, which is not a URL.
    const url = URL.parse(request.url ?? '/', 'http://localhost');
    if (url?.pathname !== '/api/events')
      return refuse(socket, new AppError('not_found', 'There is no channel here.'));
    openings
      .run(callerNetwork(request, app.config.trustedProxies), () =>
        letIn(request, socket, head, url.searchParams),
      )
      .catch((cause: unknown) => refuse(socket, cause));
  });

  const ping = setInterval(() => app.hub.ping(), PING_SECONDS * 1000);
  const activity = new ActivityFeed(app);
  const counting = setInterval(() => void activity.tick(), ACTIVITY_MS);
  return () => {
    isStopping = true;
    clearInterval(ping);
    clearInterval(counting);
    app.hub.closeAll(1001, 'the server is restarting');
    const late = setTimeout(() => connections.forEach((each) => each.destroy()), closeMs);
    server.once('close', () => clearTimeout(late));
  };
}

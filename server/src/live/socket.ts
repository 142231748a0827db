import type { IncomingMessage, Server } from 'node:http';
import type { Duplex } from 'node:stream';
import { CLOSE, type LiveMessage } from '@stagelink/shared/contracts/live';
import { PING_SECONDS } from '@stagelink/shared/contracts/limits';
import { SnapshotId } from '@stagelink/shared/contracts/snapshots';
import { type WebSocket, WebSocketServer } from 'ws';
import { accessToSnapshot } from '../access/access.ts';
import type { App } from '../app.ts';
import { AppError, isRefusal, STATUS, toAppError } from '../http/errors.ts';
import { parseInput } from '../http/invalidInput.ts';
import { identify, isCredentialAlive } from '../http/session.ts';
import type { Viewer } from '../http/viewer.ts';
import { redeem } from '../tickets.ts';
import { snapshotChannel, userChannel } from './events.ts';
import type { Follower } from './hub.ts';
import { initialData } from './initialData.ts';
import { seqOf } from './record.ts';

type Credential = Viewer['credential'];

/** Who may follow what, decided once when the socket opens. */
interface Place extends Pick<Follower, 'channel' | 'isOwner' | 'credentialId' | 'mayStay'> {
  /** The lists it starts with; null when it has none. */
  initialData: (seq: number) => Promise<LiveMessage | null>;
}

async function ownPlace(app: App, userId: string, credential: Credential): Promise<Place> {
  return {
    channel: userChannel(userId),
    isOwner: false,
    credentialId: credential.id,
    initialData: (seq) => initialData(app, userId, seq),
    mayStay: () => isCredentialAlive(app, credential),
  };
}

async function snapshotPlace(
  app: App,
  request: IncomingMessage,
  viewer: Viewer | null,
  id: string,
): Promise<Place> {
  const { isOwner } = await accessToSnapshot(app, { viewer, request }, id);
  return {
    channel: snapshotChannel(id),
    isOwner,
    credentialId: viewer?.credential.id ?? null,
    initialData: () => Promise.resolve(null),
    mayStay: async () => {
      try {
        // Who came may have been signed out since.
        await accessToSnapshot(app, { viewer: await identify(app, request), request }, id);
        return true;
      } catch (cause) {
        if (isRefusal(cause)) return false;
        throw cause;
      }
    },
  };
}

/** A page of somebody else must not open our socket with our cookie. Clients outside a browser send no Origin. */
function assertOwnOrigin(app: App, request: IncomingMessage): void {
  const { origin } = request.headers;
  if (origin !== undefined && origin !== new URL(app.config.appUrl).origin) {
    throw new AppError('forbidden', 'The live channel only opens for the Stagelink web app itself.');
  }
}

async function placeOf(app: App, request: IncomingMessage, query: URLSearchParams): Promise<Place> {
  assertOwnOrigin(app, request);
  const ticket = query.get('token');
  if (ticket !== null) {
    const granted = await redeem(app.db, 'socket', ticket);
    // A ticket opens nothing that whoever asked for it could not open themselves by now.
    if (!granted || !(await isCredentialAlive(app, granted.credential)))
      throw new AppError('unauthenticated', 'Authentication failed - please log in again');
    return ownPlace(app, granted.userId, granted.credential);
  }
  const viewer = await identify(app, request);
  if (viewer && !viewer.scopes.includes('snapshots:read'))
    throw new AppError('forbidden', 'This access token cannot read snapshots.');
  const snapshotId = query.get('snapshotId');
  if (snapshotId !== null) return snapshotPlace(app, request, viewer, parseInput(SnapshotId, snapshotId));
  if (!viewer) throw new AppError('unauthenticated', 'No authentication token or snapshotId provided');
  return ownPlace(app, viewer.userId, viewer.credential);
}

function refuse(socket: Duplex, cause: unknown): void {
  const error = toAppError(cause);
  const body = JSON.stringify({ ok: false, code: error.code, message: error.message });
  // Whoever was refused need not hang up for the connection to end.
  socket.once('finish', () => socket.destroy());
  socket.end(
    `HTTP/1.1 ${STATUS[error.code]} Refused\r\nConnection: close\r\nContent-Type: application/json\r\n` +
      `Content-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
  );
}

async function welcome(app: App, socket: WebSocket, stream: Duplex, place: Place): Promise<void> {
  const follower: Follower = { ...place, socket, stream };
  // Following before reading: an event in between is delivered twice rather than never.
  app.hub.follow(follower);
  try {
    // What was said of rights until then, nobody has heard.
    if (!(await place.mayStay())) return socket.close(CLOSE.noLongerAllowed, 'no longer allowed');
    const seq = await seqOf(app.db, place.channel);
    app.hub.send(follower, { type: 'connected', seq });
    const data = await place.initialData(seq);
    if (data) app.hub.send(follower, data);
  } catch (cause) {
    app.hub.send(follower, { type: 'error', message: toAppError(cause).message } satisfies LiveMessage);
    socket.close(1011, 'please reconnect');
  }
}

const stopping = () => new AppError('unavailable', 'The server is restarting.');

/** So long a follower may take to say goodbye to a server that stops. */
const CLOSE_MS = 5_000;

/**
 * Opens `GET /api/events` as a WebSocket. Deflate is off: it costs 200 kB a socket for messages of 100 bytes. What comes
 * back ends every connection that asked for one, with a word first where there is somebody to hear it.
 */
export function acceptSockets(app: App, server: Server, closeMs = CLOSE_MS): () => void {
  const sockets = new WebSocketServer({ noServer: true, maxPayload: 1024, perMessageDeflate: false });
  // The HTTP server lets go of a connection that is upgraded, and yet does not end before it has.
  const connections = new Set<Duplex>();
  let isStopping = false;

  async function letIn(
    request: IncomingMessage,
    socket: Duplex,
    head: Buffer,
    query: URLSearchParams,
  ): Promise<void> {
    const place = await placeOf(app, request, query);
    if (isStopping) throw stopping();
    sockets.handleUpgrade(request, socket, head, (open) => {
      open.on('error', () => open.terminate());
      // Nobody has anything to say to us: one message is a mistake, a stream of them an attack.
      open.on('message', () => open.close(CLOSE.noLongerAllowed, 'this channel only speaks'));
      void welcome(app, open, socket, place);
    });
  }

  server.on('upgrade', (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    connections.add(socket);
    socket.on('close', () => connections.delete(socket));
    socket.on('error', () => socket.destroy());
    // A request's target may be any text, `//` too, which is no address at all.
    const url = URL.parse(request.url ?? '/', 'http://localhost');
    if (url?.pathname !== '/api/events')
      return refuse(socket, new AppError('not_found', 'There is no channel here.'));
    letIn(request, socket, head, url.searchParams).catch((cause: unknown) => refuse(socket, cause));
  });

  const ping = setInterval(() => app.hub.ping(), PING_SECONDS * 1000);
  return () => {
    isStopping = true;
    clearInterval(ping);
    app.hub.closeAll(1001, 'the server is restarting');
    const late = setTimeout(() => connections.forEach((each) => each.destroy()), closeMs);
    server.once('close', () => clearTimeout(late));
  };
}

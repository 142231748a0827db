import type { IncomingMessage, ServerResponse } from 'node:http';
import { pipeline } from 'node:stream/promises';
import type { RedirectStatus } from '@stagelink/shared/domain/redirects';
import type { App } from '../context.ts';
import { openBlob } from '../blobs/read.ts';
import { matchesEtag, parseRange, rangeStillHolds, type Span } from './conditions.ts';
import type { BodyPart, CachedResponse, Unpacked } from './answers.ts';
import { AGENT_PAGE_POLICY, type Page, PAGE_POLICY, renderPage } from './pages.ts';
import { unpack } from './unpack.ts';

type Reading = Pick<App, 'db' | 'blobs' | 'log'>;

function cut(pieces: BodyPart[], { start, end }: Span): BodyPart[] {
  const inside: BodyPart[] = [];
  let at = 0;
  for (const piece of pieces) {
    const from = Math.max(start - at, 0);
    const to = Math.min(end + 1 - at, piece.length);
    if (from < to) {
      inside.push(
        Buffer.isBuffer(piece)
          ? piece.subarray(from, to)
          : { place: piece.place, offset: piece.offset + from, length: to - from },
      );
    }
    at += piece.length;
  }
  return inside;
}

async function* bytesOf(app: Reading, pieces: BodyPart[]): AsyncIterable<Buffer> {
  for (const piece of pieces) {
    if (Buffer.isBuffer(piece)) yield piece;
    else yield* await openBlob(app, piece.place, { offset: piece.offset, length: piece.length });
  }
}

function stream(app: Reading, response: ServerResponse, body: BodyPart[] | Unpacked): void {
  const bytes = Array.isArray(body) ? bytesOf(app, body) : unpack(app, body);
  pipeline(bytes, response).catch((cause: unknown) => {
    // A client that disconnects is not an error.
    if (response.destroyed && !response.errored) return;
    app.log.warn({ err: cause }, 'sending a file failed midway');
    response.destroy();
  });
}

function sendBody(
  app: Reading,
  request: IncomingMessage,
  response: ServerResponse,
  body: CachedResponse['body'],
): void {
  if (request.method === 'HEAD') response.end();
  else if (typeof body === 'string') response.end(body, 'latin1');
  else if (Buffer.isBuffer(body)) response.end(body);
  else stream(app, response, body);
}

/** Returns null for a body whose size is not known. */
function piecesOf(body: CachedResponse['body']): BodyPart[] | null {
  if (typeof body === 'string') return [Buffer.from(body, 'latin1')];
  if (Buffer.isBuffer(body)) return [body];
  return Array.isArray(body) ? body : null;
}

/** Turns the headers of a full response into those of a partial one. */
function partHeaders({ headers, size }: CachedResponse, { start, end }: Span): string[] {
  const length = headers.indexOf('Content-Length');
  const part = headers.with(length + 1, String(end - start + 1));
  return [...part, 'Content-Range', `bytes ${start}-${end}/${size}`];
}

/** Sends the part that the request names; returns false where the whole file is due. */
function sendRange(
  app: Reading,
  request: IncomingMessage,
  response: ServerResponse,
  answer: CachedResponse,
): boolean {
  const { range, 'if-range': ifRange } = request.headers;
  if (range === undefined) return false;
  const pieces = piecesOf(answer.body);
  if (pieces === null || answer.size === null) return false;
  if (!rangeStillHolds(ifRange as string | undefined, answer.etag)) return false;
  const span = parseRange(range, answer.size);
  if (span === 'whole') return false;
  if (span === 'unsatisfiable') {
    const length = ['Content-Range', `bytes */${answer.size}`, 'Content-Length', '0'];
    response.writeHead(416, [...answer.notModified, ...length]).end();
  } else {
    response.writeHead(206, partHeaders(answer, span));
    sendBody(app, request, response, cut(pieces, span));
  }
  return true;
}

/** Sends a file, subject to the request's conditional headers. */
export function sendAnswer(
  app: Reading,
  request: IncomingMessage,
  response: ServerResponse,
  answer: CachedResponse,
): void {
  const ifNoneMatch = request.headers['if-none-match'];
  if (ifNoneMatch !== undefined && matchesEtag(ifNoneMatch, answer.etag)) {
    response.writeHead(304, answer.notModified).end();
    return;
  }
  if (sendRange(app, request, response, answer)) return;
  response.writeHead(200, answer.headers);
  sendBody(app, request, response, answer.body);
}

/** Sends the site's own 404 page. */
export function sendNotFoundPage(
  app: Reading,
  request: IncomingMessage,
  response: ServerResponse,
  answer: CachedResponse,
): void {
  response.writeHead(404, answer.headers);
  sendBody(app, request, response, answer.body);
}

/** Returns whether a person will see the response, as opposed to a script or an image element. */
export function isNavigation({ headers }: IncomingMessage): boolean {
  const mode = headers['sec-fetch-mode'];
  if (mode !== undefined) return mode === 'navigate';
  return headers.accept?.includes('text/html') ?? false;
}

const FRAMES = new Set<unknown>(['iframe', 'frame', 'embed', 'object']);

/** Whether a frame navigates to it. A service worker that passes a navigation on loses the destination. */
export const opensInFrame = ({ headers }: IncomingMessage) =>
  headers['sec-fetch-mode'] === 'navigate' &&
  ['iframe', 'frame', 'empty'].includes(String(headers['sec-fetch-dest']));

export const isFramed = ({ headers }: IncomingMessage) => FRAMES.has(headers['sec-fetch-dest']);

/** Sends a page of ours for navigations and only its title otherwise. */
export function sendPage(
  request: IncomingMessage,
  response: ServerResponse,
  status: number,
  page: Page,
  headers: readonly string[],
): void {
  const html = isNavigation(request);
  const body = Buffer.from(html ? renderPage(page) : `${page.title}.\n`);
  const type = html ? 'text/html; charset=utf-8' : 'text/plain; charset=utf-8';
  const about = ['Content-Type', type, 'Content-Length', String(body.length), 'Cache-Control', 'no-store'];
  const policy = page.agentTag === undefined ? PAGE_POLICY : AGENT_PAGE_POLICY;
  response.writeHead(status, [...about, 'Content-Security-Policy', policy, ...headers]);
  response.end(request.method === 'HEAD' ? undefined : body);
}

/** Redirects within the same origin. */
export function sendRedirect(
  response: ServerResponse,
  status: RedirectStatus,
  location: string,
  headers: readonly string[],
): void {
  const isPermanent = status === 301 || status === 308;
  const caching = isPermanent ? 'no-cache' : 'no-store';
  const about = ['Location', location, 'Content-Length', '0', 'Cache-Control', caching];
  response.writeHead(status, [...about, ...headers]).end();
}

import type { IncomingMessage, ServerResponse } from 'node:http';
import { pipeline } from 'node:stream/promises';
import type { App } from '../app.ts';
import { openBlob } from '../blobs/read.ts';
import { namesTag, parseRange, rangeStillHolds, type Span } from './conditions.ts';
import type { Answer, Piece } from './answers.ts';
import { type Page, PAGE_POLICY, renderPage } from './pages.ts';

type Reading = Pick<App, 'db' | 'blobs' | 'log'>;

/** The part of a body between two bytes. */
function cut(pieces: Piece[], { start, end }: Span): Piece[] {
  const inside: Piece[] = [];
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

async function* bytesOf(app: Reading, pieces: Piece[]): AsyncIterable<Buffer> {
  for (const piece of pieces) {
    if (Buffer.isBuffer(piece)) yield piece;
    else yield* await openBlob(app, piece.place, { offset: piece.offset, length: piece.length });
  }
}

function stream(app: Reading, response: ServerResponse, pieces: Piece[]): void {
  pipeline(bytesOf(app, pieces), response).catch((cause: unknown) => {
    // Somebody who goes away in the middle is no fault of ours.
    if (response.destroyed && !response.errored) return;
    app.log.warn({ err: cause }, 'a file could not be sent to its end');
    response.destroy();
  });
}

function sendBody(
  app: Reading,
  request: IncomingMessage,
  response: ServerResponse,
  body: Answer['body'],
): void {
  if (request.method === 'HEAD') response.end();
  else if (typeof body === 'string') response.end(body, 'latin1');
  else if (Buffer.isBuffer(body)) response.end(body);
  else stream(app, response, body);
}

function piecesOf(body: Answer['body']): Piece[] {
  if (typeof body === 'string') return [Buffer.from(body, 'latin1')];
  return Buffer.isBuffer(body) ? [body] : body;
}

/** Headers of a whole answer made into those of a part. */
function partHeaders({ headers, size }: Answer, { start, end }: Span): string[] {
  const length = headers.indexOf('Content-Length');
  const part = headers.with(length + 1, String(end - start + 1));
  return [...part, 'Content-Range', `bytes ${start}-${end}/${size}`];
}

function sendPart(
  app: Reading,
  request: IncomingMessage,
  response: ServerResponse,
  answer: Answer,
  span: Span,
): void {
  response.writeHead(206, partHeaders(answer, span));
  sendBody(app, request, response, cut(piecesOf(answer.body), span));
}

/** Answers with a file, as far as the request's conditions ask for it. */
export function sendAnswer(
  app: Reading,
  request: IncomingMessage,
  response: ServerResponse,
  answer: Answer,
): void {
  const { 'if-none-match': ifNoneMatch, range } = request.headers;
  if (ifNoneMatch !== undefined && namesTag(ifNoneMatch, answer.etag)) {
    response.writeHead(304, answer.notModified).end();
    return;
  }
  if (
    range !== undefined &&
    rangeStillHolds(request.headers['if-range'] as string | undefined, answer.etag)
  ) {
    const span = parseRange(range, answer.size);
    if (span === 'unsatisfiable') {
      const length = ['Content-Range', `bytes */${answer.size}`, 'Content-Length', '0'];
      response.writeHead(416, [...answer.notModified, ...length]).end();
      return;
    }
    if (span !== 'whole') return sendPart(app, request, response, answer, span);
  }
  response.writeHead(200, answer.headers);
  sendBody(app, request, response, answer.body);
}

/** Answers with a site's own page for what is not there. */
export function sendNotFoundPage(
  app: Reading,
  request: IncomingMessage,
  response: ServerResponse,
  answer: Answer,
): void {
  response.writeHead(404, answer.headers);
  sendBody(app, request, response, answer.body);
}

/** Whether a person will look at the answer, and not a script or an image element. */
export function isNavigation({ headers }: IncomingMessage): boolean {
  const mode = headers['sec-fetch-mode'];
  if (mode !== undefined) return mode === 'navigate';
  return headers.accept?.includes('text/html') ?? false;
}

const FRAMES = new Set<unknown>(['iframe', 'frame', 'embed', 'object']);
export const isFramed = ({ headers }: IncomingMessage) => FRAMES.has(headers['sec-fetch-dest']);

/** Answers with a page of ours for a person, with its title alone for anything else. */
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
  response.writeHead(status, [...about, 'Content-Security-Policy', PAGE_POLICY, ...headers]);
  response.end(request.method === 'HEAD' ? undefined : body);
}

/** Answers with another address, of the same origin. */
export function sendRedirect(
  response: ServerResponse,
  status: 303 | 308,
  location: string,
  headers: readonly string[],
): void {
  const caching = status === 308 ? 'no-cache' : 'no-store';
  const about = ['Location', location, 'Content-Length', '0', 'Cache-Control', caching];
  response.writeHead(status, [...about, ...headers]).end();
}

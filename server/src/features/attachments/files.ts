import type { IncomingMessage, ServerResponse } from 'node:http';
import type { App } from '../../platform/context.ts';
import { locate } from '../../platform/blobs/read.ts';
import { createAnswer } from '../../platform/serving/answers.ts';
import { CONTENT_HEADERS } from '../../platform/serving/headers.ts';
import * as pages from '../../platform/serving/pages.ts';
import { sendAnswer, sendPage } from '../../platform/serving/send.ts';
import { STATUS, toAppError } from '../../platform/http/errors.ts';
import { createFilesReader, isGood, parseAddress } from './address.ts';
import { isPicture } from './kinds.ts';
import * as repo from './repo.ts';

type Parts = Pick<App, 'config' | 'log' | 'db' | 'secrets' | 'blobs'>;

/** The host of comment attachments. */
export interface Files {
  /** Answers a request for a file; returns false for any other request. */
  answer: (request: IncomingMessage, response: ServerResponse) => boolean;
}

const MISSING: pages.Page = {
  title: 'This file is no longer available',
  text: 'It was deleted or its link has expired. Reload the page you came from and open it again.',
};

/** Whatever the file contains, it must not run, load anything or be framed. */
const HEADERS = [
  ...CONTENT_HEADERS,
  'Content-Security-Policy',
  "sandbox; default-src 'none'",
  // The viewer, which is another site, shows the pictures.
  'Cross-Origin-Resource-Policy',
  'cross-origin',
];

/** RFC 6266: an ASCII name for old programs, and the real one. */
function disposition({ filename, mimeType }: repo.ServedRow): string {
  const kind = isPicture(mimeType) ? 'inline' : 'attachment';
  const plain = filename.replace(/[^\x20-\x7e]|["\\%]/g, '_');
  const encoded = encodeURIComponent(filename).replace(
    /['()*]/g,
    (char) => `%${char.charCodeAt(0).toString(16)}`,
  );
  return `${kind}; filename="${plain}"; filename*=UTF-8''${encoded}`;
}

const typeOf = ({ mimeType }: repo.ServedRow) =>
  mimeType.startsWith('text/') ? `${mimeType}; charset=utf-8` : mimeType;

async function send(
  app: Parts,
  request: IncomingMessage,
  response: ServerResponse,
  pathname: string,
): Promise<void> {
  const address = parseAddress(pathname);
  const file = address && (await repo.findServed(app.db, address.id));
  if (!file || !isGood(app, address, file.passwordRevision)) {
    return sendPage(request, response, 404, MISSING, CONTENT_HEADERS);
  }
  const place = (await locate(app.db, [file.sha256])).get(file.sha256)?.get('identity');
  if (!place) throw new Error(`The bytes of ${file.sha256} are gone`);
  const about = {
    tag: file.sha256,
    type: typeOf(file),
    // Revalidate each time: a deleted file must be gone at once.
    cacheControl: 'private, no-cache',
    more: [...HEADERS, 'Content-Disposition', disposition(file)],
  };
  const answer = createAnswer(about, 'identity', [{ place, offset: 0, length: place.size }]);
  sendAnswer(app, request, response, answer);
}

export function createFiles(app: Parts): Files {
  const pathOf = createFilesReader(app.config);
  return {
    answer(request, response) {
      const pathname = pathOf(request.headers.host, request.url ?? '/');
      if (pathname === null) return false;
      if (request.method !== 'GET' && request.method !== 'HEAD') {
        sendPage(request, response, 405, pages.NOT_ALLOWED, [...CONTENT_HEADERS, 'Allow', 'GET, HEAD']);
        return true;
      }
      send(app, request, response, pathname).catch((cause: unknown) => {
        app.log.error({ err: cause }, 'a file could not be served');
        if (response.headersSent) response.destroy();
        else sendPage(request, response, STATUS[toAppError(cause).code], pages.UNAVAILABLE, CONTENT_HEADERS);
      });
      return true;
    },
  };
}

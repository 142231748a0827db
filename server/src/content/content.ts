import type { IncomingMessage, ServerResponse } from 'node:http';
import type { App } from '../app.ts';
import { STATUS, toAppError } from '../http/errors.ts';
import { createHostReader } from './address.ts';
import { AGENT_PATH, agentTag, loadAgent } from './agent.ts';
import { type Asset, chooseForm } from './assets.ts';
import { Documents } from './documents.ts';
import { enter, isEntrance } from './enter.ts';
import { holdsGrant } from './grants.ts';
import { lookup, namesFile } from './lookup.ts';
import { acceptedEncodings, type Encoding } from './negotiate.ts';
import * as pages from './pages.ts';
import { isFramed, isNavigation, sendAnswer, sendNotFoundPage, sendPage, sendRedirect } from './send.ts';
import { type Site, type SiteFile, Sites } from './sites.ts';

type Parts = Pick<App, 'config' | 'log' | 'db' | 'secrets' | 'listener' | 'blobs'>;

/** The content origins: snapshots' files, each snapshot on a host of its own. */
export interface Content {
  /** Answers a request if its host is a content host; false when the app is meant. */
  answer: (request: IncomingMessage, response: ServerResponse) => boolean;
  /** A snapshot has changed, and the change is committed: what is remembered of it counts no longer. */
  forget: (snapshotId: string) => void;
  /** Whether a path, as it stands in a URL, is the name of a file in what a snapshot shows. */
  hasFile: (label: string, pathname: string) => Promise<boolean>;
}

const IDENTITY: readonly Encoding[] = ['identity'];
const RESERVED = '/__stagelink/';

/** Why nothing of a site may be shown to anybody, or null. */
function closedPage(site: Site): { status: 404 | 410; page: pages.Page } | null {
  if (!site.ownerIsActive) return { status: 404, page: pages.MISSING_SITE };
  if (site.expiresAt <= Date.now()) return { status: 410, page: pages.EXPIRED_SITE };
  return null;
}

class ContentServer {
  readonly #app: Parts;
  readonly #sites: Sites;
  readonly #documents: Documents;
  readonly #agent: Asset | null;
  readonly #nameOf: (host: string | undefined) => string | null;

  constructor(app: Parts, agent: Asset | null) {
    this.#app = app;
    this.#sites = new Sites(app);
    this.#documents = new Documents(app, agentTag(new URL(app.config.appUrl).origin));
    this.#agent = agent;
    this.#nameOf = createHostReader(app.config);
  }

  forget(snapshotId: string): void {
    this.#sites.forget(snapshotId);
  }

  async hasFile(label: string, pathname: string): Promise<boolean> {
    const site = this.#sites.known(label) ?? (await this.#sites.load(label));
    return site !== null && namesFile(site.files, pathname);
  }

  answer(request: IncomingMessage, response: ServerResponse): boolean {
    const name = this.#nameOf(request.headers.host);
    if (name === null) return false;
    const site = this.#sites.known(name);
    if (site) this.#answerFor(site, request, response);
    else this.#eventually(request, response, this.#findAndAnswer(name, request, response));
    return true;
  }

  async #findAndAnswer(name: string, request: IncomingMessage, response: ServerResponse): Promise<void> {
    const site = await this.#sites.load(name);
    if (site) this.#answerFor(site, request, response);
    else sendPage(request, response, 404, pages.MISSING_SITE);
  }

  #eventually(request: IncomingMessage, response: ServerResponse, answered: Promise<void>): void {
    answered.catch((cause: unknown) => {
      this.#app.log.error({ err: cause }, 'a content request failed');
      if (response.headersSent) response.destroy();
      else
        sendPage(request, response, STATUS[toAppError(cause).code], pages.UNAVAILABLE, ['Retry-After', '2']);
    });
  }

  /** Every byte of a site goes through here. */
  #answerFor(site: Site, request: IncomingMessage, response: ServerResponse): void {
    const closed = closedPage(site);
    if (closed) return sendPage(request, response, closed.status, closed.page);
    if (request.method !== 'GET' && request.method !== 'HEAD') {
      return sendPage(request, response, 405, pages.NOT_ALLOWED, ['Allow', 'GET, HEAD']);
    }
    const url = request.url ?? '/';
    const mark = url.indexOf('?');
    const pathname = mark === -1 ? url : url.slice(0, mark);
    if (isEntrance(pathname) && request.method === 'GET') {
      return this.#eventually(request, response, enter(this.#app, site, request, response));
    }
    if (site.isProtected && !holdsGrant(this.#app, site, request.headers.cookie)) {
      const page = isFramed(request) ? pages.LOCKED_FRAME : pages.lockedPage(this.#app.config.appUrl);
      return sendPage(request, response, 401, page);
    }
    if (pathname.startsWith(RESERVED)) this.#answerReserved(pathname, request, response);
    else this.#answerPath(site, pathname, mark === -1 ? '' : url.slice(mark), request, response);
  }

  #answerReserved(pathname: string, request: IncomingMessage, response: ServerResponse): void {
    if (pathname !== AGENT_PATH || !this.#agent) return sendPage(request, response, 404, pages.MISSING_FILE);
    const accepted = acceptedEncodings(request.headers['accept-encoding'] as string | undefined);
    sendAnswer(this.#app, request, response, chooseForm(this.#agent, accepted));
  }

  #answerPath(
    site: Site,
    pathname: string,
    query: string,
    request: IncomingMessage,
    response: ServerResponse,
  ): void {
    const place = lookup(site.files, pathname, isNavigation(request));
    if (place.kind === 'file') return this.#answerFile(place.file, place.status, request, response);
    if (place.kind === 'redirect') return sendRedirect(response, 308, place.path + query);
    if (place.kind === 'malformed') return sendPage(request, response, 400, pages.BAD_ADDRESS);
    sendPage(request, response, 404, pages.MISSING_FILE);
  }

  #answerFile(file: SiteFile, status: 200 | 404, request: IncomingMessage, response: ServerResponse): void {
    const { headers } = request;
    // Parts are parts of the file itself, never of a compressed form, so that all of them fit together.
    const accepted =
      headers.range === undefined
        ? acceptedEncodings(headers['accept-encoding'] as string | undefined)
        : IDENTITY;
    const send = status === 200 ? sendAnswer : sendNotFoundPage;
    const known = this.#documents.known(file, accepted);
    if (known) return send(this.#app, request, response, known);

    this.#eventually(
      request,
      response,
      this.#documents.load(file, accepted).then((answer) => {
        if (!answer) throw new Error(`The bytes of ${file.sha256} are gone`);
        return send(this.#app, request, response, answer);
      }),
    );
  }
}

export async function createContent(app: Parts): Promise<Content> {
  const server = new ContentServer(app, await loadAgent(app.log));
  return {
    answer: (request, response) => server.answer(request, response),
    forget: (snapshotId) => server.forget(snapshotId),
    hasFile: (label, pathname) => server.hasFile(label, pathname),
  };
}

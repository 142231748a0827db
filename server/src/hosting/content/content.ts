import type { IncomingMessage, ServerResponse } from 'node:http';
import type { App } from '../../platform/context.ts';
import { STATUS, toAppError } from '../../platform/http/errors.ts';
import { callerNetwork } from '../../platform/http/network.ts';
import type { ContentRequest } from '../../platform/serving/address.ts';
import { loadAgent } from './agent.ts';
import type { CachedResponse } from '../../platform/serving/answers.ts';
import { type Asset, chooseForm } from '../../platform/serving/assets.ts';
import { Documents } from './documents.ts';
import { exchangeGrant, isExchangePath } from './grantExchange.ts';
import { isGranted } from './grants.ts';
import { type Lookup, lookup, namesFile } from './lookup.ts';
import { acceptedEncodings, type Encoding } from '../../platform/serving/negotiate.ts';
import * as pages from '../../platform/serving/pages.ts';
import { isRead, type Place, type Presentation, presentationFor } from './presentation.ts';
import {
  isFramed,
  isNavigation,
  sendAnswer,
  sendNotFoundPage,
  sendPage,
  sendRedirect,
} from '../../platform/serving/send.ts';
import { type Site, type SiteFile, Sites } from './sites.ts';

type Parts = Pick<App, 'config' | 'log' | 'db' | 'secrets' | 'listener' | 'blobs' | 'rateLimits'>;

/** Serves snapshots' files, each snapshot on its own content origin. */
export interface Content {
  /** Answers a request for a content host; returns false for the app's hosts. */
  answer: (request: IncomingMessage, response: ServerResponse) => boolean;
  /** Drops the cached site. Call after the change is committed. */
  invalidate: (snapshotId: string) => void;
  /** Returns whether a URL path names a file of the published version. */
  hasFile: (label: string, pathname: string) => Promise<boolean>;
}

/** A request in progress. */
interface Exchange {
  request: IncomingMessage;
  response: ServerResponse;
  spot: ContentRequest;
  /** With its question mark; empty without a query. */
  query: string;
}

type FoundFile = Extract<Lookup<SiteFile>, { kind: 'file' }>;

const IDENTITY: readonly Encoding[] = ['identity'];
const RESERVED = '/__stagelink/';

/** Counts the folders between the site's root and a path. */
function depthOf(pathname: string): number {
  let depth = -1;
  for (let at = pathname.indexOf('/'); at !== -1; at = pathname.indexOf('/', at + 1)) depth++;
  return Math.max(depth, 0);
}

class ContentServer {
  readonly #app: Parts;
  readonly #sites: Sites;
  readonly #presentation: Presentation;
  readonly #documents: Documents;
  readonly #agent: ReadonlyMap<string, Asset>;

  constructor(app: Parts, presentation: Presentation, agent: ReadonlyMap<string, Asset>) {
    this.#app = app;
    this.#sites = new Sites(app);
    this.#presentation = presentation;
    this.#documents = new Documents(app, presentation);
    this.#agent = agent;
  }

  invalidate(snapshotId: string): void {
    this.#sites.invalidate(snapshotId);
  }

  async hasFile(label: string, pathname: string): Promise<boolean> {
    const site = this.#sites.known(label) ?? (await this.#sites.load(label));
    return site !== null && namesFile(site.files, pathname);
  }

  answer(request: IncomingMessage, response: ServerResponse): boolean {
    const url = request.url ?? '/';
    const mark = url.indexOf('?');
    const pathname = mark === -1 ? url : url.slice(0, mark);
    const spot = this.#presentation.locate(request, pathname);
    if (!spot) return false;

    const exchange = { request, response, spot, query: mark === -1 ? '' : url.slice(mark) };
    const site = this.#sites.known(spot.site);
    if (site) this.#answerFor(site, exchange);
    else this.#eventually(exchange, this.#findAndAnswer(exchange));
    return true;
  }

  async #findAndAnswer(exchange: Exchange): Promise<void> {
    const site = await this.#sites.load(exchange.spot.site);
    if (site) this.#answerFor(site, exchange);
    else this.#sendPage(exchange, 404, pages.MISSING_SITE);
  }

  #eventually(exchange: Exchange, answered: Promise<void>): void {
    answered.catch((cause: unknown) => {
      const { code, retryAfter = 2 } = toAppError(cause);
      if (code !== 'rate_limited') this.#app.log.error({ err: cause }, 'a content request failed');
      if (exchange.response.headersSent) exchange.response.destroy();
      else this.#sendPage(exchange, STATUS[code], pages.UNAVAILABLE, ['Retry-After', String(retryAfter)]);
    });
  }

  #sendPage({ request, response }: Exchange, status: number, page: pages.Page, more: string[] = []): void {
    sendPage(request, response, status, page, [...this.#presentation.headers, ...more]);
  }

  /** Every response with a site's content passes here. */
  #answerFor(site: Site, exchange: Exchange): void {
    const { request, response, spot } = exchange;
    const isOpen = !site.needsGrant || isGranted(this.#app, site, this.#presentation.grantIn(request, spot));
    const { exchangesTickets } = this.#presentation;
    const entering = exchangesTickets && isExchangePath(spot.pathname) && request.method === 'GET';
    const isHidden = site.isDraft && !isOpen && !entering;
    if (!site.ownerIsActive || isHidden) return this.#sendPage(exchange, 404, pages.MISSING_SITE);
    if (site.expiresAt <= Date.now()) return this.#sendPage(exchange, 410, pages.EXPIRED_SITE);
    if (!isRead(request)) return this.#sendPage(exchange, 405, pages.NOT_ALLOWED, ['Allow', 'GET, HEAD']);
    if (entering) return this.#eventually(exchange, exchangeGrant(this.#app, site, request, response));
    if (!isOpen) {
      const page = isFramed(request) ? pages.LOCKED_FRAME : pages.lockedPage(this.#app.config.appUrl);
      return this.#sendPage(exchange, 401, page);
    }
    if (spot.pathname.startsWith(RESERVED)) this.#answerReserved(exchange);
    else this.#answerPath(site, exchange);
  }

  #answerReserved(exchange: Exchange): void {
    const { request, response, spot } = exchange;
    const part = this.#agent.get(spot.pathname);
    if (!part) return this.#sendPage(exchange, 404, pages.missingFilePage(`${spot.root}/`));
    sendAnswer(this.#app, request, response, chooseForm(part, this.#acceptedBy(request)));
  }

  #answerPath(site: Site, exchange: Exchange): void {
    const { request, response, spot, query } = exchange;
    const place = lookup(site.files, spot.pathname, isNavigation(request));
    if (place.kind === 'file') return this.#answerFile(site, place, exchange);
    if (place.kind === 'redirect') {
      return sendRedirect(response, 308, spot.root + place.path + query, this.#presentation.headers);
    }
    if (place.kind === 'malformed') return this.#sendPage(exchange, 400, pages.BAD_ADDRESS);
    this.#sendPage(exchange, 404, pages.missingFilePage(`${spot.root}/`));
  }

  /** A range refers to the uncompressed file, so that ranges of one file fit together. */
  #acceptedBy({ headers }: IncomingMessage): readonly Encoding[] {
    return headers.range === undefined
      ? acceptedEncodings(headers['accept-encoding'] as string | undefined)
      : IDENTITY;
  }

  #answerFile(site: Site, { file, status }: FoundFile, exchange: Exchange): void {
    const { request, response, spot } = exchange;
    const accepted = this.#acceptedBy(request);
    const { snapshotId, version } = site;
    const place = { snapshotId, version, depth: depthOf(spot.pathname) };
    const send = status === 200 ? sendAnswer : sendNotFoundPage;
    const known = this.#documents.known(file, place, accepted);
    if (known) return send(this.#app, request, response, known);

    const sent = this.#load(file, place, exchange).then((answer) => {
      if (!answer) throw new Error(`The bytes of ${file.sha256} are gone`);
      return send(this.#app, request, response, answer);
    });
    this.#eventually(exchange, sent);
  }

  async #load(file: SiteFile, place: Place, { request }: Exchange): Promise<CachedResponse | null> {
    if (this.#documents.isRewritten(file)) {
      const { rateLimits, config } = this.#app;
      await rateLimits.consume('rewrite', callerNetwork(request, config.trustedProxies));
    }
    return this.#documents.load(file, place, this.#acceptedBy(request));
  }
}

export async function createContent(app: Parts): Promise<Content> {
  if (app.config.contentMode === 'path') {
    app.log.warn(
      'CONTENT_MODE=path: previews share the app’s host inside a sandbox, without storage. ' +
        'Give them a domain with CONTENT_DOMAIN when you can.',
    );
  }
  const presentation = presentationFor(app.config);
  const server = new ContentServer(app, presentation, await loadAgent(app.log, presentation.headers));
  return {
    answer: (request, response) => server.answer(request, response),
    invalidate: (snapshotId) => server.invalidate(snapshotId),
    hasFile: (label, pathname) => server.hasFile(label, pathname),
  };
}

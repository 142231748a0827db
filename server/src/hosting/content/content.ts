import type { IncomingMessage, ServerResponse } from 'node:http';
import type { App } from '../../platform/context.ts';
import { STATUS, toAppError } from '../../platform/http/errors.ts';
import { callerNetwork } from '../../platform/http/network.ts';
import type { ContentRequest } from '../../platform/serving/address.ts';
import { loadAgent } from './agent.ts';
import { type Choice, Choices } from './choices.ts';
import type { CachedResponse } from '../../platform/serving/answers.ts';
import { type Asset, chooseForm } from '../../platform/serving/assets.ts';
import { Documents, type Form, type Wanted } from './documents.ts';
import { CLEARING_PATH, RENEWAL_PATH } from '@stagelink/shared/preview/handshake';
import { exchangeGrant, isExchangePath } from './grantExchange.ts';
import { isGranted } from './grants.ts';
import { loadPageAssets } from '../handedOver/assets.ts';
import { HandedOverPages, type PagePlace } from '../handedOver/handedOver.ts';
import { ClientRouting } from './clientRouting.ts';
import { CLEARED_PAGE, missingPage, RENEWAL_PAGE, startListPage } from './generatedPages.ts';
import { lookupBelow, opensAt, withoutBase } from './basePath.ts';
import { type Lookup, namesFile } from './lookup.ts';
import { needsIsolation, siteHeadersFor, withHeaders } from './siteHeaders.ts';
import { acceptedEncodings, type Encoding } from '../../platform/serving/negotiate.ts';
import * as pages from '../../platform/serving/pages.ts';
import { mayBePacked, packedFor } from './packed.ts';
import { isRead, type Place, type Presentation, presentationFor } from './presentation.ts';
import { purposeHeaders, purposeOf } from '../../platform/serving/purpose.ts';
import {
  isFramed,
  isNavigation,
  opensInFrame,
  sendAnswer,
  sendNotFoundPage,
  sendPage,
  sendRedirect,
} from '../../platform/serving/send.ts';
import { type Site, type SiteFile, Sites } from './sites.ts';
import { hasKnownExtension } from '../../platform/serving/types.ts';

type Parts = Pick<App, 'config' | 'log' | 'db' | 'secrets' | 'listener' | 'blobs' | 'rateLimits'>;

/** Serves snapshots' files, each snapshot on its own content origin. */
export interface Content {
  /** Answers a request for a content host; returns false for the app's hosts. */
  answer: (request: IncomingMessage, response: ServerResponse) => boolean;
  /** Drops the cached site. Call after the change is committed. */
  invalidate: (snapshotId: string) => void;
  /** Returns whether a URL path names a file of this site. */
  hasFile: (siteName: string, pathname: string) => Promise<boolean>;
}

/** A request in progress. */
interface Exchange {
  request: IncomingMessage;
  response: ServerResponse;
  located: ContentRequest;
  /** Query with its question mark; empty if there is none. */
  query: string;
}

type FoundFile = Omit<PlaceOf<'file'>, 'kind'>;
type PlaceOf<K extends string> = Extract<Lookup<SiteFile>, { kind: K }>;

const IDENTITY: readonly Encoding[] = ['identity'];
const STORED: Form = { kind: 'stored' };
const RESERVED = '/__stagelink/';

/** Counts the folders between the site's root and a path. */
function depthOf(pathname: string): number {
  let depth = -1;
  for (let at = pathname.indexOf('/'); at !== -1; at = pathname.indexOf('/', at + 1)) depth++;
  return Math.max(depth, 0);
}

const CLEAR_STORAGE = ['Clear-Site-Data', '"storage"'];

/** What a page embeds is a part of it, although the browser navigates to it. */
const EMBEDDED = new Set<unknown>(['embed', 'object']);

/**
 * Returns whether a person opens the path, so that it may be a route of an application. Without the headers that say
 * so, a path that ends like a file is one.
 */
function isVisit(request: IncomingMessage, pathname: string): boolean {
  const { 'sec-fetch-mode': mode, 'sec-fetch-dest': destination } = request.headers;
  if (!isNavigation(request) || EMBEDDED.has(destination)) return false;
  return mode !== undefined || !hasKnownExtension(pathname);
}

class ContentServer {
  readonly #app: Parts;
  readonly #sites: Sites;
  readonly #routing: ClientRouting;
  readonly #presentation: Presentation;
  readonly #documents: Documents;
  readonly #handedOver: HandedOverPages;
  readonly #choices = new Choices();
  /** The agent, and what the pages of handed-over files load, by path. */
  readonly #assets: ReadonlyMap<string, Asset>;

  constructor(app: Parts, presentation: Presentation, assets: ReadonlyMap<string, Asset>) {
    this.#app = app;
    this.#sites = new Sites(app);
    this.#routing = new ClientRouting(app);
    this.#presentation = presentation;
    this.#documents = new Documents(app, presentation);
    this.#handedOver = new HandedOverPages(app.config, presentation.headers);
    this.#assets = assets;
  }

  invalidate(snapshotId: string): void {
    this.#sites.invalidate(snapshotId);
  }

  async hasFile(label: string, pathname: string): Promise<boolean> {
    const site = this.#sites.known(label) ?? (await this.#sites.load(label));
    return site !== null && namesFile(site.directory, withoutBase(site.basePath, pathname));
  }

  answer(request: IncomingMessage, response: ServerResponse): boolean {
    const url = request.url ?? '/';
    const mark = url.indexOf('?');
    const pathname = mark === -1 ? url : url.slice(0, mark);
    const located = this.#presentation.locate(request, pathname);
    if (!located) return false;

    const exchange = { request, response, located, query: mark === -1 ? '' : url.slice(mark) };
    const site = this.#sites.known(located.site);
    if (site) this.#answerFor(site, exchange);
    else this.#eventually(exchange, this.#findAndAnswer(exchange));
    return true;
  }

  async #findAndAnswer(exchange: Exchange): Promise<void> {
    const site = await this.#sites.load(exchange.located.site);
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
    const { request, response, located } = exchange;
    // Needs no grant: a worker also answers for the request that would renew it.
    if (this.#isClearing(exchange)) return this.#sendPage(exchange, 200, CLEARED_PAGE, CLEAR_STORAGE);
    const isOpen =
      !site.needsGrant || isGranted(this.#app, site, this.#presentation.grantIn(request, located));
    const { exchangesTickets } = this.#presentation;
    const entering = exchangesTickets && isExchangePath(located.pathname) && request.method === 'GET';
    const isHidden = site.isDraft && !isOpen && !entering;
    if (!site.ownerIsActive || isHidden) return this.#sendPage(exchange, 404, pages.MISSING_SITE);
    if (site.expiresAt <= Date.now()) return this.#sendPage(exchange, 410, pages.EXPIRED_SITE);
    if (!isRead(request)) return this.#sendPage(exchange, 405, pages.NOT_ALLOWED, ['Allow', 'GET, HEAD']);
    if (entering) return this.#eventually(exchange, exchangeGrant(this.#app, site, request, response));
    if (!isOpen) {
      const page = isFramed(request) ? pages.LOCKED_FRAME : pages.lockedPage(this.#app.config.appUrl);
      return this.#sendPage(exchange, 401, page);
    }
    if (located.pathname.startsWith(RESERVED)) this.#answerReserved(exchange);
    else this.#answerPath(site, exchange);
  }

  /**
   * Browsers clear what belongs to a frame apart from the windows of the prototype. Below a path of the app it would be
   * the app's own storage.
   */
  #isClearing({ request, located }: Exchange): boolean {
    const hasOrigin = this.#presentation.exchangesTickets;
    return hasOrigin && located.pathname === CLEARING_PATH && request.headers['sec-fetch-dest'] === 'iframe';
  }

  #answerReserved(exchange: Exchange): void {
    const { request, response, located } = exchange;
    if (located.pathname === RENEWAL_PATH) return this.#sendPage(exchange, 200, RENEWAL_PAGE);
    const part = this.#assets.get(located.pathname);
    if (!part) return this.#sendPage(exchange, 404, pages.MISSING_PART);
    sendAnswer(this.#app, request, response, chooseForm(part, this.#acceptedBy(request)));
  }

  #answerPath(site: Site, exchange: Exchange): void {
    const { request, located } = exchange;
    const choice = this.#choices.find(site, request, located.pathname);
    if (choice) return this.#answerChoice(choice, exchange);
    const start = purposeOf(request) === 'document' ? opensAt(site, located.pathname) : null;
    if (start !== null) return this.#redirect(exchange, { kind: 'redirect', status: 307, location: start });
    const place = lookupBelow(site, located.pathname, isVisit(request, located.pathname));
    this.#answerPlace(site, exchange, place);
  }

  #answerPlace(site: Site, exchange: Exchange, place: Lookup<SiteFile>): void {
    switch (place.kind) {
      case 'file':
        return this.#answerFileOrPage(site, place, exchange);
      case 'redirect':
        return this.#redirect(exchange, place);
      case 'route':
        return this.#eventually(exchange, this.#answerRoute(site, exchange, place));
      case 'list':
        return this.#answerList(site, exchange);
      case 'missing':
        return this.#sendPage(exchange, 404, missingPage(place.path, this.#surroundings(site, exchange)));
      case 'malformed':
        return this.#sendPage(exchange, 400, pages.BAD_ADDRESS);
    }
  }

  #redirect({ response, located, query }: Exchange, { status, location }: PlaceOf<'redirect'>): void {
    const [path = '', hash] = location.split('#', 2);
    const target = path.includes('?') ? path : path + query;
    const whole = located.root + target + (hash === undefined ? '' : `#${hash}`);
    sendRedirect(response, status, whole, this.#presentation.headers);
  }

  async #answerRoute(
    site: Site,
    exchange: Exchange,
    { candidates, otherwise }: PlaceOf<'route'>,
  ): Promise<void> {
    for (const page of candidates) {
      const isApp = await this.#routing.isIn(page, site.files, () => this.#countWork(exchange));
      if (isApp) return this.#answerFile(site, { file: page, status: 200 }, exchange);
    }
    this.#answerPlace(site, exchange, otherwise);
  }

  #surroundings(site: Site, { located }: Exchange) {
    const agentTag = this.#presentation.agent(this.#placeOf(site, located));
    return { root: located.root, agentTag, pages: site.directory.pages };
  }

  async #countWork({ request }: Exchange): Promise<void> {
    const { rateLimits, config } = this.#app;
    await rateLimits.consume('rewrite', callerNetwork(request, config.trustedProxies));
  }

  /** A handed-over file, and a PDF in a frame, is shown as a page where it becomes a document, and is itself everywhere else. */
  #answerFileOrPage(site: Site, found: FoundFile, exchange: Exchange): void {
    const isDocument = purposeOf(exchange.request) === 'document';
    const page = isDocument
      ? this.#handedOver.filePage(site, found.file.path, this.#pagePlaceOf(site, exchange))
      : null;
    if (page) sendAnswer(this.#app, exchange.request, exchange.response, page);
    else this.#answerFile(site, found, exchange);
  }

  #answerList(site: Site, exchange: Exchange): void {
    const page = this.#handedOver.listPage(site, this.#pagePlaceOf(site, exchange));
    if (page) sendAnswer(this.#app, exchange.request, exchange.response, page);
    else this.#sendPage(exchange, 200, startListPage(this.#surroundings(site, exchange)));
  }

  #pagePlaceOf(site: Site, exchange: Exchange): PagePlace {
    const { request, located } = exchange;
    return {
      ...this.#surroundings(site, exchange),
      site: located.site,
      isFrame: opensInFrame(request),
      vary: purposeHeaders(request),
    };
  }

  /** A range refers to the uncompressed file, so that ranges of one file fit together. */
  #acceptedBy({ headers }: IncomingMessage): readonly Encoding[] {
    return headers.range === undefined
      ? acceptedEncodings(headers['accept-encoding'] as string | undefined)
      : IDENTITY;
  }

  /** The headers that the site asks for at a path, without those that are not sent with a file. */
  #headersAt({ headers, needsGrant }: Site, { pathname }: ContentRequest): ReadonlyMap<string, string> {
    const all = [...siteHeadersFor(headers, pathname)];
    return new Map(all.filter(([name]) => this.#presentation.follows(name, needsGrant)));
  }

  #placeOf(site: Site, located: ContentRequest): Place {
    const { snapshotId, version } = site;
    const place = { snapshotId, site: located.site, version, depth: depthOf(located.pathname) };
    return needsIsolation(this.#headersAt(site, located)) ? { ...place, needsIsolation: true } : place;
  }

  /** A document gets the agent; what a script fetches is the file. */
  #wanted(site: Site, file: SiteFile, { request, located }: Exchange): Wanted {
    const hasForms = this.#presentation.changesFor(file.type) !== null || mayBePacked(file.path);
    const vary = purposeHeaders(request);
    if (!hasForms) return { file, form: STORED, vary: this.#handedOver.shows(site, file.path) ? vary : null };
    const purpose = purposeOf(request);
    if (this.#presentation.changesFor(file.type) === purpose) {
      return { file, form: { kind: 'rewritten', place: this.#placeOf(site, located) }, vary };
    }
    const packed = packedFor(file.path, purpose, site.files);
    return { file, form: packed ? { kind: 'unpacked', packed } : STORED, vary };
  }

  #answerFile(site: Site, { file, status }: FoundFile, exchange: Exchange): void {
    const { request, located } = exchange;
    const wanted = this.#wanted(site, file, exchange);
    const choice = { wanted, status, added: this.#headersAt(site, located) };
    this.#choices.remember(site, request, located.pathname, choice);
    this.#answerChoice(choice, exchange);
  }

  #answerChoice({ wanted, status, added }: Choice, exchange: Exchange): void {
    const { request, response } = exchange;
    const sendWhole = status === 200 ? sendAnswer : sendNotFoundPage;
    const send = (answer: CachedResponse) =>
      sendWhole(this.#app, request, response, withHeaders(answer, added));
    const known = this.#documents.known(wanted, this.#acceptedBy(request));
    if (known) return send(known);

    const sent = this.#load(wanted, exchange).then((answer) => {
      if (!answer) throw new Error(`The bytes of ${wanted.file.sha256} are gone`);
      return send(answer);
    });
    this.#eventually(exchange, sent);
  }

  async #load(wanted: Wanted, exchange: Exchange): Promise<CachedResponse | null> {
    if (this.#documents.isRewritten(wanted)) await this.#countWork(exchange);
    return this.#documents.load(wanted, this.#acceptedBy(exchange.request));
  }
}

/** Answers requests for the files of snapshots, before Koa. See docs/decisions/0013. */
export function createContent(app: Parts): Content {
  if (app.config.contentMode === 'path') {
    app.log.warn(
      'CONTENT_MODE=path: previews share the app’s host inside a sandbox, without storage. ' +
        'Give them a domain with CONTENT_DOMAIN when you can.',
    );
  }
  const presentation = presentationFor(app.config);
  const agent = loadAgent(app.log, presentation.headers);
  const pageAssets = loadPageAssets(app.log, presentation.headers);
  const server = new ContentServer(app, presentation, new Map([...agent, ...pageAssets]));
  return {
    answer: (request, response) => server.answer(request, response),
    invalidate: (snapshotId) => server.invalidate(snapshotId),
    hasFile: (siteName, pathname) => server.hasFile(siteName, pathname),
  };
}

import type { IncomingMessage } from 'node:http';
import { FRAME_SANDBOX } from '@stagelink/shared/preview/framePermissions';
import { agentTag, type ServedVersion } from '@stagelink/shared/preview/handshake';
import type { Config } from '../../platform/config.ts';
import {
  type ContentRequest,
  createHostReader,
  parsePathMode,
  siteOrigin,
} from '../../platform/serving/address.ts';
import { CONTENT_HEADERS, ORIGIN_HEADERS } from '../../platform/serving/headers.ts';
import { injectAgent } from './inject.ts';
import { importMap, rewriteCss, rewriteHtml, wayUp } from './rewrite.ts';
import type { Purpose } from '../../platform/serving/purpose.ts';
import { isHtml } from '../../platform/serving/types.ts';
import { grantOf } from './grants.ts';

/** Where a document is served. */
export interface Place extends ServedVersion {
  /** The site's name, as in `ContentRequest`. */
  site: string;
  /** Folders between its path and the site's root. */
  depth: number;
}

/** What depends on where files are served: on their own origin, or below a path of the app (path mode). */
export interface Presentation {
  /** Returns which file of which site a request is for; null if it belongs to the app. */
  locate: (request: IncomingMessage, pathname: string) => ContentRequest | null;
  /** Whether a ticket is exchanged for a cookie that carries the grant. */
  exchangesTickets: boolean;
  grantIn: (request: IncomingMessage, located: ContentRequest) => string | null;
  /** On every response, as the flat array of `writeHead`. */
  headers: readonly string[];
  /** Returns the purpose for which files of a type are rewritten, if any. */
  changesFor: (type: string) => Purpose | null;
  /** Whether a rewritten document depends on its depth. */
  countsDepth: boolean;
  /** Returns the script element for a document. */
  script: (place: Place) => string;
  /** Returns the part of it that loads the preview agent. */
  agent: (place: Place) => string;
  /** Inserts the script in the beginning of a document. */
  inject: (beginning: Buffer, place: Place) => Buffer;
  change: (body: Buffer, type: string, place: Place) => Promise<Buffer>;
  /** Returns the `Cross-Origin-Resource-Policy` of a file. */
  resourcePolicy: (isPrivate: boolean) => string;
  /** Whether a header of the site's `_headers` is sent with a file. */
  follows: (header: string, isPrivate: boolean) => boolean;
}

/** Headers that compare origins. */
const ABOUT_ORIGINS = /^(cross-origin-|document-isolation-policy|access-control-allow-origin)/;
/** The folder of the agent, which no file of a prototype uses. */
const RESERVED = '/__stagelink/';
const SANDBOX = `sandbox ${FRAME_SANDBOX}`;

type Address = Pick<Config, 'contentMode' | 'contentDomain' | 'appUrl'>;

export const isRead = ({ method }: IncomingMessage): boolean => method === 'GET' || method === 'HEAD';

function onOwnOrigin(config: Address): Presentation {
  const { origin } = new URL(config.appUrl);
  const script = (place: Place) => agentTag(origin, place);
  const siteOf = createHostReader(config);
  const inject = (body: Buffer, place: Place) => {
    const source = siteOrigin(config, place.site) + RESERVED;
    return injectAgent(body, { tag: script(place), source });
  };
  return {
    locate({ headers }, pathname) {
      const site = siteOf(headers.host);
      return site === null ? null : { site, root: '', pathname, grant: null };
    },
    exchangesTickets: true,
    grantIn: ({ headers }) => grantOf(headers.cookie),
    headers: ORIGIN_HEADERS,
    changesFor: (type) => (isHtml(type) ? 'document' : null),
    countsDepth: false,
    script,
    agent: script,
    inject,
    change: (body, _type, place) => Promise.resolve(inject(body, place)),
    // A password keeps other sites from embedding a file; without one its URL is public.
    resourcePolicy: (isPrivate) => (isPrivate ? 'same-origin' : 'cross-origin'),
    follows: (header, isPrivate) => !isPrivate || header !== 'cross-origin-resource-policy',
  };
}

/**
 * Below a path of the app's own host a prototype must not have the app's origin: the sandbox gives it an opaque one,
 * framed or not. Its own files are cross-origin to it, so they allow every origin; the grant in their URL protects
 * them.
 */
function inPathMode({ appUrl }: Address): Presentation {
  const { origin } = new URL(appUrl);
  const agent = (place: Place) => agentTag(origin, place, wayUp(place.depth));
  const script = (place: Place) => agent(place) + importMap(place.depth);
  // A grant may stand between the site and the path of the agent.
  const inject = (body: Buffer, place: Place) =>
    injectAgent(body, { tag: script(place), source: `${origin}/s${place.site}/` });
  return {
    locate: (request, pathname) => (isRead(request) ? parsePathMode(pathname) : null),
    exchangesTickets: false,
    // The URL contains the grant; the app's cookies, sent along here, are ignored.
    grantIn: (_request, { grant }) => grant,
    headers: [...CONTENT_HEADERS, 'Content-Security-Policy', SANDBOX, 'Access-Control-Allow-Origin', '*'],
    changesFor(type) {
      if (isHtml(type)) return 'document';
      return type.startsWith('text/css') ? 'style' : null;
    },
    countsDepth: true,
    script,
    agent,
    inject,
    async change(body, type, place) {
      const { depth } = place;
      const text = body.toString('latin1');
      if (!isHtml(type)) return Buffer.from(await rewriteCss(text, depth), 'latin1');
      return inject(Buffer.from(await rewriteHtml(text, depth), 'latin1'), place);
    },
    resourcePolicy: () => 'cross-origin',
    // Nothing can be isolated without an origin, and a browser shows no sandboxed page that asks for it.
    follows: (header) => !ABOUT_ORIGINS.test(header),
  };
}

export const presentationFor = (config: Address): Presentation =>
  config.contentMode === 'origin' ? onOwnOrigin(config) : inPathMode(config);

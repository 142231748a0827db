import { createHash } from 'node:crypto';
import { type HandedOverKind, handedOverKind } from '@stagelink/shared/domain/handedOver';
import type { Config } from '../../platform/config.ts';
import { siteOrigin } from '../../platform/serving/address.ts';
import { type CachedResponse, createAnswer } from '../../platform/serving/answers.ts';
import type { Site } from '../content/sites.ts';
import { pagePolicy } from './policy.ts';
import { renderFilePage, renderListPage } from './render.ts';

/** Where a page is shown. */
export interface PagePlace {
  /** The site's name, as in `ContentRequest`. */
  site: string;
  /** The path prefix of the site: empty on an origin of its own. */
  root: string;
  agentTag: string;
  /** Whether a frame opens it. */
  isFrame: boolean;
  /** The request headers that decided for the page. */
  vary: string;
}

/** A website's own PDF is a page only there: a sandboxed frame, such as the viewer's, has no PDF reader of the browser. */
const isReadInFrames = (kind: HandedOverKind | null): boolean => kind === 'pdf';

/**
 * Makes pages of the files of versions without HTML, and of PDFs in frames. The files stay as they are.
 * See docs/decisions/0306.
 */
export class HandedOverPages {
  readonly #config: Config;
  readonly #headers: readonly string[];

  constructor(config: Config, headers: readonly string[]) {
    this.#config = config;
    this.#headers = headers;
  }

  /** Returns the page that lists the files of a version; null where the version has pages of its own. */
  listPage(site: Site, place: PagePlace): CachedResponse | null {
    const paths = site.directory.handedOver;
    return paths.length === 0 ? null : this.#answer(site, place, renderListPage({ ...place, paths }));
  }

  /** Returns the page of a file; null for one that is served as it is. */
  filePage(site: Site, path: string, place: PagePlace): CachedResponse | null {
    const kind = handedOverKind(path);
    const isHandedOver = site.directory.handedOver.length > 0;
    if (kind === null || !(isHandedOver || (place.isFrame && isReadInFrames(kind)))) return null;
    return this.#answer(
      site,
      place,
      renderFilePage({ ...place, paths: site.directory.handedOver }, path, kind),
    );
  }

  /** Whether a file may be shown as a page. */
  shows({ directory }: Site, path: string): boolean {
    const kind = handedOverKind(path);
    return isReadInFrames(kind) || (kind !== null && directory.handedOver.length > 0);
  }

  #answer({ needsGrant }: Site, { site, root, vary }: PagePlace, html: string): CachedResponse {
    const body = Buffer.from(html);
    const policy = pagePolicy(siteOrigin(this.#config, site), root);
    const about = {
      tag: createHash('sha256').update(body).digest('hex').slice(0, 32),
      type: 'text/html; charset=utf-8',
      cacheControl: needsGrant ? 'private, no-cache' : 'no-cache',
      vary,
      more: [...this.#headers, 'Content-Security-Policy', policy],
    };
    return createAnswer(about, 'identity', body);
  }
}

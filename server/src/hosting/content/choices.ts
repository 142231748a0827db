import type { IncomingMessage } from 'node:http';
import { requestKind } from '../../platform/serving/purpose.ts';
import type { Wanted } from './documents.ts';
import type { Site } from './sites.ts';

/** The file that answers a path, in the form that the request asks for. */
export interface Choice {
  wanted: Wanted;
  status: 200 | 404;
  /** Headers that the site asks for. */
  added: ReadonlyMap<string, string>;
}

/** A longer path is looked up each time. */
const PATH_CHARACTERS = 200;
const CHOICES_PER_FILE = 2;

/** Remembers what each site answers to requests that are alike, so that a hot file is looked up once. */
export class Choices {
  readonly #sites = new WeakMap<Site, Map<string, Choice>>();

  find(site: Site, request: IncomingMessage, pathname: string): Choice | undefined {
    return this.#sites.get(site)?.get(keyOf(request, pathname));
  }

  /** Visitors choose paths and headers, so the number is limited by what the site holds. */
  remember(site: Site, request: IncomingMessage, pathname: string, choice: Choice): void {
    const known = this.#sites.get(site) ?? new Map<string, Choice>();
    if (pathname.length > PATH_CHARACTERS || known.size >= site.files.size * CHOICES_PER_FILE) return;
    this.#sites.set(site, known.set(keyOf(request, pathname), choice));
  }
}

const keyOf = (request: IncomingMessage, pathname: string): string => `${pathname}\n${requestKind(request)}`;

import { type HeaderRule, headersFor } from '@stagelink/shared/domain/headersFile';
import type { CachedResponse } from '../../platform/serving/answers.ts';

/** Isolates a document also in a frame of a page that is not isolated itself, as the viewer is. */
const ISOLATION = 'document-isolation-policy';
/** A service worker that isolates pages on hosts without a way to set headers; in a frame it cannot. */
const ISOLATING_WORKER = /(^|\/)coi-serviceworker(\.min)?\.js$/;

/** Headers that a site asks for. */
export interface SiteHeaders {
  rules: readonly HeaderRule[];
  /** Whether its pages isolate themselves with a service worker. */
  isolatesItself: boolean;
}

export function isolatesItself(paths: Iterable<string>): boolean {
  for (const path of paths) if (ISOLATING_WORKER.test(path)) return true;
  return false;
}

function isolationFor(headers: ReadonlyMap<string, string>, isSelfIsolating: boolean): string | null {
  const [embedder] = headers.get('cross-origin-embedder-policy')?.split(';') ?? [];
  const isOpener = headers.get('cross-origin-opener-policy')?.startsWith('same-origin') === true;
  if (isOpener && embedder === 'require-corp') return 'isolate-and-require-corp';
  const isCredentialless = isOpener && embedder === 'credentialless';
  return isCredentialless || isSelfIsolating ? 'isolate-and-credentialless' : null;
}

/** Returns the headers that a site asks for at a path, by lower-case name. */
export function siteHeadersFor(
  { rules, isolatesItself: isSelfIsolating }: SiteHeaders,
  pathname: string,
): ReadonlyMap<string, string> {
  const headers = headersFor(rules, pathname);
  const isolation = isolationFor(headers, isSelfIsolating);
  if (isolation !== null && !headers.has(ISOLATION)) headers.set(ISOLATION, isolation);
  return headers;
}

export const needsIsolation = (headers: ReadonlyMap<string, string>): boolean => headers.has(ISOLATION);

const replaced = (sent: readonly string[], added: ReadonlyMap<string, string>): string[] => {
  const kept = sent.filter((_, at) => !added.has((sent[at - (at % 2)] ?? '').toLowerCase()));
  return [...kept, ...[...added].flat()];
};

/** Returns the response with these headers, which replace those of the same name. */
export const withHeaders = (answer: CachedResponse, added: ReadonlyMap<string, string>): CachedResponse =>
  added.size === 0
    ? answer
    : {
        ...answer,
        headers: replaced(answer.headers, added),
        notModified: replaced(answer.notModified, added),
      };

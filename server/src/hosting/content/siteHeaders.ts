import { createHash } from 'node:crypto';
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

/** A cache that is answered 304 keeps the headers it has, so other headers have another tag. */
function tagWith(etag: string, added: ReadonlyMap<string, string>): string {
  const digest = createHash('sha256')
    .update([...added].flat().join('\n'))
    .digest('base64url');
  return `${etag.slice(0, -1)}-${digest.slice(0, 8)}"`;
}

/** Returns the response with these headers, which replace those of the same name. */
export function withHeaders(answer: CachedResponse, added: ReadonlyMap<string, string>): CachedResponse {
  if (added.size === 0) return answer;
  const etag = tagWith(answer.etag, added);
  const headers = new Map([...added, ['etag', etag]]);
  return {
    ...answer,
    etag,
    headers: replaced(answer.headers, headers),
    notModified: replaced(answer.notModified, headers),
  };
}

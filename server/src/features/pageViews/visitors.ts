import { createHash } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { isbot } from 'isbot';

/** Headers by which browsers mark prefetches and prerenders. */
const PURPOSES = ['sec-purpose', 'purpose', 'x-purpose', 'x-moz'];

/** Returns whether a person opens the page, as opposed to a crawler or a prefetch. */
export function isPageView(headers: IncomingHttpHeaders): boolean {
  const agent = headers['user-agent'];
  if (!agent || isbot(agent)) return false;
  return !PURPOSES.some((name) => /prefetch|prerender|preview/i.test(String(headers[name] ?? '')));
}

export interface Visitor {
  /** Null if signed out. */
  userId: string | null;
  /** The network of the client. A browser's name is no part of a visitor: a flood would invent names. */
  address: string;
}

/**
 * Hashes a visitor of one snapshot on one day. Anonymous, as the day's salt is deleted. Users who share an address are
 * distinguished when signed in.
 */
export function visitorHash(salt: Buffer, snapshotId: string, visitor: Visitor): Buffer {
  const identity = JSON.stringify([visitor.address, snapshotId, visitor.userId]);
  return createHash('sha256').update(salt).update(identity).digest();
}

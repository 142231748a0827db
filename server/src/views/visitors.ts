import { createHash } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { isbot } from 'isbot';

/** By these a browser says that nobody looks yet: it fetches, or even runs, a page that may be opened. */
const PURPOSES = ['sec-purpose', 'purpose', 'x-purpose', 'x-moz'];

/** Whether somebody looks: no program that reads pages, and no browser that fetches one in advance. */
export function isLook(headers: IncomingHttpHeaders): boolean {
  const agent = headers['user-agent'];
  if (!agent || isbot(agent)) return false;
  return !PURPOSES.some((name) => /prefetch|prerender|preview/i.test(String(headers[name] ?? '')));
}

export interface Visitor {
  /** Null for somebody who is not signed in. */
  userId: string | null;
  address: string;
  userAgent: string;
}

/**
 * Whoever looks at one snapshot on one day, as a number that leads back to nobody: the day's salt is deleted.
 * Colleagues at one address with the same browser are told apart when they are signed in.
 */
export function visitorHash(salt: Buffer, snapshotId: string, visitor: Visitor): Buffer {
  const said = JSON.stringify([visitor.address, visitor.userAgent, snapshotId, visitor.userId]);
  return createHash('sha256').update(salt).update(said).digest();
}

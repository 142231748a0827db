import { SnapshotId } from '../contracts/snapshots.ts';
import { UserError } from '../client/userError.ts';

const UUID = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/;
const THREAD = new RegExp(`^(?:.*#thread=)?(${UUID.source})$`, 'i');

/** Returns the snapshot id contained in an id or a link, or null. */
export function snapshotIn(given: string): string | null {
  const id = SnapshotId.safeParse(given.trim().replace(/^.*\/(?:s|viewer)\/([^/?#]+).*$/, '$1'));
  return id.success ? id.data : null;
}

/** Returns the thread id contained in an id or a link. */
export function threadIdIn(given: string): string {
  const id = THREAD.exec(given.trim())?.[1];
  if (id !== undefined) return id.toLowerCase();
  throw new UserError(
    'not_found',
    `“${given.slice(0, 200)}” is neither a thread’s id nor a link to one.`,
    'Take the id from the list of threads.',
  );
}

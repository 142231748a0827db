import { SnapshotId } from '../contracts/snapshots.ts';
import { ToolError } from './trouble.ts';

const UUID = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/;
const THREAD = new RegExp(`^(?:.*#thread=)?(${UUID.source})$`, 'i');

/** The snapshot's id in an id or in any link to it; null when there is none. */
export function snapshotIn(given: string): string | null {
  const id = SnapshotId.safeParse(given.trim().replace(/^.*\/(?:s|viewer)\/([^/?#]+).*$/, '$1'));
  return id.success ? id.data : null;
}

/** The thread's id in an id or in a link to it. */
export function threadIdIn(given: string): string {
  const id = THREAD.exec(given.trim())?.[1];
  if (id !== undefined) return id.toLowerCase();
  throw new ToolError(
    'not_found',
    `“${given.slice(0, 200)}” is neither a thread’s id nor a link to one.`,
    'Take the id from the list of threads.',
  );
}

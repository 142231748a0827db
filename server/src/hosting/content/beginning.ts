import type { App } from '../../platform/context.ts';
import { locate, openBlob } from '../../platform/blobs/read.ts';

/** Reads the first bytes of a file as UTF-8; empty if its blob is gone. */
export async function readFirst(
  app: Pick<App, 'db' | 'blobs'>,
  { sha256, size }: { sha256: string; size: number },
  bytes: number,
): Promise<string> {
  const place = (await locate(app.db, [sha256])).get(sha256)?.get('identity');
  if (!place) return '';
  const stream = await openBlob(app, place, { offset: 0, length: Math.min(size, bytes) });
  return Buffer.concat((await stream.toArray()) as Buffer[]).toString('utf8');
}

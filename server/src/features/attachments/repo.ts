import type { Db, Tx } from '../../platform/db/db.ts';

/** A file of a comment: an attachment, or the picture of its pin's element. */
export interface FileRow {
  id: string;
  filename: string;
  mimeType: string;
  size: number;
  isCrop: boolean;
  /** Hash in hexadecimal. */
  sha256: string;
}

export async function insert(tx: Tx, commentId: string, files: FileRow[]): Promise<void> {
  if (files.length === 0) return;
  await tx('attachments').insert(
    files.map((file, position) => ({
      id: file.id,
      comment_id: commentId,
      sha256: Buffer.from(file.sha256, 'hex'),
      is_crop: file.isCrop,
      filename: file.filename,
      mime_type: file.mimeType,
      size: file.size,
      position,
    })),
  );
}

/** Removes the picture of a comment's pin; its bytes go with the next sweep. */
export async function removeCrop(tx: Tx, commentId: string): Promise<void> {
  await tx('attachments').where({ comment_id: commentId, is_crop: true }).delete();
}

/** Sums the file sizes of a snapshot's comments. */
export async function bytesOn(db: Db, snapshotId: string): Promise<{ all: number; visitors: number }> {
  const { rows } = await db.raw<{ rows: [{ all: number; visitors: number }] }>(
    `select coalesce(sum(a.size), 0)::bigint as all,
            coalesce(sum(a.size) filter (where c.author_id is null and c.reviewer_id is null), 0)::bigint as visitors
     from attachments a join comments c on c.id = a.comment_id where c.snapshot_id = ?`,
    [snapshotId],
  );
  return rows[0];
}

/** A file with what serving it needs. */
export interface ServedRow extends FileRow {
  passwordRevision: number;
}

/** Returns the file while its comment exists and its snapshot can be opened. */
export async function findServed(db: Db, id: string): Promise<ServedRow | undefined> {
  return db('attachments as a')
    .join('comments as c', 'c.id', 'a.comment_id')
    .join('snapshots as s', 's.id', 'c.snapshot_id')
    .join('users as u', 'u.id', 's.owner_id')
    .where('a.id', id)
    .where('s.expires_at', '>', db.fn.now())
    .whereNull('u.deactivated_at')
    .first({
      id: 'a.id',
      filename: 'a.filename',
      mimeType: 'a.mime_type',
      size: 'a.size',
      isCrop: 'a.is_crop',
      sha256: db.raw(`encode(a.sha256, 'hex')`),
      passwordRevision: 's.password_revision',
    });
}

import type { Parsed } from '@stagelink/shared/contracts/endpoint';
import { COMMENT_BYTES, VISITOR_COMMENT_BYTES } from '@stagelink/shared/contracts/limits';
import type { putPageTree } from '@stagelink/shared/contracts/pageTrees';
import type { App } from '../../platform/context.ts';
import type { Tx } from '../../platform/db/db.ts';
import { AppError, notFound } from '../../platform/http/errors.ts';
import type { Access } from '../access/access.ts';
import { countBytes } from '../comments/files.ts';
import { canSee, type Commenter, isVisitor, permissionsFor } from '../comments/policy.ts';
import * as comments from '../comments/repo.ts';
import { assertVersion, visible } from '../comments/service.ts';
import { lockSnapshot } from '../snapshots/service.ts';
import { inflateTree, receiveTree } from './receive.ts';
import * as repo from './repo.ts';

type Wanted = Parsed<typeof putPageTree>;

/** Who sends a tree, and the network they send it from. */
interface Sender {
  access: Access;
  commenter: Commenter;
  address: string;
}

/** Returns the thread, if this person may attach its pin: a tree decides where the pin is found. */
async function findPin(
  tx: Tx | App['db'],
  { snapshot }: Access,
  commenter: Commenter,
  commentId: string,
): Promise<comments.CommentRow> {
  const row = await visible(tx, commenter, snapshot.id, commentId);
  if (!permissionsFor(row, commenter, snapshot.commentPolicy).repin) {
    throw new AppError('forbidden', 'You do not have permission to keep a page tree with this pin.');
  }
  return row;
}

/** Trees get what the comments leave of their total size: they never keep a comment from being posted. */
async function assertRoom(tx: Tx, snapshotId: string, commenter: Commenter, size: number): Promise<void> {
  const [texts, trees] = [await comments.bytesOn(tx, snapshotId), await repo.bytesOn(tx, snapshotId)];
  const isFull = texts.all + trees.all + size > COMMENT_BYTES;
  const isVisitorsFull = texts.visitors + trees.visitors + size > VISITOR_COMMENT_BYTES;
  if (isFull || (isVisitor(commenter) && isVisitorsFull)) {
    throw new AppError('conflict', 'The comments on this snapshot leave no space for this page tree.');
  }
}

/** Returns false where the tree must be sent first. */
async function attach(
  app: App,
  tx: Tx,
  { commenter, address }: Sender,
  wanted: Wanted,
  {
    snapshotId,
    id,
    trees,
    tree,
  }: Pick<comments.CommentRow, 'snapshotId' | 'id' | 'trees'> & { tree: Buffer | null },
): Promise<boolean> {
  // The first report of a version stays, and a pin is not found on an older version any more.
  if (trees.some(({ version }) => version >= wanted.version)) return true;
  if (!(await repo.isStored(tx, snapshotId, wanted.hash))) {
    if (!tree) return false;
    await assertRoom(tx, snapshotId, commenter, tree.length);
    await countBytes(app, tx, snapshotId, { commenter, address }, tree.length);
    await repo.insert(tx, snapshotId, wanted.hash, tree);
  }
  await repo.attach(tx, { id, snapshotId }, wanted);
  return true;
}

/** Keeps a page tree with a pin. Returns null where the snapshot does not have the tree and `bytes` are empty. */
export async function keep(
  app: App,
  sender: Sender,
  wanted: Wanted,
  bytes: Buffer,
): Promise<comments.CommentRow | null> {
  const { access, commenter } = sender;
  await findPin(app.db, access, commenter, wanted.commentId);
  const tree = bytes.length === 0 ? null : await receiveTree(bytes, wanted.hash, wanted.node);
  const isKept = await app.db.transaction(async (tx) => {
    const snapshot = await lockSnapshot(tx, access.snapshot.id);
    const row = await findPin(tx, { ...access, snapshot }, commenter, wanted.commentId);
    await assertVersion(tx, snapshot, commenter, wanted.version);
    if (wanted.version < row.version) {
      throw new AppError('invalid_input', 'The pin was made on a later version.', { field: 'version' });
    }
    return attach(app, tx, sender, wanted, { ...row, tree });
  });
  return isKept ? visible(app.db, commenter, access.snapshot.id, wanted.commentId) : null;
}

async function isReadable(
  app: App,
  { snapshot }: Access,
  commenter: Commenter,
  hash: string,
): Promise<boolean> {
  for (const id of await repo.pinsOf(app.db, snapshot.id, hash)) {
    const row = await comments.find(app.db, snapshot.id, id, commenter);
    if (row && canSee(row, commenter)) return true;
  }
  return false;
}

/** Returns the JSON of a tree that a comment visible to this commenter is kept with. */
export async function read(app: App, access: Access, commenter: Commenter, hash: string): Promise<string> {
  const tree = await repo.find(app.db, access.snapshot.id, hash);
  if (!tree || !(await isReadable(app, access, commenter, hash))) throw notFound('That page tree');
  return inflateTree(tree);
}

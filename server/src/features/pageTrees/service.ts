import type { Parsed, Reply } from '@stagelink/shared/contracts/endpoint';
import { COMMENT_BYTES, VISITOR_COMMENT_BYTES } from '@stagelink/shared/contracts/limits';
import type { putPageTree } from '@stagelink/shared/contracts/pageTrees';
import type { App } from '../../platform/context.ts';
import type { Tx } from '../../platform/db/db.ts';
import { AppError, notFound } from '../../platform/http/errors.ts';
import type { Access } from '../access/access.ts';
import { countBytes } from '../comments/files.ts';
import { canSee, type Commenter, isVisitor, permissionsFor } from '../comments/policy.ts';
import * as comments from '../comments/repo.ts';
import { assertVersion } from '../comments/service.ts';
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

/** The pins that this person may attach, and why not the others. */
interface Pins {
  rows: comments.CommentRow[];
  refused: Map<string, AppError>;
}

/** Returns why a tree must not be kept with a pin: it decides where the pin is found. */
function refusalOf(
  row: comments.CommentRow | undefined,
  { snapshot }: Access,
  commenter: Commenter,
  version: number,
): AppError | null {
  if (!row || !canSee(row, commenter)) return notFound('That comment');
  if (!permissionsFor(row, commenter, snapshot.commentPolicy).repin)
    return new AppError('forbidden', 'You do not have permission to keep a page tree with this pin.');
  if (version < row.version)
    return new AppError('invalid_input', 'The pin was made on a later version.', { field: 'version' });
  return null;
}

/** Throws if all are refused, for the reason of the first. */
async function findPins(
  db: Tx | App['db'],
  access: Access,
  commenter: Commenter,
  { pins, version }: Wanted,
): Promise<Pins> {
  const ids = pins.map(({ commentId }) => commentId);
  const found = await comments.findAll(db, access.snapshot.id, ids, commenter);
  const byId = new Map(found.map((row) => [row.id, row]));
  const refused = new Map<string, AppError>();
  for (const id of ids) {
    const refusal = refusalOf(byId.get(id), access, commenter, version);
    if (refusal) refused.set(id, refusal);
  }
  const [refusal] = refused.values();
  if (refusal && refused.size === ids.length) throw refusal;
  return { rows: found.filter(({ id }) => !refused.has(id)), refused };
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
  { access, commenter, address }: Sender,
  { hash, version, pins }: Wanted,
  { rows, tree }: { rows: readonly comments.CommentRow[]; tree: Buffer | null },
): Promise<boolean> {
  const { id } = access.snapshot;
  // The first report of a version stays, and a pin is not found on an older version any more.
  const open = rows.filter(({ trees }) => trees.every((kept) => kept.version < version));
  if (open.length === 0) return true;
  if (!(await repo.isStored(tx, id, hash))) {
    if (!tree) return false;
    await assertRoom(tx, id, commenter, tree.length);
    await countBytes(app, tx, id, { commenter, address }, tree.length);
    await repo.insert(tx, id, hash, tree);
  }
  const ids = new Set(open.map((row) => row.id));
  const kept = pins.filter(({ commentId }) => ids.has(commentId));
  await repo.attach(tx, id, { hash, version, pins: kept });
  return true;
}

/** Keeps a page tree with pins. Nothing is kept where the snapshot does not have the tree and it is not sent. */
export async function keep(app: App, sender: Sender, wanted: Wanted): Promise<Reply<typeof putPageTree>> {
  const { access, commenter } = sender;
  await findPins(app.db, access, commenter, wanted);
  const nodes = wanted.pins.flatMap(({ node, further = [] }) => [
    node,
    ...further.filter((each) => each !== null),
  ]);
  const sent = wanted.tree === undefined ? null : Buffer.from(wanted.tree, 'base64');
  const tree = sent && (await receiveTree(sent, wanted.hash, nodes));
  const { isKept, rows, refused } = await app.db.transaction(async (tx) => {
    const snapshot = await lockSnapshot(tx, access.snapshot.id);
    await assertVersion(tx, snapshot, commenter, wanted.version);
    const found = await findPins(tx, { ...access, snapshot }, commenter, wanted);
    return { ...found, isKept: await attach(app, tx, sender, wanted, { rows: found.rows, tree }) };
  });
  const ids = isKept ? rows.map(({ id }) => id) : [];
  const kept = await comments.findAll(app.db, access.snapshot.id, ids, commenter);
  return {
    isMissing: !isKept,
    kept: kept.map(({ id, trees }) => ({ commentId: id, trees })),
    refused: [...refused].map(([commentId, { code, message }]) => ({ commentId, code, message })),
  };
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

import { ApiError, type Call } from '../../client/call.ts';
import { isTransient } from '../../client/retry.ts';
import { settleUpload, type Staged, type Uploaded } from '../../contracts/staging.ts';
import { ReplyLost } from './replyLost.ts';

/** An upload in one request that has no reply so far. */
export interface OpenUpload {
  idempotencyKey: string;
  /** The same for the same files to the same place. */
  print: string;
}

/** Keeps the open upload where it survives the program's end. */
export interface OpenUploadStore {
  read: () => Promise<OpenUpload | null>;
  write: (upload: OpenUpload | null) => Promise<void>;
}

export interface SettledUpload {
  print: string;
  /** Null: nothing was staged, and nothing will be. */
  staged: Staged | null;
}

/** A server from before uploads could be settled. */
const cannotSettle = (cause: unknown): boolean => cause instanceof ApiError && cause.status === 404;

/**
 * Returns what became of the open upload; null without one. The upload stays open until `take` has resolved, so that a
 * program that ends meanwhile learns it again. Throws `ReplyLost` while the server does not say.
 */
export async function settleOpenUpload(
  call: Call,
  store: OpenUploadStore,
  take: (settled: SettledUpload) => Promise<void> = () => Promise.resolve(),
): Promise<SettledUpload | null> {
  const open = await store.read();
  if (open === null) return null;
  const { idempotencyKey, print } = open;
  let settled: SettledUpload;
  try {
    const { staged } = await call(settleUpload, { idempotencyKey });
    settled = { print, staged };
  } catch (cause) {
    if (cannotSettle(cause)) await store.write(null);
    throw new ReplyLost('It is not known whether the upload was staged.', { cause });
  }
  await take(settled);
  await store.write(null);
  return settled;
}

/** Whether the server may have published although it did not reply. */
const isReplyLost = (cause: unknown): boolean =>
  isTransient(cause) && !(cause instanceof ApiError && cause.code === 'rate_limited');

const toUploaded = (staged: Staged): Uploaded => ({ ...staged, leftOut: [], notSearched: [], warnings: [] });

interface RepeatableUpload<Reply> {
  store: OpenUploadStore;
  print: string;
  newKey: () => string;
  /** Sends the upload with this key. */
  send: (idempotencyKey: string) => Promise<Reply>;
  isCancelled: () => boolean;
}

/**
 * Uploads what no account can settle: the same upload sent again after a lost reply repeats its key, and the server
 * replies what it staged. Throws `ReplyLost` when it is not known whether it was staged.
 */
export async function uploadRepeatably<Reply>({
  store,
  print,
  newKey,
  send,
  isCancelled,
}: RepeatableUpload<Reply>): Promise<Reply> {
  const open = await store.read();
  const idempotencyKey = open?.print === print ? open.idempotencyKey : newKey();
  await store.write({ idempotencyKey, print });
  try {
    const reply = await send(idempotencyKey);
    await store.write(null);
    return reply;
  } catch (cause) {
    if (isCancelled()) throw cause;
    if (isReplyLost(cause)) throw new ReplyLost('It is not known whether the upload was staged.', { cause });
    await store.write(null);
    throw cause;
  }
}

interface UploadParts extends OpenUpload {
  store: OpenUploadStore;
  /** Makes calls that the cancellation of the upload does not end. */
  call: Call;
  /** Sends the upload with its key. */
  send: () => Promise<Uploaded>;
  isCancelled: () => boolean;
}

/**
 * Uploads in one request, and once, also when a reply is lost or the program ends: what became of an open upload is asked
 * before the next is sent. Resolves for a cancelled upload if the server had published it.
 */
export async function uploadOnce({
  store,
  call,
  send,
  isCancelled,
  ...upload
}: UploadParts): Promise<Uploaded> {
  const before = await settleOpenUpload(call, store);
  if (before?.staged && before.print === upload.print) return toUploaded(before.staged);
  await store.write(upload);
  try {
    const uploaded = await send();
    await store.write(null);
    return uploaded;
  } catch (cause) {
    if (!isCancelled() && !isReplyLost(cause)) await store.write(null);
    const settled = await settleOpenUpload(call, store);
    if (settled?.staged) return toUploaded(settled.staged);
    throw cause;
  }
}

import { toUserError, UserError } from '@stagelink/shared/client/userError';
import { type Staged, type Uploaded, uploadSnapshot } from '@stagelink/shared/contracts/staging';
import { toStageError } from '@stagelink/shared/staging/core/errors';
import { ReplyLost } from '@stagelink/shared/staging/core/replyLost';
import { settleOpenUpload, uploadOnce } from '@stagelink/shared/staging/core/uploadOnce';
import { rememberCapture } from './earlierCaptures.ts';
import { openUploadOf, pagesIn, printOf, type UploadedPages } from './openUpload.ts';
import type { CapturedFile, CapturedPage } from './pageBuilder.ts';
import { callTo, readSession, type Session } from './session.ts';
import { snapshotFiles } from './snapshotFiles.ts';
import type { Settings } from './state.ts';

const signedOut = () => new UserError('not_signed_in', 'You are signed out.', 'Sign in and capture again.');

const replyLost = (cause: ReplyLost) =>
  new UserError(
    'network',
    `${toUserError(cause.cause).message} It is not known whether this was staged.`,
    'Capture again when you are connected: it gets one link only.',
    { cause },
  );

function formOf(files: readonly CapturedFile[]): FormData {
  const form = new FormData();
  for (const { path, bytes } of files) form.append('files', bytes, path);
  return form;
}

function inputFor(settings: Settings, pages: readonly CapturedPage[]) {
  const { name, projectId, password, expiresInDays, snapshotId } = settings;
  const host = URL.parse(pages[0]?.address ?? '')?.host;
  const about =
    snapshotId === null ? { password, ...(expiresInDays !== null && { expiresInDays }) } : { snapshotId };
  return {
    client: 'capture',
    ...(host !== undefined && { capturedFrom: host }),
    ...(name !== '' && { name }),
    ...(projectId !== null && { projectId }),
    ...about,
  } as const;
}

/** What was staged, and whether that is a new link. */
export interface Captured {
  staged: Staged;
  isNew: boolean;
}

async function captured(session: Session, staged: Staged, pages: UploadedPages): Promise<Captured> {
  await rememberCapture(session, pages.keys[0] ?? '', staged.snapshot.id);
  return { staged, isNew: pages.snapshotId === null };
}

function send(session: Session, settings: Settings, pages: readonly CapturedPage[]): Promise<Uploaded> {
  const idempotencyKey = crypto.randomUUID();
  const call = callTo(session.server, session.token);
  const { snapshotId } = settings;
  return uploadOnce({
    idempotencyKey,
    print: printOf({ snapshotId, keys: pages.map(({ key }) => key) }),
    store: openUploadOf(session),
    call,
    send: () =>
      call(uploadSnapshot, inputFor(settings, pages), {
        type: 'multipart/form-data',
        body: formOf(snapshotFiles(pages)),
        idempotencyKey,
      }),
    isCancelled: () => false,
  });
}

/** Puts the start page first. */
function inOrder(pages: readonly CapturedPage[], startId: string | null): readonly CapturedPage[] {
  const start = pages.find(({ id }) => id === startId);
  return start ? [start, ...pages.filter((page) => page !== start)] : pages;
}

/** Stages pages as one snapshot, the start page first. Throws `UserError`. */
export async function uploadPages(pages: readonly CapturedPage[], settings: Settings): Promise<Captured> {
  const session = await readSession();
  if (!session) throw signedOut();
  const ordered = inOrder(pages, settings.startId);
  try {
    const staged = await send(session, settings, ordered);
    const { snapshotId } = settings;
    return await captured(session, staged, { snapshotId, keys: ordered.map(({ key }) => key) });
  } catch (cause) {
    throw cause instanceof ReplyLost ? replyLost(cause) : toStageError(cause);
  }
}

/**
 * Shows what became of an upload whose reply did not arrive, with the pages it was of. Returns whether anything is known to
 * be staged. The upload stays open until it is shown.
 */
export async function settleLastUpload(
  show: (captured: Captured, pages: UploadedPages) => Promise<void>,
): Promise<boolean> {
  const session = await readSession();
  if (!session) return false;
  const call = callTo(session.server, session.token);
  try {
    const settled = await settleOpenUpload(call, openUploadOf(session), async ({ print, staged }) => {
      if (!staged) return;
      const pages = pagesIn({ print });
      await show(await captured(session, staged, pages), pages);
    });
    return settled?.staged != null;
  } catch {
    // An upload stays open without a connection, and the next upload asks again.
    return false;
  }
}

import { UserError } from '@stagelink/shared/client/userError';
import { type Staged, uploadSnapshot } from '@stagelink/shared/contracts/staging';
import { toStageError } from '@stagelink/shared/staging/core/errors';
import { rememberCapture } from './earlierCaptures.ts';
import type { CapturedFile, CapturedPage } from './pageBuilder.ts';
import { callTo, readSession, type Session } from './session.ts';
import { snapshotFiles } from './snapshotFiles.ts';
import type { Settings } from './state.ts';

const signedOut = () => new UserError('not_signed_in', 'You are signed out.', 'Sign in and capture again.');

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

async function send(session: Session, settings: Settings, pages: readonly CapturedPage[]): Promise<Staged> {
  const form = formOf(snapshotFiles(pages));
  const stream = { type: 'multipart/form-data', body: form };
  return callTo(session.server, session.token)(uploadSnapshot, inputFor(settings, pages), stream);
}

/** Stages pages as one snapshot, the start page first. Throws `UserError`. */
export async function uploadPages(pages: readonly CapturedPage[], settings: Settings): Promise<Staged> {
  const session = await readSession();
  if (!session) throw signedOut();
  const start = pages.findIndex(({ id }) => id === settings.startId);
  const ordered =
    start > 0
      ? [...pages.slice(start, start + 1), ...pages.slice(0, start), ...pages.slice(start + 1)]
      : pages;
  try {
    const staged = await send(session, settings, ordered);
    await rememberCapture(session, ordered[0]?.key ?? '', staged.snapshot.id);
    return staged;
  } catch (cause) {
    throw toStageError(cause);
  }
}

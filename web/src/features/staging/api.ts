import {
  ApiError,
  type ClientRequest,
  createClient,
  idempotencyHeader,
  NetworkError,
} from '@stagelink/shared/client/call';
import { isTransient } from '@stagelink/shared/client/retry';
import type { Input } from '@stagelink/shared/contracts/endpoint';
import {
  type Publish,
  type Staged,
  type Uploaded,
  type UploadReport,
  uploadSnapshot,
} from '@stagelink/shared/contracts/staging';
import { type TriedOut, tryOut } from '@stagelink/shared/contracts/tryOut';
import { t } from './copy.ts';
import { noticingLostSession } from '../../lib/api.ts';
import { uuid } from '../../lib/uuid.ts';
import { forgetUpload, rememberUpload, settleOpenUpload } from './openUploads.ts';
import { invalidateSnapshotLists } from '../snapshots/listsApi.ts';

/** Files to stage: a folder's files by path, or a zip, and what of the folder is left out. */
export type Bundle = { name: string; leftOut: readonly string[] } & (
  { kind: 'folder'; files: readonly { path: string; file: File }[] } | { kind: 'zip'; file: File }
);

export interface UploadProgress {
  sent: number;
  total: number;
}

interface UploadOptions {
  /** Publishes files although they hold secret keys. */
  allowsSecrets?: boolean | undefined;
  signal: AbortSignal;
  onProgress: (progress: UploadProgress) => void;
}

/** Uses XMLHttpRequest: `fetch` does not report upload progress. */
function sender({ signal, onProgress }: Pick<UploadOptions, 'signal' | 'onProgress'>) {
  return (outgoing: ClientRequest) =>
    new Promise<{ status: number; text: string }>((resolve, reject) => {
      // An aborted signal does not abort again.
      signal.throwIfAborted();
      const { method, path, stream } = outgoing;
      const request = new XMLHttpRequest();
      request.open(method, path);
      request.setRequestHeader('accept', 'application/json');
      for (const [name, value] of Object.entries(idempotencyHeader(outgoing)))
        request.setRequestHeader(name, value);
      // The browser sets a form's content type, with its boundary.
      if (stream && !(stream.body instanceof FormData)) request.setRequestHeader('content-type', stream.type);
      request.upload.addEventListener('progress', ({ loaded, total }) => onProgress({ sent: loaded, total }));
      request.addEventListener('load', () => resolve({ status: request.status, text: request.responseText }));
      request.addEventListener('error', () => reject(new NetworkError(t('connectionLost'))));
      request.addEventListener('abort', () => reject(signal.reason as Error));
      signal.addEventListener('abort', () => request.abort(), { once: true });
      request.send(stream?.body as XMLHttpRequestBodyInit);
    });
}

function bodyOf(bundle: Bundle): NonNullable<ClientRequest['stream']> {
  if (bundle.kind === 'zip') return { type: 'application/zip', body: bundle.file };
  const form = new FormData();
  for (const { path, file } of bundle.files) form.append('files', file, path);
  return { type: 'multipart/form-data', body: form };
}

/** What the browser leaves out of a folder does not reach the server. */
const withLeftOut = <Reply extends UploadReport>(reply: Reply, { leftOut }: Bundle): Reply => ({
  ...reply,
  leftOut: [...new Set([...leftOut, ...reply.leftOut])].sort(),
});

const allowing = (allowsSecrets = false) => (allowsSecrets ? ({ allowSecrets: 'true' } as const) : {});

type UploadInput = Input<typeof uploadSnapshot>;

/** Returns a text that is the same for the same files to the same place, by their names, sizes and times. */
function printOf(bundle: Bundle, input: UploadInput): string {
  const files = bundle.kind === 'zip' ? [bundle.file] : bundle.files.map(({ file }) => file);
  const bytes = files.reduce((sum, { size }) => sum + size, 0);
  const newest = Math.max(...files.map(({ lastModified }) => lastModified));
  return JSON.stringify([bundle.name, input, files.length, bytes, newest]);
}

/** Whether the server may have published although its reply did not arrive. */
const isReplyLost = (error: unknown, signal: AbortSignal): boolean =>
  signal.aborted || (isTransient(error) && !(error instanceof ApiError && error.code === 'rate_limited'));

const unreported = (staged: Staged): Uploaded => ({ ...staged, leftOut: [], notSearched: [] });

/** Uploads once, also when a reply is lost: what became of an upload is asked before the next. */
async function upload(bundle: Bundle, input: UploadInput, options: UploadOptions): Promise<Uploaded> {
  const place = input.snapshotId ?? 'new';
  const print = printOf(bundle, input);
  const before = await settleOpenUpload(place);
  if (before?.print === print && before.staged) return unreported(before.staged);
  options.signal.throwIfAborted();
  const idempotencyKey = uuid();
  rememberUpload(place, { idempotencyKey, print });
  try {
    const call = noticingLostSession(createClient(sender(options)));
    const staged = await call(uploadSnapshot, input, { ...bodyOf(bundle), idempotencyKey });
    forgetUpload(place);
    return staged;
  } catch (error) {
    if (!isReplyLost(error, options.signal)) forgetUpload(place);
    const settled = await settleOpenUpload(place);
    if (settled?.staged) return unreported(settled.staged);
    throw error;
  }
}

/** Stages a bundle as the next version, published at once or as a draft. */
export async function restage(
  bundle: Bundle,
  { snapshotId, publish, ...options }: UploadOptions & { snapshotId: string; publish: Publish },
): Promise<Uploaded> {
  const input = { snapshotId, client: 'web', publish, ...allowing(options.allowsSecrets) } as const;
  const staged = await upload(bundle, input, options);
  void invalidateSnapshotLists();
  return withLeftOut(staged, bundle);
}

/** Stages a bundle as a new snapshot, in a project or none. Rejects with the signal's reason when aborted. */
export async function stage(
  bundle: Bundle,
  { projectId, ...options }: UploadOptions & { projectId: string | null },
): Promise<Uploaded> {
  const input = {
    name: bundle.name,
    client: 'web',
    ...(projectId !== null && { projectId }),
    ...allowing(options.allowsSecrets),
  } as const;
  const staged = await upload(bundle, input, options);
  void invalidateSnapshotLists();
  return withLeftOut(staged, bundle);
}

/** Stages a bundle without an account. */
export async function stageUnclaimed(
  bundle: Bundle,
  options: Omit<UploadOptions, 'allowsSecrets'>,
): Promise<TriedOut> {
  const call = createClient(sender(options));
  return withLeftOut(await call(tryOut, { name: bundle.name }, bodyOf(bundle)), bundle);
}

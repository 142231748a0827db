import {
  type ClientRequest,
  createClient,
  idempotencyHeader,
  NetworkError,
} from '@stagelink/shared/client/call';
import type { Input } from '@stagelink/shared/contracts/endpoint';
import {
  type Publish,
  type Uploaded,
  type UploadReport,
  uploadSnapshot,
} from '@stagelink/shared/contracts/staging';
import { type TriedOut, tryOut } from '@stagelink/shared/contracts/tryOut';
import { uploadOnce, uploadRepeatably } from '@stagelink/shared/staging/core/uploadOnce';
import { t } from './copy.ts';
import { callQuietly, noticingLostSession } from '../../lib/api.ts';
import { uuid } from '../../lib/uuid.ts';
import { openUploadOf } from './openUploads.ts';
import { invalidateSnapshotLists } from '../snapshots/listsApi.ts';

/** Files to stage: a folder's files by path, or a zip, and what of the folder is left out. */
export type Bundle = { name: string; leftOut: readonly string[] } & (
  | { kind: 'folder'; files: readonly { path: string; file: File }[] }
  | { kind: 'zip'; file: File; output?: string | undefined }
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

/** Names the folder of a zip that is staged. */
const ofZip = (bundle: Bundle) =>
  bundle.kind === 'zip' && bundle.output !== undefined ? { output: bundle.output } : {};

const allowing = (allowsSecrets = false) => (allowsSecrets ? ({ allowSecrets: 'true' } as const) : {});

type UploadInput = Input<typeof uploadSnapshot> | Input<typeof tryOut>;

/** Returns a text that is the same for the same files to the same place, by their names, sizes and times. */
function printOf(bundle: Bundle, input: UploadInput): string {
  const files = bundle.kind === 'zip' ? [bundle.file] : bundle.files.map(({ file }) => file);
  const bytes = files.reduce((sum, { size }) => sum + size, 0);
  const newest = Math.max(...files.map(({ lastModified }) => lastModified));
  return JSON.stringify([bundle.name, input, files.length, bytes, newest]);
}

/** Uploads once, also when a reply is lost. */
async function upload(
  bundle: Bundle,
  input: Input<typeof uploadSnapshot>,
  options: UploadOptions,
): Promise<Uploaded> {
  const idempotencyKey = uuid();
  const { signal } = options;
  const uploaded = await uploadOnce({
    idempotencyKey,
    print: printOf(bundle, input),
    store: openUploadOf(input.snapshotId ?? 'new'),
    call: callQuietly,
    send: () =>
      noticingLostSession(createClient(sender(options)))(uploadSnapshot, input, {
        ...bodyOf(bundle),
        idempotencyKey,
      }),
    isCancelled: () => signal.aborted,
  });
  void invalidateSnapshotLists();
  return withLeftOut(uploaded, bundle);
}

/** Stages a bundle as the next version, published at once or as a draft. */
export function restage(
  bundle: Bundle,
  { snapshotId, publish, ...options }: UploadOptions & { snapshotId: string; publish: Publish },
): Promise<Uploaded> {
  const about = { ...ofZip(bundle), ...allowing(options.allowsSecrets) };
  const input = { snapshotId, client: 'web', publish, ...about } as const;
  return upload(bundle, input, options);
}

/** Stages a bundle as a new snapshot, in a project or none. Rejects with the signal's reason when aborted. */
export function stage(
  bundle: Bundle,
  { projectId, ...options }: UploadOptions & { projectId: string | null },
): Promise<Uploaded> {
  const input = {
    name: bundle.name,
    client: 'web',
    ...(projectId !== null && { projectId }),
    ...ofZip(bundle),
    ...allowing(options.allowsSecrets),
  } as const;
  return upload(bundle, input, options);
}

/** Stages a bundle without an account. */
export async function stageUnclaimed(
  bundle: Bundle,
  options: Omit<UploadOptions, 'allowsSecrets'>,
): Promise<TriedOut> {
  const call = createClient(sender(options));
  const input = { name: bundle.name, ...ofZip(bundle) };
  const tried = await uploadRepeatably({
    store: openUploadOf('unclaimed'),
    print: printOf(bundle, input),
    newKey: uuid,
    send: (idempotencyKey) => call(tryOut, input, { ...bodyOf(bundle), idempotencyKey }),
    isCancelled: () => options.signal.aborted,
  });
  return withLeftOut(tried, bundle);
}

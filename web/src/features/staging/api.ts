import { createClient, NetworkError, type ClientRequest } from '@stagelink/shared/client/call';
import {
  type Publish,
  type Uploaded,
  type UploadReport,
  uploadSnapshot,
} from '@stagelink/shared/contracts/staging';
import { type TriedOut, tryOut } from '@stagelink/shared/contracts/tryOut';
import { t } from './copy.ts';
import { noticingLostSession } from '../../lib/api.ts';
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
  /** The project to add it to; null for none. */
  projectId: string | null;
  /** Publishes files although they hold secret keys. */
  allowsSecrets?: boolean | undefined;
  signal: AbortSignal;
  onProgress: (progress: UploadProgress) => void;
}

interface RestageOptions extends Omit<UploadOptions, 'projectId'> {
  snapshotId: string;
  publish: Publish;
}

/** Uses XMLHttpRequest: `fetch` does not report upload progress. */
function sender({ signal, onProgress }: Pick<UploadOptions, 'signal' | 'onProgress'>) {
  return ({ method, path, stream }: ClientRequest) =>
    new Promise<{ status: number; text: string }>((resolve, reject) => {
      const request = new XMLHttpRequest();
      request.open(method, path);
      request.setRequestHeader('accept', 'application/json');
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

/** Stages a bundle as the next version, published at once or as a draft. */
export async function restage(
  bundle: Bundle,
  { snapshotId, publish, ...options }: RestageOptions,
): Promise<Uploaded> {
  const upload = noticingLostSession(createClient(sender(options)));
  const input = { snapshotId, client: 'web', publish, ...allowing(options.allowsSecrets) } as const;
  const staged = await upload(uploadSnapshot, input, bodyOf(bundle));
  void invalidateSnapshotLists();
  return withLeftOut(staged, bundle);
}

/** Stages a bundle as a new snapshot. Rejects with the signal's reason when aborted. */
export async function stage(bundle: Bundle, options: UploadOptions): Promise<Uploaded> {
  const upload = noticingLostSession(createClient(sender(options)));
  const staged = await upload(
    uploadSnapshot,
    {
      name: bundle.name,
      client: 'web',
      ...(options.projectId !== null && { projectId: options.projectId }),
      ...allowing(options.allowsSecrets),
    },
    bodyOf(bundle),
  );
  void invalidateSnapshotLists();
  return withLeftOut(staged, bundle);
}

/** Stages a bundle without an account. */
export async function stageUnclaimed(
  bundle: Bundle,
  options: Omit<UploadOptions, 'projectId' | 'allowsSecrets'>,
): Promise<TriedOut> {
  const upload = createClient(sender(options));
  return withLeftOut(await upload(tryOut, { name: bundle.name }, bodyOf(bundle)), bundle);
}

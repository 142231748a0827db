import { createHash, randomUUID } from 'node:crypto';
import type { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { isDeepStrictEqual } from 'node:util';
import type { User } from '../../../contracts/accounts.ts';
import type { Parsed, Reply } from '../../../contracts/endpoint.ts';
import type { Snapshot } from '../../../contracts/snapshots.ts';
import type {
  createSnapshot,
  finalizeUpload,
  getUpload,
  ManifestFile,
  sendBlobs,
} from '../../../contracts/staging.ts';
import { authOptions, snapshot } from '../../../testing/builders.ts';
import { type Handlers, type RawResponse, refusal } from '../../../testing/fakeServer.ts';
import type { FakeRequest } from '../../../testing/parseRequest.ts';
import { readZip } from './readZip.ts';

/** What a fake staging server keeps. */
export interface StagingState {
  url: string;
  /** Path → bytes of the newest finalized version, by snapshot. */
  snapshots: Map<string, Map<string, Buffer>>;
  /** Names of received blobs, in order, with repeats. */
  received: string[];
  /** Inputs of created uploads, in order. */
  bodies: Parsed<typeof createSnapshot>[];
  /** Open pins of every snapshot; a version waits for them if its client requested it. */
  openPins: number;
  /** Returns the user of a token; one user by default. */
  userOf: (token: string) => User;
}

interface Upload {
  uploadId: string;
  snapshotId: string;
  version: number;
  files: ManifestFile[];
  finalized: boolean;
  idempotencyKey: string | undefined;
}

const noSnapshot = () => refusal(404, 'not_found', 'Snapshot not found');

/** Returns the access token of a request. */
export const tokenOf = ({ headers }: FakeRequest): string =>
  String(headers?.['authorization'] ?? '').replace('Bearer ', '');

class Uploads {
  readonly #state: StagingState;
  readonly #blobs = new Map<string, Buffer>();
  readonly #uploads = new Map<string, Upload>();
  /** Snapshot of each folder that a client names. */
  readonly #folders = new Map<string, string>();
  /** Newest version of each snapshot, and the one its link shows. */
  readonly #newest = new Map<string, number>();
  readonly #shown = new Map<string, number>();

  constructor(state: StagingState) {
    this.#state = state;
  }

  create(input: Parsed<typeof createSnapshot>): Reply<typeof createSnapshot> | RawResponse {
    this.#state.bodies.push(input);
    if (input.snapshotId !== undefined && !this.#newest.has(input.snapshotId)) return noSnapshot();
    const { folderKey, idempotencyKey } = input;
    const repeated = [...this.#uploads.values()].find(
      (upload) => idempotencyKey !== undefined && upload.idempotencyKey === idempotencyKey,
    );
    if (repeated) return this.#repeat(repeated, input);
    const linked = folderKey === undefined || input.newLink ? undefined : this.#folders.get(folderKey);
    if (input.snapshotId === undefined && linked !== undefined && this.#state.snapshots.has(linked)) {
      const link = { snapshotId: linked, url: `${this.#state.url}/s/${linked}` };
      return refusal(409, 'link_exists', 'This folder has a link already', { link });
    }
    const snapshotId = input.snapshotId ?? linked ?? randomUUID().replaceAll('-', '');
    if (folderKey !== undefined && input.snapshotId === undefined) this.#folders.set(folderKey, snapshotId);
    return this.#offer(this.#openOf(input, snapshotId) ?? this.#open(input, snapshotId));
  }

  #repeat(upload: Upload, input: Parsed<typeof createSnapshot>): ReturnType<Uploads['create']> {
    const isNewest = !upload.finalized || upload.version === this.#newest.get(upload.snapshotId);
    const isSame = upload.snapshotId === (input.snapshotId ?? upload.snapshotId);
    if (isNewest && isSame && isDeepStrictEqual(upload.files, input.files)) return this.#offer(upload);
    return refusal(409, 'conflict', 'This key belongs to another upload', { field: 'idempotencyKey' });
  }

  /** Returns the open upload that a client joins by naming its folder. */
  #openOf({ folderKey, files }: Parsed<typeof createSnapshot>, snapshotId: string): Upload | undefined {
    const isSame = (upload: Upload) =>
      !upload.finalized && upload.snapshotId === snapshotId && isDeepStrictEqual(upload.files, files);
    return folderKey === undefined ? undefined : [...this.#uploads.values()].find(isSame);
  }

  #open({ files, idempotencyKey }: Parsed<typeof createSnapshot>, snapshotId: string): Upload {
    const version = (this.#newest.get(snapshotId) ?? 0) + 1;
    const upload = { uploadId: randomUUID(), snapshotId, version, files, finalized: false, idempotencyKey };
    this.#uploads.set(upload.uploadId, upload);
    return upload;
  }

  #offer({ uploadId, snapshotId, version, files, finalized }: Upload): Reply<typeof createSnapshot> {
    return {
      uploadId,
      snapshotId,
      version,
      missing: finalized ? [] : this.#missingOf(files),
      unchangedSince: this.#unchangedSince(snapshotId, files),
    };
  }

  #unchangedSince(snapshotId: string, files: readonly ManifestFile[]): number | null {
    const before = this.#state.snapshots.get(snapshotId);
    const isSame = ({ path, sha256 }: ManifestFile): boolean => {
      const bytes = before?.get(path);
      return bytes !== undefined && createHash('sha256').update(bytes).digest('hex') === sha256;
    };
    const isUnchanged = before?.size === files.length && files.every(isSame);
    return isUnchanged ? (this.#newest.get(snapshotId) ?? null) : null;
  }

  /** Returns what `use` returns for an upload. */
  with<T>(uploadId: string, use: (upload: Upload) => T): T | RawResponse {
    const upload = this.#uploads.get(uploadId);
    return upload ? use(upload) : refusal(404, 'not_found', 'There is no such upload');
  }

  read(upload: Upload): Reply<typeof getUpload> {
    return { ...this.#offer(upload), finalized: upload.finalized };
  }

  async receive({ files }: Upload, body: Readable): Promise<Reply<typeof sendBlobs> | RawResponse> {
    for (const [name, bytes] of await readZip(await buffer(body))) {
      this.#state.received.push(name);
      if (createHash('sha256').update(bytes).digest('hex') !== name) {
        return refusal(422, 'hash_mismatch', `${name} is not the hash of its bytes`);
      }
      this.#blobs.set(name, bytes);
    }
    return { missing: this.#missingOf(files) };
  }

  finalize(
    upload: Upload,
    { publish }: Parsed<typeof finalizeUpload>,
  ): Reply<typeof finalizeUpload> | RawResponse {
    const { snapshotId, files } = upload;
    const { openPins } = this.#state;
    if (upload.finalized) return this.#staged(upload, null);
    if (this.#missingOf(files).length > 0) {
      return refusal(409, 'upload_incomplete', 'Not everything has arrived');
    }
    const version = (this.#newest.get(snapshotId) ?? 0) + 1;
    const isDraft = publish === 'unless_pinned' && version > 1 && openPins > 0;
    upload.finalized = true;
    upload.version = version;
    this.#newest.set(snapshotId, version);
    if (!isDraft) this.#shown.set(snapshotId, version);
    const contents = files.map(
      ({ path, sha256 }) => [path, this.#blobs.get(sha256) ?? Buffer.alloc(0)] as const,
    );
    this.#state.snapshots.set(snapshotId, new Map(contents));
    return this.#staged(upload, isDraft ? { openPins } : null);
  }

  snapshotOf(id: string): Snapshot {
    const files = [...(this.#state.snapshots.get(id)?.values() ?? [])];
    return snapshot({
      id,
      url: `${this.#state.url}/s/${id}`,
      password: 'quiet-river',
      version: this.#shown.get(id) ?? 1,
      totalBytes: files.reduce((sum, { length }) => sum + length, 0),
      fileCount: files.length,
    });
  }

  #staged(
    { snapshotId, version }: Upload,
    draft: Reply<typeof finalizeUpload>['draft'],
  ): Reply<typeof finalizeUpload> {
    return {
      snapshot: this.snapshotOf(snapshotId),
      version,
      url: `${this.#state.url}/s/${snapshotId}`,
      contentUrl: `${this.#state.url.replace('//', `//${snapshotId}.`)}/`,
      password: 'quiet-river',
      draft,
    };
  }

  #missingOf(files: ManifestFile[]): string[] {
    return [...new Set(files.map(({ sha256 }) => sha256).filter((sha256) => !this.#blobs.has(sha256)))];
  }
}

/** The server's side of staging. */
export function stagingReplies(state: StagingState): Handlers {
  const uploads = new Uploads(state);
  return {
    'GET /auth/options': () => authOptions(),
    'GET /me': ({ request }) => ({ user: state.userOf(tokenOf(request)) }),
    'GET /api/snapshots/:id': ({ input: { id } }) =>
      state.snapshots.has(id) ? { snapshot: uploads.snapshotOf(id) } : noSnapshot(),
    'POST /api/snapshots': ({ input }) => uploads.create(input),
    'GET /api/uploads/:uploadId': ({ input }) =>
      uploads.with(input.uploadId, (upload) => uploads.read(upload)),
    'PUT /api/uploads/:uploadId': ({ input, request }) =>
      uploads.with(input.uploadId, (upload) => uploads.receive(upload, request.stream?.body as Readable)),
    'POST /api/uploads/:uploadId/finalize': ({ input }) =>
      uploads.with(input.uploadId, (upload) => uploads.finalize(upload, input)),
  };
}
